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

static void add_rule(plumb_neighbourhood *list, slope_rule rule, const char *does) {
    plumb_neighbour neighbour = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "slopes", .change = use_rule, .integer = rule};
    plumb_change_add(list, neighbour, "%s", does);
}

static void add_rules(const plumb_problem *problem, plumb_neighbourhood *list) {
    bool ruled = problem->position.slopes == NULL;
    if (!ruled)
        add_rule(list, BY_STANDARD, "computes ALiBi's slopes and passes over the stated ones");
    add_rule(list, ONE_RATIO, "uses the slopes 2^(-8 (h + 1)/H) of ALiBi");
    add_rule(list, FROM_ONE, "uses the slopes 2^(-8 h/H) of ALiBi, from 1 on");
    add_rule(list, POWER_ABOVE,
             "uses the first slopes of ALiBi for the next power of two of heads");
    add_rule(list, IN_ORDER, "uses ALiBi's slopes in falling order");
    add_rule(list, OF_KEY_HEADS, "uses ALiBi's slopes for the key heads");
    add_rule(list, NEXT_HEAD, "uses the slope of the next head");
    add_rule(list, FIRST_HEAD, "uses the slope of head 0 for all heads");
    add_rule(list, BACKWARDS, "uses the slopes of the heads in reverse order");
}

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

static void add_factor(plumb_neighbourhood *list, slope_factor factor, const char *does) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "slope factor",
                                 .change = multiply_slopes,
                                 .integer = factor};
    plumb_change_add(list, neighbour, "%s", does);
}

void plumb_neighbours_of_slopes(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *problem = &stated->problem;
    if (problem->position.kind != PLUMB_POSITION_ALIBI)
        return;
    add_factor(neighbourhood, NEGATED, "adds ALiBi with the other sign");
    if (problem->position.alibi == PLUMB_ALIBI_RELATIVE ||
        problem->position.alibi == PLUMB_ALIBI_SYMMETRIC)
        add_factor(neighbourhood, SCALED, "multiplies ALiBi by the scale, too");
    add_factor(neighbourhood, WITHOUT_LOG2_E, "adds ALiBi to scores in base 2 without log2 e");
    add_factor(neighbourhood, TWICE, "adds ALiBi twice");
    add_rules(problem, neighbourhood);
    add_ranks(problem, neighbourhood);
}
