/* test_proof_quantities.c - scores, log-sum-exps and weights and the theorem: values of a correct engine are never
   impossible, values many times farther off than expected are. */
#include "judge/judge.h"
#include "tests/theorem/ask_proof.h"
#include "precision/precision_text.h"
#include "tests/budget/models.h"
#include "tests/judge/judged_engines.h"
#include "tests/simulate/draw.h"
#include "tests/support/reproduce.h"
#include "simulate/element_deviation.h"

#define CASES 600
#define ELEMENTS 3 /* asked of each tensor, and rows of a problem */
#define KERNELS 2 /* of each kind */
#define MOST_KEYS 128

static const plumb_quantity quantities[] = {PLUMB_SCORES, PLUMB_LSE, PLUMB_WEIGHTS};
enum { ASKED = sizeof quantities / sizeof *quantities };

/* How often a number so many expected errors away is impossible. */
static const double errors_away[] = {0.0625, 0.25, 1, 4, 16, 64, 256, 1024};
enum { DISTANCES = sizeof errors_away / sizeof *errors_away };
typedef struct {
    size_t asked, impossible[DISTANCES];
} reach;

typedef struct {
    const plumb_problem *problem;
    const char *engine;
    plumb_format scores, lse, weights; /* of the tensors */
    plumb_precision precision;
    plumb_judge judge;
} question;

static plumb_format format_of(const question *x, plumb_quantity quantity) {
    return quantity == PLUMB_LSE ? x->lse : quantity == PLUMB_WEIGHTS ? x->weights : x->scores;
}

static bool is_impossible(question *x, plumb_quantity quantity, plumb_element e, double number) {
    e.engine = number;
    return is_proved_impossible(x->problem, &x->precision, quantity, &e, format_of(x, quantity));
}

static void fail_case(const random_cases *cases, const question *x, const char *what, plumb_quantity quantity,
                      const plumb_element *e, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %s of %s by %s, position %d: [%zu %zu %zu %zu] %a, exact %a to %a, expected %g", what,
                   plumb_quantity_name(quantity), operator_name(x->problem), x->engine,
                   (int)x->problem->position.kind, e->batch, e->head, e->query, e->column, number, e->low, e->high,
                   e->probable);
    reproduce_fail(&line);
}

static plumb_element judged(question *x, plumb_quantity quantity, size_t column, double number) {
    size_t escalated = 0;
    return plumb_judge_element(&x->judge, quantity, column, number, format_of(x, quantity), &escalated);
}

/* Numbers beside the exact one, on one side. */
static void count_reach(question *x, plumb_quantity quantity, const plumb_element *e, double side, reach *reached) {
    double end = side > 0 ? e->high : e->low;
    reached->asked++;
    for (int i = 0; i < DISTANCES; i++)
        reached->impossible[i] += is_impossible(x, quantity, *e, end + side * errors_away[i] * e->probable);
}

static void check_element(random_cases *cases, question *x, plumb_quantity quantity, double given, size_t column,
                          reach *reached) {
    plumb_element e = judged(x, quantity, column, given);
    if (e.finding == PLUMB_NOT_COMPARED || !isfinite(given) || !isfinite(e.low))
        return;
    if (is_impossible(x, quantity, e, given))
        fail_case(cases, x, "impossible, and given", quantity, &e, given);
    double side = random_below(cases, 2) ? 1 : -1;
    plumb_element beyond = judged(x, quantity, column, (side > 0 ? e.high : e.low) + 1024 * side * e.probable);
    if (e.probable > 0 && isfinite(e.probable) && !plumb_deviation_says_nothing(&x->judge.deviation) &&
        !plumb_judge_may_overflow(&x->judge, quantity, &beyond, format_of(x, quantity)))
        count_reach(x, quantity, &e, side, reached);
}

/* What an engine gave for each tensor. */
typedef struct {
    const double *scores, *lse, *weights;
} given_tensors;

static void check_row(random_cases *cases, question *x, given_tensors given, reach *reached) {
    const plumb_problem *p = x->problem;
    size_t b = random_below(cases, p->batch), h = random_below(cases, p->query_heads),
           t = random_below(cases, p->query_length), row = (b * p->query_heads + h) * p->query_length + t;
    plumb_judge_row(&x->judge, b, h, t);
    for (int n = 0; n < ELEMENTS && p->key_length > 0; n++) {
        size_t j = random_below(cases, p->key_length);
        check_element(cases, x, PLUMB_SCORES, given.scores[row * p->key_length + j], j, &reached[0]);
        check_element(cases, x, PLUMB_WEIGHTS, given.weights[row * p->key_length + j], j, &reached[2]);
    }
    if (plumb_has_log_sum_exp(p->op.kind) && p->key_length > 0)
        check_element(cases, x, PLUMB_LSE, given.lse[row], 0, &reached[1]);
}

static void ask(random_cases *cases, question *x, const char *precision, given_tensors given, reach *reached) {
    plumb_error error;
    ck_assert_int_eq(plumb_precision_parse(precision, "precision", &x->precision, &error), 0);
    ck_assert_int_eq(plumb_judge_init(&x->judge, x->problem, &x->precision, plumb_expected_level_unmeasured(), 1), 0);
    for (int n = 0; n < ELEMENTS; n++)
        check_row(cases, x, given, reached);
    plumb_judge_free(&x->judge);
}

static void ask_operator(random_cases *cases, const plumb_problem *p, const operator_engine *by, reach *reached) {
    question x = {.problem = p, .engine = by->name, .scores = by->output, .lse = by->arithmetic, .weights = by->output};
    operator_answers answers = run_operator_engine(by, p, NO_MISTAKE);
    if (!answers.overflow)
        ask(cases, &x, by->precision, (given_tensors){answers.scores, answers.lse, answers.weights}, reached);
    free_operator_answers(&answers);
}

static void show_reach(const char *name, const reach *reached) {
    if (getenv("PLUMB_SHOW_TIGHTNESS") == NULL || reached->asked == 0)
        return;
    printf("%-28s %5zu asked; impossible at", name, reached->asked);
    for (int i = 0; i < DISTANCES; i++)
        printf(" %g: %.3f", errors_away[i], (double)reached->impossible[i] / (double)reached->asked);
    printf("\n");
}

/* Angles that are off by more than they are taken for, at first order, and weights of one key among many: a bound
   may be many expected errors wide. */
static void check_reach(plumb_quantity quantity, const reach *reached) {
    double asked = (double)reached->asked;
    ck_assert(asked > 100);
    ck_assert_msg((double)reached->impossible[DISTANCES - 1] >= (quantity == PLUMB_WEIGHTS ? 0.85 : 0.97) * asked,
                  "of %zu %s, %zu are impossible %g expected errors away", reached->asked,
                  plumb_quantity_name(quantity), reached->impossible[DISTANCES - 1], errors_away[DISTANCES - 1]);
}

START_TEST(right_engines_are_possible) {
    random_cases cases = random_begin("proof quantities", CASES);
    reach reached[OPERATOR_ENGINES][ASKED] = {0}, turned[ASKED] = {0}, all[ASKED] = {0};
    while (random_next(&cases)) {
        operator_variant variant = operator_of_variant(random_below(&cases, OPERATOR_VARIANTS));
        size_t n = random_below(&cases, OPERATOR_ENGINES);
        plumb_position_kind kind = (plumb_position_kind)random_below(&cases, PLUMB_POSITION_ROPE_OUTPUT);
        drawn_problem drawn = random_below(&cases, 2) ? draw_operator_problem(&cases, variant, ORDINARY)
                                                      : draw_position_problem(&cases, variant, kind, ORDINARY);
        if (plumb_is_decided(&drawn.problem) && round_problem(&drawn, operator_engines[n].output))
            ask_operator(&cases, &drawn.problem, &operator_engines[n],
                         plumb_position_moves_vectors(drawn.problem.position.kind) ? turned : reached[n]);
        free_problem(&drawn);
    }
    for (size_t q = 0; q < ASKED; q++) {
        for (size_t n = 0; n < OPERATOR_ENGINES; n++) {
            char name[64];
            snprintf(name, sizeof name, "%s %s", plumb_quantity_name(quantities[q]), operator_engines[n].name);
            show_reach(name, &reached[n][q]);
            all[q].asked += reached[n][q].asked;
            for (int i = 0; i < DISTANCES; i++)
                all[q].impossible[i] += reached[n][q].impossible[i];
        }
        show_reach(plumb_quantity_name(quantities[q]), &all[q]);
        show_reach("with vectors that move", &turned[q]);
        check_reach(quantities[q], &all[q]);
    }
}
END_TEST

/* Their scores are in no tensor. */
START_TEST(kernels_that_ship_are_possible) {
    random_cases cases = random_begin("proof quantities of kernels", KERNELS * simulated_kinds());
    reach reached[ASKED] = {0};
    while (random_next(&cases)) {
        simulated_case drawn = draw_simulated_case(&cases, MOST_KEYS);
        const plumb_problem *p = &drawn.drawn.problem;
        answer_simulated_case(&drawn, p);
        plumb_case stated = state_simulated_case(&drawn, true);
        simulated_answers answers = simulate(&drawn.kind->by, p, true);
        question x = {.problem = p,
                      .engine = drawn.kind->name,
                      .scores = PLUMB_F64,
                      .lse = stated.lse.format,
                      .weights = stated.output.format};
        if (plumb_is_decided(p))
            ask(&cases, &x, drawn.kind->precision,
                (given_tensors){answers.scores, drawn.answers.lse, answers.weights}, reached);
        free_simulated(&answers);
        free_simulated_case(&drawn);
    }
    for (size_t q = 0; q < ASKED; q++) {
        show_reach(plumb_quantity_name(quantities[q]), &reached[q]);
        ck_assert(reached[q].asked > 20);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("theorem/proof_quantities");
    TCase *tests = tcase_create("proof quantities");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, right_engines_are_possible);
    tcase_add_test(tests, kernels_that_ship_are_possible);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
