/* held.h - the memory that a program holds, to detect memory that is never freed.  Under a sanitizer, which has its own
   malloc, glibc's count does not grow, and the sanitizer finds leaks itself. */
#ifndef PLUMB_TESTS_SUPPORT_HELD_H
#define PLUMB_TESTS_SUPPORT_HELD_H
#include <check.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>

enum { HELD_RUNS = 100, HELD_ROUNDS = 8 };

/* The least that is held after any of many runs: glibc keeps some blocks of each size, now more and now fewer. */
static inline size_t least_held(void (*does)(void *context), void *context) {
    size_t least = SIZE_MAX;
    for (int i = 0; i < HELD_RUNS; i++) {
        does(context);
        size_t held = mallinfo2().uordblks;
        least = held < least ? held : least;
    }
    return least;
}

/* What one run loses is lost in every round; what is kept comes to an end. */
static inline void check_gives_back(void (*does)(void *context), void *context) {
    size_t before = 0, held = least_held(does, context);
    for (int round = 0; round < HELD_ROUNDS && held >= before + 8 * HELD_RUNS; round++) {
        before = held;
        held = least_held(does, context);
    }
    ck_assert_msg(held < before + 8 * HELD_RUNS, "%zu bytes more after %d times", held - before, HELD_RUNS);
}
#endif
