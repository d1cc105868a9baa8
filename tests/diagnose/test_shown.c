/* test_shown.c - whether two problems show the same keys, whichever entry, head or query tells them apart. */
#include "diagnose/shown.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <string.h>

enum { ENTRIES = 2, GROUPS = 3, QUERIES = 4, KEYS = 5, ALLOWED = ENTRIES * GROUPS * QUERIES * KEYS };

static plumb_problem shape(void) {
    plumb_problem p = one_head(QUERIES, KEYS, 2, 2);
    p.batch = ENTRIES;
    p.query_heads = p.key_heads = GROUPS;
    return p;
}

/* Whether it shows what a problem without masks shows, both ways. */
static bool shows_all(const plumb_problem *masked) {
    plumb_problem all = shape();
    bool same = plumb_shows_same(masked, &all);
    ck_assert_int_eq(plumb_shows_same(&all, masked), same);
    return same;
}

/* One place of a tensor that has a number for each: the last of each dimension is the last that is looked at. */
START_TEST(one_place_tells) {
    unsigned char allowed[ALLOWED];
    plumb_problem p = shape();
    p.mask = (plumb_mask){.allowed = allowed,
                          .allowed_batch = GROUPS * QUERIES * KEYS,
                          .allowed_head = QUERIES * KEYS,
                          .allowed_query = KEYS};
    memset(allowed, 1, sizeof allowed);
    ck_assert(shows_all(&p));
    for (size_t place = 0; place < ALLOWED; place++) {
        allowed[place] = 0;
        ck_assert_msg(!shows_all(&p), "place %zu", place);
        allowed[place] = 1;
    }
}
END_TEST

/* A tensor that does not depend on the others. */
START_TEST(one_dimension_tells) {
    static const struct {
        size_t count, batch, head, query;
    } of[] = {{ENTRIES, KEYS, 0, 0}, {GROUPS, 0, KEYS, 0}, {QUERIES, 0, 0, KEYS}, {1, 0, 0, 0}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        for (size_t place = 0; place < of[i].count * KEYS; place++) {
            unsigned char allowed[ALLOWED];
            plumb_problem p = shape();
            memset(allowed, 1, sizeof allowed);
            p.mask = (plumb_mask){.allowed = allowed, .allowed_batch = of[i].batch, .allowed_head = of[i].head,
                                  .allowed_query = of[i].query};
            ck_assert(shows_all(&p));
            allowed[place] = 0;
            ck_assert_msg(!shows_all(&p), "tensor %zu, place %zu", i, place);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/shown");
    TCase *tests = tcase_create("shown");
    tcase_add_test(tests, one_place_tells);
    tcase_add_test(tests, one_dimension_tells);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
