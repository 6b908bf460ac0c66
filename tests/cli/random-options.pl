#!/usr/bin/perl
# Random command lines, valid and hostile, for all programs, each in a folder of its own:
#   random-options.pl TABLE BIN INPUTS FOLDER SEED FIRST COUNT
# TABLE has lines "PROGRAM OPTION ARGUMENT" (- if it takes none), tab-separated; BIN the programs; INPUTS the files that they are
# given, in FOLDER, which is made. If this is run as root, they are run by a user without rights. Command i depends on SEED and i
# alone, so that one can be run again. A run is faulty if it ends otherwise than by status 0, 1, 2, 3 or 130; if it says on
# standard error what is no line of ours, or nothing when it ends with 2 or 3; if it does not end, also not when it is interrupted
# (after 1/16 to 2 seconds), or a process that it has begun does not; if it takes more than MEMORY_MB; if it leaves a file that
# its command does not name, or changes an input without --force. Faults are printed, then a line that counts them; exit status 1
# if there are any. If COUNT is 1, the command and what it said are printed.
use strict;
use warnings;
no warnings qw(exec qw);
use Digest::MD5 'md5';
use File::Path 'remove_tree';
use POSIX ();
use Time::HiRes qw(lstat sleep time);
require 'sys/syscall.ph';

use constant {PATIENCE => 2, HALVINGS => 6, AGAIN => 20, INTERRUPT => 300, OTHERS => 30}; # seconds, but for HALVINGS
use constant {MEMORY_MB => 1000, WORDS => 24, NOBODY => 65534, HUNG => 2000};

my ($table, $bin, $inputs, $folder, $seed, $first, $count) = @ARGV;
die "usage: random-options.pl TABLE BIN INPUTS FOLDER SEED FIRST COUNT\n" if @ARGV != 7;

# ---- chance ----

sub chance { return int rand shift }
sub one_of { return $_[chance(scalar @_)] }

# A command is tame (all its words are of the right kind, and most of its files), wild (many are not), or between.
my ($tame, $wild);

# One in so many, in a wild command more, in a tame one never.
sub is_odd {
  my $mixed = shift;
  return !$tame && chance($wild ? 2 + int($mixed / 4) : $mixed) == 0;
}

# ---- words ----

my @hostile = (
  '', ' ', qw(- -- = %n%s%d), '$(touch harm)', '`touch harm`', ';touch harm', "'", '"', '\\', 'a b', "\n", "\t", "\r", "\x01",
  "\xff\xfe", "\xc3\xa9", qw(* ? [ a- {} {#} ::: :::: 0 -1 1e9999 nan inf -inf 0x 99999999999999999999999999 /dev/null/x
  /nonexistent . .. / & |true >harm # ~ ! a=b), 'BEGIN{system("touch harm")}', qw(1/0 x:y , : @ +1), ' 1', '1 ', "1\n",
  qw(0x1p99999 1e-9999 --help --force -o -oout --output= @/dev/null), "plan\n", 'exp.tmd ', './exp.tmd', 'exp.tmd/', "out\nout",
  '$HOME');

# What stands in < > below: words of the right kind; and others, of one word in so many.
my %kinds = (
  number => [4, [qw(0 1 2 3 4 5 8 16 2^3 64 1000)],
    [qw(2^62 2^63 2^ 9223372036854775807 9223372036854775808 -5 4096 4097 1e3 0x10), ' 1']],
  format => [8, [qw(binary16 bfloat16 5,-3,4 4,-6,7 3,-2,2 11,-14,15 6,-10,10 half)],
    [qw(binary64 binary32 1,0,0 0,0,0 114,-5,5 53,-1022,1023,1 113,-16382,16383 2,-1,1000000 4,5,-5 24 tf32 binary7 5,-3,4,
      2,-4611686018427387904,4611686018427387903 113,-5,5 2,0,0)]],
  domain => [4, [qw(1:1.25 0.5:1 -2:-1 1:0x1.8p+0 -1:1 0:0.125 3:3.5 1/3:1/2 pi:4 1:1.1,2:2.1 1: :-2)],
    [qw(2:1 1:1 -inf:inf nan:1 : 1 1:2:3 0x1p-1074:0x1p-1070 1e400:inf 0x:1 1:2,1:2 1/0:2 1:2, pi/0:1 -0:0 1e-9999:1e9999)]],
  function => [4, [qw(exp log sin cbrt sqrt exp2 tanpi lgamma rootn(3) pown(-2) 1/(1+x) x^2+1 erf exp(-x) abs(x)+1/x sin(x)/x
      acos log1p gelu x^x max(x,0.5) compound(2)), 'x < 0 ? exp(x)-1 : x'],
    ['sin x', 'x < ? 1', 'x 2', "exp(x)\n", qw[exp( x x-x rootn(0) pown(99999999999) nosuch ((((((((((x)))))))))) 1/0 x^^2
      exp(exp(exp(x))) sqrt(-1-x^2) x^1000000 -x^2 pi log(log(log(x))) min(x) sinn 1e x^(x^x) 0^x 0/0*x log(0) max(1/0,x)
      1e999999999*x x/1e-999999999 2^(2^(2^x))]]],
  output => [3, ['out', 'out', 'out.d/x', '/dev/null', 'out two', './-out', 'out.d'],
    ["out\nline", 'in put', '', qw(out -out /dev/full folder exp.tmd plan ./out dangling.tmd link.tmd loop.tmd locked.tmd
      fixed.tmd shut/out exp.db plan/ folder/out -)]],
  input => [0, [qw(exp.tmd exp.tmd cases.tmd packets.tmd plan plan text corrupt.tmd torn.tmd empty folder absent matrix vector
      random - -exp.tmd link.tmd dangling.tmd loop.tmd locked.tmd fixed.tmd two.tmd wide.tmd exp.db header list report wide.plan
      exp.tmd/ /dev/null survivors.tmd undecided.tmd hosts), 'in put', "new\nline.tmd"], []]);

sub hostile { return chance(12) ? one_of(@hostile) : 'a' x 5000 }

sub made {
  my $word = shift;
  my ($odd, $right, $others) = @{$word =~ /^<(.*)>$/ ? $kinds{$1} : [0, [$word]]};
  return one_of($odd && is_odd($odd) ? @$others : @$right);
}

# ---- options ----

# What the argument of an option may be, of the right kind, whatever the program. An option that runs what it is given, or that
# the machine's devices have to do with, is given nothing else (the first five rows, and --hunt).
my (%values, %only);
for (
  ['--cc', qw(cc false absent)], ['--ssh', 'false'], ['--parallel', qw(--dry-run --nosuch)],
  ['--sbatch', qw(--partition=none -pnone)], ['--device', qw(cpu cpu cpu cpu list cuda:99 opencl:99 abacus)],
  ['--library -l', qw(libm.so.6 libm.so.6 absent.so plan folder libc.so.6 cmd:false cmd:absent double.c)],
  ['--hunt', qw(1r 2r 1s 0r 1 r)], ['--domain -d', '<domain>'], ['--format -f --in --out', '<format>'],
  ['-o --output --into --plot --status-json --junit --histogram --binades', '<output>'],
  ['--plan --forecast', qw(plan plan plan wide.plan header <input> <output>)],
  ['--baseline', qw(report report <input>)],
  ['--source --cases --hosts --ship', qw(hosts double.c folder . <input>)], ['--bits -b --min-bits', qw(1 2 3 4 5 6 7 9 12)],
  ['--keep', qw(5 6 none <output> <output>)], ['--precision -p', qw(2 24 53 64 128 212 424 4096)],
  ['--n -n --block --max-cells', qw(1 2 2^4 2^10 2^20 4096 1000)], ['--max-cost --cut --unit-seconds', qw(1 2 1000)],
  ['--timeout', qw(1 2 3)], ['--threads -j --jobs', qw(0 1 2 3 4)],
  ['--degree --words --count --order --split -K', qw(1 2 3 4 5 8 9 16 64)],
  ['--date', qw(2026-11-22 2024-02-29 2026-02-29 1999-12-31)], ['--done', qw(1:2:3 0.5:0:0 0:0:0)],
  ['--status-pid', qw(1 2 4194304)], ['--symbol', qw(%s %n my_%s exp %n%n)],
  ['--engine', qw(local rns local mpfr slurm ssh)], ['--by', qw(farey lefevre regular both exhaust)],
  ['--alpha --beta', qw(0 1 -1 0.5 0x1p-3 -2e3 1e-300)], ['--limit', qw(0 1 2 0.5 100 c23 opencl cuda opencl-fast)],
  ['--modes', qw(all directed nearest nearest,up down zero,zero)], ['--function', qw(exp log exp,log sin,cos nosuch)],
  ['--pairs', qw(pow hypot,atan2 fma add all nosuch)], ['--samples --seed', qw(0 1 10 100)]) {
  my ($options, @words) = @$_;
  @values{split ' ', $options} = (\@words) x 9;
}
@only{qw(--cc --ssh --parallel --sbatch --device --library -l --hunt)} = ();

sub value {
  my ($option, $argument) = @_;
  my $known = $values{$option};
  return one_of(@$known) if exists $only{$option};
  return hostile() if is_odd(6);
  return made(one_of(@$known)) if $known && chance($tame ? 20 : 5);
  return one_of(split /\|/, $argument) =~ s/[\[:].*//sr if $argument =~ /\|/;
  return made($argument =~ /^(DIR|FILE|PLAN)$/ ? '<input>' : '<number>');
}

# ---- programs ----

# How often a program is run: scripts, which run many programs, less often. The options that most of its commands have. Its
# operands: of each, the words of the right kind; the last ones may be repeated. Others: 10 times, exp.tmd.
my %ways = (
  'tmd-atlas' => [1, '--format --into --domain', '<function>'],
  'tmd-conform' => [1, '--format', 'libm.so.6:absent.so;<function>'],
  'tmd-check' => [10, '--library', 'half.tmd:half.packets.tmd:wide.tmd:wide.packets.tmd:exp.tmd'],
  'tmd-dump' => [12, '--to', 'exp.tmd:cases.tmd:wide.tmd:two.tmd:packets.tmd'],
  'tmd-exhaust' => [10, '', 'packets.tmd:survivors.tmd'], 'tmd-farey' => [10, '', 'packets.tmd:farey.tmd'],
  'tmd-gemv' => [10, '', 'matrix:matrix.raw;vector:vector.raw'], 'tmd-orbit' => [10, '--plan', 'exp.tmd:wide.tmd'],
  'tmd-pack' => [10, '', 'text'], 'tmd-parallel' => [2, '', '--;tmd-dump:tmd-ziv:tmd-stat:tmd-exhaust;--keep-going:-j1'],
  'tmd-phase1' => [10, '', 'packets.tmd:classical.tmd'], 'tmd-phase2' => [10, '', 'survivors.tmd:classical.tmd'],
  'tmd-plan' => [14, '--format --domain', '<function>'], 'tmd-plot' => [1, '--into --plan', 'exp.tmd:wide.tmd'],
  'tmd-report' => [1, '--into --plan', 'exp.tmd:wide.tmd'], 'tmd-search' => [2, '--format --domain', '<function>'],
  'tmd-select' => [10, '', 'exp.tmd:wide.tmd:two.tmd'], 'tmd-shift' => [10, '', 'packets.tmd:wide.packets.tmd'],
  'tmd-spread' => [1, '--into', 'plan:wide.plan'], 'tmd-stat' => [14, '', 'exp.tmd:wide.tmd:two.tmd:cases.tmd:undecided.tmd'],
  'tmd-table' => [10, '--format', '<function>'],
  'tmd-taylor' => [10, '', 'plan:wide.plan'], 'tmd-ziv' => [10, '', 'cases.tmd:wide.cases.tmd']);

my (%options, @programs); # of a program its rows OPTION, ARGUMENT; and each as often as it is run
open my $rows, '<', $table or die "$table: $!\n";
while (<$rows>) {
  my ($program, @row) = split;
  push @programs, ($program) x ($ways{$program} //= [10, '', 'exp.tmd'])->[0] unless $options{$program};
  push @{$options{$program}}, \@row;
}

# ---- a command ----

my (@words, $input); # the program's name is the first

sub add_option {
  my ($option, $argument) = @_;
  if ($argument eq '-') { push @words, is_odd(20) ? "$option=" . hostile() : $option }
  elsif ($option =~ /^--/ && chance(2)) { push @words, "$option=" . value($option, $argument) }
  elsif ($option !~ /^--/ && !chance(3)) { push @words, $option . value($option, $argument) }
  else { push @words, $option, is_odd(30) ? () : value($option, $argument) }
}

# Less often what ends a program at once, and what all have.
sub any_option {
  for (;;) {
    my $row = one_of(@{$options{$words[0]}});
    next if $row->[0] =~ /^(-h|--(help|version|man|list))$/ && chance(8);
    next if $row->[0] =~ /^(-[jo]|--(forecast|done|status-json|status-pid|progress|stats|verbose))$/ && chance(3);
    next if $row->[0] =~ /^--(keep-going|force|threads|device|output)$/ && chance(3);
    return @$row;
  }
}

# `right`: the words of the right kind.
sub operand {
  my $right = shift;
  return hostile() if is_odd(8);
  return $right =~ /^[<-]/ || chance($tame ? 8 : 3) ? made(one_of(split /:/, $right)) : made('<input>');
}

sub make_command {
  my $program = one_of(@programs);
  my (undef, $needs, $operands) = @{$ways{$program}};
  ($tame, $wild) = chance(2) ? (0, 0) : (1, 0);
  $wild = !$tame && !chance(3);
  @words = ($program);
  # filters have their input from a pipe as often as from a file
  my $piped = $operands !~ /[<;]/ && !chance(4);
  $input = $piped && chance(3) ? one_of(split /:/, $operands)
    : one_of(qw(/dev/null exp.tmd plan corrupt.tmd text folder packets.tmd random));
  for my $name (split ' ', $needs) {
    $_->[0] eq $name && ($tame || chance(4)) && add_option(@$_) for @{$options{$program}};
  }
  add_option(any_option()) for 1 .. chance(5);
  for my $right ($piped ? () : split /;/, $operands) {
    next if !chance($tame ? 30 : 12);
    push @words, operand($right);
    push @words, operand($right) if $operands =~ /\Q$right\E$/ && !chance(6);
  }
  push @words, hostile() if is_odd(40);
  splice @words, WORDS;
}

# ---- the folder ----

my (%files, %there); # what the programs are given, as [CONTENT, IS A LINK]; and what stat says of each
my @folders = qw(folder tmp shut); # one that is written to, for temporary files, and one that cannot be written to

sub entries {
  opendir my $entries, shift or return;
  return grep { !/^\.\.?$/ } readdir $entries;
}

sub whole {
  open my $file, '<', shift or return '';
  local $/;
  return <$file> // '';
}

sub remove { my $name = shift; unlink $name or remove_tree($name, {error => \my $errors}) }
sub stat_of { return join ' ', (lstat "$folder/" . shift)[1, 2, 7, 9] }

# Files that may not be read, or not be written.
sub write_input {
  my $name = shift;
  my ($content, $is_link) = @{$files{$name}};
  remove("$folder/$name");
  if ($is_link) { symlink $content, "$folder/$name" or die }
  else {
    open my $file, '>', "$folder/$name" or die;
    print $file $content;
    close $file or die;
    chmod $name =~ /^locked/ ? 0 : $name =~ /^fixed/ ? 0444 : 0666, "$folder/$name" or die;
  }
  $there{$name} = stat_of($name);
}

sub make_folder {
  my $name = "$folder/" . shift;
  remove($name);
  mkdir $name and chmod $name =~ /shut$/ ? 0555 : 0777, $name or die;
}

sub fill_folder {
  $files{$_} = -l "$inputs/$_" ? [readlink "$inputs/$_", 1] : [whole("$inputs/$_"), 0] for entries($inputs);
  remove($folder);
  mkdir $folder and chmod 0777, $folder or die "$folder: $!\n";
  make_folder($_) for @folders;
  write_input($_) for keys %files;
}

# ---- a run ----

# Hostile words name devices and other files of the machine: nothing is run as root, who could do harm there.
sub drop_rights {
  if ($> == 0) {
    $) = NOBODY . ' ' . NOBODY;
    POSIX::setgid(NOBODY);
    POSIX::setuid(NOBODY);
  }
  POSIX::_exit(98) if $> == 0 || $< == 0 || POSIX::setuid(0);
}

# With these for standard input, output and error, and one of them closed, if it is not negative.
sub child {
  my ($closed, @streams) = @_;
  setpgrp 0, 0;
  syscall(&SYS_setrlimit, $_->[0], pack 'Q2', ($_->[1]) x 2) for [0, 120], [1, 64 << 20], [4, 0]; # CPU, files, core
  $SIG{XFSZ} = 'IGNORE';
  @ENV{qw(HOME TMPDIR PATH)} = ("$folder/tmp", "$folder/tmp", "$bin:/usr/bin:/bin");
  chdir $folder or POSIX::_exit(99);
  POSIX::dup2(fileno $streams[$_], $_) // POSIX::_exit(99) for 0 .. 2;
  POSIX::close($closed) if $closed >= 0;
  drop_rights();
  exec {$words[0]} @words or POSIX::_exit(99);
}

# How a run has ended: its exit status, 1000 + a signal, or HUNG; whether it was interrupted, left a process; kB that it took.
my ($ended, $interrupted, $leaves, $memory);

# What the program has begun and not waited for is this process's then. 0 if it had to be killed at that time.
sub wait_for_others {
  my $until = shift;
  my $killed = 0;
  for (my $step = 1e-3; (my $pid = waitpid -1, POSIX::WNOHANG) >= 0; $step *= $step < 0.1 ? 2 : 1) {
    next if $pid > 0;
    $killed = kill KILL => split ' ', whole("/proc/self/task/$$/children") if time > $until;
    sleep $step;
  }
  return !$killed;
}

# Waits for it; after so many seconds it is interrupted, after a longer while killed. It is interrupted again and again: bash
# takes an interrupt for its child's if that has just ended.
sub wait_for {
  my ($pid, $patience) = @_;
  my ($start, $killed, $status, $usage) = (time, 0, pack('l', 0), "\0" x 256);
  my $next = $start + $patience;
  $interrupted = 0;
  for (my $step = 1e-3; syscall(&SYS_wait4, $pid, $status, POSIX::WNOHANG, $usage) != $pid; $step *= $step < 0.02 ? 1.5 : 1) {
    if (time > $start + $patience + INTERRUPT) { $killed = kill KILL => -$pid }
    elsif (time > $next) { $interrupted = 1, $next += AGAIN, kill INT => -$pid }
    sleep $step;
  }
  $leaves = !wait_for_others($start + $patience + ($interrupted ? INTERRUPT : OTHERS));
  $status = unpack 'l', $status;
  $ended = $killed ? HUNG : $status & 127 ? 1000 + ($status & 127) : $status >> 8;
  $memory = unpack 'x32 q', $usage;
}

# ---- what it has done ----

my ($number, $faults, $interrupts, @by_status) = (0, 0, 0, 0, 0, 0, 0);

sub print_command { print "$number:", (map { " '" . substr($_, 0, 200) =~ s/'/'\\''/gr . "'" } @words), "\n" }

sub fault {
  $faults++;
  print "fault: @_\n";
  print_command();
}

# The value of --option=VALUE; of another word itself.
sub value_of { return $_[0] =~ /^-[^=]*=(.*)/s ? $1 : $_[0] }

# The line is a word; control characters are shown as blanks.
sub is_shown {
  my $line = shift;
  for my $word (map { ($_, value_of($_)) } @words[1 .. $#words]) {
    return 1 if length $word == length $line && $line =~ /^@{[quotemeta($word) =~ s!\\([\0-\x1f])![ \\$1]!gr]}\z/;
  }
  return 0;
}

# What a program says that tmd-parallel was asked to run: "PROGRAM: ...", perhaps with its folder.
sub is_of_asked {
  my ($path) = shift =~ /^([^:]*)/;
  return $words[0] eq 'tmd-parallel' && grep { length && $path =~ m{(^|/)\Q$_\E\z} } @words[1 .. $#words];
}

# One of ours: "tmd-NAME: ..." or "tmd: ..." of the program or of one that it runs, progress, what --verbose says of a list, a
# caret below an expression, which is shown, or nothing.
sub is_ours { return $_[0] =~ m{^ *(tmd(-[a-z0-9]*)?: |\[[#.]|planning: |# |\^|$)} }

my $nobody_reads; # what it prints: SIGPIPE is its end, or that of a program that it runs

sub check_end {
  my $said = substr shift, 0, 300;
  fault('did not end') if $ended == HUNG;
  fault('left a process') if $leaves;
  my $expected = $interrupted && $ended =~ /^(130|1002)$/ || $nobody_reads && $ended =~ /^(141|1013)$/;
  fault("ended with status $ended: $said") if $ended > 3 && $ended != HUNG && !$expected;
  fault('took ' . ($memory >> 10) . ' MB') if $memory > MEMORY_MB << 10;
}

sub check_said {
  my ($said, $status) = @_;
  fault("status $status without a message") if $status =~ /^[23]$/ && $said eq '';
  return if length $said > 20000; # a long word is repeated
  for (split /\n/, $said) {
    return fault("said: $_") unless is_ours($_) || is_shown($_) || is_of_asked($_);
  }
}

# The file may be there: the command names it, perhaps in part of a longer word, or the folder that it is run in, as --into .
# does; or a link to it: what stopped writing through that leaves its part there.
sub is_named {
  my $name = shift;
  my $in_words = sub { my $part = shift; grep { index($_, $part) >= 0 } @words[1 .. $#words] };
  return 1 if grep { value_of($_) eq '.' } @words[1 .. $#words];
  return 1 if grep { $files{$_}[1] && $in_words->($_) && index($name, $files{$_}[0]) == 0 } keys %files;
  do { return 1 if $in_words->($name) } while $name =~ s/^(.+)\.[^.]*$/$1/s;
  return 0;
}

# A stream is replaced with --force alone, or gone on with by tmd-search --resume; a text by an option that names outputs.
sub may_replace {
  return scalar grep { /^--(force|resume)$/ } @words if shift =~ /\.tmd|\.db/;
  return grep { /^(-o|--(output|plan|keep|status-json|plot|report|into|json|junit|histogram|binades))/ } @words[1 .. $#words];
}

sub check_folder {
  my $name = shift;
  my $present = -d "$folder/$name" or fault("removed the folder $name");
  my @left = entries("$folder/$name");
  $name eq 'tmp' && !/^\.(cache|parallel)$/ && fault("left the temporary file $_") for @left;
  make_folder($name) if @left || !$present;
}

# What is there afterwards; then the folder is as it was.
sub check_files {
  for my $name (entries($folder)) {
    next if $files{$name} || grep { $_ eq $name } @folders;
    if ($name eq 'harm') { fault('a word of the command was run') }
    elsif (!is_named($name)) { fault("left the file $name") }
    remove("$folder/$name");
  }
  for my $name (keys %files) {
    next if stat_of($name) eq $there{$name};
    fault("changed $name") if $files{$name}[1] || !may_replace($name);
    write_input($name);
  }
  check_folder($_) for @folders;
}

# Of one command in sixteen, what is printed finds no room, or nobody who reads it; of another one a descriptor is closed.
sub run_one {
  srand unpack 'N', md5("$seed $number");
  make_command();
  my $sink = chance(32);
  my ($in, $out);
  open $in, '<', $input =~ m{^/} ? $input : "$inputs/$input" or open $in, '<', '/dev/null' or die;
  open my $err, '+>', "$folder.said" or die;
  if ($sink == 1) { pipe my $reader, $out or die }
  else { open $out, '>', $sink ? '/dev/null' : '/dev/full' or die }
  $nobody_reads = $sink == 1;
  my $closed = chance(16) ? -1 : chance(3);
  my $patience = PATIENCE / 2**chance(HALVINGS);
  my $pid = fork // die "fork: $!\n";
  child($closed, $in, $out, $err) if $pid == 0;
  wait_for($pid, $patience);
  my $said = whole("$folder.said");
  print_command(), print "< $input; status $ended\n$said" if $count == 1;
  $interrupts += $interrupted;
  $by_status[$ended]++ if $ended <= 3;
  check_end($said);
  check_said($said, $interrupted ? 130 : $ended) if $closed != 2;
  check_files();
}

# Ends the program if the user that programs are run as cannot run them here.
sub check_rights {
  my $pid = fork // die "fork: $!\n";
  if ($pid == 0) {
    drop_rights();
    POSIX::_exit(chdir($folder) && -x "$bin/$programs[0]" ? 0 : 97);
  }
  waitpid $pid, 0;
  die "random-options: as root, programs are run by a user without rights, who cannot reach $bin or $folder\n" if $?;
}

$| = 1;
syscall(&SYS_prctl, 36, 1, 0, 0, 0); # PR_SET_CHILD_SUBREAPER
fill_folder();
check_rights();
for ($number = $first; $number < $first + $count; $number++) { run_one() }
remove($_) for $folder, "$folder.said";
print "$count commands, $faults faults; status 0: $by_status[0], 1: $by_status[1], 2: $by_status[2], 3: $by_status[3]; ",
  "$interrupts interrupted\n";
exit($faults > 0);
