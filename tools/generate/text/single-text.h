/* The text of a function by operations on floats, from one by operations on doubles. */
#ifndef TMD_GENERATE_SINGLE_TEXT_H
#define TMD_GENERATE_SINGLE_TEXT_H

/* A copy, owned by the caller, with float in place of double, constants of floats, and the
   functions of floats. Ends the program (message) if a constant is no float. */
char *tmd_single_text(const char *text);

#endif
