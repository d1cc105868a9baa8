/* change_slopes.c - slopes by other rules than that of spec/positions.md, section 3, are computed for all heads and
   stated as a tensor.  Slopes, distances or products in few bits cannot be stated so: the rounded product of each pair
   becomes a bias, and the encoding is dropped.  A change applies only if some slope differs by more than rounding, or
   some product is rounded at all. */
#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/gather.h"
#include "diagnose/shown.h"
#include "exact/position.h"
#include <math.h>
#include <stdlib.h>

/* The slope of head h among so many by the rule of spec/positions.md, section 3. */
static double ruled_slope(size_t heads, size_t h) {
    size_t n = 1;
    while (n <= heads / 2)
        n *= 2;
    double eighths = h < n ? 8 * ((double)h + 1) : 4 * (2 * (double)(h - n) + 1);
    return exp2(-eighths / (double)n);
}

/* Those of a case, multiplied by the scale where its form says so; NULL if memory is short. */
static double *slopes_in_use(plumb_storage *storage, const plumb_problem *problem) {
    const plumb_position *position = &problem->position;
    bool scaled = position->alibi == PLUMB_ALIBI_SCALED_KEY;
    double *slope = plumb_storage_take(storage, problem->query_heads, sizeof *slope);
    for (size_t h = 0; slope != NULL && h < problem->query_heads; h++) {
        slope[h] = position->slopes != NULL ? position->slopes[h] : ruled_slope(problem->query_heads, h);
        slope[h] *= scaled ? plumb_change_scale(problem) : 1;
    }
    return slope;
}

/* The slopes, but not yet multiplied by the scale. */
static double *unscaled_slopes(plumb_storage *storage, const plumb_problem *problem) {
    plumb_problem unscaled = *problem;
    unscaled.position.alibi = PLUMB_ALIBI_KEY;
    return slopes_in_use(storage, &unscaled);
}

int plumb_state_slopes(plumb_storage *storage, plumb_problem *problem) {
    problem->position.slopes = unscaled_slopes(storage, problem);
    return problem->position.slopes != NULL ? 1 : -1;
}

/* ranks: of the rule that goes by them. */
static double slope_by(plumb_slope_rule rule, size_t ranks, const plumb_problem *problem, const double *slope,
                       size_t h) {
    size_t heads = problem->query_heads;
    switch (rule) {
    case PLUMB_SLOPES_BY_STANDARD:
        return ruled_slope(heads, h);
    case PLUMB_SLOPES_ONE_RATIO:
        return exp2(-8 * ((double)h + 1) / (double)heads);
    case PLUMB_SLOPES_FROM_ONE:
        return exp2(-8 * (double)h / (double)heads);
    case PLUMB_SLOPES_POWER_ABOVE:
        return ruled_slope(plumb_power_from(heads), h);
    case PLUMB_SLOPES_OF_KEY_HEADS:
        return ruled_slope(problem->key_heads, h / (heads / problem->key_heads));
    case PLUMB_SLOPES_OF_RANKS:
        return ruled_slope(heads / ranks, h % (heads / ranks));
    case PLUMB_SLOPES_IN_ORDER:
    default:
        return slope[h];
    }
}

static int falling(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

int plumb_use_slopes(const plumb_making *m) {
    size_t heads = m->p->query_heads;
    plumb_slope_rule rule = (plumb_slope_rule)m->by->integer;
    size_t ranks = (size_t)m->by->second;
    bool differs = false;
    if (m->p->position.kind != PLUMB_POSITION_ALIBI ||
        (rule == PLUMB_SLOPES_OF_RANKS && (ranks == 0 || heads % ranks != 0)))
        return 0;
    const double *before = unscaled_slopes(m->storage, m->p);
    double *slope = plumb_storage_take(m->storage, heads, sizeof *slope);
    if (before == NULL || slope == NULL)
        return -1;
    for (size_t h = 0; h < heads; h++)
        slope[h] = slope_by(rule, ranks, m->p, before, h);
    if (rule == PLUMB_SLOPES_IN_ORDER)
        qsort(slope, heads, sizeof *slope, falling);
    for (size_t h = 0; h < heads; h++)
        differs = differs || fabs(slope[h] - before[h]) > 1e-12 * fabs(before[h]);
    m->p->position.slopes = rule == PLUMB_SLOPES_BY_STANDARD ? NULL : slope;
    return differs ? plumb_positions_made(m->p) : 0;
}

/* ---- distances, slopes and products in few bits ---- */

static double rounded(bool rounds, double x, plumb_format format) {
    return rounds ? plumb_round_twice(x, format) : x;
}

static double distance_of(const plumb_problem *p, size_t b, size_t t, size_t j) {
    double key = (double)plumb_exact_key_position(p, b, t, j);
    double query = (double)plumb_exact_query_position(p, b, t);
    switch (p->position.alibi) {
    case PLUMB_ALIBI_RELATIVE:
        return key - query;
    case PLUMB_ALIBI_SYMMETRIC:
        return -fabs(key - query);
    case PLUMB_ALIBI_KEY:
    case PLUMB_ALIBI_SCALED_KEY:
    default:
        return key;
    }
}

static double product_of(double slope, double distance, int64_t what, plumb_format format) {
    double d = rounded((what & PLUMB_DISTANCES) != 0, distance, format);
    double s = rounded((what & PLUMB_SLOPES) != 0, slope, format);
    return rounded((what & PLUMB_PRODUCTS) != 0, s * d, format);
}

/* No case has more biases. */
#define BIASES_MAX ((size_t)1 << 24)

typedef struct {
    const plumb_making *m;
    const double *slope;
    bool *rounds; /* some product is another than that of the numbers as they are */
} alibi_rule;

static double with_rounded(const plumb_score_place *at) {
    const alibi_rule *rule = at->context;
    const plumb_neighbour *by = rule->m->by;
    double distance = distance_of(at->p, at->b, at->t, at->j), slope = rule->slope[at->h];
    double product = product_of(slope, distance, by->integer, (plumb_format)by->second);
    *rule->rounds = *rule->rounds || product != slope * distance;
    return isfinite(product) ? at->bias + product : NAN;
}

/* Such a number can be stated as a bias. */
int plumb_round_alibi(const plumb_making *m) {
    plumb_problem *p = m->p;
    bool rounds = false;
    if (p->position.kind != PLUMB_POSITION_ALIBI ||
        (p->key_length > 0 && plumb_rows_of(p) > BIASES_MAX / p->key_length))
        return 0;
    alibi_rule rule = {m, slopes_in_use(m->storage, p), &rounds};
    if (rule.slope == NULL)
        return -1;
    const plumb_score_change change = {with_rounded, &rule, {true, true, true}, m->row};
    int result = plumb_change_bias(m->storage, p, change);
    if (result != 1)
        return result;
    p->position = (plumb_position){0};
    p->mask.in_cache = false;
    return rounds;
}
