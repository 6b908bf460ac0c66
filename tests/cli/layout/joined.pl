# Prints the statements of bats files whose commands are joined by &&, though bash sees the failure of the last one alone. They
# are let pass where all commands prepare files, where one behind || has the failure, in conditions, in groups and functions on
# one line, as the last line of a longer function that is no test, in the background, or where false, return, continue or break
# is last: there, success is what must not be.
use strict;
use warnings;

my $prepares = qr/(?:ar|cat|cd|chmod|cp|echo|git|gzip|ln|mkdir|mkfifo|mv|printf|rm|set|touch|:|[\w"]+=)(?:\s|$)|\w+=/;

# the text, its operators in quotes and groups replaced
sub masked { my $text = shift; $text =~ tr/&|;\n(){}/_/; return $text }

local $/;
while (my $text = <>) {
  $text =~ s/(<<-?['"]?(\w+)['"]?[^\n]*\n).*?\n\s*\2\n/$1/gs;
  $text =~ s/((?<!\\)'[^']*'|"(?:\\.|[^"\\])*"|\\[^\n])|(?<!\S)#[^\n]*/defined $1 ? masked($1) : ""/ges;
  $text =~ s/\\\n\s*/ /g;
  $text =~ s/(&&|\|\|?)\s*\n\s*/$1 /g;
  1 while $text =~ s/\(([^()\n]*)\)/"_" . masked($1) . "_"/ge;
  1 while $text =~ s/(?<!\S)\{ ([^{}\n]*;) \}/"_ " . masked($1) . " _"/ge;
  $text =~ s/(\[\[ .*? \]\])/masked($1)/ge;
  my $test = ""; # not empty in one
  my @lines = split /\n/, $text;
  for my $i (0 .. $#lines) {
    $test = $1 if $lines[$i] =~ /^\s*(\@test|)\b.*\{\s*$/;
    next if !$test && ($lines[$i + 1] // "") =~ /^\s*\}/;
    for (split /;|\b(?:do|then|else)\b/, $lines[$i]) {
      next if !/&&/ || /\|\||^\s*(?:if|elif|while|until)\b|&&\s*(?:false|return|continue|break)\b[^&]*$|[^&]&\s*$/;
      s/^\s*(?:[\w-]+\)\s+)?//;
      print "$ARGV: $_\n" if grep { !/^$prepares/ } split /\s*&&\s*/;
    }
  }
}
