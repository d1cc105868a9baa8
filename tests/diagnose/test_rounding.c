/* test_rounding.c - engines that round more coarsely than they say, in one place or everywhere: the
   place is among what excuses them, and where their outputs show it, it explains them. */
#include "diagnose/diagnose.h"
#include "tests/compare/engines.h"
#include "tests/support/suite.h"

typedef struct {
    engine by;
    const char *stated, *rounds; /* the precision that is stated, and the one that must be named */
    bool shown;
} rounding_engine;

#define ENGINE(score, weight, output, unit)                                                        \
    {"rounding", NULL, PLUMB_F32, PLUMB_F32, score, weight, output, SCALE_PRODUCT, 0, 0, 0, unit}

static const rounding_engine engines_that_round[] = {
    {ENGINE(PLUMB_F32, PLUMB_BF16, PLUMB_F32, PLAIN_UNIT), "f32", "f32,probability=bf16", false},
    {ENGINE(PLUMB_F32, PLUMB_F16, PLUMB_F32, PLAIN_UNIT), "f32", "f32,probability=f16", false},
    {ENGINE(PLUMB_BF16, PLUMB_F32, PLUMB_F32, PLAIN_UNIT), "f32", "f32,score=bf16", false},
    {ENGINE(PLUMB_F16, PLUMB_F32, PLUMB_F32, PLAIN_UNIT), "f32", "f32,score=f16", false},
    {ENGINE(PLUMB_F32, PLUMB_F32, PLUMB_F32, TF32_UNIT), "f32", "tf32", false},
    {ENGINE(PLUMB_F32, PLUMB_F32, PLUMB_F32, TF32_CUT_UNIT), "f32", "tf32-cut", false},
    {ENGINE(PLUMB_F32, PLUMB_BF16, PLUMB_BF16, PLAIN_UNIT), "f32", "bf16-flash", true},
    {ENGINE(PLUMB_F32, PLUMB_F16, PLUMB_F16, PLAIN_UNIT), "f32", "fp16-flash", true},
    {ENGINE(PLUMB_F32, PLUMB_F32, PLUMB_F32, PLAIN_UNIT), "f64", "f32", true},
};

enum { ENGINES_THAT_ROUND = sizeof engines_that_round / sizeof *engines_that_round };

static plumb_case make_case(const rounding_engine *e, const plumb_problem *p, const answers *a) {
    plumb_format format = strcmp(e->stated, "f64") == 0 ? PLUMB_F64 : PLUMB_F32;
    return (plumb_case){
        .problem = *p,
        .input_format = PLUMB_F32,
        .output = {true, format, p->batch * p->query_heads * p->query_length * p->value_dim,
                   a->output},
        .precision = e->stated,
        .source = e->rounds,
    };
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
    const plumb_diagnose_options singles = {.without_pairs = true};
    for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++) {
        plumb_problem shape = one_head(8, lengths[n], 32, 16);
        made_problem made = random_problem(shape, 1, PLUMB_F32, 7 + n);
        answers a = run_engine(&e->by, &made.problem, RIGHT);
        plumb_case stated = make_case(e, &made.problem, &a);
        plumb_diagnosis d;
        plumb_error error;
        ck_assert_int_eq(plumb_diagnose(&stated, &singles, &d, &error), 0);
        check_named(e, &d, lengths[n]);
        plumb_diagnosis_free(&d);
        free_answers(&a);
        free_problem(&made);
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
