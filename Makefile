# `make help` prints the targets, from the comments that begin with ## behind them.

SHELL = /bin/bash
VERSION = 0.2
PREFIX ?= /usr/local
DATA ?= ../shared/data
CC ?= gcc
BUILD = build

OPTIMIZE = -O2 -g
ifeq ($(SAN),1)
BUILD = build-san
OPTIMIZE = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
endif
ifeq ($(COVERAGE),1)
BUILD = build-coverage
OPTIMIZE = -O1 -g --coverage -fprofile-update=atomic
endif

# Without -Wsign-conversion: GCC 12 warns where it converts unsigned __int128 to itself.
WARN = -Wall -Wextra -Wstrict-prototypes -Wmissing-prototypes -Wshadow -Wconversion -Wno-sign-conversion -Wcast-align -Wno-psabi \
       -Wno-missing-field-initializers
CFLAGS_ALL = -std=gnu11 -I. $(WARN) $(OPTIMIZE) -fopenmp -ffp-contract=off -fno-math-errno -fno-trapping-math \
             -DTMD_VERSION='"$(VERSION)"' $(CFLAGS)
# Arb is a library of its own beside FLINT 2, and part of FLINT from 3 on.
ARB := $(shell printf 'int main(void){return 0;}' | $(CC) -x c - -o /dev/null -lflint-arb 2>/dev/null && echo -lflint-arb)
# OpenMP's library is linked statically if the compiler has it, and prints its path: programs set how its threads wait before it
# reads its settings (lib/cli/program.c).
OPENMP := $(filter /%,$(shell $(CC) -print-file-name=libgomp.a))
LIBS = $(ARB) -lflint -lmpfr -lgmp -lzstd -lxxhash -lm -ldl

lib_sources := $(wildcard lib/*/*.c lib/*/*/*.c)
# A kernel file NAME.simd.c is compiled once for each instruction set; the others once.
# NAME.device.c are programs for CUDA and OpenCL: compiled when a tool runs, carried in it as text.
kernel_plain := $(filter-out %.simd.c %.device.c,$(wildcard kernels/*/*.c))
device_programs := $(wildcard kernels/*/*.device.c)
device_texts := $(patsubst %.device.c,$(BUILD)/%.text,$(device_programs))
kernel_simd := $(wildcard kernels/*/*.simd.c)
# The instruction sets and their flags, from their list: NAME,FLAG,FLAG for each.
comma := ,
simd_list := $(shell echo 'TMD_SETS(ROW, )' | $(CC) -I. -E -P -x c -include kernels/lane/sets.h \
  -D 'ROW(x, name, lanes, flags, has)=name -DTMD_SIMD=name -DTMD_LANES=lanes flags;' - | tr -s '" ' ',' | tr ';\n' '  ')
simd_words = $(subst $(comma), ,$(1))
simd_sets := $(foreach row,$(simd_list),$(firstword $(call simd_words,$(row))))
library_objects := $(patsubst %.c,$(BUILD)/%.o,$(lib_sources) $(kernel_plain)) \
  $(foreach set,$(simd_sets),$(patsubst %.simd.c,$(BUILD)/%.$(set).o,$(kernel_simd)))
# What the programs share, and the rooms of one program each: tools.a for the programs of a search, rooms.a for the others.
search := plan taylor shift phase1 phase2 farey exhaust ziv orbit select stat dump pack
room_objects := $(patsubst %.c,$(BUILD)/%.o, \
  $(wildcard tools/check/*/*.c tools/matrix/*.c tools/generate/*.c tools/generate/*/*.c tools/generate/*/*/*.c))
# tmd-verify shares no code with the others: it is made from its own files alone.
verify_objects := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/verify/*.c))
tool_objects := $(filter-out $(room_objects) $(verify_objects) $(BUILD)/tools/commands/%, \
  $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/*/*.c)))
# The tables and pages of the scripts are linked into tmd.
command_objects := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/commands/*.c))
stages := $(patsubst tools/%.c,%,$(wildcard tools/tmd-*.c))
tools := tmd $(stages)
scripts := $(patsubst pipelines/%,%,$(filter-out %.mdoc %.7,$(wildcard pipelines/tmd-*)))
binaries := $(addprefix $(BUILD)/bin/,$(tools) $(scripts))
# Programs of the tests, all in one folder of the build, wherever their sources are.
test_programs = $(foreach source,$(wildcard $(1)),$(BUILD)/tests/$(basename $(notdir $(source))))
unit_tests := $(call test_programs,tests/unit/test-*.c tests/gpu/test-*.c)
references := $(call test_programs,tests/reference/brute-*.c tests/reference/random-expansions.c)
helpers := $(addprefix $(BUILD)/tests/,compile-kernels bench-phases)
emulated := $(BUILD)/tests/emulated/libcuda.so.1 $(BUILD)/tests/emulated/libnvrtc.so.13
# The programs of the GPU kit and of make dist look for libraries in ../lib, and so do those libraries (DT_RPATH).
kit_tools := $(addprefix $(BUILD)/kit-bin/,$(tools))
kit_programs := $(kit_tools) $(addprefix $(BUILD)/kit-bin/,test-device)
benches := $(call test_programs,tests/bench/bench-*.c)
manpages := $(addprefix $(BUILD)/man/,$(addsuffix .1,$(tools) $(scripts)))
completions := $(foreach program,$(tools) $(scripts),$(BUILD)/completion/bash/$(program) $(BUILD)/completion/zsh/_$(program))
# libtmd: its objects and those they use, whose symbols are hidden.
ABI = 0
public_objects := $(filter $(BUILD)/lib/public/%,$(library_objects))
libraries := $(BUILD)/public/libtmd.so.$(ABI) $(BUILD)/public/libtmd.a

.SECONDARY: $(tool_objects) $(room_objects) $(command_objects) $(verify_objects)
.PHONY: all always search help demo check check-fast check-generated check-long fuzz bench bench-generated tables conformance \
        gpu-kit check-gpu bench-gpu \
        packages format-check lint includes commands coverage tests man install uninstall deb dist reuse clean
all: $(binaries) $(manpages) $(completions) $(libraries) ## build all that is installed (SAN=1: with sanitizers, into build-san/)
search: $(search:%=$(BUILD)/bin/tmd-%) ## build the programs of a search alone, without scripts and pages
help: ## print this
	@awk -F ' ## ' '/^[a-z-]+:.* ## / { sub(/:.*/, "", $$1); printf "make %-13s %s\n", $$1, $$2 }' Makefile

$(BUILD)/libtmd.a: $(library_objects)
$(BUILD)/tools.a: $(tool_objects)
$(BUILD)/rooms.a: $(room_objects)
$(BUILD)/libtmd.a $(BUILD)/tools.a $(BUILD)/rooms.a: $(BUILD)/objects
	rm -f $@ && ar qcs $@ $(filter %.o,$^) # files in different folders may have the same name

# compile FLAGS: an object from the first prerequisite; link FLAGS: a program from all but the headers.
compile = @mkdir -p $(@D) && echo CC $@ && $(CC) $(CFLAGS_ALL) $(1) -MMD -MP -c $< -o $@
link = @mkdir -p $(@D) && echo LD $@ && \
       $(CC) $(CFLAGS_ALL) -MMD -MP -MF $(@D)/.$(@F).d $< $(filter %.o,$^) \
       -Wl,--start-group $(filter %.a,$^) -Wl,--end-group -o $@ $(LIBS) $(1) $(OPENMP) -Wl,--as-needed
kit_flags = -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/../lib'

$(BUILD)/lib/%.o: lib/%.c
	$(call compile,-fPIC -fvisibility=hidden)
# Where variables of kernels lie in registers takes the compiler a fifth of its time, for debuggers.
kernel_flags = -O3 -fno-var-tracking
$(BUILD)/kernels/%.o: kernels/%.c
	$(call compile,$(kernel_flags))
$(BUILD)/tools/%.o: tools/%.c
	$(call compile,)
$(patsubst %,$(BUILD)/tools/generate/vector/%-text.o,cpu device): $(wildcard tools/generate/vector/lanes-*.h) # built in as texts
$(patsubst %,$(BUILD)/tools/generate/vector/short/short-%.o,text device): $(wildcard tools/generate/vector/short/lanes-*.h)
$(BUILD)/tools/generate/fixed-point/fixed-text.o: $(wildcard tools/generate/fixed-point/integer-*.h)
$(BUILD)/tools/generate/double-word/word-text.o: $(wildcard tools/generate/double-word/word-*.h) # the same
$(BUILD)/tools/dump/list-coq.o: tools/dump/hard-case.v # the same
$(foreach program,tmd-check tmd-gemv tmd-generate,$(BUILD)/bin/$(program) $(BUILD)/kit-bin/$(program)): $(BUILD)/rooms.a
$(BUILD)/%.text: %.device.c $(wildcard kernels/*/*.h) kernels/device/single-source.awk
	@mkdir -p $(@D)
	awk -f kernels/device/single-source.awk $< > $@
# The list of programs: PROGRAM(name, "file with its text").
$(BUILD)/kernels/device/programs.inc: $(device_texts)
	@mkdir -p $(@D)
	printf 'PROGRAM(%s, "%s")\n' $(foreach text,$(device_texts),$(basename $(notdir $(text))) $(text)) > $@
$(BUILD)/kernels/device/source.o: $(BUILD)/kernels/device/programs.inc
$(BUILD)/kernels/device/source.o: CFLAGS_ALL += -I$(BUILD)/kernels/device
# Programs that print the version, and archives, are made anew when the version or the list of objects changes (not when BUILD
# is written in another way: tests that install would link the programs that others run).
$(BUILD)/version: content = $(VERSION)
$(BUILD)/objects: content = $(patsubst $(BUILD)/%,%,$(library_objects) $(tool_objects) $(room_objects))
$(BUILD)/version $(BUILD)/objects: always
	@mkdir -p $(@D) && echo $(content) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(addprefix $(BUILD)/,lib/public/entry.o lib/cli/manual.o tools/dump/list-comments.o): $(BUILD)/version
# The bodies of manual pages, NAME.mdoc, are built into the programs (TMD_PAGE), those of scripts into tmd.
bodies := $(wildcard tools/*.mdoc)
$(bodies:tools/%.mdoc=$(BUILD)/bin/%): $(BUILD)/bin/%: tools/%.mdoc
$(bodies:tools/%.mdoc=$(BUILD)/kit-bin/%): $(BUILD)/kit-bin/%: tools/%.mdoc
$(patsubst pipelines/tmd-%.mdoc,$(BUILD)/tools/commands/%.o,$(wildcard pipelines/tmd-*.mdoc)): \
  $(BUILD)/tools/commands/%.o: pipelines/tmd-%.mdoc
$(BUILD)/bin/tmd $(BUILD)/kit-bin/tmd: pipelines/tmd.mdoc
# The summaries of the compiled programs, COMMAND("name", "summary").
$(BUILD)/tools/commands/compiled.inc: $(patsubst %,$(BUILD)/man/%.1,$(stages))
	@mkdir -p $(@D)
	@awk '/^\.Nm ./ { name = $$2 } sub(/^\.Nd /, "") { printf "COMMAND(\"%s\", \"%s\")\n", name, $$0 }' $^ > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(BUILD)/tools/commands/groups.o: $(BUILD)/tools/commands/compiled.inc
$(BUILD)/tools/commands/%.o: CFLAGS_ALL += -I$(BUILD)/tools/commands
define simd_rule
$(BUILD)/kernels/%.$(firstword $(1)).o: kernels/%.simd.c
	$$(call compile,$$(kernel_flags) $(wordlist 2,20,$(1)))
endef
$(foreach row,$(simd_list),$(eval $(call simd_rule,$(call simd_words,$(row)))))
$(BUILD)/bin/tmd-%: tools/tmd-%.c $(BUILD)/tools.a $(BUILD)/libtmd.a
	$(call link,)
$(BUILD)/bin/tmd-verify $(BUILD)/kit-bin/tmd-verify: tools/verify/help.text
$(BUILD)/bin/tmd-verify: tools/tmd-verify.c $(verify_objects) $(BUILD)/version
	$(call link,)
$(BUILD)/kit-bin/tmd-verify: tools/tmd-verify.c $(verify_objects) $(BUILD)/version
	$(call link,$(kit_flags))
$(BUILD)/bin/tmd: tools/tmd.c $(command_objects) $(BUILD)/libtmd.a
	$(call link,)
# A line "source NAME.bash" is replaced by that file.
$(BUILD)/bin/tmd-%: pipelines/tmd-% $(wildcard pipelines/*.bash)
	@mkdir -p $(@D)
	awk '/^source [a-z-]+\.bash$$/ { file = "pipelines/" $$2; if ((getline line < file) < 0) exit 1; \
	  do print line; while ((getline line < file) > 0); next } { print }' $< > $@.new
	chmod 755 $@.new && mv $@.new $@
define test_rule
$(BUILD)/tests/%: tests/$(1)/%.c $(BUILD)/rooms.a $(BUILD)/tools.a $(BUILD)/libtmd.a
	$$(call link,)
$(BUILD)/kit-bin/%: tests/$(1)/%.c $(BUILD)/rooms.a $(BUILD)/tools.a $(BUILD)/libtmd.a
	$$(call link,$$(kit_flags))
endef
$(foreach folder,unit gpu reference bench,$(eval $(call test_rule,$(folder))))
$(BUILD)/kit-bin/tmd-%: tools/tmd-%.c $(BUILD)/tools.a $(BUILD)/libtmd.a
	$(call link,$(kit_flags))
$(BUILD)/kit-bin/tmd: tools/tmd.c $(command_objects) $(BUILD)/libtmd.a
	$(call link,$(kit_flags))
# A CUDA driver and compiler on the CPU, for LD_LIBRARY_PATH.
$(BUILD)/tests/emulated/libcuda.so.1: tests/gpu/emulated-cuda.c
	mkdir -p $(@D) && $(CC) -std=gnu11 $(WARN) -O2 -g -shared -fPIC $< -o $@ -ldl
$(BUILD)/tests/emulated/libnvrtc.so.13: $(BUILD)/tests/emulated/libcuda.so.1
	ln -sf $(<F) $@
$(addprefix $(BUILD)/man/,$(addsuffix .1,$(scripts))): $(BUILD)/man/%.1: $(BUILD)/bin/tmd
	@mkdir -p $(@D)
	$< options $* --man > $@
$(BUILD)/man/%.1: $(BUILD)/bin/%
	@mkdir -p $(@D)
	$< --man > $@
$(BUILD)/public/libtmd.so.$(ABI): lib/public/libtmd.map $(public_objects) $(BUILD)/libtmd.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -shared -Wl,-soname,$(@F),--version-script=$< $(public_objects) $(BUILD)/libtmd.a -o $@ $(LIBS)
$(BUILD)/public/libtmd.a: lib/public/libtmd.map $(public_objects) $(BUILD)/libtmd.a
	@mkdir -p $(@D)
	$(CC) -r -nostdlib $(public_objects) $(BUILD)/libtmd.a -o $(@D)/tmd.o
	grep -o 'tmd_[a-z_]*' $< > $(@D)/symbols && objcopy --keep-global-symbols=$(@D)/symbols $(@D)/tmd.o
	rm -f $@ && ar qcs $@ $(@D)/tmd.o
$(BUILD)/public/tmd.h: lib/public/libtmd.h
	@mkdir -p $(@D)
	cp $< $@
$(BUILD)/public/tmd.pc: lib/public/tmd.pc.in always
	@mkdir -p $(@D)
	sed 's|@prefix@|$(abspath $(PREFIX))|; s|@lib@|$(LIB)|; s|@version@|$(VERSION)|; s|@libs@|$(LIBS)|' $< > $@
$(BUILD)/completion/list: $(BUILD)/bin/tmd-plan
	@mkdir -p $(@D)/bash $(@D)/zsh
	$< --list > $@
commands = -v commands="$(sort help $(patsubst tmd-%,%,$(stages) $(scripts)))"
devices := $(shell echo 'TMD_BACKENDS(ROW)' | $(CC) -I. -E -P -x c -include kernels/device/backend.h -D 'ROW(name)=name' - | \
  tail -n 1)
complete = awk -v shell=$(1) -v program=$* -v devices="$(devices)" $(if $(filter tmd,$*),$(commands)) -f $^ > $@
$(BUILD)/completion/bash/%: lib/cli/completion.awk $(BUILD)/completion/list $(BUILD)/man/%.1
	@$(call complete,bash)
$(BUILD)/completion/zsh/_%: lib/cli/completion.awk $(BUILD)/completion/list $(BUILD)/man/%.1
	@$(call complete,zsh)

tests: $(unit_tests) $(references) $(helpers) $(emulated) $(kit_programs) ## build the programs of the tests
man: $(manpages) ## build the manual pages

# Packages come first, in a make of their own: the library found above may just have been installed.
# These builds use all cores, unless make was given -j.
jobs = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))
packages: ## install the Debian packages that the others need, if any is missing
	pipelines/install-packages
demo: packages ## search exp in binary32 on its whole domain, and a binade in binary64
	$(MAKE) $(jobs) all && pipelines/demo $(BUILD)/bin
check: packages ## run every test (DATA=DIR: compare with published cases, too; ONLY=PATTERN: only suites of such names)
	-pipelines/install-packages gnuplot-nox sollya # without them the tests of plots and of tmd-generate are skipped
	$(MAKE) $(jobs) all tests man && DATA=$(DATA) BUILD=$(BUILD) tests/run
check-fast: packages ## run the tests that take less than a minute together
	$(MAKE) $(jobs) all tests && DATA=$(DATA) BUILD=$(BUILD) tests/run --fast
check-generated: packages ## make the functions of tmd-generate and check each at every argument, for hours; goes on
	pipelines/install-packages sollya
	$(MAKE) $(jobs) all && BUILD=$(BUILD) tests/bench/check-generated && BUILD=$(BUILD) tests/bench/check-vectors && \
	  BUILD=$(BUILD) OPTIONS=--no-fma tests/bench/check-vectors
check-long: packages ## run the tests that take hours
	-pipelines/install-packages iproute2 openssh-client openssh-server # without them their tests are skipped
	-pipelines/install-packages slurmctld slurmd slurm-client munge
	-pipelines/install-packages gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
	-pipelines/install-packages gcc-arm-linux-gnueabi libc6-dev-armel-cross
	-pipelines/install-packages coq libcoq-interval libcoq-flocq
	$(MAKE) $(jobs) all tests && DATA=$(DATA) BUILD=$(BUILD) tests/run --long
fuzz: packages ## feed texts, blocks, ranges and calls of any bytes to lib, by clang's libFuzzer (TIME=60, seconds)
	pipelines/install-packages clang libclang-rt-dev libomp-dev
	$(MAKE) $(jobs) all && BUILD=$(BUILD) LIBS='$(LIBS)' tests/fuzz/run $(TIME)
bench: packages ## print figures of speed
	$(MAKE) $(jobs) all $(benches) && BUILD=$(BUILD) tests/bench/run
bench-generated: packages ## time functions of tmd-generate beside those of others (CORE_MATH=DIR, RLIBM=DIR: their sources)
	pipelines/install-packages sollya musl-dev libsleef-dev clang
	$(MAKE) $(jobs) all && BUILD=$(BUILD) tests/bench/generated && BUILD=$(BUILD) tests/bench/vectors
tables: ## print the tables of the papers on the classical search, with their figures beside ours; plots (QUICK=1)
	pipelines/install-packages gnuplot-nox && $(MAKE) $(jobs) all $(benches) && BUILD=$(BUILD) tests/bench/tables
conformance: packages ## check the math libraries of this machine, for hours; goes on (HUNT=60s, RESULTS=DIR, CORE_MATH=DIR)
	$(MAKE) $(jobs) all && BUILD=$(BUILD) tests/bench/check-libraries
# Formats differ between versions of clang-format.
clang_format = $(BUILD)/clang-format-19.1.7/bin/clang-format
lint: packages ## check the sources by clang-format (installed into build/), cppcheck and shellcheck
	pipelines/install-packages cppcheck shellcheck python3-venv
	[ -x $(clang_format) ] || { python3 -m venv $(patsubst %/bin/,%,$(dir $(clang_format))) && \
	  $(dir $(clang_format))pip install -q clang-format==19.1.7; }
	tests/lint $(clang_format)
commands: ## write build/compile_commands.json, for clangd and other tools
	@mkdir -p $(BUILD)
	$(MAKE) -snB all tests | awk -v folder="$(CURDIR)" -f tests/compile-commands.awk > $(BUILD)/compile_commands.json
includes: packages ## list the includes that include-what-you-use would change
	pipelines/install-packages iwyu
	$(MAKE) $(jobs) all commands && iwyu_tool -p $(BUILD) lib tools kernels
coverage: packages ## measure which lines the tests execute, in build-coverage/ (TESTS=--fast, or ONLY=PATTERN)
	pipelines/install-packages lcov
	$(MAKE) COVERAGE=1 $(jobs) all tests
	-DATA=$(DATA) BUILD=build-coverage tests/run $(TESTS)
	lcov -q -c -d build-coverage --no-external -b . -o build-coverage/all
	lcov -q -r build-coverage/all '*/tests/*' -o build-coverage/lines
	genhtml -q build-coverage/lines -o build-coverage/html && lcov --summary build-coverage/lines
format-check: packages ## run the tests of the tree itself alone (columns, blanks, includes, names, rooms)
	$(MAKE) $(jobs) all && BUILD=$(abspath $(BUILD)) PATH=$(abspath $(BUILD))/bin:$$PATH bats tests/cli/{layout,rooms}.bats

gpu-kit: packages ## make build/gpu-kit, all that a machine with a GPU and a driver alone needs
	$(MAKE) $(jobs) all tests && BUILD=$(BUILD) tests/gpu/gpu-kit $(BUILD)/gpu-kit
check-gpu: gpu-kit ## compare every stage on a device with the CPU (DEVICE=cuda:1, opencl, ...)
	$(BUILD)/gpu-kit/check-gpu
bench-gpu: gpu-kit ## print figures of a device (DEVICE=...; QUICK=1)
	$(BUILD)/gpu-kit/bench-gpu

# Folders of the installation and the files that install puts there and uninstall removes.
LIB ?= lib
folders = bin include $(LIB) $(LIB)/pkgconfig share/bash-completion/completions share/doc/tmd share/man/man1 share/man/man5 \
          share/man/man7 share/tmd/cases share/zsh/site-functions
installed/bin := $(binaries)
installed/include := $(BUILD)/public/tmd.h
installed/$(LIB) := $(libraries)
installed/$(LIB)/pkgconfig := $(BUILD)/public/tmd.pc
installed/share/bash-completion/completions := $(filter $(BUILD)/completion/bash/%,$(completions))
installed/share/doc/tmd := README.md LICENSE CHANGELOG CITATION.cff tests/examples/hardest.c tests/examples/values.py \
                            tests/examples/check-log2.c $(wildcard pipelines/examples/*)
installed/share/man/man1 := $(manpages)
installed/share/man/man5 := $(wildcard formats/*.5)
installed/share/man/man7 := $(wildcard pipelines/*.7)
installed/share/tmd/cases := $(wildcard lib/cases/*.tmd lib/cases/*.tsv)
installed/share/zsh/site-functions := $(filter $(BUILD)/completion/zsh/%,$(completions))
root = $(DESTDIR)$(PREFIX)
define put

	install -d "$(root)/$(1)"
	install -m $(if $(filter bin,$(1)),755,644) $(installed/$(1)) "$(root)/$(1)"
endef
define remove

	[ ! -d "$(root)/$(1)" ] || { cd "$(root)/$(1)" && rm -f $(notdir $(installed/$(1))); }
endef
install: all $(addprefix $(BUILD)/public/tmd.,h pc) ## install programs, pages, libtmd (PREFIX=/usr/local, LIB=lib, DESTDIR=)
	$(foreach folder,$(folders),$(call put,$(folder)))
	ln -sf libtmd.so.$(ABI) "$(root)/$(LIB)/libtmd.so"
uninstall: ## remove what install has put there (the same PREFIX, LIB and DESTDIR)
	$(foreach folder,$(folders),$(call remove,$(folder)))
	rm -f "$(root)/$(LIB)/libtmd.so"
	rmdir $(foreach folder,doc/tmd tmd/cases tmd,"$(root)/share/$(folder)") 2>/dev/null || true
deb: packages ## make Debian packages in build/deb/
	$(MAKE) $(jobs) all && pipelines/make-deb $(BUILD) $(VERSION)
dist: packages ## make build/dist/: programs, pages, lists and all they need, in a folder that runs anywhere on any Linux
	$(MAKE) $(jobs) all $(kit_tools) && pipelines/make-dist $(BUILD) $(VERSION) $(tools)
# .reuse/dep5 documents the licence of every file; the text is in LICENSE.
reuse: ## check the SPDX notices (installs reuse by pip, into build/)
	python3 -c 'import reuse' 2>/dev/null || [ -d $(BUILD)/reuse ] || python3 -m pip install -q --target $(BUILD)/reuse reuse
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && mkdir "$$folder/LICENSES" && cp LICENSE "$$folder/LICENSES/MIT.txt" && \
	git ls-files -z | tar -c --null -T - | tar -x -C "$$folder" && \
	cd "$$folder" && PYTHONPATH=$(abspath $(BUILD))/reuse python3 -m reuse lint
clean: ## remove what was built
	rm -rf build build-san build-coverage

-include $(wildcard $(addprefix $(BUILD)/,bin/.*.d tests/.*.d kit-bin/.*.d */*/*.d */*/*/*.d */*/*/*/*.d))
