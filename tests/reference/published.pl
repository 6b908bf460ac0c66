#!/usr/bin/perl
# Published lists of hard cases in binary64, for tests: LIST has a hexadecimal float a line and # comments (as CORE-MATH's .wc).
#   published.pl sample LIST LOW HIGH SEED COUNT LOG2     COUNT seeded members x of LIST with LOW <= x < HIGH, each as a domain
#                                                         A:B of 2^LOG2 arguments around it
#   published.pl claims FUNCTION BITS LIST A:B...         for tmd-pack: the members of LIST in the domains as candidates of claims
#                                                         of one argument each, in scattered cells
use strict;
use warnings;
use POSIX 'strtod';
use constant {ONE => 1 << 52, MEMBER => qr/^([-+]?0x[0-9a-f.]+p[-+]?\d+)/i, SCATTERED => -2147483648};

sub members {
  open my $list, '<', shift or die "published: $!\n";
  return map { scalar strtod($1) if $_ =~ MEMBER } grep { $_ =~ MEMBER } <$list>;
}

# e and X of |x|, other than 0: X 2^(e - 52)
sub parts {
  my $bits = unpack 'Q', pack 'd', abs shift;
  return $bits < ONE ? (-1022, $bits) : (($bits >> 52) - 1023, $bits % ONE + ONE);
}

sub sample {
  my ($list, $low, $high, $seed, $count, $log2) = @_;
  my @within = grep { $_ >= strtod($low) && $_ < strtod($high) } members($list);
  srand $seed;
  for (1 .. $count) {
    my ($e, $X) = parts($within[rand @within]);
    my $from = $X - int(rand 16) * (1 << $log2) / 16;
    my @ends = ($from < ONE ? ONE : $from, $from + (1 << $log2) > 2 * ONE ? 2 * ONE : $from + (1 << $log2));
    printf "%a:%a\n", map { $_ * 2**($e - 52) } @ends;
  }
}

sub claims {
  my ($function, $bits, $list, @domains) = @_;
  my @ends = map { [map { scalar strtod($_) } split /:/] } @domains;
  for my $x (members($list)) {
    next unless grep { $_->[0] <= $x && $x < $_->[1] } @ends;
    my ($e, $X) = parts($x);
    my @claim = ($function, ('53,-1022,1023') x 2, 'all', $bits, $x < 0 ? 1 : 0, 0, $e, SCATTERED, $X, $X + 1, '-', 40);
    print join("\t", '@', 'case', @claim), "\n", join("\t", 'case', '-', $X, 'candidate', '-', '-', '-', 0), "\n";
  }
}

my $part = shift // '';
$part eq 'sample' ? sample(@ARGV) : $part eq 'claims' ? claims(@ARGV) : die "published: usage: see the source\n";
