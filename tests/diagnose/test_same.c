/* test_same.c - whether two cases have the same results here: by their hidden keys, and by their numbers. */
#include "diagnose/same.h"
#include "tests/diagnose/answers.h"

typedef struct {
    drawn_problem drawn;
    answered_case a;
    plumb_case other; /* the same answers */
    plumb_probe probe;
    plumb_precision precision;
} comparison;

static void compare_begin(comparison *c) {
    random_cases cases = random_begin("same", 1);
    plumb_findings findings;
    bool decided;
    ck_assert(random_next(&cases));
    c->drawn = draw_in_format(&cases, usual_shape(10, 14), PLUMB_F32);
    c->a = answer_case(&c->drawn.problem, &c->drawn.problem, PLUMB_F32, ALL_TENSORS, &decided);
    c->precision = *plumb_precision_find("f32");
    ck_assert_int_eq(plumb_findings_init(&findings, &c->a.stated), 0);
    plumb_probe_choose(&c->a.stated, &findings, &c->probe);
    plumb_findings_free(&findings);
    memcpy(&c->other, &c->a.stated, sizeof c->other);
}

static void compare_end(comparison *c) {
    free_answers(&c->a);
    free_problem(&c->drawn);
}

static bool asks_same(const comparison *c) {
    bool same;
    plumb_error error;
    ck_assert_int_eq(
        plumb_asks_same(&c->a.stated, &c->other, &c->precision, &c->probe, 2, &same, &error), 0);
    return same;
}

static bool hides_same(const comparison *c) {
    return plumb_hides_same(&c->a.stated, &c->other);
}

START_TEST(masks_that_hide_the_same) {
    comparison c;
    compare_begin(&c);
    ck_assert(hides_same(&c) && asks_same(&c));
    c.other.problem.mask.windowed = true;
    c.other.problem.mask.left = 13;
    c.other.problem.mask.right = 0;
    ck_assert(hides_same(&c) && asks_same(&c));
    c.other.problem.mask.left = 12; /* the last query loses a key */
    ck_assert(!hides_same(&c) && !asks_same(&c));
    compare_end(&c);
}
END_TEST

/* A tensor in another format, or none. */
START_TEST(other_answers_are_another_question) {
    comparison c;
    compare_begin(&c);
    c.other.output.format = PLUMB_F64;
    ck_assert(!asks_same(&c));
    c.other.output.format = c.a.stated.output.format;
    c.other.lse.present = false;
    ck_assert(!asks_same(&c));
    compare_end(&c);
}
END_TEST

/* Where positions are counted, an offset is more than a mask. */
START_TEST(positions_are_not_masks) {
    comparison c;
    compare_begin(&c);
    c.a.stated.problem.causal.causal = c.other.problem.causal.causal = false;
    c.other.problem.causal.offset = 0;
    ck_assert(hides_same(&c));
    c.a.stated.problem.position.kind = c.other.problem.position.kind = PLUMB_POSITION_ALIBI;
    c.a.stated.problem.position.alibi = c.other.problem.position.alibi = PLUMB_ALIBI_SYMMETRIC;
    ck_assert(!hides_same(&c) && !asks_same(&c));
    compare_end(&c);
}
END_TEST

/* The softmax does not see a constant; the log-sum-exp does. */
START_TEST(the_same_weights_are_told_by_the_log_sum_exp) {
    comparison c;
    compare_begin(&c);
    c.a.stated.problem.position.kind = c.other.problem.position.kind = PLUMB_POSITION_ALIBI;
    c.a.stated.problem.position.alibi = PLUMB_ALIBI_RELATIVE;
    c.other.problem.position.alibi = PLUMB_ALIBI_KEY;
    ck_assert(!hides_same(&c) && !asks_same(&c));
    c.a.stated.lse.present = c.other.lse.present = false;
    c.a.stated.scores.present = c.other.scores.present = false;
    ck_assert(asks_same(&c));
    compare_end(&c);
}
END_TEST

START_TEST(a_small_difference_is_one) {
    comparison c;
    compare_begin(&c);
    c.a.stated.problem.scale.text = "0.3";
    c.other.problem.scale.text = "3/10";
    ck_assert(asks_same(&c));
    c.other.problem.scale.text = "0.30000000000000001"; /* as near as 17 digits come */
    ck_assert(asks_same(&c));
    c.other.problem.scale.text = "0.3000000000001";
    ck_assert(!asks_same(&c));
    compare_end(&c);
}
END_TEST

/* However small the values, outputs are seen beside them. */
START_TEST(small_values_tell_as_much) {
    comparison c;
    compare_begin(&c);
    for (size_t i = 0; i < value_numbers(&c.drawn.problem); i++)
        c.drawn.value[i] *= 0x1p-80;
    c.a.stated.weights.present = c.a.stated.scores.present = c.a.stated.lse.present = false;
    c.other.weights.present = c.other.scores.present = c.other.lse.present = false;
    ck_assert(asks_same(&c));
    c.other.problem.scale.text = "0.36";
    ck_assert(!asks_same(&c));
    compare_end(&c);
}
END_TEST

/* Values of one column alone, whichever it is. */
START_TEST(one_column_tells_a_difference) {
    comparison c;
    compare_begin(&c);
    size_t width = c.a.stated.problem.value_dim, count = value_numbers(&c.drawn.problem);
    double *value = malloc(count * sizeof *value);
    c.other.problem.value = value;
    c.a.stated.weights.present = c.a.stated.scores.present = c.a.stated.lse.present = false;
    c.other.weights.present = c.other.scores.present = c.other.lse.present = false;
    for (size_t column = 0; column < width; column++) {
        memcpy(value, c.drawn.value, count * sizeof *value);
        ck_assert(asks_same(&c));
        for (size_t i = column; i < count; i += width)
            value[i] += 1;
        ck_assert(!asks_same(&c));
    }
    free(value);
    compare_end(&c);
}
END_TEST

START_TEST(other_answers_are_another_case) {
    comparison c;
    compare_begin(&c);
    double *changed = malloc(c.a.stated.output.count * sizeof *changed);
    memcpy(changed, c.a.stated.output.value, c.a.stated.output.count * sizeof *changed);
    c.other.output.value = changed;
    ck_assert(asks_same(&c));
    changed[5] = -changed[5];
    ck_assert(!asks_same(&c));
    free(changed);
    compare_end(&c);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/same");
    TCase *tests = tcase_create("same");
    tcase_add_test(tests, masks_that_hide_the_same);
    tcase_add_test(tests, other_answers_are_another_question);
    tcase_add_test(tests, positions_are_not_masks);
    tcase_add_test(tests, the_same_weights_are_told_by_the_log_sum_exp);
    tcase_add_test(tests, a_small_difference_is_one);
    tcase_add_test(tests, small_values_tell_as_much);
    tcase_add_test(tests, one_column_tells_a_difference);
    tcase_add_test(tests, other_answers_are_another_case);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
