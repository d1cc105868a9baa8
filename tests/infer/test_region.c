/* test_region.c - where a hypothesis holds, of rows that it explains and others: an end that shows nothing goes to the
   roundest query that nothing contradicts. */
#include "infer/region.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <string.h>

enum { QUERIES = 256, HEADS = 2, ROWS = HEADS * QUERIES };

/* Rows from..to of a head are explained, and the first 50 and the last 50 contradict; `at` is what another row is. */
typedef struct {
    size_t from, to;
    size_t other, at;
    size_t first, last;
    const char *says;
} stated_region;

static const stated_region regions[] = {
    {65, 126, 100, PLUMB_ROW_EXPLAINED, 64, 127, "in head 1, for queries 64 to 127 (one tile of 64)"},
    {65, 126, 127, PLUMB_ROW_BROKEN, 64, 126, "in head 1, for queries 64 to 126"},
    {65, 126, 64, PLUMB_ROW_UNEXPLAINED, 65, 127, "in head 1, for queries 65 to 127"},
    {130, 180, 128, PLUMB_ROW_BROKEN, 130, 191, "in head 1, for queries 130 to 191"},
};

START_TEST(ends_are_round_where_nothing_contradicts_them) {
    const stated_region *stated = &regions[_i];
    plumb_problem p = one_head(QUERIES, QUERIES, 4, 4);
    unsigned char state[ROWS];
    plumb_region region;
    char text[200];
    p.query_heads = p.key_heads = HEADS;
    memset(state, PLUMB_ROW_SAME, sizeof state);
    memset(state + QUERIES, PLUMB_ROW_BROKEN, 50);
    memset(state + ROWS - 50, PLUMB_ROW_BROKEN, 50);
    memset(state + QUERIES + stated->from, PLUMB_ROW_EXPLAINED, stated->to - stated->from + 1);
    state[QUERIES + stated->other] = (unsigned char)stated->at;
    ck_assert_int_eq(plumb_region_find(&p, state, false, &region), 0);
    ck_assert_uint_eq(region.first, stated->first);
    ck_assert_uint_eq(region.last, stated->last);
    plumb_region_say(&region, text, sizeof text);
    ck_assert_str_eq(text, stated->says);
    plumb_region_free(&region);
}
END_TEST

/* Few runs are listed, of many only their number. */
START_TEST(many_runs_are_counted) {
    static const struct {
        const char *flags, *says;
    } sets[] = {{"0111000000", "in heads 1 to 3"},
                {"1010101010", "in heads 0, 2, 4, 6, 8"},
                {"1110011001", "in heads 0 to 2, 5 to 6, 9"},
                {"0000000001", "in head 9"},
                {"10101010101", "in heads 0, 2, 4, 6, 8, 10"},
                {"1010101010101", "in heads (7 of 13)"},
                {"01010101010101", "in heads (7 of 14)"},
                {"1111", ""}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        unsigned char flags[20];
        char text[100] = "";
        size_t n = strlen(sets[i].flags);
        for (size_t j = 0; j < n; j++)
            flags[j] = sets[i].flags[j] == '1';
        plumb_say_set("head", "heads", flags, n, text, sizeof text);
        ck_assert_str_eq(text, sets[i].says);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/region");
    TCase *cases = tcase_create("region");
    tcase_add_loop_test(cases, ends_are_round_where_nothing_contradicts_them, 0, sizeof regions / sizeof *regions);
    tcase_add_test(cases, many_runs_are_counted);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
