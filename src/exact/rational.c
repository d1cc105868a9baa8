#include "exact/rational.h"
#include "exact/scale.h"
#include "exact/visible.h"
#include <flint/flint.h>
#include <stdlib.h>

/* A visible key and its product with the query, exactly: equal products are equal scores. */
typedef struct {
    arf_struct product;
    size_t key;
} scored_key;

static void exact_product(arf_t product, const double *query, const double *key, size_t head_dim) {
    arf_t x, y;
    arf_init(x);
    arf_init(y);
    arf_zero(product);
    for (size_t c = 0; c < head_dim; c++) {
        arf_set_d(x, query[c]);
        arf_set_d(y, key[c]);
        arf_addmul(product, x, y, ARF_PREC_EXACT, ARF_RND_DOWN);
    }
    arf_clear(x);
    arf_clear(y);
}

static bool scale_is_zero(const plumb_problem *problem) {
    fmpq_t ratio;
    fmpq_init(ratio);
    bool zero = plumb_exact_scale_ratio(ratio, problem) && fmpq_is_zero(ratio);
    fmpq_clear(ratio);
    return zero;
}

static int by_product(const void *a, const void *b) {
    return arf_cmp(&((const scored_key *)a)->product, &((const scored_key *)b)->product);
}

/* The visible keys of a row, sorted so that those of equal score are neighbours. */
static scored_key *sorted_keys(const plumb_problem *problem, size_t b, size_t h, size_t t,
                               size_t *count) {
    bool zero = scale_is_zero(problem);
    scored_key *keys = flint_malloc((problem->key_length + 1) * sizeof *keys);
    *count = 0;
    for (size_t i = 0; i < problem->key_length; i++) {
        if (!plumb_exact_visible(problem, t, i))
            continue;
        scored_key *next = keys + (*count)++;
        next->key = i;
        arf_init(&next->product);
        if (!zero)
            exact_product(&next->product, plumb_exact_query(problem, b, h, t),
                          plumb_exact_key(problem, b, h, i), problem->head_dim);
    }
    qsort(keys, *count, sizeof *keys, by_product);
    return keys;
}

static void free_keys(scored_key *keys, size_t count) {
    for (size_t n = 0; n < count; n++)
        arf_clear(&keys[n].product);
    flint_free(keys);
}

/* total = sum of value[column] over keys[first .. end). */
static void value_sum(arf_t total, const plumb_problem *problem, size_t b, size_t h, size_t column,
                      const scored_key *keys, size_t first, size_t end) {
    arf_t element;
    arf_init(element);
    arf_zero(total);
    for (size_t n = first; n < end; n++) {
        arf_set_d(element, plumb_exact_value(problem, b, h, keys[n].key)[column]);
        arf_add(total, total, element, ARF_PREC_EXACT, ARF_RND_DOWN);
    }
    arf_clear(element);
}

/* Whether part/part_count = whole/whole_count, by cross multiplication. */
static bool same_mean(const arf_t part, size_t part_count, const arf_t whole, size_t whole_count) {
    arf_t left, right;
    arf_init(left);
    arf_init(right);
    arf_mul_ui(left, part, whole_count, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_mul_ui(right, whole, part_count, ARF_PREC_EXACT, ARF_RND_DOWN);
    bool same = arf_equal(left, right);
    arf_clear(left);
    arf_clear(right);
    return same;
}

static size_t group_end(const scored_key *keys, size_t first, size_t count) {
    size_t end = first + 1;
    while (end < count && arf_equal(&keys[end].product, &keys[first].product))
        end++;
    return end;
}

static bool rational_output(const plumb_problem *problem, size_t b, size_t h, size_t column,
                            const scored_key *keys, size_t count, slong precision, arb_t value) {
    bool rational = true;
    arf_t whole, part;
    arf_init(whole);
    arf_init(part);
    value_sum(whole, problem, b, h, column, keys, 0, count);
    for (size_t first = 0, end; first < count && rational; first = end) {
        end = group_end(keys, first, count);
        value_sum(part, problem, b, h, column, keys, first, end);
        rational = same_mean(part, end - first, whole, count);
    }
    arb_set_arf(value, whole);
    arb_div_ui(value, value, count, precision);
    arf_clear(whole);
    arf_clear(part);
    return rational;
}

static bool rational_weight(const scored_key *keys, size_t count, slong precision, arb_t value) {
    arb_one(value);
    arb_div_ui(value, value, count, precision);
    return group_end(keys, 0, count) == count;
}

static bool rational_score(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t key,
                           slong precision, arb_t value) {
    fmpq_t ratio;
    fmpq_init(ratio);
    exact_product(arb_midref(value), plumb_exact_query(problem, b, h, t),
                  plumb_exact_key(problem, b, h, key), problem->head_dim);
    mag_zero(arb_radref(value));
    bool rational = arb_is_zero(value) || plumb_exact_scale_ratio(ratio, problem);
    plumb_exact_scale_mul(value, value, problem, precision);
    fmpq_clear(ratio);
    return rational;
}

bool plumb_exact_rational(const plumb_problem *problem, size_t b, size_t h, size_t t,
                          plumb_quantity quantity, size_t column, slong precision, arb_t value) {
    if (quantity == PLUMB_SCORES)
        return rational_score(problem, b, h, t, column, precision, value);
    size_t count;
    scored_key *keys = sorted_keys(problem, b, h, t, &count);
    bool rational = false;
    if (quantity == PLUMB_OUTPUT)
        rational = rational_output(problem, b, h, column, keys, count, precision, value);
    else if (quantity == PLUMB_WEIGHTS)
        rational = rational_weight(keys, count, precision, value);
    else if (count == 1)
        rational = rational_score(problem, b, h, t, keys[0].key, precision, value);
    free_keys(keys, count);
    return rational;
}
