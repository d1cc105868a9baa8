# Plumbline: make demo, then make test.  `make help` lists the targets.

ifeq ($(origin CC),default)
CC := gcc
endif
CFLAGS ?= -O2 -funroll-loops -g
PREFIX ?= /usr/local
BUILD ?= build
export DEPS # no: install no packages

# Constants of an enum are numbers here, of pixels and steps; clang 19 would not have them beside a double.
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror \
    -Wno-enum-float-conversion
# Same bits everywhere: no reassociation, and no fused operation but those that the source states (src/number/fused.h).
STRICT := -std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-fast-math
LANGUAGE := $(STRICT) $(WARNINGS) -Isrc -I. -fPIC -fvisibility=default -fopenmp -MMD -MP
# Asked once, when something is linked.
LIBRARIES = $(eval LIBRARIES := $(shell CC='$(CC)' tests/libraries.sh))$(LIBRARIES)

LIBRARY_SOURCES := $(filter-out src/cli/% src/mpi/%,$(wildcard src/*/*.c))
CLI_SOURCES := $(wildcard src/cli/*.c)
TEST_SOURCES := $(wildcard tests/*/test_*.c)
# Programs that a page of docs or spec names; all else there is for tests.
MEASURES := $(patsubst %,tests/simulate/%.c,acceptance alarms power right_engines)
SUPPORT_SOURCES := $(wildcard tests/support/*.c) \
    $(filter-out tests/simulate/test_% $(MEASURES),$(wildcard tests/simulate/*.c))
LIBRARY_OBJECTS := $(LIBRARY_SOURCES:%.c=$(BUILD)/%.o)
CLI_OBJECTS := $(CLI_SOURCES:%.c=$(BUILD)/%.o)
SUPPORT_OBJECTS := $(SUPPORT_SOURCES:%.c=$(BUILD)/%.o)
FUZZERS := $(patsubst %.c,%,$(wildcard fuzz/*/fuzz_*.c))
# What they are linked with: the rooms that read a case, and compute a row of it.
FUZZED := tests/support/contain.c $(foreach room,base number score mask position weight aggregate gradient problem \
    attention row exact schema case,$(wildcard src/$(room)/*.c))
TESTS := $(TEST_SOURCES:%.c=$(BUILD)/%) $(BUILD)/tests/challenge/checkers $(FUZZERS:%=$(BUILD)/%)

BUILD_PACKAGES := gcc make pkg-config libc6-dev libjansson-dev 'libflint-arb-dev|libflint-dev' \
    libflint-dev libgmp-dev jq check $(if $(findstring clang,$(CC)),libomp-dev)
PROOF_PACKAGES := frama-c-base why3 coq libcoq-flocq libcoq-interval cvc4 cvc5 dpkg-dev
FUZZ_PACKAGES := clang libomp-dev 'libclang-rt-dev|libclang-rt-14-dev'
ENGINE_PACKAGES := python3 python3-venv python3-dev g++ cmake clang
# What is linked and put inside, and the Python in which it is tried.
ARM_PACKAGES := libflint-dev libflint-arb-dev libjansson-dev libgmp-dev libgomp1 python3-minimal libpython3-stdlib \
    python3-cffi python3-numpy
EMERGENCE_PACKAGES := python3 python3-venv

.PHONY: all demo test check check-long prove prove-clean must-fail bench fuzz mutation engines vectors emergence \
    install uninstall deps help clean
.DELETE_ON_ERROR:

# As many compilers as there are processors, unless make was told how many.
BUILD_FLAGS = --no-print-directory -s $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc))

all: $(BUILD)/plumb $(BUILD)/libplumbline.so

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: deps ## build, and judge the recorded outputs of real engines
	@$(MAKE) $(BUILD_FLAGS) all
	@tests/engines/demo.sh $(BUILD)/plumb

test: deps proof-deps ## everything: check, prove, and mutants that must not be proved
	@$(MAKE) $(BUILD_FLAGS) all $(TESTS)
	@tests/run.sh $(BUILD) proofs/prove proofs/must-fail tests/repository/documented_proofs.sh

check: deps ## tests without proofs
	@$(MAKE) $(BUILD_FLAGS) all $(TESTS)
	@tests/run.sh $(BUILD)

check-long: ## tests with twenty times the random cases
	@PLUMB_TEST_EFFORT=$${PLUMB_TEST_EFFORT:-20} $(MAKE) --no-print-directory check

prove: proof-deps ## prove what is not on record, and a random part of what is
	@proofs/prove

prove-clean: proof-deps ## prove every goal from nothing, and look for contradictions
	@proofs/prove --clean

must-fail: proof-deps ## mutants of proofs/must_fail must leave a goal open: those not on record, and some that are
	@proofs/must-fail

deps:
	@tests/packages.sh $(BUILD_PACKAGES)

.PHONY: wheel wheel-aarch64 check-aarch64 proof-deps engine-deps fuzz-deps check-sanitized check-valgrind check-portable check-mpi mpi
proof-deps:
	@tests/packages.sh $(PROOF_PACKAGES)

fuzz-deps:
	@tests/packages.sh $(BUILD_PACKAGES) $(FUZZ_PACKAGES)

engine-deps:
	@tests/packages.sh $(BUILD_PACKAGES) $(ENGINE_PACKAGES)

engines: engine-deps ## record the engines live and judge them
	@$(MAKE) $(BUILD_FLAGS) all
	@tests/engines/run.sh

# What an earlier seed or version has left is no vector.
VECTOR_FOLDER ?= $(BUILD)/vectors
vectors: deps ## cases for other engines, with exact answers, each of which catches a fault, into build/vectors
	@$(MAKE) $(BUILD_FLAGS) all
	@[ "$(VECTOR_FOLDER)" != "$(BUILD)/vectors" ] || rm -rf "$(BUILD)/vectors"
	@$(BUILD)/plumb vectors -o $(VECTOR_FOLDER)

emergence: deps ## train one small table's models from nothing and measure their attention sinks
	@tests/packages.sh $(EMERGENCE_PACKAGES)
	@$(MAKE) $(BUILD_FLAGS) all
	@PLUMB=$(abspath $(BUILD))/plumb tests/emergence/run.sh --again small

bench: engine-deps ## time, memory and tightness, against PyTorch's float64, written to docs/performance.md
	@$(MAKE) $(BUILD_FLAGS) all $(BUILD)/tests/row/tightness $(BUILD)/tests/fast/floor
	@(tests/engines/bench.sh && $(BUILD)/tests/row/tightness) > $(BUILD)/performance.md && \
	    cp $(BUILD)/performance.md $(BUILD)/performance.svg docs/
	@cat docs/performance.md

# The same tests in a build of their own.  Check must not fork under sanitizers: leaks would be reported twice.
check-sanitized: deps ## tests under the address and undefined-behaviour sanitizers
	@CK_FORK=no PLUMB_TEST_SECONDS=0 PLUMB=$(BUILD)/sanitized/plumb $(MAKE) --no-print-directory check BUILD=$(BUILD)/sanitized \
	    CFLAGS="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined" LDFLAGS="-fsanitize=address,undefined"

# test_memory has a malloc of its own, which valgrind replaces.
READER_TESTS := $(filter-out %/test_memory,$(filter $(BUILD)/tests/base/% $(BUILD)/tests/case/%,$(TESTS)))
check-valgrind: deps ## the readers' tests under valgrind
	@tests/packages.sh valgrind
	@$(MAKE) $(BUILD_FLAGS) all $(READER_TESTS)
	@for test in $(READER_TESTS); do \
	    echo "$$test"; CK_FORK=no valgrind -q --error-exitcode=1 --leak-check=full "$$test" || exit 1; done

mpi: deps ## build plumb-mpi: eval and diff on the processes of an MPI run
	@tests/packages.sh openmpi-bin libopenmpi-dev
	@$(MAKE) $(BUILD_FLAGS) $(BUILD)/plumb-mpi

check-mpi: mpi ## the same bits from 1, 2 and 4 processes, and failing ones reported
	@$(MAKE) $(BUILD_FLAGS) all
	@tests/mpi/run.sh $(BUILD)

PORTABLE_PACKAGES := gcc libc6-dev clang qemu-user gcc-aarch64-linux-gnu gcc-riscv64-linux-gnu gcc-s390x-linux-gnu \
    libc6-dev-arm64-cross libc6-dev-riscv64-cross libc6-dev-s390x-cross
check-portable: ## the same bits from gcc and clang, at every level, on AVX-512, ARM, RISC-V and big-endian machines
	@tests/packages.sh $(PORTABLE_PACKAGES)
	@tests/portable/run.sh $(BUILD)

FUZZ_SECONDS ?= 60
FUZZING = -fsanitize=address,undefined -fno-sanitize-recover=undefined
fuzz: fuzz-deps ## hostile bytes for the readers and the kernels, FUZZ_SECONDS for each target
	@$(MAKE) $(BUILD_FLAGS) $(FUZZERS:%=$(BUILD)/fuzzing/%) BUILD=$(BUILD)/fuzzing CC=clang \
	    CFLAGS="-O1 -g -fsanitize=fuzzer-no-link $(FUZZING)" LDFLAGS="-fsanitize=fuzzer $(FUZZING)"
	@for target in safetensors npy description row; do \
	    corpus=$(BUILD)/fuzzing/corpus-$$target; mkdir -p $$corpus; \
	    [ ! -d fuzz/corpus/$$target ] || corpus="$$corpus fuzz/corpus/$$target"; \
	    $(BUILD)/fuzzing/fuzz/*/fuzz_$$target -max_len=$$([ $$target = row ] && echo 3000 || echo 0) \
	        -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=$(BUILD)/fuzzing/ -print_final_stats=1 \
	        -verbosity=0 $$corpus || exit 1; done

mutation: deps ## do the tests see changes of code without proofs? (tests/mutation)
	@nice tests/mutation/run.sh

wheel: deps ## the Python package with all that it needs inside, into build/wheel
	@$(MAKE) $(BUILD_FLAGS) all
	@CC="$(CC)" src/python/build.sh $(BUILD) $(BUILD)/wheel

# Debian's packages of that architecture lie in a folder of their own; the compiler is Debian's cross compiler.
ARM_ROOT = $(abspath $(BUILD))/aarch64/root
ARM_CC = aarch64-linux-gnu-gcc -isystem $(ARM_ROOT)/usr/include -isystem $(ARM_ROOT)/usr/include/aarch64-linux-gnu
ARM_LDFLAGS = $(foreach place,usr/lib lib,-L$(ARM_ROOT)/$(place)/aarch64-linux-gnu \
    -Wl$(comma)-rpath-link$(comma)$(ARM_ROOT)/$(place)/aarch64-linux-gnu)
comma := ,
wheel-aarch64: deps ## the same for aarch64, into build/wheel-aarch64; cross-built from Debian's packages
	@tests/packages.sh gcc-aarch64-linux-gnu libc6-dev-arm64-cross
	@src/python/sysroot.sh $(ARM_ROOT) arm64 $(ARM_PACKAGES)
	@$(MAKE) $(BUILD_FLAGS) all
	@$(MAKE) $(BUILD_FLAGS) all BUILD=$(BUILD)/aarch64 CC="$(ARM_CC)" LDFLAGS="$(ARM_LDFLAGS)"
	@CC="$(ARM_CC)" src/python/build.sh $(BUILD)/aarch64 $(BUILD)/wheel-aarch64 $(BUILD) $(ARM_ROOT)

check-aarch64: ## run the wheel for aarch64 under emulation, beside that of this machine
	@$(MAKE) --no-print-directory wheel
	@$(MAKE) --no-print-directory wheel-aarch64
	@tests/packages.sh qemu-user
	@tests/python/emulated.sh $(BUILD) $(ARM_ROOT)

COMPLETIONS := share/bash-completion/completions/plumb share/zsh/site-functions/_plumb \
    share/fish/vendor_completions.d/plumb.fish
INSTALLED := bin/plumb lib/libplumbline.a lib/libplumbline.so lib/libplumbline.so.0 lib/pkgconfig/plumbline.pc \
    include/plumbline.h share/man/man1/plumb.1 $(COMPLETIONS)
install: all $(BUILD)/plumbline.pc $(BUILD)/plumb.1 ## program, libraries, header, manual, completions, into PREFIX (/usr/local)
	install -D -m 755 $(BUILD)/plumb $(DESTDIR)$(PREFIX)/bin/plumb
	install -D -m 644 $(BUILD)/libplumbline.a $(DESTDIR)$(PREFIX)/lib/libplumbline.a
	install -D -m 755 $(BUILD)/libplumbline.so $(DESTDIR)$(PREFIX)/lib/libplumbline.so.0
	ln -sf libplumbline.so.0 $(DESTDIR)$(PREFIX)/lib/libplumbline.so
	install -D -m 644 src/library/plumbline.h $(DESTDIR)$(PREFIX)/include/plumbline.h
	install -D -m 644 $(BUILD)/plumbline.pc $(DESTDIR)$(PREFIX)/lib/pkgconfig/plumbline.pc
	install -D -m 644 $(BUILD)/plumb.1 $(DESTDIR)$(PREFIX)/share/man/man1/plumb.1
	@for file in $(COMPLETIONS); do \
	    install -D -m 644 src/cli/completion/$${file##*/} $(DESTDIR)$(PREFIX)/$$file || exit 1; done

uninstall: ## remove what `make install` put into PREFIX
	rm -f $(INSTALLED:%=$(DESTDIR)$(PREFIX)/%)

VERSION = $(shell sed -n 's/^.define PLUMB_VERSION "\(.*\)"/\1/p' src/library/version.h)

# Written anew each time: PREFIX may have changed.
.PHONY: $(BUILD)/plumbline.pc
$(BUILD)/plumbline.pc: src/library/plumbline.pc.in
	sed -e 's,@PREFIX@,$(PREFIX),; s,@VERSION@,$(VERSION),; s,@LIBRARIES@,$(LIBRARIES),' $< > $@

# The reference of flags is what the program itself prints.
$(BUILD)/plumb.1: src/cli/plumb.1.in $(BUILD)/plumb
	$(BUILD)/plumb --help-all | sed -e 's/\\/\\e/g; s/-/\\-/g; s/^\./\\\&./' > $@.flags
	sed -e 's/@VERSION@/$(VERSION)/' -e '/^@FLAGS@$$/{' -e 'r $@.flags' -e 'd' -e '}' $< > $@
	rm $@.flags

$(BUILD)/plumb: $(CLI_OBJECTS) $(BUILD)/libplumbline.a
	$(CC) -fopenmp -o $@ $(CLI_OBJECTS) $(BUILD)/libplumbline.a $(LDFLAGS) $(LIBRARIES)

# Not part of `all`: it needs the packages of an MPI.
$(BUILD)/plumb-mpi: $(BUILD)/src/mpi/main.o $(filter-out %/cli/main.o,$(CLI_OBJECTS)) $(BUILD)/libplumbline.a
	OMPI_CC=$(CC) mpicc -fopenmp -o $@ $^ $(LDFLAGS) $(LIBRARIES)

$(BUILD)/src/mpi/%.o: src/mpi/%.c
	@mkdir -p $(@D)
	OMPI_CC=$(CC) mpicc $(filter-out -Wpedantic,$(LANGUAGE)) $(CFLAGS) -c -o $@ $<

$(BUILD)/libplumbline.a: $(LIBRARY_OBJECTS)
	rm -f $@
	ar rcs $@ $^

$(BUILD)/libplumbline.so: $(LIBRARY_OBJECTS) src/library/plumbline.map
	$(CC) -shared -fopenmp -Wl,-soname,libplumbline.so.0 -Wl,--version-script=src/library/plumbline.map -o $@ \
	    $(LIBRARY_OBJECTS) $(LDFLAGS) $(LIBRARIES)

# Loops over lanes: as wide as the processor has them.  The bits do not depend on it.
VECTORS := -O3 -fno-trapping-math
# The redirection is for a machine whose compiler `deps` is about to install.
ifneq ($(filter x86_64%,$(shell $(CC) -dumpmachine 2>/dev/null)),)
VECTORS += -mprefer-vector-width=512
endif
$(BUILD)/src/fast/%.o $(BUILD)/src/bundle/%.o $(BUILD)/src/simulate/%.o $(BUILD)/src/backward/%.o: CFLAGS += $(VECTORS)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(LANGUAGE) $(CFLAGS) -c -o $@ $<

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(SUPPORT_OBJECTS) $(BUILD)/libplumbline.a
	$(CC) -fopenmp -o $@ $< $(SUPPORT_OBJECTS) $(BUILD)/libplumbline.a $(LDFLAGS) -lcheck -lsubunit -lrt -lpthread $(LIBRARIES)

.PHONY: warnings
warnings: ## what clang warns of, without a build
	@clang $(filter-out -MMD -MP,$(LANGUAGE)) -fsyntax-only $(LIBRARY_SOURCES) $(CLI_SOURCES) $(TEST_SOURCES) \
	    $(SUPPORT_SOURCES) $(MEASURES) $(FUZZERS:%=%.c)

# Without libFuzzer they replay files.
$(BUILD)/fuzz/%.o: LANGUAGE += $(if $(findstring fuzzer,$(CFLAGS)),,-DPLUMB_FUZZ_REPLAY)
$(BUILD)/fuzz/%: $(BUILD)/fuzz/%.o $(FUZZED:%.c=$(BUILD)/%.o)
	$(CC) -fopenmp -o $@ $^ $(LDFLAGS) $(LIBRARIES)

clean: ## remove what was built
	rm -rf $(BUILD)/src $(BUILD)/tests $(BUILD)/fuzz $(BUILD)/vectors $(BUILD)/plumb $(BUILD)/libplumbline.a $(BUILD)/libplumbline.so

-include $(wildcard $(BUILD)/src/*/*.d $(BUILD)/tests/*/*.d $(BUILD)/fuzz/*/*.d)
