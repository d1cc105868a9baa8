/* neighbours_scores_bias.c - what engines add in place of the bias. */
#include "diagnose/change.h"
#include "diagnose/logarithms.h"
#include "diagnose/neighbours_scores.h"
#include "diagnose/shown.h"
#include "exact/round.h"
#include <math.h>

/* What an engine adds in place of bias[b,h,t,j]: another element, or what it makes of this one. */
enum {
    MULTIPLIED = PLUMB_READINGS, /* by the neighbour's number */
    SCALED,                      /* by the scale */
    HIDING_ALONE,
    IN_BF16,
    IN_F16
};

static double multiplied(double bias, double factor) {
    return isinf(bias) ? bias : bias * factor;
}

static double read_bias(const plumb_problem *p, const void *context, size_t b, size_t h, size_t t,
                        size_t j) {
    const plumb_neighbour *neighbour = context;
    double bias = plumb_bias_at(p, b, h, t, j);
    plumb_score_place at = {b, h, t, j};
    switch (neighbour->integer) {
    case MULTIPLIED:
    case SCALED:
        return multiplied(bias, neighbour->number);
    case HIDING_ALONE:
        return isinf(bias) ? bias : 0;
    case IN_BF16:
        return plumb_round_double(bias, PLUMB_BF16);
    case IN_F16:
        return plumb_round_double(bias, PLUMB_F16);
    default:
        at = plumb_read_place(p, (plumb_reading)neighbour->integer, at);
        return plumb_bias_at(p, at.b, at.h, at.t, at.j);
    }
}

/* integer: the reading; number: its factor */
static int misread_bias(const plumb_neighbour *neighbour, plumb_storage *storage,
                        plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    plumb_neighbour reads = *neighbour;
    if (p->extra.bias == NULL ||
        (neighbour->integer == PLUMB_READ_TRANSPOSED && p->extra.bias_query == 0))
        return 0;
    if (neighbour->integer == SCALED)
        reads.number = plumb_change_scale(p);
    return plumb_change_bias(storage, p, (plumb_varies){false, false, false}, read_bias, &reads);
}

/* Whether leaving it out changes anything. */
static bool adds_anything(const plumb_problem *p) {
    for (size_t b = 0; b < p->batch; b++)
        for (size_t h = 0; h < p->query_heads; h++)
            for (size_t t = 0; t < p->query_length; t++)
                for (size_t j = 0; j < p->key_length; j++)
                    if (plumb_bias_at(p, b, h, t, j) != 0)
                        return true;
    return false;
}

static void drop_bias_from(plumb_problem *p) {
    p->extra.bias = NULL;
    p->extra.bias_batch = p->extra.bias_head = p->extra.bias_query = 0;
}

static int drop_bias(const plumb_neighbour *neighbour, plumb_storage *storage,
                     plumb_case *changed) {
    (void)neighbour;
    (void)storage;
    if (!adds_anything(&changed->problem))
        return 0;
    drop_bias_from(&changed->problem);
    return 1;
}

static bool not_zero(const plumb_problem *p, const void *context, size_t b, size_t h, size_t t,
                     size_t j) {
    (void)context;
    return plumb_allowed_at(p, b, h, t, j) && plumb_bias_at(p, b, h, t, j) != 0;
}

static int read_as_boolean(const plumb_neighbour *neighbour, plumb_storage *storage,
                           plumb_case *changed) {
    plumb_problem problem = changed->problem;
    const plumb_extras *extra = &problem.extra;
    (void)neighbour;
    if (extra->bias == NULL)
        return 0;
    plumb_varies varies = {extra->bias_batch != 0, extra->bias_head != 0, extra->bias_query != 0};
    if (plumb_change_allowed(storage, &problem, varies, not_zero, NULL) < 0)
        return -1;
    drop_bias_from(&problem);
    changed->problem = problem;
    return 1;
}

static const plumb_change_line biases[] = {
    {"leaves out the bias", NULL, drop_bias, 0, 0, 0},
    {"adds the bias before it multiplies by the scale", NULL, misread_bias, SCALED, 0, 0},
    {"adds the bias twice", NULL, misread_bias, MULTIPLIED, 0, 2},
    {"subtracts the bias", NULL, misread_bias, MULTIPLIED, 0, -1},
    {"adds the bias after it multiplied scores by log2 e, before powers of 2", NULL, misread_bias,
     MULTIPLIED, 0, PLUMB_LN_2},
    {"multiplies the bias by log2 e", NULL, misread_bias, MULTIPLIED, 0, PLUMB_LOG2_E},
    {"hides what the bias hides and adds nothing", NULL, misread_bias, HIDING_ALONE, 0, 0},
    {"reads the bias as a boolean mask, which hides where it is 0", NULL, read_as_boolean, 0, 0, 0},
    {"adds the bias of the first batch entry in all", NULL, misread_bias, PLUMB_READ_FIRST_ENTRY, 0,
     0},
    {"adds the bias of head 0 in all heads", NULL, misread_bias, PLUMB_READ_FIRST_HEAD, 0, 0},
    {"adds the bias of query 0 to all queries", NULL, misread_bias, PLUMB_READ_FIRST_QUERY, 0, 0},
    {"reads the bias as [keys, queries]", NULL, misread_bias, PLUMB_READ_TRANSPOSED, 0, 0},
    {"adds the bias one key late", NULL, misread_bias, PLUMB_READ_KEY_BEFORE, 0, 0},
    {"adds the bias one key early", NULL, misread_bias, PLUMB_READ_KEY_AFTER, 0, 0},
    {"holds the bias in bfloat16", NULL, misread_bias, IN_BF16, 0, 0},
    {"holds the bias in binary16", NULL, misread_bias, IN_F16, 0, 0},
};

void plumb_neighbours_of_bias(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    if (stated->problem.extra.bias != NULL)
        plumb_change_add_lines(neighbourhood, stated, PLUMB_NEIGHBOUR_FAULT, "bias",
                               PLUMB_LINES(biases));
}
