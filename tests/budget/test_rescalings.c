/* test_rescalings.c - however keys are dealt to blocks, no more blocks hold one that counts, and in some way as many
   do: all ways are tried for a few keys. */
#include "budget/rescalings.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <string.h>

#define CASES 4000
#define MOST_IN_ORDER 11
#define MOST_GATHERED 7

typedef struct {
    size_t keys, block, most;
    plumb_key_order order;
    unsigned char visible[MOST_IN_ORDER];
    size_t block_of[MOST_IN_ORDER];
} dealt;

/* How many blocks raise the maximum; 0 if too many hold too few keys. */
static size_t raising_blocks(const dealt *x, size_t blocks) {
    size_t keys[MOST_IN_ORDER] = {0}, raising = 0, few = 0;
    bool counts[MOST_IN_ORDER] = {false};
    for (size_t j = 0; j < x->keys; j++) {
        keys[x->block_of[j]]++;
        counts[x->block_of[j]] |= x->visible[j] || x->order == PLUMB_MAXIMUM_OVER_HIDDEN;
    }
    for (size_t i = 0; i < blocks; i++) {
        bool is_end = i == 0 || i == blocks - 1;
        if (keys[i] < x->block && (x->order != PLUMB_KEYS_IN_ORDER || !is_end))
            few++;
        raising += counts[i];
    }
    return few <= (x->order == PLUMB_KEYS_IN_ORDER ? 0 : 2) ? raising : 0;
}

/* Key j and those behind it, in each of the blocks that they may be in, and in a new one. */
static void deal(dealt *x, size_t j, size_t blocks) {
    if (j == x->keys) {
        size_t raising = raising_blocks(x, blocks);
        x->most = raising > x->most ? raising : x->most;
        return;
    }
    size_t first = x->order == PLUMB_KEYS_IN_ORDER && blocks > 0 ? blocks - 1 : 0;
    for (size_t i = first; i <= blocks; i++) {
        x->block_of[j] = i;
        deal(x, j + 1, i == blocks ? blocks + 1 : blocks);
    }
}

START_TEST(of_all_ways) {
    random_cases cases = random_begin("rescalings", CASES);
    while (random_next(&cases)) {
        dealt x = {.order = (plumb_key_order)random_below(&cases, 3), .block = 1 + random_below(&cases, 5)};
        x.keys = random_below(&cases, (x.order == PLUMB_KEYS_IN_ORDER ? MOST_IN_ORDER : MOST_GATHERED) + 1);
        size_t rarity = 1 + random_below(&cases, 4);
        for (size_t j = 0; j < x.keys; j++)
            x.visible[j] = random_below(&cases, rarity) == 0;
        deal(&x, 0, 0);
        int sink = (int)random_below(&cases, 2);
        size_t most = plumb_most_rescalings(x.order, x.visible, x.keys, x.block, sink);
        if (most == x.most + (size_t)sink)
            continue;
        reproduction line = reproduce(&cases);
        reproduce_text(&line, " order %d, blocks of %zu, sink %d: %zu, not %zu:", (int)x.order, x.block, sink, most,
                       x.most);
        reproduce_flags(&line, "visible", x.visible, x.keys);
        reproduce_fail(&line);
    }
}
END_TEST

/* As section 1 of spec/budget.md has it: of L keys from the first visible to the last, n of them visible. */
START_TEST(of_spans) {
    random_cases cases = random_begin("rescalings of spans", CASES);
    while (random_next(&cases)) {
        unsigned char visible[100] = {0}, all[100];
        memset(all, 1, sizeof all);
        size_t span = 2 + random_below(&cases, 90), first = random_below(&cases, 8);
        size_t rarity = 1 + random_below(&cases, 9), block = 1 + random_below(&cases, 20);
        size_t most = 2 + (span - 2) / block, marked = 0;
        for (size_t j = 0; j < span; j++)
            marked += visible[first + j] = j == 0 || j == span - 1 || random_below(&cases, rarity) == 0;
        size_t raising = plumb_most_rescalings(PLUMB_KEYS_IN_ORDER, visible, 100, block, 0);
        ck_assert_uint_le(raising, marked < most ? marked : most);
        ck_assert(marked < span || raising == most);
        ck_assert_uint_le(plumb_most_rescalings(PLUMB_KEYS_GATHERED, all, marked, block, 0), raising);
    }
}
END_TEST

#define KEYS 1024
#define BLOCK 16

static size_t in_order(const unsigned char *visible, size_t block) {
    return plumb_most_rescalings(PLUMB_KEYS_IN_ORDER, visible, KEYS, block, 0);
}

START_TEST(of_masks) {
    unsigned char visible[KEYS] = {0};
    ck_assert_uint_eq(in_order(visible, BLOCK), 0);
    ck_assert_uint_eq(plumb_most_rescalings(PLUMB_KEYS_GATHERED, visible, KEYS, BLOCK, 0), 0);
    ck_assert_uint_eq(plumb_most_rescalings(PLUMB_MAXIMUM_OVER_HIDDEN, visible, KEYS, BLOCK, 0), 65);
    for (size_t j = 5; j < KEYS; j += BLOCK)
        visible[j] = 1; /* one in each block */
    ck_assert_uint_eq(in_order(visible, BLOCK), 64);
    ck_assert_uint_eq(in_order(visible, 2 * BLOCK), 33);
    memset(visible, 1, KEYS);
    ck_assert_uint_eq(in_order(visible, BLOCK), 65);
    ck_assert_uint_eq(in_order(visible, 1), KEYS);
    ck_assert_uint_eq(in_order(visible, KEYS), 2);
    ck_assert_uint_eq(plumb_most_rescalings(PLUMB_KEYS_GATHERED, visible, KEYS, BLOCK, 7), 66);
    memset(visible, 0, KEYS);
    memset(visible, 1, 4);
    memset(visible + 900, 1, 64); /* the first keys, and a window */
    ck_assert_uint_eq(in_order(visible, BLOCK), 7);
    ck_assert_uint_eq(plumb_most_rescalings(PLUMB_KEYS_GATHERED, visible, KEYS, BLOCK, 0), 65);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/rescalings");
    TCase *tests = tcase_create("rescalings");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, of_all_ways);
    tcase_add_test(tests, of_spans);
    tcase_add_test(tests, of_masks);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
