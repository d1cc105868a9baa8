# Plumbline: make demo, then make test.  `make help` lists the targets.

CC ?= gcc
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
BUILD ?= build

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror
# Same bits everywhere: no fused multiply-add, no reassociation.
STRICT := -std=c11 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -fno-fast-math
LANGUAGE := $(STRICT) $(WARNINGS) -Isrc -I. -fPIC -fvisibility=default -fopenmp -MMD -MP
LIBRARIES := -ljansson -lflint-arb -lflint -lgmp -lm

LIBRARY_SOURCES := $(filter-out src/cli/%,$(wildcard src/*/*.c))
CLI_SOURCES := $(wildcard src/cli/*.c)
TEST_SOURCES := $(wildcard tests/*/test_*.c)
SUPPORT_SOURCES := $(wildcard tests/support/*.c)
LIBRARY_OBJECTS := $(LIBRARY_SOURCES:%.c=$(BUILD)/%.o)
CLI_OBJECTS := $(CLI_SOURCES:%.c=$(BUILD)/%.o)
SUPPORT_OBJECTS := $(SUPPORT_SOURCES:%.c=$(BUILD)/%.o)
TESTS := $(TEST_SOURCES:%.c=$(BUILD)/%)

BUILD_PACKAGES := gcc make pkg-config libc6-dev libjansson-dev libflint-arb-dev libflint-dev libgmp-dev check
PROOF_PACKAGES := frama-c-base why3 coq libcoq-flocq libcoq-interval gappa libcoq-gappa cvc4 cvc5 dpkg-dev jq
ENGINE_PACKAGES := python3 python3-venv

.PHONY: all demo test check check-long prove prove-clean must-fail bench fuzz engines install deps help clean
.DELETE_ON_ERROR:

all: $(BUILD)/plumb $(BUILD)/libplumbline.so

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: deps ## build, and judge the recorded outputs of real engines
	@$(MAKE) --no-print-directory -s all
	@tests/engines/demo.sh $(BUILD)/plumb

test: deps proof-deps ## everything: check and prove
	@$(MAKE) --no-print-directory -s all $(TESTS)
	@tests/run.sh $(BUILD) proofs/prove

check: deps ## tests without proofs
	@$(MAKE) --no-print-directory -s all $(TESTS)
	@tests/run.sh $(BUILD)

check-long: ## tests with twenty times the random cases
	@PLUMB_TEST_EFFORT=$${PLUMB_TEST_EFFORT:-20} $(MAKE) --no-print-directory check

prove: proof-deps ## prove every goal, from the cache where nothing changed
	@proofs/prove

prove-clean: proof-deps ## prove every goal from nothing
	@rm -rf $(BUILD)/proofs/cache
	@proofs/prove

deps:
	@tests/packages.sh $(BUILD_PACKAGES)

.PHONY: proof-deps engine-deps
proof-deps:
	@tests/packages.sh $(PROOF_PACKAGES)

engine-deps:
	@tests/packages.sh $(BUILD_PACKAGES) $(ENGINE_PACKAGES)

engines: engine-deps ## record the engines live and judge them
	@$(MAKE) --no-print-directory -s all
	@tests/engines/run.sh

$(BUILD)/plumb: $(CLI_OBJECTS) $(BUILD)/libplumbline.a
	$(CC) -fopenmp -o $@ $(CLI_OBJECTS) $(BUILD)/libplumbline.a $(LDFLAGS) $(LIBRARIES)

$(BUILD)/libplumbline.a: $(LIBRARY_OBJECTS)
	rm -f $@
	ar rcs $@ $^

$(BUILD)/libplumbline.so: $(LIBRARY_OBJECTS)
	$(CC) -shared -fopenmp -Wl,-soname,libplumbline.so.0 -o $@ $^ $(LDFLAGS) $(LIBRARIES)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(LANGUAGE) $(CFLAGS) -c -o $@ $<

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(SUPPORT_OBJECTS) $(BUILD)/libplumbline.a
	$(CC) -fopenmp -o $@ $< $(SUPPORT_OBJECTS) $(BUILD)/libplumbline.a $(LDFLAGS) -lcheck -lsubunit -lrt -lpthread $(LIBRARIES)

clean: ## remove what was built
	rm -rf $(BUILD)/src $(BUILD)/tests $(BUILD)/plumb $(BUILD)/libplumbline.a $(BUILD)/libplumbline.so

-include $(LIBRARY_OBJECTS:.o=.d) $(CLI_OBJECTS:.o=.d) $(SUPPORT_OBJECTS:.o=.d) $(TESTS:=.d)
