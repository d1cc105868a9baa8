/* row_size.c - bounds from norms, by the Cauchy-Schwarz inequality, in one pass over a row: which keys take part, the
   number of roundings of an accumulator, each score's size and error, the sink's logit, the largest score, the keys
   that a bias makes vanish, the shift, and the factor by which a probability may exceed its exact value.  The bounds
   are coarse and not proved (spec/budget.md, section 23): they decide only which elements are left unjudged. */
#include "theorem/row_size.h"
#include "theorem/rescalings.h"
#include "theorem/slope_roundings.h"
#include "theorem/units.h"
#include "exact/position.h"
#include "exact/visible.h"
#include "bundle/vector_product.h"
#include "row/stages.h"
#include <math.h>
#include <string.h>

/* A key whose score is this far below the largest has a weight below every format's least number. */
#define VANISHING_DISTANCE 1000

int plumb_row_size_init(plumb_row_size *s, const plumb_problem *problem, const plumb_precision *precision) {
    size_t keys = problem->key_length + 1;
    plumb_ball scale = plumb_problem_scale(problem);
    *s = (plumb_row_size){.problem = problem, .precision = plumb_precision_of_bounds(precision)};
    s->scale = plumb_upper(scale);
    s->least_scale = fmax(fabs(scale.mid) - scale.rad, 0);
    s->takes_part = plumb_workspace_take(&s->workspace, keys, sizeof *s->takes_part);
    s->vanishing = plumb_workspace_take(&s->workspace, keys, sizeof *s->vanishing);
    s->error = plumb_workspace_take(&s->workspace, keys, sizeof *s->error);
    s->score = plumb_workspace_take(&s->workspace, keys, sizeof *s->score);
    s->value = plumb_workspace_take(&s->workspace, problem->value_dim, sizeof *s->value);
    if (plumb_vector_sizes_init(&s->vectors, problem, &s->precision, &s->workspace) == 0 &&
        !s->workspace.short_of_memory)
        return 0;
    plumb_row_size_free(s);
    return -1;
}

void plumb_row_size_free(plumb_row_size *s) {
    plumb_vector_sizes_free(&s->vectors);
    plumb_workspace_free(&s->workspace);
}

/* ---- which keys, and how many roundings ---- */

/* Which keys take part; all of them where an empty row is the mean of all values. */
static void find_keys(plumb_row_size *s) {
    const plumb_problem *p = s->problem;
    size_t sink = p->key_length;
    s->mean_of_all = plumb_exact_is_mean(p, plumb_exact_visible_count(p, s->b, s->h, s->t));
    s->keys = 0;
    for (size_t i = 0; i <= sink; i++) {
        s->takes_part[i] = i < sink ? s->mean_of_all || plumb_exact_takes_part(p, s->b, s->h, s->t, i)
                                    : plumb_exact_has_sink_logit(p);
        s->keys += s->takes_part[i] != 0;
    }
}

/* An upper bound of log(n): n < 2^bits and log(2) < 0.7. */
static double log_upper(size_t n) {
    int bits;
    frexp((double)n, &bits);
    return 0.7 * bits;
}

static void count_roundings(plumb_row_size *s) {
    size_t sink = s->problem->key_length;
    s->rescalings = (double)plumb_rescalings_of(&s->precision, s->takes_part, sink, s->takes_part[sink]);
    s->steps = (double)s->keys + s->rescalings + 8;
    s->log_keys = log_upper(s->keys);
}

/* ---- scores ---- */

double plumb_product_size(const plumb_row_size *s, plumb_vector_size key) {
    return plumb_known(s->scale * s->query.norm * key.norm) * PLUMB_OWN_ROUNDING;
}

/* What moving its vectors, or mapping them, does to a product of that size. */
static double vector_errors(const plumb_row_size *s, double product, double position) {
    const plumb_problem *problem = s->problem;
    const plumb_precision *p = &s->precision;
    double off = 0;
    if (plumb_position_moves_vectors(problem->position.kind) || plumb_position_joins_products(problem->position.kind)) {
        double angle = plumb_angles_off(&s->vectors, position);
        off += 2 * angle + angle * angle + plumb_gamma(24, plumb_tensor_rounding(p).unit + p->exponent.unit);
    }
    if (plumb_operator_is(problem->op.kind, PLUMB_MAPS_FEATURES)) {
        double sums = (double)(problem->head_dim + problem->extra.hidden_dim) + 8;
        off += 2 * plumb_gamma(sums, p->product.unit + p->input.unit + p->operand.unit + p->exponent.unit) +
               2 * p->exponential;
    }
    return fmin(off, 2) * product;
}

static double product_error(const plumb_row_size *s, plumb_vector_size key, double position) {
    const plumb_precision *p = &s->precision;
    double dim = (double)s->problem->head_dim + (double)s->problem->extra.feature_dim;
    double product = plumb_product_size(s, key);
    double inputs = plumb_gamma(2, p->input.unit) + plumb_gamma(2, p->operand.unit);
    double unit = inputs + plumb_gamma(dim + 4, p->product.unit);
    double tiny = p->input.tiny + p->operand.tiny + p->product.tiny;
    double underflow = 4 * fmax(1, s->scale) * dim * (tiny * (s->query.most + key.most + 3) + p->score.tiny);
    return plumb_known(product * plumb_compound(unit, unit) + vector_errors(s, product, position) + underflow);
}

double plumb_position_bias_error(const plumb_row_size *s, double a) {
    const plumb_precision *p = &s->precision;
    plumb_rounding tensor = plumb_tensor_rounding(p);
    bool has_slope = s->problem->position.kind == PLUMB_POSITION_ALIBI;
    double own = has_slope ? (double)plumb_slope_roundings(s->problem, s->h) : 0;
    double unit = plumb_compound(plumb_gamma(own + 8, p->exponent.unit), plumb_gamma(6, tensor.unit + p->score.unit));
    return unit * a + 4 * (tensor.tiny + p->score.tiny + p->exponent.tiny);
}

/* The magnitudes of what is added to a score, and into *error what comes of their own roundings. */
static double biases_of(const plumb_row_size *s, size_t i, double *error) {
    const plumb_problem *p = s->problem;
    const double *bias = plumb_exact_bias(p, s->b, s->h, s->t, i), *first = plumb_exact_key0_bias(p, s->h, i);
    double sum = (bias != NULL ? fabs(*bias) : 0) + (first != NULL ? fabs(*first) : 0);
    if (plumb_position_adds_bias(p->position.kind)) {
        double a = plumb_upper(s->vectors.positions.bias[i]);
        *error += plumb_position_bias_error(s, a);
        sum += a;
    }
    return sum;
}

/* c tanh(x / c) takes no two scores farther apart. */
static double capped_error(const plumb_row_size *s, double error) {
    const plumb_precision *p = &s->precision;
    double c = s->problem->op.softcap;
    double unit = plumb_gamma(16, p->score.unit + p->exponent.unit + p->input.unit) + 2 * p->exponential;
    return fmin(error, 2 * c) + c * unit + 8 * fmax(1, c) * (p->score.tiny + p->exponent.tiny);
}

/* The error of a score of that magnitude: of its product and biases, and of its stores. */
static double score_error(const plumb_row_size *s, double score, double product, double biases) {
    const plumb_precision *p = &s->precision;
    double unit = plumb_gamma(4, p->score.unit) + plumb_gamma(2, p->input.unit);
    double error = product + unit * (score + biases + product) + 3 * p->score.tiny;
    if (biases > 0)
        error += plumb_gamma(4, p->score.unit + p->exponent.unit) * (score + biases + error);
    return s->problem->op.softcap > 0 ? capped_error(s, error) : error;
}

static double farthest_position(const plumb_row_size *s) {
    const plumb_problem *p = s->problem;
    double most = (double)plumb_farthest_of(plumb_exact_query_point(p, s->b, s->t));
    for (size_t i = 0; i < p->key_length; i++)
        most = fmax(most, (double)plumb_farthest_of(plumb_exact_key_point(p, s->b, s->t, i)));
    return fmin(most + fabs((double)p->position.offset), PLUMB_POSITION_MAX);
}

static void set_score(plumb_row_size *s, size_t i, double exact, double error) {
    s->error[i] = plumb_known(error);
    s->score[i] = plumb_known(exact + error);
}

static void set_scores(plumb_row_size *s) {
    const plumb_problem *p = s->problem;
    double position = plumb_position_moves_vectors(p->position.kind) ? farthest_position(s) : 0;
    for (size_t i = 0; i < p->key_length; i++) {
        if (!s->takes_part[i])
            continue;
        if (s->mean_of_all || !plumb_exact_visible(p, s->b, s->h, s->t, i)) {
            double c = s->mean_of_all ? 0 : p->op.softcap;
            set_score(s, i, c, c > 0 ? capped_error(s, 0) : 0);
            continue;
        }
        double exact = plumb_upper(s->row->score[i]), error = product_error(s, s->vectors.key[i], position);
        double biases = biases_of(s, i, &error);
        set_score(s, i, exact, score_error(s, exact, error, biases));
    }
}

/* The logit of a sink's key: a ball around scale * q.k*, capped. */
static plumb_ball sink_product(plumb_row_size *s) {
    const plumb_problem *p = s->problem;
    const double *query = plumb_exact_query(p, s->b, s->h, s->t), *key = plumb_exact_sink_key(p, s->h);
    double size = plumb_product_size(s, plumb_size_of_sink_key(&s->vectors, key)), c = p->op.softcap;
    plumb_ball product = {plumb_vector_product(query, key, p->head_dim), 0};
    if (plumb_position_moves_vectors(p->position.kind)) {
        plumb_move_query(&s->vectors.positions, p, s->b, s->t, query);
        product = plumb_moved_sink_product(&s->vectors.positions, p, key);
    }
    double score = plumb_problem_scale(p).mid * product.mid;
    return (plumb_ball){c > 0 ? c * tanh(score / c) : score, s->scale * product.rad + 0x1p-30 * size};
}

static void set_sink(plumb_row_size *s) {
    const plumb_problem *p = s->problem;
    const plumb_precision *precision = &s->precision;
    size_t sink = p->key_length;
    plumb_sink_logit logit = plumb_sink_logit_of(p->op.sink);
    if (!s->takes_part[sink])
        return;
    if (logit == PLUMB_LOGIT_PRODUCT) {
        plumb_vector_size key = plumb_size_of_sink_key(&s->vectors, plumb_exact_sink_key(p, s->h));
        s->sink = sink_product(s);
        double exact = plumb_upper(s->sink);
        set_score(s, sink, exact, score_error(s, exact, product_error(s, key, farthest_position(s)), 0));
        return;
    }
    double stated = logit == PLUMB_LOGIT_STATED ? p->extra.sinks[s->h] : 0;
    double unit = precision->input.unit + precision->score.unit;
    double tiny = stated != 0 ? precision->input.tiny + precision->score.tiny : 0;
    s->sink = plumb_ball_of(stated);
    set_score(s, sink, fabs(stated), 2 * unit * fabs(stated) + tiny);
}

plumb_ball plumb_size_score(const plumb_row_size *s, size_t i) {
    if (s->mean_of_all)
        return plumb_ball_zero();
    return i < s->problem->key_length ? s->row->score[i] : s->sink;
}

static void find_largest(plumb_row_size *s) {
    s->largest_from = -INFINITY;
    for (size_t i = 0; i <= s->problem->key_length; i++) {
        plumb_ball score = plumb_size_score(s, i);
        if (s->takes_part[i])
            s->largest_from = fmax(s->largest_from, score.mid - score.rad - s->error[i]);
    }
}

/* A bias can do what a mask does.  The sum of a power softmax is of e^{p x}: a small power brings weights together. */
static void find_vanishing(plumb_row_size *s) {
    const plumb_operator *op = &s->problem->op;
    double distance = VANISHING_DISTANCE;
    if (plumb_operator_is(op->kind, PLUMB_TAKES_ROOT))
        distance /= fmin(1, op->power);
    s->largest_score = s->largest_error = 0;
    for (size_t i = 0; i <= s->problem->key_length; i++) {
        plumb_ball score = plumb_size_score(s, i);
        s->vanishing[i] = s->takes_part[i] && !s->mean_of_all && plumb_adds_bias(s->problem) &&
                          score.mid + score.rad + s->error[i] < s->largest_from - distance;
        if (s->takes_part[i] && !s->vanishing[i]) {
            s->largest_score = fmax(s->largest_score, s->score[i]);
            s->largest_error = fmax(s->largest_error, s->error[i]);
        }
    }
}

/* ---- the shift, and what exponentials are off by ---- */

/* An upper bound of the scores of hidden keys. */
static double hidden_maximum(const plumb_row_size *s) {
    const plumb_problem *p = s->problem;
    const double *query = plumb_exact_query(p, s->b, s->h, s->t);
    bool as_given = !plumb_position_moves_vectors(p->position.kind) && !plumb_has_features(p) &&
                    !plumb_position_joins_products(p->position.kind);
    double most = -INFINITY, position = as_given ? 0 : farthest_position(s);
    for (size_t i = 0; i < p->key_length; i++) {
        if (s->takes_part[i])
            continue;
        const double *key = plumb_exact_key(p, s->b, s->h, i);
        double product = plumb_vector_product(query, key, p->head_dim);
        double error = product_error(s, s->vectors.key[i], position);
        double size = plumb_product_size(s, s->vectors.key[i]), biases = biases_of(s, i, &error);
        double score = as_given ? plumb_problem_scale(p).mid * product + 0x1p-40 * size : size;
        most = fmax(most, plumb_known(score + biases + score_error(s, fabs(score), error, biases)));
    }
    return p->op.softcap > 0 ? fmin(most, 2 * p->op.softcap) : most;
}

/* A shift other than the maximum of visible scores: its size counts as theirs does. */
static void find_shift(plumb_row_size *s) {
    const plumb_shift *shift = &s->precision.shift;
    double highest = -INFINITY;
    s->shift_above = s->shift_below = 1;
    if (shift->rule == PLUMB_SHIFT_MAXIMUM || s->mean_of_all)
        return;
    double at = shift->rule == PLUMB_SHIFT_FIXED ? shift->fixed : hidden_maximum(s);
    for (size_t i = 0; i <= s->problem->key_length; i++)
        if (s->takes_part[i])
            highest = fmax(highest, plumb_size_score(s, i).mid + plumb_size_score(s, i).rad + s->error[i]);
    if (at > -INFINITY)
        s->largest_score = fmax(s->largest_score, fabs(at));
    s->shift_above = exp(fmax(0, at - s->largest_from)) * PLUMB_OWN_ROUNDING;
    if (shift->rule == PLUMB_SHIFT_FIXED)
        s->shift_below = exp(fmax(0, highest - at)) * PLUMB_OWN_ROUNDING;
}

static void find_slack(plumb_row_size *s) {
    const plumb_precision *p = &s->precision;
    double shift = plumb_gamma(28, p->exponent.unit) * s->largest_score +
                   plumb_gamma(12, p->exponent.unit) * s->log_keys + (6 * s->rescalings + 32) * p->exponent.tiny;
    double exponentials = plumb_gamma(1, p->exponential) + plumb_gamma(s->rescalings + 3, p->rescaling);
    s->slack = exp(plumb_known(shift) + 2 * exponentials) * PLUMB_OWN_ROUNDING;
}

void plumb_value_size_add(plumb_value_size *size, double value) {
    size->sum += fabs(value);
    size->largest = fmax(size->largest, fabs(value));
    size->above = fmax(size->above, value);
    size->below = fmax(size->below, -value);
}

static void size_values(plumb_row_size *s) {
    const plumb_problem *p = s->problem;
    const double *value = p->key_length > 0 ? plumb_exact_value(p, s->b, s->h, 0) : NULL;
    if (value == s->value_source)
        return;
    s->value_source = value;
    memset(s->value, 0, p->value_dim * sizeof *s->value);
    for (size_t i = 0; i < p->key_length; i++)
        for (size_t c = 0; c < p->value_dim; c++)
            plumb_value_size_add(&s->value[c], value[i * p->value_dim + c]);
}

void plumb_row_size_set(plumb_row_size *s, size_t b, size_t h, size_t t, const plumb_row *row) {
    const plumb_problem *p = s->problem;
    s->b = b;
    s->h = h;
    s->t = t;
    s->row = row;
    find_keys(s);
    count_roundings(s);
    if (s->keys == 0)
        return;
    s->query = plumb_size_of_query(&s->vectors, plumb_exact_query(p, b, h, t));
    plumb_size_keys(&s->vectors, b, h);
    size_values(s);
    if (plumb_position_adds_bias(p->position.kind) && !s->mean_of_all)
        plumb_position_bias(&s->vectors.positions, p, plumb_problem_scale(p), b, h, t, p->key_length);
    set_scores(s);
    set_sink(s);
    find_largest(s);
    find_vanishing(s);
    find_shift(s);
    find_slack(s);
}
