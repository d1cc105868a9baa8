/* test_concentration.c - the places of wrong elements: each statement is true of all of them, and chance gives none. */
#include "diagnose/concentration.h"
#include "tests/diagnose/answers.h"
#include "tests/support/reproduce.h"

/* Which elements are wrong. */
typedef bool wrong_at(size_t b, size_t h, size_t t, size_t column);

static plumb_problem shape(void) {
    plumb_problem p = one_head(24, 24, 4, 16);
    p.batch = 4;
    p.query_heads = 8;
    p.key_heads = 2;
    p.causal = (plumb_causal){true, 0};
    return p;
}

static void note(plumb_findings *findings, plumb_quantity quantity, plumb_row_place at,
                 size_t column, plumb_finding finding) {
    const plumb_element element = {.present = true,
                                   .batch = at.b,
                                   .head = at.h,
                                   .query = at.t,
                                   .column = column,
                                   .finding = finding,
                                   .ratio = 2};
    plumb_findings_note(findings, quantity, &element);
}

static bool is_failure(plumb_finding finding) {
    return plumb_is_wrong(finding) && finding != PLUMB_IMPROBABLE && finding != PLUMB_MAY_OVERFLOW;
}

static plumb_concentration find(const plumb_problem *p, plumb_quantity quantity,
                                plumb_finding finding, wrong_at *wrong) {
    static const double nothing;
    plumb_case c = {.problem = *p};
    plumb_findings findings;
    plumb_concentration where;
    *answer_of(&c, quantity) = (plumb_claim){true, PLUMB_F32, 0, &nothing};
    ck_assert_int_eq(plumb_findings_init(&findings, &c), 0);
    for (size_t row = 0; row < findings.rows; row++) {
        plumb_row_place at = plumb_place_of_row(p, row);
        for (size_t column = 0; column < findings.width[quantity]; column++)
            note(&findings, quantity, at, column,
                 wrong(at.b, at.h, at.t, column) ? finding : PLUMB_WITHIN);
    }
    plumb_verdict verdict = is_failure(finding) ? PLUMB_FAIL : PLUMB_SUSPECT;
    ck_assert_int_eq(plumb_concentration_find(&findings, verdict, &where), 0);
    plumb_findings_free(&findings);
    return where;
}

static bool all_but_first_key(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)h, (void)column;
    return t > 0;
}

/* Of four as many are wrong as are not. */
static bool entries_1_and_3(size_t b, size_t h, size_t t, size_t column) {
    (void)h, (void)t, (void)column;
    return b % 2 == 1;
}

static bool head_3(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)t, (void)column;
    return h == 3;
}

static bool key_head_1(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)t, (void)column;
    return h >= 4;
}

static bool some_heads(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)t, (void)column;
    return h == 0 || h == 2 || h == 3;
}

static bool odd_heads(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)t, (void)column;
    return h % 2 == 1;
}

static bool uneven_heads(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)t, (void)column;
    return h == 0 || h == 3 || h == 5 || h == 7;
}

static bool all_heads_but_0_and_5(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)t, (void)column;
    return h != 0 && h != 5;
}

static bool batch_2(size_t b, size_t h, size_t t, size_t column) {
    (void)h, (void)t, (void)column;
    return b == 2;
}

static bool first_queries(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)h, (void)column;
    return t < 8;
}

static bool late_queries(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)h, (void)column;
    return t >= 17;
}

static bool late_columns(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)h, (void)t;
    return column >= 8 && column < 12;
}

static bool corner(size_t b, size_t h, size_t t, size_t column) {
    return b >= 2 && h == 1 && t < 10 && column == 0;
}

static bool two_rows(size_t b, size_t h, size_t t, size_t column) {
    (void)column;
    return b == 1 && h == 4 && (t == 3 || t == 9);
}

static bool four_scattered(size_t b, size_t h, size_t t, size_t column) {
    (void)column;
    return t == 3 + 5 * b && h == 2 * b;
}

static const struct {
    wrong_at *wrong;
    plumb_quantity quantity;
    const char *text[PLUMB_STATEMENTS];
} statements[] = {
    {head_3, PLUMB_OUTPUT, {"all in head 3"}},
    {key_head_1, PLUMB_OUTPUT, {"all from head 4 on (key head 1)"}},
    {some_heads, PLUMB_OUTPUT, {"all in heads 0, 2 to 3"}},
    {odd_heads, PLUMB_OUTPUT, {"all in heads 1, 3, ... 7"}},
    {uneven_heads, PLUMB_OUTPUT, {"all in heads 0, 3, 5, 7"}},
    {all_heads_but_0_and_5, PLUMB_OUTPUT, {"in all heads but 0, 5"}},
    {entries_1_and_3, PLUMB_OUTPUT, {"all in batch entries 1, 3"}},
    {batch_2, PLUMB_OUTPUT, {"all in batch entry 2"}},
    {first_queries, PLUMB_OUTPUT, {"all in queries 0 to 7"}},
    {late_queries, PLUMB_LSE, {"all from query 17 on"}},
    {late_columns, PLUMB_OUTPUT, {"all in columns 8 to 11"}},
    {late_columns, PLUMB_WEIGHTS, {"all in keys 8 to 11"}},
    {all_but_first_key, PLUMB_OUTPUT, {"all from query 1 on"}},
    {corner,
     PLUMB_OUTPUT,
     {"all from batch entry 2 on", "all in head 1", "all in queries 0 to 9", "all in column 0"}},
    {two_rows, PLUMB_OUTPUT, {"all in the rows of [1, 4, 3], [1, 4, 9]"}},
    {four_scattered, PLUMB_OUTPUT, {NULL}},
};

START_TEST(the_part_is_named) {
    plumb_problem p = shape();
    plumb_concentration where =
        find(&p, statements[_i].quantity, PLUMB_EXCLUDED, statements[_i].wrong);
    size_t expected = 0;
    while (expected < PLUMB_STATEMENTS && statements[_i].text[expected] != NULL)
        expected++;
    for (size_t i = 0; i < expected && i < where.statements; i++)
        ck_assert_str_eq(where.text[i], statements[_i].text[i]);
    ck_assert_uint_eq(where.statements, expected);
    ck_assert_int_eq(where.quantity, statements[_i].quantity);
}
END_TEST

static bool everywhere(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)h, (void)t, (void)column;
    return true;
}

static bool scattered(size_t b, size_t h, size_t t, size_t column) {
    return (b * 977 + h * 131 + t * 31 + column * 17) % 7 == 0;
}

static bool few(size_t b, size_t h, size_t t, size_t column) {
    return (t * 7 + h * 5 + b * 11) % 31 == 9 && column % 5 == (b + t) % 5;
}

START_TEST(what_is_everywhere_is_nowhere) {
    static wrong_at *const spread[] = {everywhere, scattered, few};
    plumb_problem p = shape();
    for (size_t i = 0; i < 3; i++) {
        plumb_concentration where = find(&p, PLUMB_OUTPUT, PLUMB_EXCLUDED, spread[i]);
        ck_assert_uint_gt(where.wrong, 3);
        for (size_t s = 0; s < where.statements; s++)
            ck_assert_msg(false, "%zu: %s", i, where.text[s]);
    }
}
END_TEST

/* Documents of 6: how many keys a row sees says what no run of queries does. */
static bool sees_more_than_4(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)h, (void)column;
    return t % 6 >= 4;
}

static bool sees_2_or_3(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)h, (void)column;
    return t % 6 == 1 || t % 6 == 2;
}

static bool sees_few(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)h, (void)column;
    return t % 6 < 3;
}

START_TEST(visible_keys_are_counted) {
    plumb_problem p = shape();
    p.mask.chunk = 6;
    plumb_concentration where = find(&p, PLUMB_OUTPUT, PLUMB_EXCLUDED, sees_more_than_4);
    ck_assert_uint_ge(where.statements, 1);
    ck_assert_str_eq(where.text[where.statements - 1], "all in rows that see more than 4 keys");
    where = find(&p, PLUMB_OUTPUT, PLUMB_EXCLUDED, sees_2_or_3);
    ck_assert_str_eq(where.text[where.statements - 1], "all in rows that see 2 to 3 keys");
    where = find(&p, PLUMB_OUTPUT, PLUMB_EXCLUDED, sees_few);
    ck_assert_str_eq(where.text[where.statements - 1], "all in rows that see fewer than 4 keys");
}
END_TEST

static bool first_queries_and_one(size_t b, size_t h, size_t t, size_t column) {
    return first_queries(b, h, t, column) || (b == 1 && h == 1 && t == 20 && column == 3);
}

static bool hidden(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)h;
    return column > t;
}

static bool hidden_or_last(size_t b, size_t h, size_t t, size_t column) {
    (void)b, (void)h;
    return column >= t;
}

/* Weights and scores of hidden keys. */
START_TEST(keys_that_take_no_part) {
    plumb_problem p = shape();
    plumb_concentration where = find(&p, PLUMB_WEIGHTS, PLUMB_EXCLUDED, hidden);
    ck_assert_str_eq(where.text[0], "all where a key takes no part: 0 is right there");
    where = find(&p, PLUMB_SCORES, PLUMB_EXCLUDED, hidden);
    ck_assert_str_eq(where.defined, "-infinity");
    where = find(&p, PLUMB_WEIGHTS, PLUMB_EXCLUDED, hidden_or_last);
    ck_assert_ptr_null(where.defined);
}
END_TEST

START_TEST(rows_without_keys) {
    plumb_problem p = shape();
    p.causal.offset = -8;
    plumb_concentration where = find(&p, PLUMB_OUTPUT, PLUMB_EXCLUDED, first_queries);
    ck_assert_uint_eq(where.statements, 2);
    ck_assert_str_eq(where.text[0], "all where no key is seen: 0 is right there");
    ck_assert_str_eq(where.text[1], "all in queries 0 to 7 (positions -8 to -1)");
    ck_assert_str_eq(where.defined, "0");
    where = find(&p, PLUMB_LSE, PLUMB_EXCLUDED, first_queries);
    ck_assert_str_eq(where.text[0], "all where no key is seen: -infinity is right there");
    where = find(&p, PLUMB_OUTPUT, PLUMB_EXCLUDED, first_queries_and_one);
    ck_assert_ptr_null(where.defined);
    p.causal.offset = 100;
    where = find(&p, PLUMB_OUTPUT, PLUMB_EXCLUDED, late_queries);
    ck_assert_str_eq(where.text[0], "all from query 17 on (position 117)");
}
END_TEST

START_TEST(suspect_and_unjudged_elements) {
    plumb_problem p = shape();
    plumb_concentration where = find(&p, PLUMB_OUTPUT, PLUMB_IMPROBABLE, head_3);
    ck_assert_uint_eq(where.wrong, 4 * 24 * 16);
    ck_assert_str_eq(where.text[0], "all in head 3");
    where = find(&p, PLUMB_OUTPUT, PLUMB_UNINFORMATIVE, head_3);
    ck_assert_uint_eq(where.wrong, 4 * 24 * 16);
    ck_assert_uint_eq(where.compared, 4 * 8 * 24 * 16);
}
END_TEST

/* Head 3 is wrong; a row of head 5 is NaN, one element of it infinite. */
START_TEST(what_is_not_finite_is_told_beside) {
    static const double nothing;
    plumb_problem p = shape();
    plumb_case c = {.problem = p};
    plumb_findings findings;
    plumb_concentration where;
    *answer_of(&c, PLUMB_OUTPUT) = (plumb_claim){true, PLUMB_F32, 0, &nothing};
    ck_assert_int_eq(plumb_findings_init(&findings, &c), 0);
    for (size_t row = 0; row < findings.rows; row++) {
        plumb_row_place at = plumb_place_of_row(&p, row);
        for (size_t column = 0; column < 16; column++) {
            bool in_row = at.b == 1 && at.h == 5 && at.t == 7;
            note(&findings, PLUMB_OUTPUT, at, column,
                 in_row      ? column == 2 ? PLUMB_INFINITE : PLUMB_NAN
                 : at.h == 3 ? PLUMB_EXCLUDED
                             : PLUMB_WITHIN);
        }
    }
    ck_assert_int_eq(plumb_concentration_find(&findings, PLUMB_FAIL, &where), 0);
    ck_assert_uint_eq(where.wrong, 4 * 24 * 16 + 16);
    ck_assert_uint_eq(where.nan, 15);
    ck_assert_uint_eq(where.infinite, 1);
    ck_assert_uint_eq(where.not_finite_statements, 1);
    ck_assert_str_eq(where.not_finite_text[0], "all in the row of [1, 5, 7]");
    plumb_findings_free(&findings);
}
END_TEST

/* Then its places are those of all. */
START_TEST(nothing_but_nan) {
    plumb_problem p = shape();
    plumb_concentration where = find(&p, PLUMB_OUTPUT, PLUMB_NAN, head_3);
    ck_assert_uint_eq(where.nan, where.wrong);
    ck_assert_uint_eq(where.not_finite_statements, 0);
}
END_TEST

/* ---- any set ---- */

static uint64_t drawn_seed;

static bool drawn_rows(size_t b, size_t h, size_t t, size_t column) {
    uint64_t x = (drawn_seed ^ (b * 0x9E3779B97F4A7C15u)) + h * 0xC2B2AE3D27D4EB4Fu + t;
    (void)column;
    x ^= x >> 29;
    x *= 0xBF58476D1CE4E5B9u;
    return (x >> 40) % 16 == 0;
}

/* Rows drawn at random stand nowhere; one statement in a thousand, on each of 4 axes, is chance. */
START_TEST(chance_is_not_concentration) {
    random_cases cases = random_begin("chance is not concentration", 300);
    size_t said = 0, rounds = 0;
    plumb_problem p = shape();
    p.causal.causal = false;
    while (random_next(&cases)) {
        drawn_seed = random_bits(&cases);
        said += find(&p, PLUMB_OUTPUT, PLUMB_EXCLUDED, drawn_rows).statements > 0;
        rounds++;
    }
    ck_assert_msg(said <= 3 + rounds / 50, "%zu statements of %zu", said, rounds);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/concentration");
    TCase *tests = tcase_create("concentration");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, the_part_is_named, 0, sizeof statements / sizeof *statements);
    tcase_add_test(tests, what_is_everywhere_is_nowhere);
    tcase_add_test(tests, visible_keys_are_counted);
    tcase_add_test(tests, rows_without_keys);
    tcase_add_test(tests, keys_that_take_no_part);
    tcase_add_test(tests, suspect_and_unjudged_elements);
    tcase_add_test(tests, what_is_not_finite_is_told_beside);
    tcase_add_test(tests, nothing_but_nan);
    tcase_add_test(tests, chance_is_not_concentration);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
