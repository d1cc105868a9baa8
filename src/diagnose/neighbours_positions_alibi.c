/* neighbours_positions_alibi.c - ALiBi: which distance is multiplied, and distances and products in
   few bits. */
#include "diagnose/change_round.h"
#include "diagnose/change_slopes.h"
#include "diagnose/neighbours_positions.h"
#include "exact/position.h"
#include "exact/visible.h"
#include "schema/rules.h"
#include <math.h>

/* integer: the form.  Forms that are of keys alone have no use for position ids of queries. */
static int use_form(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    plumb_position *position = &changed->problem.position;
    plumb_alibi_form form = (plumb_alibi_form)neighbour->integer;
    (void)storage;
    if (position->kind != PLUMB_POSITION_ALIBI || position->alibi == form)
        return 0;
    position->alibi = form;
    if (!plumb_position_reads_queries(position))
        position->query_position = NULL;
    return plumb_positions_made(&changed->problem);
}

/* What is rounded; several may be. */
enum { DISTANCES = 1, SLOPES = 2, PRODUCTS = 4 };

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
    double d = rounded((what & DISTANCES) != 0, distance, format);
    double s = rounded((what & SLOPES) != 0, slope, format);
    return rounded((what & PRODUCTS) != 0, s * d, format);
}

/* No case has more biases. */
#define BIASES_MAX ((size_t)1 << 24)

/* What is added to the scores of query t and key j, for all heads, in `bias` of head 0; 0 where some
   number becomes infinite. */
static int fill_heads(const plumb_neighbour *neighbour, const plumb_problem *p, const double *slope,
                      size_t b, size_t t, size_t j, double *bias, bool *differs) {
    size_t head = p->query_length * p->key_length;
    double distance = distance_of(p, b, t, j);
    for (size_t h = 0; h < p->query_heads; h++) {
        const double *stated = plumb_exact_bias(p, b, h, t, j);
        double product =
            product_of(slope[h], distance, neighbour->integer, (plumb_format)neighbour->second);
        if (!isfinite(product))
            return 0;
        *differs = *differs || product != slope[h] * distance;
        bias[h * head] = (stated != NULL ? *stated : 0) + product;
    }
    return 1;
}

/* The bias of the case with ALiBi's in it; 0 where rounding changes none, or as above. */
static int fill_bias(const plumb_neighbour *neighbour, const plumb_problem *p, const double *slope,
                     double *bias) {
    size_t keys = p->key_length, queries = p->query_length;
    bool differs = false;
    for (size_t i = 0; i < p->batch * queries * keys; i++) {
        size_t j = i % keys, t = i / keys % queries, b = i / keys / queries;
        double *of_head_0 = bias + (b * p->query_heads * queries + t) * keys + j;
        if (fill_heads(neighbour, p, slope, b, t, j, of_head_0, &differs) == 0)
            return 0;
    }
    return differs;
}

/* integer: what is rounded; second: the format.  Such a number can be stated as a bias. */
static int round_bias(const plumb_neighbour *neighbour, plumb_storage *storage,
                      plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    size_t rows = plumb_rows_of(p);
    if (p->position.kind != PLUMB_POSITION_ALIBI ||
        (p->key_length > 0 && rows > BIASES_MAX / p->key_length))
        return 0;
    double *bias = plumb_storage_take(storage, rows * p->key_length, sizeof *bias);
    const double *slope = plumb_slopes_in_use(storage, p);
    if (bias == NULL || slope == NULL)
        return -1;
    if (fill_bias(neighbour, p, slope, bias) == 0)
        return 0;
    p->extra.bias = bias;
    p->extra.bias_query = p->key_length;
    p->extra.bias_head = p->query_length * p->key_length;
    p->extra.bias_batch = p->query_heads * p->query_length * p->key_length;
    p->position = (plumb_position){0};
    p->mask.in_cache = false;
    return 1;
}

static void add_form(plumb_neighbourhood *list, plumb_alibi_form stated, plumb_alibi_form form,
                     const char *does) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_CONVENTION,
                                 .axis = "alibi_form",
                                 .change = use_form,
                                 .integer = form};
    if (form == stated)
        return;
    plumb_change_member(&neighbour, "\"alibi_form\":\"%s\"",
                        plumb_word_name(PLUMB_MEMBER_ALIBI_FORM, form));
    plumb_change_add(list, neighbour, "%s", does);
}

static void add_rounded(plumb_neighbourhood *list, plumb_format format, const char *name) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "alibi numbers",
                                 .change = round_bias,
                                 .second = format};
    neighbour.integer = DISTANCES;
    plumb_change_add(list, neighbour, "rounds ALiBi's distances to %s", name);
    neighbour.integer = DISTANCES | SLOPES | PRODUCTS;
    plumb_change_add(list, neighbour, "computes ALiBi's distances, slopes and products in %s",
                     name);
    neighbour.kind = PLUMB_NEIGHBOUR_PRECISION;
    neighbour.integer = PRODUCTS;
    plumb_change_add(list, neighbour, "rounds what ALiBi adds to %s", name);
}

void plumb_neighbours_of_alibi(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_position *position = &stated->problem.position;
    if (position->kind != PLUMB_POSITION_ALIBI)
        return;
    add_form(neighbourhood, position->alibi, PLUMB_ALIBI_RELATIVE, "adds slope (p_j - p_t)");
    add_form(neighbourhood, position->alibi, PLUMB_ALIBI_KEY, "adds slope p_j");
    add_form(neighbourhood, position->alibi, PLUMB_ALIBI_SYMMETRIC, "adds -slope |p_j - p_t|");
    add_form(neighbourhood, position->alibi, PLUMB_ALIBI_SCALED_KEY, "adds scale slope p_j");
}

void plumb_neighbours_of_alibi_numbers(const plumb_case *stated,
                                       plumb_neighbourhood *neighbourhood) {
    if (stated->problem.position.kind != PLUMB_POSITION_ALIBI)
        return;
    add_rounded(neighbourhood, PLUMB_BF16, "bf16");
    add_rounded(neighbourhood, PLUMB_F16, "f16");
}
