/* test_rounding.c - engines that round more coarsely than stated, in one place or everywhere: the place is among the
   excuses, and if the outputs show it, it explains them. */
#include "diagnose/diagnose.h"
#include "tests/simulate/engine.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <string.h>

typedef struct {
    simulated_engine by;
    const char *stated, *rounds; /* the precision that is stated, and the one that must be named */
    bool shown;
} rounding_engine;

/* Eager in binary32, but for what is named. */
#define SINGLE \
    { .format = AS_F32 }
#define SUMS \
    { .sum = SINGLE, .rounds_products = true }
#define ENGINE(stored_score, stored_weight, stored_output, cuts, multiplied) \
    {.exponent = SINGLE, .scaled = SINGLE, .product = SUMS, .sum = SUMS, .accumulate = SUMS, .divides_first = true, \
     .score = {.format = stored_score}, .probability = {.format = stored_weight, .cut = cuts}, \
     .output = {.format = stored_output}, .operand = {.format = multiplied, .cut = cuts}}

static const rounding_engine engines_that_round[] = {
    {ENGINE(AS_F32, AS_BF16, AS_F32, false, AS_F32), "f32", "f32,probability=bf16", false},
    {ENGINE(AS_F32, AS_F16, AS_F32, false, AS_F32), "f32", "f32,probability=f16", false},
    {ENGINE(AS_BF16, AS_F32, AS_F32, false, AS_F32), "f32", "f32,score=bf16", false},
    {ENGINE(AS_F16, AS_F32, AS_F32, false, AS_F32), "f32", "f32,score=f16", false},
    {ENGINE(AS_F32, AS_TF32, AS_F32, false, AS_TF32), "f32", "tf32", false},
    {ENGINE(AS_F32, AS_TF32, AS_F32, true, AS_TF32), "f32", "tf32-cut", false},
    {ENGINE(AS_F32, AS_BF16, AS_BF16, false, AS_F32), "f32", "bf16-flash", true},
    {ENGINE(AS_F32, AS_F16, AS_F16, false, AS_F32), "f32", "fp16-flash", true},
    {ENGINE(AS_F32, AS_F32, AS_F32, false, AS_F32), "f64", "f32", true},
};

enum { ENGINES_THAT_ROUND = sizeof engines_that_round / sizeof *engines_that_round };

static plumb_case make_case(const rounding_engine *e, const plumb_problem *p, const simulated_answers *a) {
    plumb_format format = strcmp(e->stated, "f64") == 0 ? PLUMB_F64 : PLUMB_F32;
    return (plumb_case){
        .problem = *p,
        .input_format = PLUMB_F32,
        .output = {true, format, plumb_rows_of(p) * p->value_dim, a->output},
        .precision = e->stated,
        .source = e->rounds,
    };
}

static void in_binary32(double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = (float)x[i];
}

static drawn_problem draw_singles(random_cases *cases, plumb_problem shape) {
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    in_binary32(drawn.query, query_numbers(&shape));
    in_binary32(drawn.key, key_numbers(&shape));
    in_binary32(drawn.value, value_numbers(&shape));
    return drawn;
}

/* "rounds as NAME", with or without a summary */
static bool names(const plumb_explanation *explanation, const char *rounds) {
    const char *does = explanation->change[0]->does;
    size_t length = strlen(rounds);
    return strncmp(does, "rounds as ", 10) == 0 && strncmp(does + 10, rounds, length) == 0 &&
           (does[10 + length] == ':' || does[10 + length] == 0);
}

/* A model that is shown comes first; others excuse, and no convention explains. */
static void check_named(const rounding_engine *e, const plumb_diagnosis *d, size_t keys) {
    bool named = false;
    ck_assert_int_eq(d->stated.verdict, PLUMB_FAIL);
    for (size_t i = 0; i < d->explanations.count; i++) {
        const plumb_explanation *explanation = &d->explanations.list[i];
        ck_assert_msg(explanation->coarser, "%s: %s", e->rounds, explanation->change[0]->does);
        ck_assert(plumb_only_excuses(explanation) || e->shown);
        named = named ||
                (names(explanation, e->rounds) && plumb_only_excuses(explanation) == !e->shown);
    }
    ck_assert_msg(named, "%s, %zu keys: not among %zu", e->rounds, keys, d->explanations.count);
    ck_assert(!e->shown || !plumb_only_excuses(&d->explanations.list[0]));
}

START_TEST(the_rounding_is_named) {
    const rounding_engine *e = &engines_that_round[_i];
    static const size_t lengths[] = {4, 16, 64, 256};
    const plumb_diagnose_options singles = {.without_pairs = true, .seconds = 600};
    random_cases cases = random_begin("roundings", sizeof lengths / sizeof *lengths);
    while (random_next(&cases)) {
        size_t keys = lengths[cases.number % 4];
        drawn_problem drawn = draw_singles(&cases, one_head(8, keys, 32, 16));
        simulated_answers a = simulate(&e->by, &drawn.problem, false);
        plumb_case stated = make_case(e, &drawn.problem, &a);
        plumb_diagnosis d;
        plumb_error error;
        ck_assert_int_eq(plumb_diagnose(&stated, &singles, &d, &error), 0);
        check_named(e, &d, keys);
        plumb_diagnosis_free(&d);
        free_simulated(&a);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/rounding");
    TCase *tests = tcase_create("rounding");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, the_rounding_is_named, 0, ENGINES_THAT_ROUND);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
