#!/usr/bin/perl
# A random change of a table of brute-table:
#   random-kernel.pl FORMAT TABLE SEED NUMBER right|wrong|binades CHANGES
# Writes the lines of CHANGES that table-kernel.c reads, and prints what was changed: a kind, 1 if flags are to be looked at, and
# the modes that are wrong. A right kernel has other NaN alone. A number of a seed is always the same. With `binades` one result
# of each binade of x and sign is altered, in one mode, and one of each zero and infinity: "x TAB mode" is printed.
use strict;
use warnings;
use Digest::MD5 'md5';

use constant {CODES => 1 << 16, SIGN => 1 << 15, INVALID => 1, UNDERFLOW => 8, INEXACT => 16, FLAGS => 5, OPEN => 255};
my @kinds = qw(neighbour anything nan infinity zero sign missing spurious); # the first five are of one result
my @modes = qw(nearest up down zero);
my ($format, $table, $seed, $number, $what, $changes) = @ARGV;
my ($p, $infinite) = $format eq 'binary16' ? (11, 0x7c00) : (8, 0x7f80);
my $binade = 1 << $p - 1;
my (%new, %changed); # by mode and x: the result and flags that are not those of the table; the modes of which there are any
srand unpack 'N', md5("$seed $number");

open my $file, '<:raw', $table or die "$table: $!\n";
read($file, $table, 3 * @modes * CODES) == 3 * @modes * CODES or die "no table\n";
open my $out, '>', $changes or die "$changes: $!\n";

sub below { return int rand shift }
sub any_sign { return below(2) * SIGN }
sub size_of { return $_[0] & SIGN - 1 }
sub is_nan { return size_of(shift) > $infinite }
sub any_nan { return any_sign() | $infinite | 1 + below($binade - 1) }
sub result { my ($mode, $x) = @_; return unpack 'S', substr $table, 2 * ($mode * CODES + $x), 2 }
sub flags { my ($mode, $x) = @_; return unpack 'C', substr $table, 2 * @modes * CODES + $mode * CODES + $x, 1 }

sub change {
  my ($mode, $x, $result, $flags) = @_;
  $new{$mode, $x} = 1;
  $changed{$mode} = 1;
  printf $out "%x %x %x %x\n", $mode, $x, $result, $flags;
  return 1;
}

# Any encoding; or one that is special.
sub argument {
  return below(CODES) if below(4);
  my $one = int($infinite / 2 / $binade) * $binade;
  my @special = (0, 1, $binade - 1, $binade, $one - 1, $one, $one + 1, $one + $binade, $infinite - 1, $infinite);
  return $special[below(scalar @special)] | any_sign();
}

# Flags that may be raised or not: invalid by a signaling NaN, inexact at infinity, underflow where it is tiny before rounding
# alone.
sub is_free {
  my ($mode, $x, $flag) = @_;
  return 1 if $flag == INVALID && is_nan($x) && !($x >> $p - 2 & 1);
  return 1 if $flag == INEXACT && size_of($x) == $infinite;
  return $flag == UNDERFLOW && size_of(result($mode, $x)) == $binade;
}

# The result or flags that are wrong at x; 0 if this kind cannot be.
sub alter {
  my ($kind, $mode, $x) = @_;
  my ($right, $flags, $flag) = (result($mode, $x), flags($mode, $x), 1 << below(FLAGS));
  return 0 if $flags == OPEN || $new{$mode, $x};
  my ($size, $wrong) = (size_of($right), $right);
  if ($kind eq 'neighbour') {
    return 0 if $size >= $infinite;
    $wrong = $size ? $right + (below(2) ? 1 : -1) : any_sign() | 1;
  } elsif ($kind eq 'anything') { $wrong = below(CODES) }
  elsif ($kind eq 'nan') { $wrong = any_nan() }
  elsif ($kind eq 'infinity') { $wrong = $infinite | any_sign() }
  elsif ($kind eq 'sign' || ($kind eq 'zero' && !$size)) { $wrong = $right ^ SIGN }
  elsif ($kind ne 'zero') {
    return 0 if is_free($mode, $x, $flag) || ($kind eq 'missing') != !!($flags & $flag);
    return change($mode, $x, $right, $flags ^ $flag);
  }
  return 0 if $wrong == $right || (is_nan($wrong) && is_nan($right));
  return change($mode, $x, $wrong, $flags);
}

# At up to so many arguments; how many it has become.
sub alter_some {
  my ($kind, $count, @some) = @_;
  my $done = 0;
  for (my $tries = 0; $done < $count && $tries < 40 * $count + 4000; $tries++) {
    my $x = argument();
    $done++ if grep { alter($kind, $_, $x) } @some;
  }
  return $done;
}

sub number_of {
  my $code = shift;
  my ($size, $sign) = (size_of($code), $code & SIGN ? '-' : '');
  my $e = $size < $binade ? 0 : int($size / $binade) - 1;
  my $emax = ($infinite / $binade - 1) / 2;
  return $sign . ($size == $infinite ? 'inf' : sprintf '%a', ($size - $e * $binade) * 2**($e - $emax - $p + 2));
}

sub alter_one {
  my ($x, $mode) = (shift, below(scalar @modes));
  1 until alter($kinds[below(5)], $mode, $x);
  print number_of($x), "\t$modes[$mode]\n";
}

if ($what eq 'binades') {
  for my $sign (0, SIGN) {
    alter_one($sign + $_ * $binade + 1 + below($binade - 1)) for 0 .. $infinite / $binade - 1;
    alter_one($sign), alter_one($sign + $infinite);
  }
} elsif ($what eq 'right') {
  for my $mode (0 .. $#modes) {
    is_nan(result($mode, $_)) && !below(16) && change($mode, $_, any_nan(), flags($mode, $_)) for 0 .. CODES - 1;
  }
  print 'right ', below(2), "\n";
} else {
  my $kind;
  do { $kind = $kinds[below(scalar @kinds)] }
    until alter_some($kind, below(2) ? 1 : 1 << below(13), below(2) ? 0 .. $#modes : below(scalar @modes));
  print join(' ', $kind, $kind =~ /^(missing|spurious)$/ ? 1 : below(2), @modes[sort keys %changed]), "\n";
}
close $out or die "$changes: $!\n";
