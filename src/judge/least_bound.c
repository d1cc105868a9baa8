/* least_bound.c - see least_bound.h. */
#include "judge/least_bound.h"
#include <math.h>

/* The sums are of some thousand numbers in binary32. */
#define CERTAIN 0.99

/* An error of a score up to this cannot move a mean farther than its values reach. */
#define LARGEST_SCORE_ERROR 0.25

/* Nothing joins the product that a score is, and nothing is done to it but to be stored. */
static bool is_product(const plumb_problem *p) {
    return p->op.softcap == 0 && p->extra.bias == NULL && !plumb_sink_is(p->op.sink, PLUMB_BIASES_FIRST_KEY) &&
           !plumb_position_adds_bias(p->position.kind) && !plumb_position_joins_products(p->position.kind) &&
           !plumb_operator_is(p->op.kind, PLUMB_MAPS_FEATURES);
}

/* Section 3, and where vectors are moved two stores of each element of both (sections 17 and 18). */
static double score_unit(const plumb_problem *problem, const plumb_precision *p) {
    if (!is_product(problem))
        return 0;
    double tensor = fmax(p->input.unit, p->output.unit);
    return 3 * p->score.unit + 2 * p->input.unit +
           (plumb_position_moves_vectors(problem->position.kind) ? 4 * tensor : 0);
}

static size_t count_visible(const unsigned char *visible, size_t keys) {
    size_t count = 0;
    for (size_t j = 0; j < keys; j++)
        count += visible[j] != 0;
    return count;
}

/* Of the products of a query and a key, whose magnitudes add up to about twice this part of the lengths' product. */
#define PART_OF_LENGTHS 0.5

static double product_unit(const plumb_problem *problem, const plumb_precision *p) {
    double unit = (double)problem->head_dim * p->product.unit + 2 * p->operand.unit;
    return is_product(problem) ? PART_OF_LENGTHS * unit : 0;
}

plumb_size_terms plumb_least_sizes(const plumb_problem *problem, const plumb_precision *p, const plumb_row *row,
                                   bool decided) {
    bool mean = plumb_operator_is(problem->op.kind, PLUMB_IS_MEAN);
    double keys = (double)count_visible(row->visible, plumb_keys_that_count(problem, row));
    return (plumb_size_terms){p->probability.unit + (keys + 8) * p->accumulate.unit, mean ? score_unit(problem, p) : 0,
                              LARGEST_SCORE_ERROR, mean && decided && keys > 0 ? product_unit(problem, p) : 0};
}

plumb_least_bound plumb_least_bound_of(const plumb_problem *problem, const plumb_precision *p,
                                         const plumb_deviation *deviation) {
    bool mean = plumb_operator_is(problem->op.kind, PLUMB_IS_MEAN);
    double unit = mean ? deviation->own->size.unit : 0;
    return (plumb_least_bound){.whole = p->output.unit + unit - deviation->own->sums.extra,
                                .says_nothing = problem->extra.value_bias != NULL || problem->extra.gate != NULL};
}

double plumb_least_bound_at(const plumb_least_bound *least, double reach, double exact) {
    double bound = CERTAIN * (reach + least->whole * fabs(exact));
    return least->says_nothing || isnan(bound) ? 0 : bound;
}
