/* neighbours_scores.c - scales that engines multiply by in place of the stated one. */
#include "diagnose/neighbours_scores.h"
#include "diagnose/change.h"
#include "diagnose/changed.h"
#include "diagnose/fit.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* integer: the rule; second: its integer; number: its number */
static int use_scale(const plumb_neighbour *neighbour, plumb_storage *storage,
                     plumb_case *changed) {
    plumb_other_scale other = {(plumb_scale_rule)neighbour->integer, neighbour->second,
                               neighbour->number};
    return plumb_change_scale_by(storage, &changed->problem, other);
}

/* In as many digits as tell the scales apart. */
static void add_words(plumb_neighbourhood *list, plumb_neighbour entry, const char *does,
                      double scale, double stated) {
    int digits = fabs(scale / stated - 1) < 1e-5 ? 10 : 6;
    plumb_change_add(list, entry, "%s: a scale of %.*g in place of %.*g", does, digits, scale,
                     digits, stated);
}

void plumb_add_scale(const plumb_case *stated, plumb_other_scale other, const char *does,
                     plumb_neighbourhood *neighbourhood) {
    plumb_neighbour entry = {.kind = PLUMB_NEIGHBOUR_FAULT,
                             .axis = "scale",
                             .change = use_scale,
                             .integer = other.rule,
                             .second = other.integer,
                             .number = other.number};
    plumb_problem problem = stated->problem;
    plumb_storage storage = {NULL};
    if (plumb_change_scale_by(&storage, &problem, other) == 1) {
        const char *text = problem.scale.text == NULL ? "1/sqrt(head_dim)" : problem.scale.text;
        if (strlen(text) + sizeof "\"scale\":\"\"" <= sizeof entry.member)
            plumb_change_member(&entry, "\"scale\":\"%s\"", text);
        if (!plumb_fit_listed(neighbourhood, entry.member))
            add_words(neighbourhood, entry, does, plumb_change_scale(&problem),
                      plumb_change_scale(&stated->problem));
    }
    plumb_storage_free(&storage);
}

static void add(plumb_neighbourhood *list, const plumb_case *stated, plumb_scale_rule rule,
                int64_t integer, const char *does) {
    plumb_add_scale(stated, (plumb_other_scale){rule, integer, 0}, does, list);
}

/* Dimensions whose root engines have taken in place of head_dim's, each once. */
typedef struct {
    int64_t dim[16];
    size_t count;
} dimensions;

static void add_dimension(plumb_neighbourhood *list, const plumb_case *stated, dimensions *tried,
                          size_t dim, const char *name) {
    char does[PLUMB_NEIGHBOUR_TEXT];
    int64_t number = (int64_t)dim;
    for (size_t i = 0; i < tried->count; i++)
        if (tried->dim[i] == number)
            return;
    if (number < 1 || tried->count == sizeof tried->dim / sizeof *tried->dim)
        return;
    tried->dim[tried->count++] = number;
    snprintf(does, sizeof does, "scales by 1/sqrt(%" PRId64 "), of %s", number, name);
    add(list, stated, PLUMB_SCALE_INVERSE_ROOT, number, does);
}

static size_t multiple(size_t dim, size_t of) {
    return (dim + of - 1) / of * of;
}

static size_t power_of_two(size_t dim) {
    size_t power = 1;
    while (power < dim && power <= SIZE_MAX / 2)
        power *= 2;
    return power;
}

static void add_dimensions(plumb_neighbourhood *list, const plumb_case *stated) {
    const plumb_problem *p = &stated->problem;
    dimensions tried = {{(int64_t)p->head_dim}, 1};
    add_dimension(list, stated, &tried, p->value_dim, "value_dim");
    add_dimension(list, stated, &tried, power_of_two(p->head_dim),
                  "head_dim padded to a power of two");
    for (size_t of = 8; of <= 64; of *= 2)
        add_dimension(list, stated, &tried, multiple(p->head_dim, of), "a padded head_dim");
    add_dimension(list, stated, &tried, p->query_heads * p->head_dim, "all query heads together");
    add_dimension(list, stated, &tried, p->key_heads * p->head_dim, "all key heads together");
    if (p->position.kind == PLUMB_POSITION_ROPE) {
        add_dimension(list, stated, &tried, p->position.rope.dim, "the rotated elements");
        add_dimension(list, stated, &tried, p->head_dim - p->position.rope.dim,
                      "the elements that are not rotated");
    }
}

/* Whether rounding the scale to binary32 is more than the stated precision does to it. */
static bool keeps_more_than_binary32(const plumb_case *stated) {
    plumb_precision precision;
    return plumb_base_precision(stated, &precision) && precision.input.unit < 0x1p-24;
}

static void add_scales(const plumb_case *stated, plumb_neighbourhood *list) {
    int64_t dim = (int64_t)stated->problem.head_dim;
    add(list, stated, PLUMB_SCALE_INTEGER, 1, "leaves out the scale");
    add(list, stated, PLUMB_SCALE_DEFAULT, 0, "scales by 1/sqrt(head_dim)");
    add(list, stated, PLUMB_SCALE_SQUARE, 0, "multiplies by the scale twice");
    add(list, stated, PLUMB_SCALE_INVERSE, dim, "scales by 1/head_dim");
    add(list, stated, PLUMB_SCALE_ROOT, 0, "multiplies by the root of the scale");
    add(list, stated, PLUMB_SCALE_RECIPROCAL, 0, "divides by the scale");
    add_dimensions(list, stated);
    add(list, stated, PLUMB_SCALE_TIMES_LN_2, 0, "takes powers of 2 in place of e");
    add(list, stated, PLUMB_SCALE_TIMES_LOG2_E, 0,
        "multiplies scores by log2 e and takes powers of e");
    if (keeps_more_than_binary32(stated))
        add(list, stated, PLUMB_SCALE_IN_F32, 0, "holds the scale in binary32");
    add(list, stated, PLUMB_SCALE_IN_BF16, 0, "holds the scale in bfloat16");
    add(list, stated, PLUMB_SCALE_IN_F16, 0, "holds the scale in binary16");
    add(list, stated, PLUMB_SCALE_NEGATIVE, 0, "has a scale of the other sign");
    add(list, stated, PLUMB_SCALE_INTEGER, 0, "weighs all keys that it sees alike");
}

void plumb_neighbours_of_scores(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    add_scales(stated, neighbourhood);
    plumb_neighbours_of_softcap(stated, neighbourhood);
    plumb_neighbours_of_bias(stated, neighbourhood);
    plumb_neighbours_of_fitted_scores(stated, neighbourhood);
}
