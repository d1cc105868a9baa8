#include "tests/support/exact_scores.h"
#include "exact/feature.h"
#include "exact/function.h"
#include "exact/position.h"
#include "exact/position_bias.h"
#include "exact/scale.h"
#include "exact/score.h"
#include "exact/visible.h"
#include "tests/support/exact_moved.h"
#include "tests/support/exact_units.h"
#include <math.h>

/* What is off by e, rounded: e + u (|x| + e) + t. */
static real grown(real e, real unit, real size, real tiny) {
    return SUM(e, PRODUCT(unit, SUM(size, e)), tiny);
}

/* ---- exact scores, as far as a stage ---- */

/* The scores of a problem and the logit of its sink. */
static void evaluate(exact_place place, const plumb_problem *problem, real *score) {
    plumb_exact_stages row = {.problem = problem, .b = place.b, .h = place.h, .t = place.t};
    row.precision = REAL_PRECISION;
    row.score = _arb_vec_init((slong)problem->key_length);
    arb_init(row.sink_logit);
    plumb_exact_scores(&row);
    for (size_t i = 0; i < problem->key_length; i++)
        score[i] = copy_of(row.score + i);
    score[problem->key_length] = copy_of(row.sink_logit);
    _arb_vec_clear(row.score, (slong)problem->key_length);
    arb_clear(row.sink_logit);
}

/* scale * phi(q).phi(k) alone; shaw: with the row of the distance or without it. */
static void evaluate_products(exact_place place, bool with_row, real *score) {
    plumb_problem stripped = *place.problem;
    stripped.op.softcap = 0;
    stripped.extra.bias = stripped.extra.key0_bias = NULL;
    plumb_position_kind kind = stripped.position.kind;
    if (!plumb_position_moves_vectors(kind) && !(kind == PLUMB_POSITION_SHAW && with_row))
        stripped.position.kind = PLUMB_POSITION_NONE;
    if (stripped.op.sink == PLUMB_SINK_KEY0_BIAS)
        stripped.op.sink = PLUMB_SINK_NONE;
    evaluate(place, &stripped, score);
}

static real scale_of(const plumb_problem *problem) {
    arb_t scale;
    arb_init(scale);
    arb_one(scale);
    plumb_exact_scale_mul(scale, scale, problem, REAL_PRECISION);
    real result = copy_of(scale);
    arb_clear(scale);
    return result;
}

/* ---- section 9 ---- */

static exact_vector elu_features(const double *x, exact_place place) {
    const plumb_precision *precision = place.precision;
    size_t count = place.problem->head_dim;
    exact_vector vector = exact_vector_of(count, 0);
    real stored = SUM(COMPOUND(unit_of(precision->input),
                               PRODUCT(number(2), unit_of(precision->exponent))),
                      number(0x1p-51));
    real tiny = SUM(tiny_of(precision->input), tiny_of(precision->exponent));
    for (size_t c = 0; c < count; c++) {
        arb_t phi;
        arb_init(phi);
        arb_set_d(phi, x[c]);
        plumb_exact_elu_plus_one(phi, phi, REAL_PRECISION);
        real value = copy_of(phi);
        arb_clear(phi);
        real own = PRODUCT(gamma_of(number(1), number(precision->exponential)),
                           smaller(value, number(1)));
        real elu = grown(own, stored, absolute(minus(value, number(1))), tiny);
        vector.size[c] = value;
        vector.error[c] = grown(elu, stored, value, tiny);
        vector.reach[c] = SUM(value, vector.error[c]);
    }
    return vector;
}

/* matrix [rows][x.count] times x, stored; value: the exact products */
static exact_vector layer(const double *matrix, size_t rows, const exact_vector *x,
                          const real *signed_x, real *value, const plumb_precision *precision) {
    exact_vector result = exact_vector_of(rows, 0);
    real input = unit_of(precision->input), operand = unit_of(precision->operand);
    real n = count_of(x->count), steps = count_of(x->count + 2);
    real roundings = SUM(COMPOUND(input, input, operand, operand,
                                  gamma_of(steps, unit_of(precision->product))),
                         PRODUCT(steps, number(0x1p-53)));
    real tiny = SUM(tiny_of(precision->input), tiny_of(precision->operand));
    for (size_t r = 0; r < rows; r++) {
        real off = number(0), magnitude = number(0);
        value[r] = number(0);
        for (size_t c = 0; c < x->count; c++) {
            real w = number(matrix[r * x->count + c]);
            value[r] = SUM(value[r], PRODUCT(w, signed_x[c]));
            off = SUM(off, PRODUCT(absolute(w), x->error[c]));
            magnitude = SUM(magnitude, PRODUCT(absolute(w), SUM(x->size[c], x->error[c])));
        }
        off = SUM(off, PRODUCT(roundings, magnitude), PRODUCT(tiny, SUM(magnitude, steps)),
                  PRODUCT(number(2), n, tiny_of(precision->product)));
        result.size[r] = absolute(value[r]);
        result.error[r] = grown(off, input, result.size[r], number(0));
        result.reach[r] = SUM(result.size[r], result.error[r]);
    }
    return result;
}

static exact_vector mlp_features(const double *x, exact_place place) {
    const plumb_extras *extra = &place.problem->extra;
    exact_vector vector = exact_plain_vector(x, place.problem->head_dim);
    real *signed_x = room_for(vector.count, sizeof(real)), *hidden = room_for(extra->hidden_dim, sizeof(real));
    real *feature = room_for(extra->feature_dim, sizeof(real));
    for (size_t c = 0; c < vector.count; c++)
        signed_x[c] = number(x[c]);
    exact_vector inner = layer(extra->mlp_inner, extra->hidden_dim, &vector, signed_x, hidden,
                               place.precision);
    for (size_t r = 0; r < inner.count; r++)
        inner.size[r] = hidden[r] = larger(hidden[r], number(0));
    return layer(extra->mlp_outer, extra->feature_dim, &inner, hidden, feature, place.precision);
}

/* ---- section 3 ---- */

/* The sums over the elements of two vectors that section 3 needs, and what the product inherits. */
typedef struct {
    real query, key, product; /* sums of |q_c|, |k_c|, |q_c k_c| as computed */
    real inherited;           /* sum of what the errors of the elements leave */
    size_t count;
} product_sums;

/* The first of the two errors meets what is computed, the other what is exact. */
static product_sums sums_of(const exact_vector *q, const exact_vector *k, const real *q_met) {
    product_sums sums = {number(0), number(0), number(0), number(0), q->count};
    for (size_t c = 0; c < q->count; c++) {
        sums.query = SUM(sums.query, q->reach[c]);
        sums.key = SUM(sums.key, k->reach[c]);
        sums.product = SUM(sums.product, PRODUCT(q->reach[c], k->reach[c]));
        sums.inherited = SUM(sums.inherited, PRODUCT(q->error[c], k->reach[c]),
                             PRODUCT(q_met[c], k->error[c]));
    }
    return sums;
}

/* D_j of products and stores, without what is inherited; size: what |s_j| is where stores count */
static real product_error(exact_place place, real alpha, const product_sums *sums, real size) {
    const plumb_precision *p = place.precision;
    real input = unit_of(p->input), operand = unit_of(p->operand), score = unit_of(p->score);
    real inputs = COMPOUND(input, input), operands = COMPOUND(operand, operand);
    real stores = COMPOUND(score, score, score), d = count_of(sums->count);
    real t = SUM(tiny_of(p->input), tiny_of(p->operand), tiny_of(p->product));
    real lost = PRODUCT(number(2), larger(number(1), alpha),
                        SUM(PRODUCT(t, SUM(sums->query, sums->key, sums->product, d)),
                            PRODUCT(number(2), d, tiny_of(p->product)),
                            PRODUCT(number(3), tiny_of(p->score))));
    real products = COMPOUND(inputs, operands,
                             gamma_of(SUM(d, number(4)), unit_of(p->product)));
    real computed = SUM(PRODUCT(alpha, sums->product, products), lost);
    return SUM(computed, PRODUCT(COMPOUND(inputs, stores), SUM(size, computed)));
}

/* ---- sections 10 and 19: numbers added, softcap ---- */

/* A number, what it is off by, and to within what it is known where its size counts. */
typedef struct {
    real value, error, slack;
} exact_number;

static real size_of(exact_number x) {
    return SUM(absolute(x.value), x.slack);
}

/* x + a, the sum rounded by `unit` */
static exact_number added(exact_number x, exact_number a, real unit, real tiny) {
    exact_number sum = {SUM(x.value, a.value), NULL, x.slack};
    sum.error = grown(SUM(x.error, a.error), unit, size_of(sum), tiny);
    return sum;
}

/* t_score + t_exponent */
static real sum_tiny(const plumb_precision *precision) {
    return SUM(tiny_of(precision->score), tiny_of(precision->exponent));
}

static real sum_unit(const plumb_precision *precision) {
    return COMPOUND(unit_of(precision->score), unit_of(precision->exponent));
}

static exact_number with_bias(exact_number x, const double *bias, const plumb_precision *precision) {
    if (bias == NULL)
        return x;
    real tiny = tiny_of(precision->score), b = number(*bias);
    exact_number rounded = {b, grown(number(0), unit_of(precision->score), absolute(b), tiny), NULL};
    return added(x, rounded, sum_unit(precision), sum_tiny(precision));
}

/* By how much of itself the slope of a head is off before it is a tensor. */
static real slope_error(const plumb_problem *problem, size_t h, real exponent_unit) {
    if (problem->position.slopes != NULL)
        return number(0);
    fmpq_t exponent;
    fmpq_init(exponent);
    plumb_exact_slope_exponent(exponent, problem->query_heads, h);
    bool integer = fmpz_is_one(fmpq_denref(exponent));
    fmpq_clear(exponent);
    size_t n = 1;
    while (2 * n <= problem->query_heads)
        n *= 2;
    size_t power = h < n ? h + 1 : 2 * (h - n) + 1;
    return integer ? number(0) : gamma_of(count_of(8 + 2 * power), exponent_unit);
}


/* The number that the position adds to the score of key i. */
static exact_number position_number(exact_place place, size_t i) {
    const plumb_problem *problem = place.problem;
    const plumb_precision *p = place.precision;
    arb_t exact;
    arb_init(exact);
    plumb_exact_position_bias(exact, problem, place.b, place.h, place.t, i, REAL_PRECISION);
    exact_number result = {.value = copy_of(exact)};
    arb_clear(exact);
    real size = absolute(result.value), u = unit_of(p->exponent), tensor = unit_of(exact_tensor(p));
    if (problem->position.kind != PLUMB_POSITION_ALIBI) {
        result.error = grown(number(0), unit_of(p->score), size, tiny_of(p->score));
        return result;
    }
    real scale = problem->position.alibi == PLUMB_ALIBI_SCALED_KEY
                     ? COMPOUND(unit_of(p->input), gamma_of(number(2), u))
                     : number(0);
    real own = COMPOUND(tensor, slope_error(problem, place.h, u), tensor, tensor,
                        unit_of(p->score), PRODUCT(number(4), u), scale);
    result.error = PRODUCT(own, size);
    result.error = SUM(result.error, PRODUCT(number(4), SUM(tiny_of(exact_tensor(p)), sum_tiny(p))));
    return result;
}

static exact_number with_position(exact_number x, exact_place place, size_t i, real bias) {
    const plumb_precision *p = place.precision;
    if (!plumb_position_adds_bias(place.problem->position.kind))
        return x;
    exact_number a = position_number(place, i);
    real unit = sum_unit(p);
    if (bias != NULL)
        a.error = SUM(a.error, PRODUCT(unit, SUM(bias, absolute(a.value))), tiny_of(p->score));
    if (place.problem->position.kind == PLUMB_POSITION_ALIBI &&
        place.problem->position.alibi == PLUMB_ALIBI_SCALED_KEY)
        unit = COMPOUND(unit, unit, unit_of(p->input), gamma_of(number(2), unit_of(p->exponent)));
    return added(x, a, unit, sum_tiny(p));
}

static exact_number with_numbers(exact_number x, exact_place place, size_t i) {
    const plumb_problem *problem = place.problem;
    const double *bias = plumb_exact_bias(problem, place.b, place.h, place.t, i);
    const double *first = plumb_exact_key0_bias(problem, place.h, i);
    real before = NULL, zero = number(0);
    if ((bias != NULL && *bias != 0) || (first != NULL && *first != 0))
        before = SUM(bias == NULL ? zero : number(fabs(*bias)),
                     first == NULL ? zero : number(fabs(*first)));
    x = with_bias(x, bias, place.precision);
    x = with_bias(x, first, place.precision);
    return with_position(x, place, i, before);
}

/* The value is c tanh(x/c) already; the error that of x. */
static exact_number capped(exact_number x, real value, exact_place place) {
    const plumb_precision *p = place.precision;
    real input = unit_of(p->input), cap = number(place.problem->op.softcap);
    real own = PRODUCT(cap, SUM(PRODUCT(number(2), number(p->exponential)),
                                PRODUCT(number(8), unit_of(p->exponent))));
    real roundings = COMPOUND(input, input, gamma_of(number(4), unit_of(p->exponent)),
                              gamma_of(number(3), unit_of(p->score)));
    real off = SUM(smaller(x.error, PRODUCT(number(2), cap)), own);
    real slack = smaller(x.slack, PRODUCT(number(2), cap));
    real size = smaller(SUM(absolute(value), slack), cap);
    real tiny = PRODUCT(number(6), larger(number(1), cap), sum_tiny(p));
    return (exact_number){value, grown(off, roundings, size, tiny), slack};
}

static exact_number cap(exact_number x, exact_place place) {
    double softcap = place.problem->op.softcap;
    if (softcap == 0)
        return x;
    arb_t exact;
    arb_init(exact);
    plumb_exact_cap(exact, x.value, softcap, REAL_PRECISION);
    x = capped(x, copy_of(exact), place);
    arb_clear(exact);
    return x;
}

/* ---- all stages ---- */

typedef struct {
    exact_angles angles;
    exact_vector query;
    int64_t position;
    real alpha;
} exact_query;

static exact_vector vector_of(exact_place place, const exact_angles *angles, const double *x,
                              int64_t position) {
    if (place.problem->op.kind == PLUMB_ELU_KERNEL)
        return elu_features(x, place);
    if (place.problem->op.kind == PLUMB_MLP_KERNEL)
        return mlp_features(x, place);
    return exact_moved_vector(place.problem, place.precision, angles, x, position);
}

/* What the angles of two turned vectors leave of their product. */
static real turned_apart(const exact_query *query, const exact_vector *key, int64_t position) {
    real sum = number(0);
    for (size_t m = 0; m < key->turned; m++) {
        real delta = exact_difference_error(&query->angles, m, query->position, position);
        sum = SUM(sum, PRODUCT(query->query.length[m], key->length[m], smaller(number(2), delta)));
    }
    return sum;
}

/* |k| + |a|, which may be stored */
static void join_row(exact_vector *key, const double *row, const plumb_precision *precision) {
    if (row == NULL)
        return;
    real unit = SUM(COMPOUND(unit_of(exact_tensor(precision)), unit_of(precision->input)), number(0x1p-53));
    real tiny = tiny_of(exact_tensor(precision));
    for (size_t c = 0; c < key->count; c++) {
        key->size[c] = SUM(key->size[c], number(fabs(row[c])));
        key->error[c] = SUM(PRODUCT(unit, key->size[c]), tiny);
        key->reach[c] = SUM(key->size[c], key->error[c]);
    }
}

bool exact_score_is_product(const plumb_problem *problem) {
    return problem->op.softcap == 0 && problem->extra.bias == NULL &&
           problem->extra.key0_bias == NULL && problem->position.kind != PLUMB_POSITION_SHAW &&
           !plumb_position_adds_bias(problem->position.kind);
}

/* Of two vectors; apart: what angles leave. */
static void sum_products(product_sums *sums, exact_place place, const exact_query *query,
                         const exact_vector *key, real apart) {
    bool kernel = plumb_exact_has_features(place.problem);
    *sums = sums_of(&query->query, key, kernel ? query->query.size : query->query.reach);
    sums->inherited = PRODUCT(query->alpha, SUM(sums->inherited, apart));
}

/* size: where stores count */
static exact_number product(exact_place place, const exact_query *query, const product_sums *sums,
                            real value, real size) {
    real own = product_error(place, query->alpha, sums, SUM(size, sums->inherited));
    real slack = PRODUCT(number(place.slack), sums->inherited);
    return (exact_number){value, SUM(own, sums->inherited), slack};
}

/* Section 20: the sum of two products */
static real shaw_sum(exact_place place, const exact_query *query, exact_number x) {
    const plumb_precision *p = place.precision;
    real d = count_of(place.problem->head_dim);
    real lost = SUM(PRODUCT(d, SUM(tiny_of(p->input), PRODUCT(number(2), tiny_of(p->product)))),
                    PRODUCT(number(4), tiny_of(p->score)), tiny_of(p->exponent));
    return grown(x.error, sum_unit(p), size_of(x),
                 PRODUCT(number(2), larger(number(1), query->alpha), lost));
}

static exact_number key_score(exact_place place, const exact_query *query, size_t i, real value,
                              real without_row, real *products) {
    const plumb_problem *problem = place.problem;
    int64_t position = plumb_exact_key_position(problem, place.b, place.t, i);
    exact_vector key = vector_of(place, &query->angles,
                                 plumb_exact_key(problem, place.b, place.h, i), position);
    const double *row = plumb_exact_key_row(problem, place.b, place.t, i);
    join_row(&key, row, place.precision);
    bool alone = exact_score_is_product(problem);
    product_sums sums;
    sum_products(&sums, place, query, &key, turned_apart(query, &key, position));
    real size = SUM(absolute(value), PRODUCT(number(alone ? 0 : place.slack), sums.inherited));
    if (row != NULL)
        size = SUM(absolute(without_row), absolute(minus(value, without_row)));
    exact_number score = product(place, query, &sums, value, size);
    if (alone)
        score.slack = number(0);
    if (row != NULL)
        score.error = shaw_sum(place, query, score);
    *products = PRODUCT(query->alpha, sums.product);
    bool cap_first = problem->op.softcap_order == PLUMB_CAP_BIAS_MASK;
    if (cap_first)
        score = cap(score, place);
    score = with_numbers(score, place, i);
    return cap_first ? score : cap(score, place);
}

static exact_number sink_score(exact_place place, const exact_query *query, real product_value) {
    const plumb_problem *problem = place.problem;
    const plumb_precision *p = place.precision;
    if (problem->op.sink == PLUMB_SINK_LOGIT && problem->extra.sinks[place.h] != 0) {
        real logit = number(problem->extra.sinks[place.h]);
        real unit = COMPOUND(unit_of(p->input), unit_of(p->score));
        real tiny = SUM(tiny_of(p->input), tiny_of(p->score));
        return (exact_number){logit, grown(number(0), unit, absolute(logit), tiny), number(0)};
    }
    if (problem->op.sink == PLUMB_SINK_ZERO || problem->op.sink == PLUMB_SINK_LOGIT)
        return (exact_number){number(0), number(0), number(0)};
    /* Its key is not turned: the errors of the query's angles count element by element. */
    exact_query whole = *query;
    whole.query = exact_vector_of(query->query.count, 0);
    for (size_t c = 0; c < whole.query.count; c++) {
        whole.query.size[c] = query->query.size[c];
        whole.query.reach[c] = query->query.reach[c];
        whole.query.error[c] = minus(query->query.reach[c], query->query.size[c]);
    }
    exact_vector key =
        exact_plain_vector(plumb_exact_sink_key(problem, place.h), problem->head_dim);
    product_sums sums;
    sum_products(&sums, place, &whole, &key, number(0));
    real size = SUM(absolute(product_value), PRODUCT(number(place.slack), sums.inherited));
    exact_number score = product(place, &whole, &sums, product_value, size);
    return cap(score, place);
}

static real sum_of_reaches(const exact_vector *vector) {
    return sum_of(vector->reach, vector->count);
}

static void set_score(exact_scores *scores, size_t i, exact_number score) {
    scores->score[i] = score.value;
    scores->error[i] = score.error;
    scores->size[i] = size_of(score);
}

exact_scores exact_scores_of(exact_place place) {
    const plumb_problem *problem = place.problem;
    size_t keys = problem->key_length;
    exact_scores scores = {.has_sink = plumb_exact_has_sink_logit(problem)};
    scores.takes_part = room_for(keys, sizeof(bool));
    scores.score = room_for(keys + 1, sizeof(real));
    scores.error = room_for(keys + 1, sizeof(real));
    scores.size = room_for(keys + 1, sizeof(real));
    scores.products = room_for(keys + 1, sizeof(real));
    scores.blur = number(0);
    real *whole = room_for(keys + 1, sizeof(real)), *without_row = room_for(keys + 1, sizeof(real));
    evaluate_products(place, true, whole);
    evaluate_products(place, false, without_row);
    exact_query query = {.angles = exact_angles_of(problem, place.precision)};
    query.position = plumb_exact_query_position(problem, place.b, place.t);
    query.query = vector_of(place, &query.angles,
                            plumb_exact_query(problem, place.b, place.h, place.t), query.position);
    query.alpha = absolute(scale_of(problem));
    scores.features = PRODUCT(query.alpha, sum_of_reaches(&query.query));
    for (size_t i = 0; i < keys; i++) {
        exact_number score = {number(0), number(0), number(0)};
        scores.takes_part[i] = plumb_exact_takes_part(problem, place.b, place.h, place.t, i);
        if (plumb_exact_visible(problem, place.b, place.h, place.t, i))
            score = key_score(place, &query, i, whole[i], without_row[i], &scores.products[i]);
        else if (scores.takes_part[i])
            score = capped(score, number(-problem->op.softcap), place);
        set_score(&scores, i, score);
    }
    if (scores.has_sink) {
        exact_number sink = sink_score(place, &query, whole[keys]);
        set_score(&scores, keys, sink);
        scores.blur = sink.slack;
    }
    return scores;
}
