/* test_ask.c - of numbers that are farther off than expected those that err most are asked about: one that no engine
   gives makes FAIL. */
#include "judge/ask.h"
#include "judge/asked.h"
#include "judge/compare.h"
#include "theorem/proof.h"
#include "exact/reference.h"
#include "precision/precision_text.h"
#include "tests/exact/problems.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

/* ---- which are asked ---- */

enum { ELEMENTS = 300, ROWS_OF_ALL = 10, ORDERS = 20 };

/* Few errors, so that many are equal; some are within what is expected, of some nothing is expected, and of some
   nothing is known to be allowed. */
static plumb_element drawn_element(random_cases *cases, size_t number, size_t errors) {
    plumb_element element = {.present = true,
                             .batch = number % ROWS_OF_ALL / 5,
                             .query = number % ROWS_OF_ALL % 5,
                             .column = number / ROWS_OF_ALL,
                             .finding = random_below(cases, 4) > 0 ? PLUMB_IMPROBABLE : PLUMB_WITHIN,
                             .error_low = (double)random_below(cases, errors)};
    element.probable = random_below(cases, 8) ? 1 + (double)random_below(cases, 3) : 0;
    element.least_bound = random_below(cases, 8) ? 2 + (double)random_below(cases, 3) : NAN;
    return element;
}

static double share(const plumb_element *element, bool of_expected) {
    return element->error_low / (of_expected ? element->probable : element->least_bound);
}

static bool is_asked(const plumb_element *element, bool of_expected) {
    bool within = element->finding == PLUMB_WITHIN, allowed = share(element, false) <= PLUMB_SURELY_ALLOWED;
    return isfinite(share(element, of_expected)) && !allowed &&
           (!within || (!of_expected && share(element, false) > 1));
}

static bool is_taken(const plumb_farthest *taken, const plumb_element *element) {
    for (size_t i = 0; i < taken->count; i++)
        if (!plumb_element_comes_before(&taken->element[i], element) &&
            !plumb_element_comes_before(element, &taken->element[i]))
            return true;
    return false;
}

static size_t of_its_row(const plumb_farthest *taken, const plumb_element *element) {
    size_t count = 0;
    for (size_t i = 0; i < taken->count; i++)
        count += taken->element[i].batch == element->batch && taken->element[i].head == element->head &&
                 taken->element[i].query == element->query;
    return count;
}

/* By the definition: again and again the farthest of those that are left and whose row has a place. */
static plumb_farthest farthest(const plumb_element *all, bool of_expected) {
    plumb_farthest taken = {.count = 0};
    for (const plumb_element *next = all; next != NULL && taken.count < PLUMB_ASKED;) {
        next = NULL;
        for (size_t i = 0; i < ELEMENTS; i++) {
            const plumb_element *e = &all[i];
            if (!is_asked(e, of_expected) || is_taken(&taken, e) || of_its_row(&taken, e) == PLUMB_ASKED_OF_ROW)
                continue;
            if (next == NULL || share(e, of_expected) > share(next, of_expected) ||
                (!(share(e, of_expected) < share(next, of_expected)) && plumb_element_comes_before(e, next)))
                next = e;
        }
        if (next != NULL)
            taken.element[taken.count++] = *next;
    }
    return taken;
}

static void shuffle(random_cases *cases, plumb_element *all) {
    for (size_t i = ELEMENTS - 1; i > 0; i--) {
        size_t j = random_below(cases, i + 1);
        plumb_element kept = all[i];
        all[i] = all[j];
        all[j] = kept;
    }
}

static void check_same(const plumb_farthest *kept, const plumb_farthest *wanted) {
    ck_assert_uint_eq(kept->count, wanted->count);
    for (size_t i = 0; i < kept->count; i++)
        ck_assert_mem_eq(&kept->element[i], &wanted->element[i], sizeof kept->element[i]);
}

/* In two parts, each in some order. */
START_TEST(those_that_err_most_are_kept) {
    random_cases cases = random_begin("asked elements", 20);
    while (random_next(&cases)) {
        plumb_element all[ELEMENTS];
        size_t errors = random_below(&cases, 2) ? 30 : 5;
        for (size_t i = 0; i < ELEMENTS; i++)
            all[i] = drawn_element(&cases, i, errors);
        plumb_farthest wanted[] = {farthest(all, true), farthest(all, false)};
        for (int order = 0; order < ORDERS; order++) {
            static plumb_asked parts[2];
            memset(parts, 0, sizeof parts);
            shuffle(&cases, all);
            for (size_t i = 0; i < ELEMENTS; i++)
                plumb_asked_keep(&parts[random_below(&cases, 2)], &all[i]);
            plumb_asked_add(&parts[0], &parts[1]);
            check_same(&parts[0].of_expected, &wanted[0]);
            check_same(&parts[0].of_bound, &wanted[1]);
        }
    }
}
END_TEST

START_TEST(each_is_asked_once) {
    random_cases cases = random_begin("asked elements, listed", 20);
    while (random_next(&cases)) {
        static plumb_asked asked;
        const plumb_element *list[2 * PLUMB_ASKED];
        memset(&asked, 0, sizeof asked);
        for (size_t i = 0; i < ELEMENTS; i++) {
            plumb_element element = drawn_element(&cases, i, 30);
            plumb_asked_keep(&asked, &element);
        }
        size_t count = plumb_asked_list(&asked, list), twice = 0;
        for (size_t i = 0; i < asked.of_bound.count; i++)
            twice += is_taken(&asked.of_expected, &asked.of_bound.element[i]);
        ck_assert_uint_eq(count, asked.of_expected.count + asked.of_bound.count - twice);
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < i; j++)
                ck_assert(plumb_element_comes_before(list[i], list[j]) || plumb_element_comes_before(list[j], list[i]));
        ck_assert_ptr_eq(list[0], &asked.of_expected.element[0]);
    }
}
END_TEST

/* ---- what comes of it ---- */

enum { QUERIES = 8, KEYS = 24, DIM = 16 };

/* Exact answers but for one output, which errs by a part of its error bound; a sink far below the scores of all
   keys. */
typedef struct {
    made_problem made;
    double sink, output[QUERIES * DIM];
    plumb_case judged;
} answered;

static void answer(answered *a, double sink) {
    plumb_problem shape = one_head(QUERIES, KEYS, DIM, DIM);
    a->made = random_problem(shape, 1.5, PLUMB_F32, 5);
    a->sink = sink;
    a->made.problem.op.sink = PLUMB_SINK_LOGIT;
    a->made.problem.extra.sinks = &a->sink;
    plumb_reference reference;
    plumb_reference_init(&reference, &a->made.problem);
    for (size_t n = 0; n < QUERIES * DIM; n++)
        a->output[n] = plumb_round_double(
            arf_get_d(arb_midref(plumb_reference_element(&reference, 0, 0, n / DIM, PLUMB_OUTPUT, n % DIM, 128)),
                      ARF_RND_NEAR),
            PLUMB_F32);
    plumb_reference_clear(&reference);
    a->judged = (plumb_case){.problem = a->made.problem,
                             .input_format = PLUMB_F32,
                             .output = {true, PLUMB_F32, QUERIES * DIM, a->output},
                             .precision = "f32",
                             .source = "answered"};
}

static plumb_report judge(const answered *a, plumb_compare_options how) {
    plumb_report report;
    plumb_error error;
    how.alone = true;
    ck_assert_msg(plumb_compare(&a->judged, &how, &report, &error) == 0, "%s", error.text);
    return report;
}

enum { MOVED = 5 * DIM + 3 };

static plumb_report judge_in_full(const answered *a, plumb_compare_options how) {
    plumb_report report;
    plumb_error error;
    ck_assert_msg(plumb_compare(&a->judged, &how, &report, &error) == 0, "%s", error.text);
    return report;
}

/* What is shown of the output that is wrong by 1. */
static plumb_element shown_wrong(answered *a) {
    double kept = a->output[MOVED];
    a->output[MOVED] += 1;
    plumb_element shown = judge_in_full(a, (plumb_compare_options){.threads = 1}).tensor[PLUMB_OUTPUT].first_impossible;
    ck_assert(shown.present && shown.finding == PLUMB_EXCLUDED && shown.provable > 0);
    a->output[MOVED] = kept;
    return shown;
}

/* One output moved by that. */
static plumb_report judge_moved(answered *a, double by, plumb_compare_options how) {
    double kept = a->output[MOVED];
    a->output[MOVED] += by;
    plumb_report report = judge(a, how);
    a->output[MOVED] = kept;
    return report;
}

START_TEST(what_no_engine_gives_fails) {
    answered a;
    answer(&a, 1);
    ck_assert_int_eq(judge(&a, (plumb_compare_options){.threads = 1}).verdict, PLUMB_PASS);
    double by = 1.1 * shown_wrong(&a).provable;
    plumb_report report = judge_moved(&a, by, (plumb_compare_options){.threads = 1});
    const plumb_tensor_report *output = &report.tensor[PLUMB_OUTPUT];
    ck_assert_int_eq(report.verdict, PLUMB_FAIL);
    ck_assert_int_eq(output->verdict, PLUMB_FAIL);
    ck_assert_uint_eq(output->beyond, 1);
    ck_assert_uint_eq(output->impossible, 1);
    ck_assert_uint_eq(output->refuted, 1);
    ck_assert_int_eq(output->first_impossible.finding, PLUMB_EXCLUDED);
    ck_assert_uint_eq(output->first_impossible.query, 5);
    ck_assert_uint_eq(output->first_impossible.column, 3);
    report = judge_moved(&a, by, (plumb_compare_options){.threads = 1, .unasked = true});
    ck_assert_int_eq(report.verdict, PLUMB_SUSPECT);
    ck_assert_uint_eq(output->beyond, 1);
    ck_assert(output->impossible == 0 && !output->first_impossible.present);
    free_problem(&a.made);
}
END_TEST

/* However far below the scores of all keys a sink is, it says nothing of the others. */
START_TEST(a_sink_far_below_widens_no_bound) {
    answered a;
    answer(&a, -300);
    double near = shown_wrong(&a).provable;
    free_problem(&a.made);
    answer(&a, -10000);
    ck_assert_double_le(shown_wrong(&a).provable, 1.05 * near);
    free_problem(&a.made);
}
END_TEST

/* The bound that is shown: an error of a twentieth more is impossible, of a twentieth less it is not. */
START_TEST(the_bound_divides) {
    answered a;
    for (int sink = 0; sink < 2; sink++) {
        answer(&a, sink ? 1 : -10000);
        plumb_element shown = shown_wrong(&a);
        double middle = shown.low + (shown.high - shown.low) / 2;
        for (int beyond = 0; beyond < 2; beyond++) {
            a.output[MOVED] = middle + shown.provable * (beyond ? 1.05 : 1 / 1.06);
            plumb_report report = judge_in_full(&a, (plumb_compare_options){.threads = 1});
            ck_assert_int_eq(report.verdict, beyond ? PLUMB_FAIL : PLUMB_SUSPECT);
            const plumb_element *again =
                beyond ? &report.tensor[PLUMB_OUTPUT].first_impossible : &report.tensor[PLUMB_OUTPUT].first_beyond;
            ck_assert_double_le(again->provable, 1.06 * shown.provable);
            ck_assert_double_ge(again->provable, shown.provable / 1.06);
        }
        free_problem(&a.made);
    }
}
END_TEST

static void keep_expected(void *context, plumb_quantity quantity, const plumb_element *element) {
    double *expected = context;
    if (quantity == PLUMB_OUTPUT)
        expected[element->query * DIM + element->column] = element->probable;
}

/* All outputs moved by so many times what is expected at most. */
static plumb_report judge_all_moved(answered *a, double times, plumb_compare_options how) {
    double expected[QUERIES * DIM], kept[QUERIES * DIM];
    judge(a, (plumb_compare_options){
                 .threads = 1, .unasked = true, .element = keep_expected, .element_context = expected});
    memcpy(kept, a->output, sizeof kept);
    for (size_t n = 0; n < QUERIES * DIM; n++)
        a->output[n] += times * expected[n];
    plumb_report report = judge_in_full(a, how);
    memcpy(a->output, kept, sizeof kept);
    return report;
}

/* If none of those that err most is excluded others are asked; and all of them if that is wanted. */
START_TEST(more_are_asked) {
    answered a;
    answer(&a, 1);
    plumb_report report = judge_all_moved(&a, 2.3, (plumb_compare_options){.threads = 1});
    const plumb_tensor_report *output = &report.tensor[PLUMB_OUTPUT];
    ck_assert_uint_eq(output->impossible, 0);
    ck_assert_uint_eq(output->beyond, QUERIES * DIM);
    ck_assert_uint_gt(output->asked, 1 + 2 * QUERIES * PLUMB_ASKED_OF_ROW);
    report = judge_all_moved(&a, 1000, (plumb_compare_options){.threads = 1});
    ck_assert_uint_ge(output->asked, QUERIES * PLUMB_ASKED_OF_ROW);
    ck_assert_uint_le(output->asked, 1 + 2 * QUERIES * PLUMB_ASKED_OF_ROW);
    ck_assert_uint_eq(output->refuted, output->asked);
    ck_assert_uint_eq(output->impossible, output->asked);
    report = judge_all_moved(&a, 1000, (plumb_compare_options){.threads = 1, .ask_all = true});
    ck_assert_uint_eq(output->asked, QUERIES * DIM);
    ck_assert_uint_eq(output->refuted, QUERIES * DIM);
    ck_assert_uint_eq(output->impossible, QUERIES * DIM);
    ck_assert_uint_eq(output->beyond, QUERIES * DIM);
    free_problem(&a.made);
}
END_TEST

/* An engine may give it. */
START_TEST(what_an_engine_may_give_is_suspect) {
    answered a;
    answer(&a, 1);
    plumb_report report = judge_moved(&a, 0.5 * shown_wrong(&a).provable, (plumb_compare_options){.threads = 1});
    ck_assert_int_eq(report.verdict, PLUMB_SUSPECT);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].impossible, 0);
    ck_assert_uint_gt(report.tensor[PLUMB_OUTPUT].asked, 0);
    free_problem(&a.made);
}
END_TEST

/* Of a number within what is expected that no engine gives, too: where so little is allowed the wider measure is the
   other one. */
START_TEST(what_is_expected_may_be_impossible) {
    plumb_tensor_report tensor = {.total = 3, .passed = 2, .unjudged = 1};
    const plumb_element within = {.present = true, .query = 2, .finding = PLUMB_WITHIN},
                        unjudged = {.present = true, .query = 1, .finding = PLUMB_UNINFORMATIVE};
    plumb_ask_note(&tensor, &within, false);
    ck_assert(tensor.asked == 1 && tensor.passed == 2 && tensor.beyond == 0);
    plumb_ask_note(&tensor, &within, true);
    plumb_ask_note(&tensor, &unjudged, true);
    ck_assert(tensor.asked == 3 && tensor.refuted == 2 && tensor.impossible == 2);
    ck_assert(tensor.beyond == 2 && tensor.passed == 1 && tensor.unjudged == 0);
    ck_assert_uint_eq(tensor.first_impossible.query, 1);
}
END_TEST

/* Another failure is enough. */
START_TEST(nothing_is_asked_without_need) {
    answered a;
    answer(&a, -10000);
    double by = 1.1 * shown_wrong(&a).provable;
    a.output[0] += 1;
    plumb_report report = judge_moved(&a, by, (plumb_compare_options){.threads = 1});
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].asked, 1);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].impossible, 1);
    ck_assert_uint_eq(report.tensor[PLUMB_OUTPUT].first_impossible.query, 0);
    free_problem(&a.made);
}
END_TEST

/* Sums of values of 4000 may exceed 65504, those of small ones may not. */
START_TEST(what_may_overflow_is_not_excluded) {
    answered a;
    answer(&a, -10000);
    a.judged.precision = "fp16-accumulate,output=f32";
    double by = 1.1 * shown_wrong(&a).provable;
    for (int large = 0; large <= 1; large++) {
        plumb_report report = judge_moved(&a, large ? 4000 * by : by, (plumb_compare_options){.threads = 1});
        const plumb_tensor_report *output = &report.tensor[PLUMB_OUTPUT];
        ck_assert_uint_gt(output->asked, 0);
        ck_assert_uint_eq(output->impossible, large ? 0 : 1);
        for (size_t i = 0; i < KEYS * DIM; i++)
            a.made.value[i] *= 4000;
        for (size_t i = 0; i < QUERIES * DIM; i++)
            a.output[i] *= 4000;
    }
    free_problem(&a.made);
}
END_TEST

static bool decides(const plumb_problem *p, plumb_quantity quantity, const char *precision) {
    plumb_precision model;
    plumb_error error;
    ck_assert_int_eq(plumb_precision_parse(precision, "precision", &model, &error), 0);
    return plumb_proof_decides(p, &model, quantity);
}

/* All operators and all scores; any shift of what is neither a power softmax nor softpick. */
START_TEST(proof_decides_these) {
    for (int kind = 0; kind < PLUMB_OPERATOR_COUNT; kind++) {
        plumb_problem p = one_head(1, 1, 1, 1);
        double bias = 0;
        p.op.kind = (plumb_operator_kind)kind;
        bool any_shift = kind != PLUMB_POWER_SOFTMAX && kind != PLUMB_SOFTPICK;
        ck_assert_msg(decides(&p, PLUMB_OUTPUT, "f32"), "operator %d", kind);
        ck_assert(decides(&p, PLUMB_SCORES, "f32,shift=hidden"));
        ck_assert(decides(&p, PLUMB_OUTPUT, "f32,shift=hidden") == any_shift);
        ck_assert(decides(&p, PLUMB_OUTPUT, "f32,shift=fixed:8") == any_shift);
        p.extra.bias = &bias;
        ck_assert(decides(&p, PLUMB_OUTPUT, "f32"));
    }
    plumb_problem p = one_head(1, 1, 1, 1);
    double table = 0;
    p.position.kind = PLUMB_POSITION_SHAW;
    ck_assert(decides(&p, PLUMB_OUTPUT, "f32"));
    p.position.value_table = &table;
    ck_assert(decides(&p, PLUMB_OUTPUT, "f32"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/ask");
    TCase *ask = tcase_create("ask");
    tcase_set_timeout(ask, random_timeout());
    tcase_add_test(ask, those_that_err_most_are_kept);
    tcase_add_test(ask, each_is_asked_once);
    tcase_add_test(ask, what_no_engine_gives_fails);
    tcase_add_test(ask, a_sink_far_below_widens_no_bound);
    tcase_add_test(ask, the_bound_divides);
    tcase_add_test(ask, more_are_asked);
    tcase_add_test(ask, what_an_engine_may_give_is_suspect);
    tcase_add_test(ask, what_is_expected_may_be_impossible);
    tcase_add_test(ask, nothing_is_asked_without_need);
    tcase_add_test(ask, what_may_overflow_is_not_excluded);
    tcase_add_test(ask, proof_decides_these);
    suite_add_tcase(suite, ask);
    return run_suite(suite);
}
