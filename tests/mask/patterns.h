/* patterns.h - visible keys of one query row as bits: bit j is set iff key j is visible. */
#ifndef PLUMB_TESTS_MASK_PATTERNS_H
#define PLUMB_TESTS_MASK_PATTERNS_H
#include "tests/support/suite.h"
#include <stdbool.h>
#include <stddef.h>

#define MOST 8      /* query length, key length and offset */
#define SENTINEL 77 /* behind the last key */

/* Any number but 0 means visible. */
static inline void show_pattern(unsigned bits, size_t keys, unsigned char *visible) {
    for (size_t j = 0; j < keys; j++)
        visible[j] = bits >> j & 1 ? (unsigned char)(1 + 42 * j) : 0;
    visible[keys] = SENTINEL;
}

static inline unsigned pattern_of(const unsigned char *visible, size_t keys) {
    unsigned bits = 0;
    ck_assert_msg(visible[keys] == SENTINEL, "writes beyond %zu keys", keys);
    for (size_t j = 0; j < keys; j++)
        bits |= (visible[j] != 0 ? 1u : 0u) << j;
    return bits;
}

static inline unsigned all_keys(size_t keys) {
    return (1u << keys) - 1;
}

static inline int count_keys(unsigned bits) {
    int count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

static inline int smaller(int a, int b) {
    return a < b ? a : b;
}

static inline int larger(int a, int b) {
    return a > b ? a : b;
}

/* The keys j <= position. */
static inline unsigned causal_pattern(int position, size_t keys) {
    unsigned bits = 0;
    for (int j = 0; j < (int)keys; j++)
        bits |= (j <= position ? 1u : 0u) << j;
    return bits;
}

/* A kernel that hides the others of `wanted` must turn every pattern into its intersection with it. */
#define CHECK_INTERSECTIONS(wanted, keys, call, ...)                                               \
    do {                                                                                           \
        for (unsigned pattern = 0; pattern <= all_keys(keys); pattern++) {                         \
            unsigned char visible[MOST + 1];                                                       \
            show_pattern(pattern, keys, visible);                                                  \
            call;                                                                                  \
            ck_assert_msg(pattern_of(visible, keys) == (pattern & (wanted)), __VA_ARGS__);         \
        }                                                                                          \
    } while (0)
#endif
