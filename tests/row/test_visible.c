/* test_visible.c - the keys that a query of a problem sees: kernels, reference and the words of
   spec/masks.md agree for every query, key and offset up to 8 and every parameter in range. */
#include "row/visible.h"
#include "exact/visible.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

#define MOST 8

/* By the distance of the query from the key: not as the kernels and the reference say it. */
static bool sees(const plumb_problem *p, int t, int j) {
    const plumb_mask *m = &p->mask;
    int position = t + (int)p->causal.offset, d = position - j;
    bool visible = !p->causal.causal || d >= 0;
    if (m->windowed)
        visible = visible && (m->left < 0 || d <= m->left) && (m->right < 0 || -d <= m->right);
    if (m->prefixed)
        visible = visible && (d >= 0 || j < m->prefix);
    if (m->streaming)
        visible = visible && (j < m->first || (d >= 0 && d < m->recent));
    if (m->chunk > 0)
        visible = visible &&
                  floor((double)position / (double)m->chunk) == floor((double)j / (double)m->chunk);
    return visible;
}

static void check_row(const plumb_problem *p, size_t t) {
    unsigned char visible[MOST + 1];
    memset(visible, 77, sizeof visible);
    plumb_show_visible(p, 0, 0, t, visible);
    for (size_t j = 0; j < p->key_length; j++) {
        bool expected = sees(p, (int)t, (int)j);
        ck_assert_msg((visible[j] != 0) == expected, "kernels: t %zu j %zu offset %d", t, j,
                      (int)p->causal.offset);
        ck_assert_msg(plumb_exact_visible(p, 0, 0, t, j) == expected, "reference: t %zu j %zu offset %d",
                      t, j, (int)p->causal.offset);
    }
    ck_assert_uint_eq(visible[p->key_length], 77);
}

/* Every number of queries and keys, every offset, with and without a causal mask. */
static void check_everywhere(plumb_mask mask) {
    for (size_t keys = 0; keys <= MOST; keys++)
        for (int offset = -MOST; offset <= MOST; offset++)
            for (int causal = 0; causal < 2 - mask.prefixed; causal++) {
                plumb_problem p = {.batch = 1, .query_heads = 1, .key_heads = 1};
                p.query_length = MOST;
                p.key_length = keys;
                p.causal = (plumb_causal){causal != 0, offset};
                p.mask = mask;
                for (size_t t = 0; t < MOST; t++)
                    check_row(&p, t);
            }
}

START_TEST(no_mask) {
    plumb_problem p = {.key_length = 1};
    check_everywhere((plumb_mask){.windowed = false});
    ck_assert(!plumb_has_mask(&p));
}
END_TEST

START_TEST(windows) {
    for (int left = -1; left <= MOST + 1; left++)
        for (int right = -1; right <= MOST + 1; right++)
            check_everywhere((plumb_mask){.windowed = true, .left = left, .right = right});
}
END_TEST

START_TEST(prefixes) {
    for (int prefix = 0; prefix <= MOST; prefix++)
        check_everywhere((plumb_mask){.prefixed = true, .prefix = prefix});
}
END_TEST

START_TEST(streams) {
    for (int first = 0; first <= MOST + 1; first++)
        for (int recent = 0; recent <= MOST + 1; recent++)
            check_everywhere((plumb_mask){.streaming = true, .first = first, .recent = recent});
}
END_TEST

START_TEST(chunks) {
    for (int width = 1; width <= MOST + 1; width++)
        check_everywhere((plumb_mask){.chunk = width});
}
END_TEST

START_TEST(several_at_once) {
    for (int width = 1; width <= 4; width++)
        for (int left = 0; left <= 4; left++)
            check_everywhere((plumb_mask){.windowed = true,
                                          .left = left,
                                          .right = 1,
                                          .prefixed = true,
                                          .prefix = 3,
                                          .streaming = true,
                                          .first = 1,
                                          .recent = left + width,
                                          .chunk = width});
}
END_TEST

/* What an entry adds to the offset, and all that follows from it, is the offset of an entry of its own. */
START_TEST(entries_have_offsets) {
    const int64_t later[] = {3, -2, 0};
    const plumb_mask masks[] = {{.windowed = true, .left = 2, .right = 1},
                                {.streaming = true, .first = 1, .recent = 2},
                                {.chunk = 3},
                                {.prefixed = true, .prefix = 2},
                                {.windowed = false}};
    for (size_t m = 0; m < sizeof masks / sizeof *masks; m++)
        for (size_t b = 0; b < 3; b++)
            for (size_t t = 0; t < MOST; t++) {
                plumb_problem p = {.batch = 3, .query_heads = 1, .key_heads = 1, .query_length = MOST};
                p.mask = masks[m];
                unsigned char visible[MOST];
                p.key_length = MOST;
                p.causal = (plumb_causal){!masks[m].prefixed, 1};
                p.mask.entry_offset = later;
                plumb_problem alone = p;
                alone.mask.entry_offset = NULL;
                alone.causal.offset += later[b];
                plumb_show_visible(&p, b, 0, t, visible);
                for (size_t j = 0; j < MOST; j++) {
                    ck_assert_int_eq(visible[j] != 0, sees(&alone, (int)t, (int)j));
                    ck_assert_int_eq(plumb_exact_visible(&p, b, 0, t, j), sees(&alone, (int)t, (int)j));
                }
            }
}
END_TEST

/* A query behind the last of its entry sees nothing, whatever is stated. */
START_TEST(queries_that_do_not_exist_see_nothing) {
    const int64_t length[] = {3, 0, MOST};
    plumb_problem p = {.batch = 3, .query_heads = 1, .key_heads = 1, .query_length = MOST, .key_length = MOST};
    p.sequences.length = length;
    ck_assert(plumb_has_mask(&p));
    for (size_t b = 0; b < 3; b++)
        for (size_t t = 0; t < MOST; t++) {
            unsigned char visible[MOST];
            plumb_show_visible(&p, b, 0, t, visible);
            for (size_t j = 0; j < MOST; j++) {
                ck_assert_int_eq(visible[j] != 0, (int64_t)t < length[b]);
                ck_assert_int_eq(plumb_exact_visible(&p, b, 0, t, j), (int64_t)t < length[b]);
            }
        }
}
END_TEST

/* Two batches of two heads: which row of each tensor is read. */
START_TEST(tensors_by_batch_and_head) {
    const int64_t query_segment[] = {1, 2, 2, 1}, key_segment[] = {1, 2, 2, 2};
    const unsigned char allowed[] = {1, 1, 1, 0};
    const double bias[] = {0, 0, -INFINITY, 5, 1e300, 0, 0, -INFINITY};
    plumb_problem p = {.batch = 2,
                       .query_heads = 2,
                       .key_heads = 1,
                       .query_length = 2,
                       .key_length = 2,
                       .mask = {.query_segment = query_segment, .key_segment = key_segment}};
    for (size_t b = 0; b < 2; b++)
        for (size_t h = 0; h < 2; h++)
            for (size_t t = 0; t < 2; t++) {
                unsigned char visible[2];
                for (int with = 0; with < 4; with++) {
                    p.mask.allowed = with & 1 ? allowed : NULL; /* [1][2][1][2] */
                    p.mask.allowed_head = 2;
                    p.extra.bias = with & 2 ? bias : NULL; /* [2][1][2][2] */
                    p.extra.bias_batch = 4;
                    p.extra.bias_query = 2;
                    plumb_show_visible(&p, b, h, t, visible);
                    for (size_t j = 0; j < 2; j++) {
                        bool expected = query_segment[2 * b + t] == key_segment[2 * b + j] &&
                                        (!(with & 1) || allowed[2 * h + j]) &&
                                        (!(with & 2) || !isinf(bias[4 * b + 2 * t + j]));
                        ck_assert_int_eq(visible[j] != 0, expected);
                        ck_assert_int_eq(plumb_exact_visible(&p, b, h, t, j), expected);
                    }
                }
            }
    ck_assert(plumb_has_mask(&p));
}
END_TEST

/* The first keys of the sink are shown from every position, but stay hidden where a tensor says so. */
START_TEST(first_keys_from_everywhere) {
    const unsigned char allowed[] = {1, 0, 1, 1};
    unsigned char visible[4];
    plumb_problem p = {.batch = 1,
                       .query_heads = 1,
                       .key_heads = 1,
                       .query_length = 1,
                       .key_length = 4,
                       .causal = {true, -1},
                       .op = {.sink = PLUMB_SINK_FIRST_KEYS, .sink_keys = 2},
                       .mask = {.allowed = allowed}};
    plumb_show_visible(&p, 0, 0, 0, visible);
    for (size_t j = 0; j < 4; j++) {
        ck_assert_int_eq(visible[j] != 0, j == 0);
        ck_assert_int_eq(plumb_exact_visible(&p, 0, 0, 0, j), j == 0);
    }
}
END_TEST

/* Two batch entries under a causal mask, a window and a padding mask, queries before, among and behind the keys: a
   group overrides what positions say, and not what a tensor says. */
START_TEST(groups_see_each_other) {
    static const int64_t group[] = {-1, 4, 4, -1, 0, 0, -2, -2, 7, 7, 7, 7, -1, 7, -1, 0};
    static const unsigned char allowed[] = {1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1};
    plumb_problem p = {
        .batch = 2,
        .query_heads = 1,
        .key_heads = 1,
        .query_length = MOST,
        .key_length = MOST,
        .causal.causal = true,
        .mask = {.windowed = true, .left = 1, .right = 0, .group = group, .allowed = allowed, .allowed_batch = MOST}};
    for (p.causal.offset = -2; p.causal.offset <= 2; p.causal.offset++)
        for (size_t place = 0; place < 2 * MOST * MOST; place++) {
            size_t b = place / MOST / MOST, t = place / MOST % MOST, j = place % MOST;
            int64_t at = (int64_t)t + p.causal.offset, own = at >= 0 && at < MOST ? group[b * MOST + (size_t)at] : -1;
            bool together = own >= 0 && own == group[b * MOST + j];
            bool expected = (sees(&p, (int)t, (int)j) || together) && allowed[b * MOST + j];
            unsigned char visible[MOST];
            plumb_show_visible(&p, b, 0, t, visible);
            ck_assert_int_eq(visible[j] != 0, expected);
            ck_assert_int_eq(plumb_exact_visible(&p, b, 0, t, j), expected);
        }
    ck_assert(plumb_has_mask(&p));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/visible");
    TCase *tests = tcase_create("visible");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, no_mask);
    tcase_add_test(tests, windows);
    tcase_add_test(tests, prefixes);
    tcase_add_test(tests, streams);
    tcase_add_test(tests, chunks);
    tcase_add_test(tests, several_at_once);
    tcase_add_test(tests, entries_have_offsets);
    tcase_add_test(tests, queries_that_do_not_exist_see_nothing);
    tcase_add_test(tests, tensors_by_batch_and_head);
    tcase_add_test(tests, first_keys_from_everywhere);
    tcase_add_test(tests, groups_see_each_other);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
