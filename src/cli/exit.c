/* exit.c - see exit.h. */
#include "cli/exit.h"
#include "cli/commands.h"
#include <flint/flint.h>
#include <gmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool is_meant;

/* What standard output holds back is lost on purpose: it may be half a report.  Memory runs out in every thread at
   once: the first takes standard error and keeps it, so that only one line is written. */
static _Noreturn void end(const char *message) {
    flockfile(stderr);
    fputs(message, stderr);
    _exit(PLUMB_EXIT_BAD_INPUT);
}

static void refuse_unless_meant(void) {
    if (!is_meant)
        end("plumb: a library ended the program; no verdict was reached\n");
}

static void *or_refuse(void *memory) {
    if (memory == NULL)
        end("plumb: not enough memory\n");
    return memory;
}

static void *allocate(size_t size) {
    return or_refuse(malloc(size));
}

static void *allocate_zeros(size_t count, size_t size) {
    return or_refuse(calloc(count, size));
}

static void *resize(void *memory, size_t size) {
    return or_refuse(realloc(memory, size));
}

static void *resize_from(void *memory, size_t old_size, size_t size) {
    (void)old_size;
    return resize(memory, size);
}

void plumb_exit_guard(void) {
    atexit(refuse_unless_meant);
    __flint_set_memory_functions(allocate, allocate_zeros, resize, free);
    mp_set_memory_functions(allocate, resize_from, NULL);
}

int plumb_exit(int exit_code) {
    is_meant = true;
    return exit_code;
}
