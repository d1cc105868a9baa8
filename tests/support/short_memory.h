/* short_memory.h - one allocation of the code under test fails; included by the one file of a program whose tests run
   out of memory.  What libraries ask for is given to them: flint and GMP end the program instead of saying so.

   Stands in for glibc's allocation where own_memory.h says that it may.  Included first: it asks glibc for dladdr. */
#ifndef PLUMB_TESTS_SUPPORT_SHORT_MEMORY_H
#define PLUMB_TESTS_SUPPORT_SHORT_MEMORY_H
#define _GNU_SOURCE
#include "tests/support/own_memory.h"

#ifdef OWN_MEMORY
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void omp_set_num_threads(int threads); /* of omp.h, which clang is often installed without */

static bool memory_is_short;
static bool memory_was_refused;
static size_t memory_allowed; /* allocations until the one that fails */

static bool find_library(const void *caller) {
    static const char *const libraries[] = {"libflint", "libgmp", "libmpfr", "libgomp",
                                            "libc.so", "libjansson", "ld-linux"};
    Dl_info info;
    if (dladdr(caller, &info) == 0 || info.dli_fname == NULL)
        return true;
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (strstr(info.dli_fname, libraries[i]) != NULL)
            return true;
    return false;
}

/* dladdr looks through all symbols of a library, and few places ask often. */
static bool is_of_library(const void *caller) {
    static struct {
        const void *caller;
        bool of_library;
    } known[4096];
    size_t at = (uintptr_t)caller / 4 % 4096;
    if (known[at].caller != caller) {
        known[at].of_library = find_library(caller);
        known[at].caller = caller;
    }
    return known[at].of_library;
}

static bool memory_fails(const void *caller) {
    if (!memory_is_short || is_of_library(caller))
        return false;
    bool fails = memory_allowed-- == 0;
    memory_was_refused = memory_was_refused || fails;
    return fails;
}

void *malloc(size_t size) {
    return memory_fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return memory_fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    return memory_fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memory_fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *given = memory_fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
    if (given != NULL)
        *block = given;
    return given != NULL ? 0 : ENOMEM;
}

/* From now on the allocation after so many fails, and no other. */
static inline void run_short(size_t allocations) {
    memory_allowed = allocations;
    memory_was_refused = false;
    memory_is_short = true;
}

/* Whether one has failed. */
static inline bool ran_short(void) {
    memory_is_short = false;
    return memory_was_refused;
}
#endif
#endif
