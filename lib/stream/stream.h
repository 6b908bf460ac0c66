/* Reading and writing streams of claims: tmd-stream(5). */
#ifndef TMD_STREAM_H
#define TMD_STREAM_H

#include <stdio.h>

#include "lib/stream/claim.h"

struct tmd_reader;
struct tmd_writer;

/* Takes an open file of which nothing has been read (closed by tmd_reader_close) and the name used
   in messages. Reads ahead, from the file descriptor: the position of the file is undefined before
   its end. keep_going: after a bad block, resynchronise at the next frame tag and count. */
struct tmd_reader *tmd_reader_open(FILE *file, const char *name, int keep_going);

/* The input that keep_going skips may be endless: once `stopped` returns 1, the search for a tag
   ends as if by an interrupt between blocks. */
void tmd_reader_stopped_by(struct tmd_reader *reader, int (*stopped)(void));

/* The next claim: 1 and *claim (owned by the reader, valid until the next call), 0 at the end of
   the stream, -1 on corrupt or truncated input (message with file and byte offset, status 3), a
   read error or an interrupt between blocks (status 2). The caller may modify the claim in place,
   or move its records by tmd_claim_move. At the end of a stream with skipped places the error
   record holds the last of them. Several threads (omp_get_max_threads) decode all available blocks
   at once, up to a bound; the reader waits for input only when it has no claim to hand out. */
int tmd_reader_next(struct tmd_reader *reader, struct tmd_claim **claim)
    __attribute__((warn_unused_result));

/* 1 if tmd_reader_next will return without waiting for input, except that with keep_going it
   searches for the next tag behind a bad block. The last claim stays valid. */
int tmd_reader_ready(struct tmd_reader *reader);

/* The block of the claim handed out last, valid until the next call of tmd_reader_next or
   tmd_reader_ready. A claim that shares its block gets its own; the length is 0 (message) if zstd
   fails. */
const unsigned char *tmd_reader_block(struct tmd_reader *reader, size_t *bytes);

/* After tmd_reader_next has found a bad block: 1 if it is a torn last block as defined in
   tmd-stream(5), so that the stream before it, tmd_reader_bytes long, is sound; 0 if not; -1 on a
   read error (message). The error record still describes the bad block. */
int tmd_reader_torn(struct tmd_reader *reader) __attribute__((warn_unused_result));

unsigned long
tmd_reader_skipped(const struct tmd_reader *reader); /* bad places passed by keep_going */
unsigned long long tmd_reader_bytes(
    const struct tmd_reader *reader); /* bytes up to the end of the last block handed out */
void tmd_reader_close(struct tmd_reader *reader);

/* Takes an open file, to which only whole blocks are written. */
struct tmd_writer *tmd_writer_open(FILE *file, const char *name);

/* Lets short case and region claims share blocks from now on: a claim is held back until its block
   is full, another block is written, or tmd_writer_flush is called. */
void tmd_writer_join(struct tmd_writer *writer);

/* Writes the claims that are held back. */
int tmd_writer_flush(struct tmd_writer *writer) __attribute__((warn_unused_result));

/* Writes one claim as one block; checks it first (a claim that breaks the format is refused, status
   2). */
int tmd_writer_put(struct tmd_writer *writer, const struct tmd_claim *claim)
    __attribute__((warn_unused_result));

/* The same for many, in their order; OpenMP's threads make the blocks, which are written many at a
   time. */
int tmd_writer_put_all(struct tmd_writer *writer, const struct tmd_claim *claims, size_t count)
    __attribute__((warn_unused_result));

/* Writes whole blocks as they are. */
int tmd_writer_put_blocks(struct tmd_writer *writer, const unsigned char *blocks, size_t bytes)
    __attribute__((warn_unused_result));

/* Writes the block of the claim that the reader handed out last (tmd_reader_block). */
int tmd_writer_pass(struct tmd_writer *writer, struct tmd_reader *reader)
    __attribute__((warn_unused_result));

unsigned long long tmd_writer_bytes(const struct tmd_writer *writer);

/* Flushes and closes the file; output is complete only if this returns 0. */
int tmd_writer_close(struct tmd_writer *writer) __attribute__((warn_unused_result));

#endif
