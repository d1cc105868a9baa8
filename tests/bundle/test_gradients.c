/* test_gradients.c - the gradients of random problems contain those of the reference, which agree with difference
   quotients of its own outputs; bundles of rows have the bits of the minimal kernels. */
#include "aggregate/aggregate.h"
#include "aggregate/sharp.h"
#include "exact/attention.h"
#include "gradient/product_gradient.h"
#include "gradient/score_gradient.h"
#include "score/scaled_dot.h"
#include "score/softcap.h"
#include "tests/bundle/drawn_loss.h"
#include "tests/fast/minimal.h"
#include "tests/support/suite.h"
#include "weight/sink_softmax.h"
#include <flint/flint.h>

enum { PROBLEMS = 4000 };

/* What both gave of one key head. */
typedef struct {
    plumb_ball *query, *key, *value, sink, *bias, *shared_bias, *position, *row_position;
    plumb_exact_gradients exact;
    arb_ptr shared; /* [key_length] the sums of exact.bias */
} compared;

static compared compared_of(const plumb_problem *p) {
    compared c = {.query = malloc((PLUMB_BUNDLE_ROWS * p->head_dim + 1) * sizeof *c.query),
                  .key = malloc((p->key_length * p->head_dim + 1) * sizeof *c.key),
                  .value = malloc((p->key_length * p->value_dim + 1) * sizeof *c.value),
                  .sink = plumb_ball_zero(),
                  .bias = malloc((PLUMB_BUNDLE_ROWS * p->key_length + 1) * sizeof *c.bias),
                  .shared_bias = calloc(p->key_length + 1, sizeof *c.bias),
                  .shared = _arb_vec_init((slong)p->key_length),
                  .position = calloc(plumb_position_parameters(p) + 1, sizeof *c.bias),
                  .row_position = calloc(plumb_position_parameters(p) + 1, sizeof *c.bias),
                  .exact = {_arb_vec_init((slong)p->head_dim), _arb_vec_init((slong)(p->key_length * p->head_dim)),
                            _arb_vec_init((slong)(p->key_length * p->value_dim)), _arb_vec_init(1),
                            _arb_vec_init((slong)p->key_length), _arb_vec_init(1),
                            _arb_vec_init((slong)plumb_position_parameters(p))}};
    for (size_t i = 0; i < p->key_length * p->head_dim; i++)
        c.key[i] = plumb_ball_zero();
    for (size_t i = 0; i < p->key_length * p->value_dim; i++)
        c.value[i] = plumb_ball_zero();
    return c;
}

static void compared_free(const plumb_problem *p, compared *c) {
    free(c->query);
    free(c->key);
    free(c->value);
    free(c->bias);
    free(c->shared_bias);
    free(c->position);
    free(c->row_position);
    _arb_vec_clear(c->exact.slope, 1);
    _arb_vec_clear(c->exact.table, (slong)plumb_position_parameters(p));
    _arb_vec_clear(c->shared, (slong)p->key_length);
    _arb_vec_clear(c->exact.bias, (slong)p->key_length);
    _arb_vec_clear(c->exact.query, (slong)p->head_dim);
    _arb_vec_clear(c->exact.key, (slong)(p->key_length * p->head_dim));
    _arb_vec_clear(c->exact.value, (slong)(p->key_length * p->value_dim));
    _arb_vec_clear(c->exact.sink, 1);
}

/* A bundle of rows, and what it adds to the sums. */
static void add_rows(plumb_gradients *g, size_t b, size_t h, size_t first, compared *c) {
    plumb_gradients_of_rows(g, b, h, first, PLUMB_PRODUCT_GRADIENTS);
    plumb_gradients_of_queries(g, c->query);
    plumb_gradients_add_keys(g, c->key);
    plumb_gradients_add_values(g, c->value);
    plumb_gradients_add_sink(g, &c->sink);
}

/* What the numbers that join the scores have: of the same bundle. */
static void add_biases(plumb_gradients *g, size_t b, size_t h, size_t first, compared *c) {
    size_t numbers = PLUMB_BUNDLE_ROWS * g->rows.problem->key_length;
    plumb_gradients_of_rows(g, b, h, first, PLUMB_BIAS_GRADIENTS);
    for (size_t i = 0; i < numbers; i++)
        c->bias[i] = plumb_ball_zero();
    plumb_gradients_add_biases(g, c->bias);
    plumb_gradients_add_shared_bias(g, c->shared_bias);
    if (plumb_position_parameters(g->rows.problem) > 0)
        plumb_gradients_add_positions(g, c->row_position, c->position);
}

static void check_loss(const random_cases *cases, const plumb_problem *p) {
    plumb_gradients gradients;
    compared c = compared_of(p);
    size_t b = p->batch - 1, h = p->query_heads - 1;
    ck_assert_int_eq(plumb_gradients_init(&gradients, p, false), 0);
    for (size_t t = 0; t < p->query_length; t += gradients.rows.count) {
        add_rows(&gradients, b, h, t, &c);
        add_biases(&gradients, b, h, t, &c);
        for (size_t r = 0; r < gradients.rows.count; r++) {
            plumb_exact_gradient_row(p, b, h, t + r, PRECISION, &c.exact);
            check_balls(cases, p, "dq", c.query + r * p->head_dim, c.exact.query, p->head_dim);
            check_balls(cases, p, "db", c.bias + r * p->key_length, c.exact.bias, p->key_length);
            _arb_vec_add(c.shared, c.shared, c.exact.bias, (slong)p->key_length, PRECISION);
        }
    }
    plumb_gradients_end_keys(&gradients, b, c.key);
    check_balls(cases, p, "dk", c.key, c.exact.key, p->key_length * p->head_dim);
    check_balls(cases, p, "dv", c.value, c.exact.value, p->key_length * p->value_dim);
    check_balls(cases, p, "the sum of db", c.shared_bias, c.shared, p->key_length);
    bool by_distance = p->position.kind == PLUMB_POSITION_ALIBI;
    check_balls(cases, p, by_distance ? "dslopes" : "dtable", c.position,
                by_distance ? c.exact.slope : c.exact.table, plumb_position_parameters(p));
    if (p->op.sink == PLUMB_SINK_LOGIT)
        check_balls(cases, p, "dsinks", &c.sink, c.exact.sink, 1);
    plumb_gradients_free(&gradients);
    compared_free(p, &c);
}

START_TEST(balls_hold_the_references_gradients) {
    random_cases cases = random_begin("gradients", PROBLEMS);
    while (random_next(&cases)) {
        drawn_loss d = draw_loss(&cases, SHORT, (problem_character)random_below(&cases, CHARACTERS));
        check_loss(&cases, &d.drawn.problem);
        free_loss(&d);
    }
}
END_TEST

/* ---- bundles beside the minimal kernels ---- */

/* A bundle of rows by the minimal kernels: all but the outer arrays [row][key]. */
typedef struct {
    plumb_row row, uncapped;
    size_t rows; /* of the bundle */
    unsigned char *visible;
    plumb_ball *weight, *weight_gradient, *product_gradient, *bias_gradient;
    plumb_ball delta[PLUMB_BUNDLE_ROWS];
    plumb_ball *query, *key, *value, sink;
} minimal_rows;

static plumb_ball *zero_balls(size_t count) {
    plumb_ball *ball = calloc(count + 1, sizeof *ball);
    ck_assert_ptr_nonnull(ball);
    return ball;
}

static void minimal_init(minimal_rows *m, const plumb_problem *p) {
    size_t balls = PLUMB_BUNDLE_ROWS * p->key_length;
    *m = (minimal_rows){.visible = malloc(balls + 1),
                        .weight = zero_balls(balls),
                        .weight_gradient = zero_balls(balls),
                        .product_gradient = zero_balls(balls),
                        .bias_gradient = zero_balls(balls),
                        .query = zero_balls(PLUMB_BUNDLE_ROWS * p->head_dim),
                        .key = zero_balls(p->key_length * p->head_dim),
                        .value = zero_balls(p->key_length * p->value_dim)};
    ck_assert_int_eq(plumb_row_init(&m->row, p), 0);
    ck_assert_int_eq(plumb_row_init(&m->uncapped, p), 0);
}

static void minimal_free(minimal_rows *m) {
    plumb_row_free(&m->row);
    plumb_row_free(&m->uncapped);
    free(m->visible);
    free(m->weight);
    free(m->weight_gradient);
    free(m->product_gradient);
    free(m->bias_gradient);
    free(m->query);
    free(m->key);
    free(m->value);
}

/* What the softcap made of the scores: the scores themselves, unless something joined them afterwards. */
static const plumb_ball *capped_scores(minimal_rows *m, const plumb_problem *p, size_t h, size_t t) {
    plumb_shape shape = plumb_problem_shape(p);
    if (p->op.softcap_order != PLUMB_CAP_BIAS_MASK || !plumb_adds_bias(p))
        return m->row.score;
    memcpy(m->uncapped.visible, m->row.visible, p->key_length);
    plumb_row_scores(p, plumb_problem_scale(p), p->query + plumb_query_start(shape, 0, h, t),
                     p->key + plumb_key_start(shape, 0, h), 0, t, &m->uncapped);
    plumb_softcap(m->uncapped.score, m->row.visible, p->key_length, p->op.softcap);
    return m->uncapped.score;
}

static void minimal_row(minimal_rows *m, const plumb_problem *p, size_t h, size_t t, size_t r) {
    plumb_shape shape = plumb_problem_shape(p);
    size_t n = h * p->query_length + t, keys = p->key_length;
    const plumb_ball scale = plumb_problem_scale(p);
    const unsigned char *visible = m->row.visible;
    plumb_ball lse_gradient = plumb_ball_of(p->loss.lse == NULL ? 0 : p->loss.lse[n]), weight;
    plumb_ball *product_gradient = m->product_gradient + r * keys, *weight_gradient = m->weight_gradient + r * keys;
    plumb_evaluate_row(p, scale, 0, h, t, &m->row);
    memcpy(m->visible + r * keys, visible, keys);
    memcpy(m->weight + r * keys, m->row.weight, keys * sizeof weight);
    plumb_scaled_dot(p->loss.output + n * p->value_dim, p->value + plumb_value_start(shape, 0, h), visible, keys,
                     p->value_dim, plumb_ball_of(1.0), weight_gradient);
    m->delta[r] = plumb_score_gradient(m->row.weight, weight_gradient, visible, keys, lse_gradient, product_gradient);
    bool inner = p->op.softcap_order == PLUMB_BIAS_CAP_MASK;
    memcpy(m->bias_gradient + r * keys, product_gradient, keys * sizeof weight);
    if (p->op.softcap > 0)
        plumb_capped_gradient(capped_scores(m, p, h, t), visible, keys, p->op.softcap, product_gradient);
    if (p->op.softcap > 0 && inner)
        memcpy(m->bias_gradient + r * keys, product_gradient, keys * sizeof weight);
    plumb_scaled_gradient(scale, visible, keys, product_gradient);
    plumb_aggregate(product_gradient, visible, p->key + plumb_key_start(shape, 0, h), keys, p->head_dim,
                    m->query + r * p->head_dim);
    if (p->op.sink != PLUMB_SINK_LOGIT)
        return;
    plumb_ball *weights = zero_balls(keys);
    weight = plumb_sink_softmax(m->row.score, visible, keys, plumb_ball_of(p->extra.sinks[h]), weights);
    m->sink = plumb_ball_add(m->sink, plumb_sink_gradient(weight, lse_gradient, m->delta[r]));
    free(weights);
}

/* The bundle's part in the sum of key j joins, if a row sees it; ball [row][key], vector [row][dim]. */
static void add_column(const minimal_rows *m, const plumb_problem *p, const plumb_ball *ball, const double *vector,
                       size_t dim, size_t j, plumb_ball *sum) {
    plumb_ball column[PLUMB_BUNDLE_ROWS], part[4 * 10];
    unsigned char seen[PLUMB_BUNDLE_ROWS];
    for (size_t r = 0; r < m->rows; r++) {
        column[r] = ball[r * p->key_length + j];
        seen[r] = m->visible[r * p->key_length + j];
    }
    plumb_sharp_aggregate(column, seen, vector, m->rows, dim, part);
    for (size_t c = 0; c < dim && memchr(seen, 1, m->rows) != NULL; c++)
        sum[c] = plumb_ball_add(sum[c], part[c]);
}

static void minimal_bundle(minimal_rows *m, const plumb_problem *p, size_t h, size_t first, size_t rows) {
    size_t n = h * p->query_length + first;
    m->rows = rows;
    for (size_t r = 0; r < rows; r++)
        minimal_row(m, p, h, first + r, r);
    for (size_t j = 0; j < p->key_length; j++) {
        add_column(m, p, m->product_gradient, p->query + n * p->head_dim, p->head_dim, j, m->key + j * p->head_dim);
        add_column(m, p, m->weight, p->loss.output + n * p->value_dim, p->value_dim, j, m->value + j * p->value_dim);
    }
}

static void check_bits(const random_cases *cases, const plumb_problem *p, const char *what, const plumb_ball *fast,
                       const plumb_ball *minimal, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (same(fast[i], minimal[i]))
            continue;
        reproduction line = reproduce(cases);
        reproduce_text(&line, " %s %zu", what, i);
        reproduce_balls(&line, "fast", fast + i, 1);
        reproduce_balls(&line, "minimal", minimal + i, 1);
        reproduce_problem(&line, p);
        reproduce_fail(&line);
    }
}

/* Of visible keys. */
static void check_plane(const random_cases *cases, const minimal_rows *m, const plumb_problem *p, const char *what,
                        plumb_planes fast, const plumb_ball *minimal) {
    for (size_t r = 0; r < m->rows; r++)
        for (size_t j = 0; j < p->key_length; j++) {
            size_t at = r * fast.pitch + j;
            const plumb_ball ball = {fast.mid[at], fast.rad[at]};
            ck_assert_int_eq(fast.visible[at], m->visible[r * p->key_length + j]);
            if (fast.visible[at])
                check_bits(cases, p, what, &ball, minimal + r * p->key_length + j, 1);
        }
}

static void check_bundle(const random_cases *cases, plumb_gradients *g, minimal_rows *m, compared *c, size_t h,
                         size_t first) {
    const plumb_problem *p = g->rows.problem;
    add_rows(g, 0, h, first, c);
    minimal_bundle(m, p, h, first, g->rows.count);
    check_plane(cases, m, p, "p", g->weight, m->weight);
    check_plane(cases, m, p, "dP", g->weight_gradient, m->weight_gradient);
    check_plane(cases, m, p, "dz", g->pair_gradient, m->product_gradient);
    check_bits(cases, p, "delta", g->delta, m->delta, m->rows);
    check_bits(cases, p, "dq", c->query, m->query, m->rows * p->head_dim);
    add_biases(g, 0, h, first, c);
    check_plane(cases, m, p, "db", g->pair_gradient, m->bias_gradient);
    for (size_t r = 0; r < m->rows; r++) {
        plumb_evaluate_row(p, g->rows.scale, 0, h, first + r, &m->row);
        check_bits(cases, p, "lse", &g->rows.lse[r], &m->row.lse, 1);
    }
}

static void check_bundles(const random_cases *cases, const plumb_problem *p) {
    plumb_gradients g;
    minimal_rows m;
    compared c = compared_of(p);
    minimal_init(&m, p);
    ck_assert_int_eq(plumb_gradients_init(&g, p, true), 0);
    for (size_t h = 0; h < p->query_heads; h++)
        for (size_t t = 0; t < p->query_length; t += g.rows.count)
            check_bundle(cases, &g, &m, &c, h, t);
    check_bits(cases, p, "dk", c.key, m.key, p->key_length * p->head_dim);
    check_bits(cases, p, "dv", c.value, m.value, p->key_length * p->value_dim);
    if (p->op.sink == PLUMB_SINK_LOGIT)
        check_bits(cases, p, "dsinks", &c.sink, &m.sink, 1);
    plumb_gradients_free(&g);
    minimal_free(&m);
    compared_free(p, &c);
}

START_TEST(bundles_have_the_bits_of_minimal_kernels) {
    random_cases cases = random_begin("gradients of bundles", 40);
    while (random_next(&cases)) {
        drawn_loss d = draw_loss(&cases, LONG, (problem_character)random_below(&cases, CHARACTERS));
        check_bundles(&cases, &d.drawn.problem);
        free_loss(&d);
    }
}
END_TEST

/* ---- the reference beside differences ---- */

/* The loss itself, from the outputs and log-sum-exps of the reference's forward pass. */
static void loss_of(arb_t loss, const plumb_problem *p) {
    arb_ptr score = _arb_vec_init((slong)p->key_length), weight = _arb_vec_init((slong)p->key_length);
    arb_ptr output = _arb_vec_init((slong)p->value_dim);
    arb_t lse, factor;
    arb_init(lse);
    arb_init(factor);
    arb_zero(loss);
    for (size_t n = 0; n < plumb_rows_of(p); n++) {
        size_t head = n / p->query_length;
        size_t seen = plumb_exact_row(p, head / p->query_heads, head % p->query_heads, n % p->query_length, PRECISION,
                                      score, weight, output, lse);
        for (size_t c = 0; c < p->value_dim; c++) {
            arb_set_d(factor, p->loss.output[n * p->value_dim + c]);
            arb_addmul(loss, factor, output + c, PRECISION);
        }
        arb_set_d(factor, p->loss.lse == NULL ? 0 : p->loss.lse[n]);
        if (p->loss.lse != NULL && (seen > 0 || arb_is_finite(lse)))
            arb_addmul(loss, factor, lse, PRECISION);
    }
    arb_clear(factor);
    arb_clear(lse);
    _arb_vec_clear(output, (slong)p->value_dim);
    _arb_vec_clear(weight, (slong)p->key_length);
    _arb_vec_clear(score, (slong)p->key_length);
}

/* (loss(x + h) - loss(x - h)) / (2 h) of a number of the problem */
static double difference_of(const plumb_problem *p, double *x) {
    double was = *x, above = was + 0x1p-20, below = was - 0x1p-20;
    arb_t high, low;
    arb_init(high);
    arb_init(low);
    *x = above;
    loss_of(high, p);
    *x = below;
    loss_of(low, p);
    *x = was;
    arb_sub(high, high, low, PRECISION);
    double difference = arf_get_d(arb_midref(high), ARF_RND_NEAR) / (above - below);
    arb_clear(high);
    arb_clear(low);
    return difference;
}

/* All gradients of the reference. */
typedef struct {
    arb_ptr query, key, value, sink, bias, slope, table; /* table [query_heads][parameters] */
} all_gradients;

/* How many numbers the bias has. */
static size_t biases_of(const plumb_problem *p) {
    const plumb_extras *e = &p->extra;
    return e->bias == NULL ? 0
                           : p->key_length * (e->bias_batch != 0 ? p->batch : 1) *
                                 (e->bias_head != 0 ? p->query_heads : 1) * (e->bias_query != 0 ? p->query_length : 1);
}

/* The gradients of what joins the scores of a row join those of the bias that stands there. */
static void add_line(all_gradients *all, const plumb_problem *p, size_t b, size_t h, size_t t, arb_srcptr row) {
    const plumb_extras *e = &p->extra;
    arb_ptr line = all->bias + b * e->bias_batch + h * e->bias_head + t * e->bias_query;
    if (e->bias != NULL)
        _arb_vec_add(line, line, row, (slong)p->key_length, PRECISION);
}

static all_gradients reference_of(const plumb_problem *p) {
    size_t keys = p->batch * p->key_heads * p->key_length, group = p->query_heads / p->key_heads;
    all_gradients all = {_arb_vec_init((slong)(plumb_rows_of(p) * p->head_dim)),
                         _arb_vec_init((slong)(keys * p->head_dim)), _arb_vec_init((slong)(keys * p->value_dim)),
                         _arb_vec_init((slong)p->query_heads), _arb_vec_init((slong)biases_of(p)),
                         _arb_vec_init((slong)p->query_heads),
                         _arb_vec_init((slong)(p->query_heads * plumb_position_parameters(p)))};
    arb_ptr row = _arb_vec_init((slong)p->key_length);
    for (size_t n = 0; n < plumb_rows_of(p); n++) {
        size_t head = n / p->query_length, b = head / p->query_heads, h = head % p->query_heads;
        size_t first = (b * p->key_heads + h / group) * p->key_length;
        plumb_exact_gradient_row(p, b, h, n % p->query_length, PRECISION,
                                 &(plumb_exact_gradients){all.query + n * p->head_dim, all.key + first * p->head_dim,
                                                          all.value + first * p->value_dim, all.sink + h, row,
                                                          all.slope + h,
                                                          all.table + h * plumb_position_parameters(p)});
        add_line(&all, p, b, h, n % p->query_length, row);
    }
    _arb_vec_clear(row, (slong)p->key_length);
    return all;
}

static void check_differences(const random_cases *cases, const plumb_problem *p, const char *what, double *x,
                              arb_srcptr gradient, size_t count) {
    for (size_t i = 0; i < count; i += 3) {
        if (x[i] == -INFINITY)
            continue;
        double exact = arf_get_d(arb_midref(gradient + i), ARF_RND_NEAR), difference = difference_of(p, x + i);
        if (fabs(exact - difference) <= 1e-6 * (1 + fabs(exact)))
            continue;
        reproduction line = reproduce(cases);
        reproduce_text(&line, " %s %zu is %.12g, the quotient of differences %.12g", what, i, exact, difference);
        reproduce_problem(&line, p);
        reproduce_fail(&line);
    }
}

/* The tensor of a table has its heads last. */
static void check_position_differences(const random_cases *cases, const drawn_problem *drawn,
                                       const all_gradients *all) {
    const plumb_problem *p = &drawn->problem;
    size_t parameters = plumb_position_parameters(p);
    if (p->position.kind == PLUMB_POSITION_ALIBI && p->position.slopes != NULL)
        check_differences(cases, p, "dslopes", drawn->position[SLOPES], all->slope, p->query_heads);
    for (size_t i = 0; p->position.kind != PLUMB_POSITION_ALIBI && i < parameters * p->query_heads; i++)
        check_differences(cases, p, "dtable", drawn->position[POSITION_TABLE] + i,
                          all->table + i % p->query_heads * parameters + i / p->query_heads, 1);
}

START_TEST(references_gradients_are_quotients_of_differences) {
    random_cases cases = random_begin("gradients by differences", 60);
    while (random_next(&cases)) {
        drawn_loss d = draw_loss(&cases, SHORT, ORDINARY);
        const plumb_problem *p = &d.drawn.problem;
        size_t keys = p->batch * p->key_heads * p->key_length;
        all_gradients all = reference_of(p);
        check_differences(&cases, p, "dq", d.drawn.query, all.query, plumb_rows_of(p) * p->head_dim);
        check_differences(&cases, p, "dk", d.drawn.key, all.key, keys * p->head_dim);
        check_differences(&cases, p, "dv", d.drawn.value, all.value, keys * p->value_dim);
        if (p->op.sink == PLUMB_SINK_LOGIT)
            check_differences(&cases, p, "dsinks", d.drawn.extra[SINK_LOGITS], all.sink, p->query_heads);
        check_differences(&cases, p, "dbias", d.drawn.extra[BIAS], all.bias, biases_of(p));
        check_position_differences(&cases, &d.drawn, &all);
        _arb_vec_clear(all.bias, (slong)biases_of(p));
        _arb_vec_clear(all.slope, (slong)p->query_heads);
        _arb_vec_clear(all.table, (slong)(p->query_heads * plumb_position_parameters(p)));
        _arb_vec_clear(all.query, (slong)(plumb_rows_of(p) * p->head_dim));
        _arb_vec_clear(all.key, (slong)(keys * p->head_dim));
        _arb_vec_clear(all.value, (slong)(keys * p->value_dim));
        _arb_vec_clear(all.sink, (slong)p->query_heads);
        free_loss(&d);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/gradients");
    TCase *tests = tcase_create("gradients");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, balls_hold_the_references_gradients);
    tcase_add_test(tests, bundles_have_the_bits_of_minimal_kernels);
    tcase_add_test(tests, references_gradients_are_quotients_of_differences);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
