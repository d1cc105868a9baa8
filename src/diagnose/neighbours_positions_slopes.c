/* neighbours_positions_slopes.c - the slopes of ALiBi: other rules, other heads, and factors. */
#include "diagnose/change_slopes.h"
#include "diagnose/neighbours_positions.h"
#include <math.h>
#include <stdlib.h>

typedef enum {
    BY_STANDARD,  /* the rule in place of the tensor */
    ONE_RATIO,    /* 2^(-8 (h + 1)/H) for every H */
    FROM_ONE,     /* 2^(-8 h/H) */
    POWER_ABOVE,  /* the first H of the next power of two */
    OF_KEY_HEADS, /* the rule for key_heads, and of the key head */
    NEXT_HEAD,
    FIRST_HEAD,
    BACKWARDS,
    IN_ORDER, /* largest first */
    OF_RANKS  /* second: of so many ranks each has the slopes of the first */
} slope_rule;

static size_t power_above(size_t heads) {
    size_t n = 1;
    while (n < heads)
        n *= 2;
    return n;
}

static double slope_by(slope_rule rule, const plumb_problem *problem, const double *slope,
                       size_t ranks, size_t h) {
    size_t heads = problem->query_heads;
    switch (rule) {
    case BY_STANDARD:
        return plumb_ruled_slope(heads, h);
    case ONE_RATIO:
        return exp2(-8 * ((double)h + 1) / (double)heads);
    case FROM_ONE:
        return exp2(-8 * (double)h / (double)heads);
    case POWER_ABOVE:
        return plumb_ruled_slope(power_above(heads), h);
    case OF_KEY_HEADS:
        return plumb_ruled_slope(problem->key_heads, h / (heads / problem->key_heads));
    case NEXT_HEAD:
        return slope[(h + 1) % heads];
    case FIRST_HEAD:
        return slope[0];
    case BACKWARDS:
        return slope[heads - 1 - h];
    case OF_RANKS:
        return slope[h % (heads / ranks)];
    case IN_ORDER:
    default:
        return slope[h];
    }
}

static int falling(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* The slopes in use, but not yet multiplied by the scale. */
static double *unscaled_slopes(plumb_storage *storage, const plumb_problem *problem) {
    plumb_problem unscaled = *problem;
    unscaled.position.alibi = PLUMB_ALIBI_KEY;
    return plumb_slopes_in_use(storage, &unscaled);
}

/* integer: the rule; second: ranks */
static int use_rule(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    size_t heads = problem->query_heads, ranks = (size_t)neighbour->second;
    slope_rule rule = (slope_rule)neighbour->integer;
    bool differs = false;
    if (problem->position.kind != PLUMB_POSITION_ALIBI ||
        (rule == OF_RANKS && (ranks == 0 || heads % ranks != 0)))
        return 0;
    const double *before = unscaled_slopes(storage, problem);
    double *slope = plumb_storage_take(storage, heads, sizeof *slope);
    if (before == NULL || slope == NULL)
        return -1;
    for (size_t h = 0; h < heads; h++)
        slope[h] = slope_by(rule, problem, before, ranks, h);
    if (rule == IN_ORDER)
        qsort(slope, heads, sizeof *slope, falling);
    for (size_t h = 0; h < heads; h++)
        differs = differs || fabs(slope[h] - before[h]) > 1e-12 * fabs(before[h]);
    problem->position.slopes = rule == BY_STANDARD ? NULL : slope;
    return differs ? plumb_positions_made(problem) : 0;
}

typedef enum { NEGATED, SCALED, WITHOUT_LOG2_E, TWICE } slope_factor;

/* integer: what the slopes are multiplied by. */
static int multiply_slopes(const plumb_neighbour *neighbour, plumb_storage *storage,
                           plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    const double factors[] = {[NEGATED] = -1,
                              [SCALED] = plumb_change_scale(problem),
                              [WITHOUT_LOG2_E] = log(2),
                              [TWICE] = 2};
    double factor = factors[neighbour->integer];
    if (problem->position.kind != PLUMB_POSITION_ALIBI || factor == 1)
        return 0;
    const double *slope = unscaled_slopes(storage, problem);
    if (slope == NULL)
        return -1;
    int result = plumb_change_multiply(storage, &slope, problem->query_heads, factor);
    problem->position.slopes = slope;
    return result == 1 ? plumb_positions_made(problem) : result;
}

static bool has_slopes(const plumb_case *stated) {
    return stated->problem.position.slopes != NULL;
}

static const plumb_change_line rules[] = {
    {"computes ALiBi's slopes and passes over the stated ones", has_slopes, use_rule, BY_STANDARD,
     0, 0},
    {"uses the slopes 2^(-8 (h + 1)/H) of ALiBi", NULL, use_rule, ONE_RATIO, 0, 0},
    {"uses the slopes 2^(-8 h/H) of ALiBi, from 1 on", NULL, use_rule, FROM_ONE, 0, 0},
    {"uses the first slopes of ALiBi for the next power of two of heads", NULL, use_rule,
     POWER_ABOVE, 0, 0},
    {"uses ALiBi's slopes in falling order", NULL, use_rule, IN_ORDER, 0, 0},
    {"uses ALiBi's slopes for the key heads", NULL, use_rule, OF_KEY_HEADS, 0, 0},
    {"uses the slope of the next head", NULL, use_rule, NEXT_HEAD, 0, 0},
    {"uses the slope of head 0 for all heads", NULL, use_rule, FIRST_HEAD, 0, 0},
    {"uses the slopes of the heads in reverse order", NULL, use_rule, BACKWARDS, 0, 0},
};

/* The scale is in the slopes of the other form, or would make that form. */
static bool adds_distances(const plumb_case *stated) {
    plumb_alibi_form form = stated->problem.position.alibi;
    return form == PLUMB_ALIBI_RELATIVE || form == PLUMB_ALIBI_SYMMETRIC;
}

static const plumb_change_line factors[] = {
    {"adds ALiBi with the other sign", NULL, multiply_slopes, NEGATED, 0, 0},
    {"multiplies ALiBi by the scale, too", adds_distances, multiply_slopes, SCALED, 0, 0},
    {"adds ALiBi to scores in base 2 without log2 e", NULL, multiply_slopes, WITHOUT_LOG2_E, 0, 0},
    {"adds ALiBi twice", NULL, multiply_slopes, TWICE, 0, 0},
};

static void add_ranks(const plumb_problem *problem, plumb_neighbourhood *list) {
    plumb_neighbour neighbour = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "slopes", .change = use_rule, .integer = OF_RANKS};
    for (neighbour.second = 2; neighbour.second <= 8; neighbour.second *= 2) {
        size_t ranks = (size_t)neighbour.second;
        if (problem->query_heads % ranks == 0 && problem->query_heads > ranks)
            plumb_change_add(list, neighbour, "repeats the slopes of the first %zu heads",
                             problem->query_heads / ranks);
    }
}

void plumb_neighbours_of_slopes(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *problem = &stated->problem;
    if (problem->position.kind != PLUMB_POSITION_ALIBI)
        return;
    plumb_change_add_lines(neighbourhood, stated, PLUMB_NEIGHBOUR_FAULT, "slope factor",
                           PLUMB_LINES(factors));
    plumb_change_add_lines(neighbourhood, stated, PLUMB_NEIGHBOUR_FAULT, "slopes",
                           PLUMB_LINES(rules));
    add_ranks(problem, neighbourhood);
}
