/* test_proof_places.c - a row is tested with its own numbers: whatever precedes it in its tensors, the results are
   those for the row alone, taken out of every tensor.  And a weight is tested as an output of values that are 1 at its
   key. */
#include "tests/theorem/ask_proof.h"
#include "exact/visible.h"
#include "precision/precision_text.h"
#include "row/evaluate.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>
#include <stdlib.h>

#define CASES 900
#define PROBES 9

/* ---- a row by itself, of its values the column that is asked about ---- */

typedef struct {
    plumb_problem problem;
    double *value, *value_table, *table; /* what it owns */
    int64_t *place;
} one_row;

static const double *moved(const double *x, size_t by) {
    return x == NULL ? NULL : x + by;
}

static double *column_of(const double *x, size_t rows, size_t width, size_t column) {
    double *y = malloc((rows + 1) * sizeof *y);
    for (size_t i = 0; i < rows; i++)
        y[i] = x[i * width + column];
    return y;
}

static plumb_mask mask_of_row(const plumb_problem *p, const plumb_element *e) {
    plumb_mask m = p->mask;
    if (m.query_segment != NULL) {
        m.query_segment += e->batch * p->query_length + e->query;
        m.key_segment += e->batch * p->key_length;
    }
    if (m.allowed != NULL)
        m.allowed += e->batch * m.allowed_batch + e->head * m.allowed_head + e->query * m.allowed_query;
    return m;
}

static plumb_extras extras_of_row(const plumb_problem *p, const plumb_element *e, size_t column) {
    plumb_extras x = p->extra;
    size_t row = (e->batch * p->query_heads + e->head) * p->query_length + e->query;
    size_t place = e->head * p->value_dim + column;
    x.bias = moved(x.bias, e->batch * x.bias_batch + e->head * x.bias_head + e->query * x.bias_query);
    x.sinks = moved(x.sinks, e->head);
    x.sink_key = moved(x.sink_key, e->head * p->head_dim);
    x.sink_value = moved(x.sink_value, place);
    x.key0_bias = moved(x.key0_bias, e->head);
    x.value_bias = moved(x.value_bias, place);
    x.gate = moved(x.gate, x.gate_per_element ? row * p->value_dim + column : row);
    return x;
}

static plumb_position position_of_row(const plumb_problem *p, const plumb_element *e, size_t column, one_row *row) {
    plumb_position x = p->position;
    bool buckets = x.kind == PLUMB_POSITION_T5;
    size_t axes = plumb_axes_of(&x);
    row->place = calloc(axes, sizeof *row->place);
    ck_assert_ptr_nonnull(row->place);
    for (size_t a = 0; x.query_position != NULL && a < axes; a++)
        row->place[a] = x.query_position[(e->batch * axes + a) * p->query_length + e->query];
    if (x.query_position != NULL)
        x.query_position = row->place;
    if (x.key_position != NULL)
        x.key_position += e->batch * axes * p->key_length;
    x.slopes = moved(x.slopes, e->head);
    if (buckets || x.kind == PLUMB_POSITION_RELATIVE_TABLE)
        x.table = row->table = column_of(x.table, buckets ? x.buckets : x.table_rows, p->query_heads, e->head);
    if (x.value_table != NULL)
        x.value_table = row->value_table = column_of(x.value_table, x.table_rows, p->value_dim, column);
    return x;
}

static one_row take_row(const plumb_problem *p, const plumb_element *e, size_t column) {
    size_t key_row = (e->batch * p->key_heads + e->head / (p->query_heads / p->key_heads)) * p->key_length;
    one_row row = {.problem = *p};
    plumb_problem *alone = &row.problem;
    row.value = column_of(p->value + key_row * p->value_dim, p->key_length, p->value_dim, column);
    alone->batch = alone->query_heads = alone->key_heads = alone->query_length = alone->value_dim = 1;
    alone->query += ((e->batch * p->query_heads + e->head) * p->query_length + e->query) * p->head_dim;
    alone->key += key_row * p->head_dim;
    alone->value = row.value;
    alone->causal.offset += (int64_t)e->query;
    alone->mask = mask_of_row(p, e);
    alone->extra = extras_of_row(p, e, column);
    alone->position = position_of_row(p, e, column, &row);
    return row;
}

static void free_row(one_row *row) {
    free(row->value);
    free(row->value_table);
    free(row->table);
    free(row->place);
}

/* ---- questions ---- */

static bool is_impossible(const plumb_problem *p, const plumb_precision *precision, plumb_quantity quantity,
                          plumb_element e, double number) {
    e.engine = number;
    return is_proved_impossible(p, precision, quantity, &e, PLUMB_F32);
}

static plumb_ball exact_of(const plumb_problem *p, plumb_quantity quantity, const plumb_element *e) {
    plumb_row row;
    ck_assert_int_eq(plumb_row_init(&row, p), 0);
    plumb_evaluate_row(p, plumb_problem_scale(p), e->batch, e->head, e->query, &row);
    plumb_ball exact = quantity == PLUMB_OUTPUT    ? row.output[e->column]
                       : quantity == PLUMB_WEIGHTS ? row.weight[e->column]
                       : quantity == PLUMB_SCORES  ? row.score[e->column]
                                                   : row.lse;
    plumb_row_free(&row);
    return exact;
}

/* The exact number, and others ever farther from it. */
static double probe(double exact, int n) {
    double off = n == 0 ? 0 : ldexp(fmax(fabs(exact), 0x1p-6), 3 * (n / 2) - 21);
    return exact + (n % 2 ? off : -off);
}

static const char *const precisions[] = {"f32", "f32-fast-exp", "bf16-flash", "f32,shift=hidden", "f32,shift=fixed:2",
                                         "f32,key_order=any,least_key_block=1"};
enum { PRECISIONS = sizeof precisions / sizeof *precisions };

static plumb_precision draw_precision(random_cases *cases, const char **text) {
    plumb_precision precision;
    plumb_error error;
    *text = precisions[random_below(cases, PRECISIONS)];
    ck_assert_int_eq(plumb_precision_parse(*text, "precision", &precision, &error), 0);
    return precision;
}

static drawn_problem draw(random_cases *cases) {
    operator_variant variant = operator_of_variant(random_below(cases, OPERATOR_VARIANTS));
    plumb_position_kind kind = (plumb_position_kind)random_below(cases, PLUMB_POSITION_ROPE_OUTPUT);
    drawn_problem drawn = random_below(cases, 2) ? draw_operator_problem(cases, variant, ORDINARY)
                                                 : draw_position_problem(cases, variant, kind, ORDINARY);
    plumb_problem *p = &drawn.problem;
    p->op.softcap = random_below(cases, 3) ? 0 : 1 + 20 * random_uniform(cases);
    p->op.softcap_order = (plumb_softcap_order)random_below(cases, PLUMB_BIAS_MASK_CAP + 1);
    if (plumb_position_adds_bias(p->position.kind) && random_below(cases, 4))
        p->extra.bias = NULL;
    return drawn;
}

static plumb_element draw_element(random_cases *cases, const plumb_problem *p, plumb_quantity quantity) {
    size_t width = quantity == PLUMB_OUTPUT ? p->value_dim : quantity == PLUMB_LSE ? 1 : p->key_length;
    return (plumb_element){.present = true,
                           .batch = random_below(cases, p->batch),
                           .head = random_below(cases, p->query_heads),
                           .query = random_below(cases, p->query_length),
                           .column = random_below(cases, width)};
}

/* A slope that is not stated depends on how many heads there are. */
static bool can_stand_alone(const plumb_problem *p) {
    return p->key_length > 0 && !(p->position.kind == PLUMB_POSITION_ALIBI && p->position.slopes == NULL);
}

static bool has_such(const plumb_problem *p, plumb_quantity quantity, const plumb_element *e) {
    return (quantity != PLUMB_LSE || plumb_has_log_sum_exp(p->op.kind)) &&
           (quantity == PLUMB_OUTPUT || quantity == PLUMB_LSE ||
            plumb_exact_takes_part(p, e->batch, e->head, e->query, e->column));
}

static void accuse(random_cases *cases, const char *what, const plumb_problem *p, plumb_quantity quantity,
                   const plumb_element *e, const char *precision, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %s[%zu %zu %zu %zu] = %a in %s, operator %d, sink %d, position %d", what,
                   plumb_quantity_name(quantity), e->batch, e->head, e->query, e->column, number, precision,
                   (int)p->op.kind, (int)p->op.sink, (int)p->position.kind);
    reproduce_fail(&line);
}

START_TEST(a_row_stands_alone) {
    random_cases cases = random_begin("rows that stand alone", CASES);
    size_t impossible[PLUMB_QUANTITIES] = {0}, later = 0;
    while (random_next(&cases)) {
        const char *text;
        drawn_problem drawn = draw(&cases);
        const plumb_problem *p = &drawn.problem;
        plumb_precision precision = draw_precision(&cases, &text);
        for (int n = 0; n < PLUMB_QUANTITIES && can_stand_alone(p); n++) {
            plumb_quantity quantity = (plumb_quantity)n;
            plumb_element e = draw_element(&cases, p, quantity), alone = {.present = true};
            one_row row = take_row(p, &e, quantity == PLUMB_OUTPUT ? e.column : 0);
            plumb_ball exact = has_such(p, quantity, &e) ? exact_of(p, quantity, &e) : plumb_ball_zero();
            alone.column = quantity == PLUMB_OUTPUT ? 0 : e.column;
            for (int k = 0; k < PROBES && isfinite(exact.rad) && has_such(p, quantity, &e); k++) {
                double number = probe(exact.mid, k);
                bool proved = is_impossible(p, &precision, quantity, e, number);
                impossible[n] += proved;
                later += proved && e.batch + e.head + e.query > 2;
                if (proved != is_impossible(&row.problem, &precision, quantity, alone, number))
                    accuse(&cases, "another answer about the row alone", p, quantity, &e, text, number);
                if (proved && k == 0 && exact.rad <= 0x1p-40 * fabs(exact.mid))
                    accuse(&cases, "impossible, and right", p, quantity, &e, text, number);
            }
            free_row(&row);
        }
        free_problem(&drawn);
    }
    for (int n = 0; n < PLUMB_QUANTITIES; n++)
        ck_assert_msg(impossible[n] > CASES / 4, "%zu of %s", impossible[n], plumb_quantity_name((plumb_quantity)n));
    ck_assert(later > CASES);
}
END_TEST

/* Where the softcap comes behind the mask a hidden key has its score, whatever the maximum is taken over. */
START_TEST(a_hidden_key_has_the_score_of_the_softcap) {
    random_cases cases = random_begin("capped behind the mask", 50);
    static const unsigned char allowed[] = {1, 0, 1, 1};
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, one_head(1, 4, 8, 8), ORDINARY);
        plumb_problem *p = &drawn.problem;
        plumb_precision precision;
        plumb_error error;
        p->op.softcap = 2 + 20 * random_uniform(&cases);
        p->op.softcap_order = PLUMB_BIAS_MASK_CAP;
        p->mask.allowed = allowed;
        ck_assert_int_eq(plumb_precision_parse("f32,shift=hidden", "precision", &precision, &error), 0);
        plumb_element e = {.present = true, .column = 1};
        double capped = -(double)(float)p->op.softcap;
        ck_assert(!is_impossible(p, &precision, PLUMB_SCORES, e, capped));
        ck_assert(is_impossible(p, &precision, PLUMB_SCORES, e, capped + 1));
        p->mask.allowed = NULL;
        free_problem(&drawn);
    }
}
END_TEST

/* Of an output that turns back nothing is proved but of the elements that stay. */
START_TEST(of_turned_elements_nothing_is_impossible) {
    random_cases cases = random_begin("turned elements", 20);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, one_head(2, 4, 8, 8), ORDINARY);
        plumb_problem *p = &drawn.problem;
        plumb_precision precision;
        plumb_error error;
        p->position.kind = PLUMB_POSITION_ROPE_OUTPUT;
        p->position.rope = (plumb_rope){.dim = 4, .last = true, .base = 100};
        ck_assert_int_eq(plumb_precision_parse("f32", "precision", &precision, &error), 0);
        for (size_t c = 0; c < 8; c++) {
            plumb_element e = {.present = true, .query = 1, .column = c};
            double exact = exact_of(p, PLUMB_OUTPUT, &e).mid;
            ck_assert(!is_impossible(p, &precision, PLUMB_OUTPUT, e, exact));
            ck_assert_int_eq(is_impossible(p, &precision, PLUMB_OUTPUT, e, exact + 100), c < 4);
        }
        free_problem(&drawn);
    }
}
END_TEST

/* ---- weights ---- */

/* The row with values that are 1 at one key, and nothing added to them or behind them. */
static plumb_problem indicated(const plumb_problem *p, size_t column, double *value, const double *sink_value) {
    plumb_problem asked = *p;
    for (size_t i = 0; i < p->batch * p->key_heads * p->key_length; i++)
        value[i] = i % p->key_length == column;
    asked.value = value;
    asked.value_dim = 1;
    asked.extra.sink_value = p->extra.sink_value == NULL ? NULL : sink_value;
    asked.extra.value_bias = asked.extra.gate = NULL;
    asked.position.value_table = NULL;
    return asked;
}

/* A softmax's may also be e^{s - l}: then less is impossible of the weight. */
static void check_weight(random_cases *cases, const plumb_problem *p, const plumb_precision *precision,
                         const char *text, size_t *impossible) {
    plumb_element e = draw_element(cases, p, PLUMB_WEIGHTS), first = e;
    plumb_ball exact = plumb_exact_takes_part(p, e.batch, e.head, e.query, e.column) ? exact_of(p, PLUMB_WEIGHTS, &e)
                                                                                     : (plumb_ball){0, INFINITY};
    double *value = calloc(p->batch * p->key_heads * p->key_length, sizeof *value);
    double *sink_value = calloc(p->query_heads, sizeof *sink_value);
    plumb_problem asked = indicated(p, e.column, value, sink_value);
    first.column = 0;
    for (int k = 0; k < PROBES && isfinite(exact.rad); k++) {
        double number = probe(exact.mid, k);
        bool weight = is_impossible(p, precision, PLUMB_WEIGHTS, e, number);
        bool output = is_impossible(&asked, precision, PLUMB_OUTPUT, first, number);
        *impossible += weight;
        bool may_differ = p->op.kind == PLUMB_SOFTMAX && output && !weight;
        if (weight != output && !may_differ)
            accuse(cases, "a weight and no such output, or the other way", p, PLUMB_WEIGHTS, &e, text, number);
    }
    free(value);
    free(sink_value);
}

/* Of linear operators the output may have been summed over the keys first. */
START_TEST(a_weight_is_an_output_of_indicators) {
    random_cases cases = random_begin("weights as outputs", CASES);
    size_t impossible = 0;
    while (random_next(&cases)) {
        const char *text;
        drawn_problem drawn = draw(&cases);
        const plumb_problem *p = &drawn.problem;
        plumb_precision precision = draw_precision(&cases, &text);
        if (p->key_length > 0 && !plumb_operator_is(p->op.kind, PLUMB_IS_LINEAR))
            check_weight(&cases, p, &precision, text, &impossible);
        free_problem(&drawn);
    }
    ck_assert(impossible > CASES / 4);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("theorem/proof_places");
    TCase *tests = tcase_create("places");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, a_row_stands_alone);
    tcase_add_test(tests, a_hidden_key_has_the_score_of_the_softcap);
    tcase_add_test(tests, of_turned_elements_nothing_is_impossible);
    tcase_add_test(tests, a_weight_is_an_output_of_indicators);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
