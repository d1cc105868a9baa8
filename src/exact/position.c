/* All of this is arithmetic of integers but for the logarithmic buckets of T5 (spec/positions.md, section 4), the floor
   of ln(n/E) / ln(M/E) (B - E).  A ball around that number decides if both its ends have the same floor.  If it holds
   one integer i, the number is i exactly if (n/E)^(B-E) = (M/E)^i, which integers decide.  Otherwise the precision
   doubles.  So no rounding can move a distance into a neighbouring bucket. */
#include "exact/position.h"
#include "exact/visible.h"
#include "problem/arb.h"
#include <flint/fmpz.h>
#include <stdbool.h>

/* How many keys have left the cache of query t: those from `first` on that are not recent. */
static int64_t gone(const plumb_problem *problem, size_t b, size_t t) {
    const plumb_mask *mask = &problem->mask;
    int64_t oldest = plumb_exact_place(problem, b, t) - mask->recent + 1;
    return mask->in_cache && oldest > mask->first ? oldest - mask->first : 0;
}

static size_t axes_of(const plumb_problem *problem) {
    size_t sections = problem->position.rope.sections.count;
    return sections == 0 ? 1 : sections;
}

/* Column i of ids [axes][length]. */
static plumb_point stated_point(const plumb_problem *problem, const int64_t *ids, size_t length, size_t i) {
    plumb_point point = {{0}};
    for (size_t axis = 0; axis < axes_of(problem); axis++)
        point.on[axis] = ids[axis * length + i];
    return point;
}

static plumb_point counted_point(const plumb_problem *problem, int64_t position) {
    plumb_point point = {{0}};
    for (size_t axis = 0; axis < axes_of(problem); axis++)
        point.on[axis] = position;
    return point;
}

plumb_point plumb_exact_query_point(const plumb_problem *problem, size_t b, size_t t) {
    const int64_t *ids = problem->position.query_position;
    size_t length = problem->query_length;
    if (ids != NULL)
        return stated_point(problem, ids + b * axes_of(problem) * length, length, t);
    return counted_point(problem, plumb_exact_place(problem, b, t) - gone(problem, b, t));
}

plumb_point plumb_exact_key_point(const plumb_problem *problem, size_t b, size_t t, size_t i) {
    const int64_t *ids = problem->position.key_position;
    size_t length = problem->key_length;
    int64_t index = (int64_t)i;
    if (ids != NULL)
        return stated_point(problem, ids + b * axes_of(problem) * length, length, i);
    return counted_point(problem, index < problem->mask.first ? index : index - gone(problem, b, t));
}

int64_t plumb_exact_query_position(const plumb_problem *problem, size_t b, size_t t) {
    return plumb_exact_query_point(problem, b, t).on[0];
}

int64_t plumb_exact_key_position(const plumb_problem *problem, size_t b, size_t t, size_t i) {
    return plumb_exact_key_point(problem, b, t, i).on[0];
}

int64_t plumb_exact_distance(const plumb_problem *problem, size_t b, size_t t, size_t i) {
    return plumb_exact_key_position(problem, b, t, i) - plumb_exact_query_position(problem, b, t);
}

/* What the logarithmic buckets are made of: B - E of them after the first E, up to M. */
typedef struct {
    ulong linear, logarithmic, max_distance;
} bucket_shape;

/* ln(n/E) / ln(M/E) (B - E) */
static void bucket_offset(arb_t offset, bucket_shape shape, uint64_t n, slong precision) {
    arb_t linear, most;
    arb_init(linear);
    arb_init(most);
    arb_log_ui(linear, shape.linear, precision);
    arb_log_ui(offset, n, precision);
    arb_log_ui(most, shape.max_distance, precision);
    arb_sub(offset, offset, linear, precision);
    arb_sub(most, most, linear, precision);
    arb_mul_ui(offset, offset, shape.logarithmic, precision);
    arb_div(offset, offset, most, precision);
    arb_clear(linear);
    arb_clear(most);
}

/* factor *= base^exponent */
static void multiply_power(fmpz_t factor, ulong base, ulong exponent) {
    fmpz_t power;
    fmpz_init(power);
    fmpz_ui_pow_ui(power, base, exponent);
    fmpz_mul(factor, factor, power);
    fmpz_clear(power);
}

/* Whether the offset is the integer i: (n/E)^(B-E) = (M/E)^i. */
static bool offset_is(bucket_shape shape, uint64_t n, const fmpz_t i) {
    if (fmpz_sgn(i) < 0 || fmpz_cmp_ui(i, shape.logarithmic) > 0)
        return false;
    fmpz_t left, right;
    fmpz_init_set_ui(left, 1);
    fmpz_init_set_ui(right, 1);
    multiply_power(left, n, shape.logarithmic);
    multiply_power(left, shape.linear, fmpz_get_ui(i));
    multiply_power(right, shape.max_distance, fmpz_get_ui(i));
    multiply_power(right, shape.linear, shape.logarithmic);
    bool equal = fmpz_equal(left, right);
    fmpz_clear(left);
    fmpz_clear(right);
    return equal;
}

/* Rounded down: from a ball that holds no integer, or from the one integer that it is. */
static void floor_offset(fmpz_t bucket, bucket_shape shape, uint64_t n) {
    arb_t offset, whole;
    arb_init(offset);
    arb_init(whole);
    bool known = false;
    for (slong precision = 64; !known; precision *= 2) {
        bucket_offset(offset, shape, n, precision);
        arb_floor(whole, offset, precision);
        known = arb_get_unique_fmpz(bucket, whole);
        if (!known && arb_get_unique_fmpz(bucket, offset))
            known = offset_is(shape, n, bucket);
    }
    arb_clear(offset);
    arb_clear(whole);
}

static size_t bucket_of(bucket_shape shape, uint64_t n) {
    if (n < shape.linear)
        return n;
    if (n >= shape.max_distance)
        return shape.linear + shape.logarithmic - 1;
    fmpz_t offset;
    fmpz_init(offset);
    floor_offset(offset, shape, n);
    size_t bucket = shape.linear + fmpz_get_ui(offset);
    fmpz_clear(offset);
    return bucket;
}

size_t plumb_exact_bucket(const plumb_problem *problem, int64_t distance) {
    const plumb_position *position = &problem->position;
    size_t buckets = position->bidirectional ? position->buckets / 2 : position->buckets;
    bucket_shape shape = {buckets / 2, buckets - buckets / 2, position->max_distance};
    if (distance <= 0)
        return bucket_of(shape, (uint64_t)-distance);
    return position->bidirectional ? buckets + bucket_of(shape, (uint64_t)distance) : bucket_of(shape, 0);
}

size_t plumb_exact_clipped(const plumb_problem *problem, int64_t distance) {
    int64_t reach = (int64_t)(problem->position.table_rows / 2);
    return (size_t)((distance < -reach ? -reach : distance > reach ? reach : distance) + reach);
}

const double *plumb_exact_position_entry(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i) {
    const plumb_position *position = &problem->position;
    int64_t distance = plumb_exact_distance(problem, b, t, i);
    if (position->kind == PLUMB_POSITION_T5)
        return position->table + plumb_exact_bucket(problem, distance) * problem->query_heads + h;
    if (position->kind == PLUMB_POSITION_RELATIVE_TABLE)
        return position->table + plumb_exact_clipped(problem, distance) * problem->query_heads + h;
    return NULL;
}

/* The row of a table for the clipped distance, if Shaw's encoding has that table. */
static const double *distance_row(const plumb_problem *problem, const double *table, size_t width, size_t b, size_t t,
                                  size_t i) {
    if (problem->position.kind != PLUMB_POSITION_SHAW || table == NULL)
        return NULL;
    int64_t distance = plumb_exact_distance(problem, b, t, i);
    return table + plumb_exact_clipped(problem, distance) * width;
}

const double *plumb_exact_key_row(const plumb_problem *problem, size_t b, size_t t, size_t i) {
    return distance_row(problem, problem->position.table, problem->head_dim, b, t, i);
}

const double *plumb_exact_value_row(const plumb_problem *problem, size_t b, size_t t, size_t i) {
    return distance_row(problem, problem->position.value_table, problem->value_dim, b, t, i);
}

/* A row of a table, or NULL if the table or the row is missing. */
static const double *stated_row(const double *table, size_t rows, size_t width, int64_t row) {
    if (table == NULL || row < 0 || (uint64_t)row >= rows)
        return NULL;
    return table + (size_t)row * width;
}

const double *plumb_exact_learned_row(const plumb_problem *problem, int64_t position) {
    const plumb_position *learned = &problem->position;
    if (learned->kind != PLUMB_POSITION_LEARNED)
        return NULL;
    return stated_row(learned->table, learned->table_rows, problem->head_dim, position + learned->offset);
}

bool plumb_exact_has_rotations(const plumb_problem *problem) {
    plumb_position_kind kind = problem->position.kind;
    return kind == PLUMB_POSITION_ROPE || kind == PLUMB_POSITION_ROPE_OUTPUT;
}

const double *plumb_exact_cosine_row(const plumb_problem *problem, int64_t position) {
    const plumb_rope *rope = &problem->position.rope;
    if (!plumb_exact_has_rotations(problem))
        return NULL;
    return stated_row(rope->cosine, rope->rows, rope->dim / 2, position);
}

const double *plumb_exact_sine_row(const plumb_problem *problem, int64_t position) {
    const plumb_rope *rope = &problem->position.rope;
    if (!plumb_exact_has_rotations(problem))
        return NULL;
    return stated_row(rope->sine, rope->rows, rope->dim / 2, position);
}
