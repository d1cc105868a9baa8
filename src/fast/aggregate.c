/* aggregate.c - see aggregate.h. */
#include "fast/aggregate.h"
#include "fast/products.h"

/* The weights of a panel, apart: 0 where a row does not see the key. */
typedef struct {
    double mid[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    double share[PLUMB_BUNDLE_ROWS * PLUMB_PANEL_GROUPS] PLUMB_ALIGNED;
    unsigned char seen[PLUMB_BUNDLE_ROWS * PLUMB_PANEL];
    int all_seen;
} panel_weights;

void plumb_sums_clear(plumb_sums *sums) {
    plumb_lane_zero(sums->sum, sums->rows * sums->value_dim);
    plumb_lane_zero(sums->part, sums->rows * sums->value_dim);
    plumb_lane_zero(sums->spread, sums->rows * sums->value_dim);
}

/* largest[c] with the absolute values of one more key */
/*@ requires reads: \valid_read(value + (0 .. value_dim - 1));
    requires writes: \valid(largest + (0 .. value_dim - 1));
    requires apart: \separated(largest + (0 .. value_dim - 1), value + (0 .. value_dim - 1));
    assigns largest[0 .. value_dim - 1];
*/
static inline void enlarge(double *restrict largest, const double *restrict value,
                           size_t value_dim) {
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop assigns c, largest[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        double size = plumb_lane_absolute(value[c]);
        largest[c] = largest[c] < size ? size : largest[c];
    }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_largest_values(const double *value, size_t keys, size_t value_dim, double *largest) {
    plumb_lane_zero(largest, PLUMB_PANEL_GROUPS * value_dim);
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, largest[0 .. PLUMB_PANEL_GROUPS * value_dim - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        enlarge(largest + plumb_row_offset(j / PLUMB_WEIGHT_GROUP, value_dim, PLUMB_PANEL_GROUPS),
                value + plumb_row_offset(j, value_dim, keys), value_dim);
}

/* As plumb_weighted_sum adds the coefficients of the keys that a row sees, by groups. */
/*@ requires reads: \valid_read(coefficient + (0 .. PLUMB_PANEL - 1)) && \valid_read(seen + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(share + (0 .. PLUMB_PANEL_GROUPS - 1));
    requires apart: \separated(share + (0 .. PLUMB_PANEL_GROUPS - 1), coefficient + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(share + (0 .. PLUMB_PANEL_GROUPS - 1), seen + (0 .. PLUMB_PANEL - 1));
    assigns share[0 .. PLUMB_PANEL_GROUPS - 1];
*/
static inline void add_shares(const double *coefficient, const unsigned char *seen, double *share) {
    /*@ loop invariant index: 0 <= g <= PLUMB_PANEL_GROUPS;
        loop assigns g, share[0 .. PLUMB_PANEL_GROUPS - 1];
        loop variant PLUMB_PANEL_GROUPS - g;
    */
    for (size_t g = 0; g < PLUMB_PANEL_GROUPS; g++) {
        double sum = 0.0;
        /*@ loop invariant index: 0 <= k <= PLUMB_WEIGHT_GROUP;
            loop assigns k, sum;
            loop variant PLUMB_WEIGHT_GROUP - k;
        */
        for (size_t k = 0; k < PLUMB_WEIGHT_GROUP; k++) {
            size_t j = g * PLUMB_WEIGHT_GROUP + k;
            sum = seen[j] ? plumb_sum_up(sum, coefficient[j]) : sum;
        }
        share[g] = sum;
    }
}

/* One row of them. */
/*@ requires inside: keys <= PLUMB_PANEL;
    requires reads: \valid_read(weight + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(mid + (0 .. PLUMB_PANEL - 1)) && \valid(share + (0 .. PLUMB_PANEL_GROUPS - 1)) &&
                     \valid(seen + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), share + (0 .. PLUMB_PANEL_GROUPS - 1), seen + (0 .. PLUMB_PANEL - 1),
                               visible + (0 .. keys - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], share[0 .. PLUMB_PANEL_GROUPS - 1], seen[0 .. PLUMB_PANEL - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void take_row(const plumb_ball *weight, const unsigned char *visible, size_t keys,
                     double gamma, double *restrict mid, double *restrict share,
                     unsigned char *restrict seen) {
    double rad[PLUMB_PANEL] PLUMB_ALIGNED, coefficient[PLUMB_PANEL] PLUMB_ALIGNED;
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1], seen[0 .. PLUMB_PANEL - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        mid[j] = weight[j].mid;
        rad[j] = weight[j].rad;
        seen[j] = visible[j] != 0;
    }
    /*@ loop invariant index: keys <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1], seen[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = keys; j < PLUMB_PANEL; j++) {
        mid[j] = rad[j] = 0.0;
        seen[j] = 0;
    }
    plumb_lane_hide(mid, rad, 0.0, visible, keys);
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, coefficient[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        coefficient[j] = plumb_sum_up(rad[j], plumb_product_up(gamma, plumb_lane_absolute(mid[j])));
    add_shares(coefficient, seen, share);
}

/*@ requires inside: keys <= PLUMB_PANEL && sums->rows <= PLUMB_BUNDLE_ROWS && from + keys <= row_keys &&
                     sums->rows * row_keys <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(sums) && \valid_read(weight + (0 .. sums->rows * row_keys - 1)) &&
                    \valid_read(visible + (0 .. sums->rows * row_keys - 1));
    requires writes: \valid(w);
    requires apart: \separated(w, sums) && \separated(w, visible + (0 .. sums->rows * row_keys - 1));
    assigns *w;
*/
static void take_weights(const plumb_sums *sums, const plumb_ball *weight,
                         const unsigned char *visible, size_t row_keys, size_t from, size_t keys,
                         panel_weights *w) {
    w->all_seen = 1;
    /*@ loop invariant index: 0 <= r <= sums->rows;
        loop assigns r, *w;
        loop variant sums->rows - r;
    */
    for (size_t r = 0; r < sums->rows; r++) {
        size_t start = plumb_row_offset(r, row_keys, sums->rows) + from;
        take_row(weight + start, visible + start, keys, sums->gamma, w->mid + r * PLUMB_PANEL,
                 w->share + r * PLUMB_PANEL_GROUPS, w->seen + r * PLUMB_PANEL);
        w->all_seen &= plumb_lane_all(w->seen + r * PLUMB_PANEL, keys);
    }
}

/* The spread of the group that starts at key `first` and that a row sees in part: the largest among
   the keys that it sees. */
/*@ requires inside: first <= keys <= PLUMB_PANEL && PLUMB_PANEL * value_dim <= PLUMB_MOST_ELEMENTS &&
                     keys * value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(value + (0 .. keys * value_dim - 1)) && \valid_read(seen + (0 .. keys - 1));
    requires writes: \valid(largest + (0 .. value_dim - 1)) && \valid(spread + (0 .. value_dim - 1));
    requires apart: \separated(largest + (0 .. value_dim - 1), spread + (0 .. value_dim - 1)) &&
                    \separated(largest + (0 .. value_dim - 1), value + (0 .. keys * value_dim - 1)) &&
                    \separated(spread + (0 .. value_dim - 1), value + (0 .. keys * value_dim - 1));
    assigns largest[0 .. value_dim - 1], spread[0 .. value_dim - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void spread_part(const double *value, size_t first, size_t keys, const unsigned char *seen,
                        size_t value_dim, double share, double *restrict largest,
                        double *restrict spread) {
    plumb_lane_zero(largest, value_dim);
    /*@ loop invariant index: first <= j <= keys;
        loop assigns j, largest[0 .. value_dim - 1];
        loop variant keys - j;
    */
    for (size_t j = first; j < keys && j < first + PLUMB_WEIGHT_GROUP; j++)
        if (seen[j])
            enlarge(largest, value + plumb_row_offset(j, value_dim, keys), value_dim);
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop assigns c, spread[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++)
        spread[c] = plumb_fused(share, largest[c], spread[c]);
}

/* what a panel of keys needs, taken apart, to join the sums */
/*@ predicate can_join{L}(plumb_sums *sums, panel_weights *w, integer keys, double *value, integer count, integer columns) =
      keys <= PLUMB_PANEL && sums->rows <= PLUMB_BUNDLE_ROWS && keys * columns <= PLUMB_MOST_ELEMENTS &&
      \valid_read(w) && \valid_read(value + (0 .. keys * columns - 1)) && has_sums(sums, count, columns) &&
      \separated(w, sums->sum + (0 .. count - 1)) && \separated(w, sums->part + (0 .. count - 1)) &&
      \separated(w, sums->spread + (0 .. count - 1)) && \separated(w, sums->largest + (0 .. columns - 1)) &&
      apart_from_sums(value, keys * columns, sums, count, columns); */

/* Of row r, the groups that have a key. */
/*@ requires inside: r < sums->rows && spreads.rows == sums->rows && spreads.columns == sums->value_dim &&
                     spreads.terms == PLUMB_PANEL_GROUPS && spreads.sum == sums->spread;
    requires writes: can_join(sums, w, keys, value, sums->rows * sums->value_dim, sums->value_dim) &&
                     has_products(spreads, PLUMB_PANEL_GROUPS);
    assigns sums->spread[0 .. sums->rows * sums->value_dim - 1], sums->largest[0 .. sums->value_dim - 1];
*/
static void spread_row(const plumb_sums *sums, const panel_weights *w, plumb_products spreads,
                       size_t r, const double *value, size_t keys) {
    const unsigned char *seen = w->seen + r * PLUMB_PANEL;
    double *spread = sums->spread + plumb_row_offset(r, sums->value_dim, sums->rows);
    /*@ loop invariant index: 0 <= g <= PLUMB_PANEL_GROUPS;
        loop assigns g, sums->spread[0 .. sums->rows * sums->value_dim - 1], sums->largest[0 .. sums->value_dim - 1];
        loop variant PLUMB_PANEL_GROUPS - g;
    */
    for (size_t g = 0; g * PLUMB_WEIGHT_GROUP < keys; g++) {
        size_t first = g * PLUMB_WEIGHT_GROUP;
        if (plumb_lane_all(seen + first, PLUMB_WEIGHT_GROUP))
            plumb_add_product(spreads, r, g);
        else if (plumb_lane_any(seen + first, PLUMB_WEIGHT_GROUP))
            spread_part(value, first, keys, seen, sums->value_dim,
                        w->share[r * PLUMB_PANEL_GROUPS + g], sums->largest, spread);
    }
}

/*@ requires writes: \valid(sum + (0 .. count - 1)) && \valid(part + (0 .. count - 1));
    requires apart: \separated(sum + (0 .. count - 1), part + (0 .. count - 1));
    assigns sum[0 .. count - 1], part[0 .. count - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void close_block(size_t count, double *restrict sum, double *restrict part) {
    /*@ loop invariant index: 0 <= i <= count;
        loop assigns i, sum[0 .. count - 1], part[0 .. count - 1];
        loop variant count - i;
    */
    for (size_t i = 0; i < count; i++) {
        sum[i] += part[i];
        part[i] = 0.0;
    }
}

/* Groups that have a key. */
/*@ requires inside: keys <= PLUMB_PANEL && 0 <= columns;
    assigns \nothing;
    ensures inside: \result <= PLUMB_PANEL_GROUPS && \result * columns <= PLUMB_PANEL_GROUPS * columns;
*/
static inline size_t groups_of(size_t keys, size_t columns) {
    (void)columns; /* stands only in the contract */
    return (keys + PLUMB_WEIGHT_GROUP - 1) / PLUMB_WEIGHT_GROUP;
}

/*@ requires writes: can_join(sums, w, keys, value, sums->rows * sums->value_dim, sums->value_dim);
    assigns \nothing;
    ensures writes: has_products(\result, keys);
    ensures value: \result.rows == sums->rows && \result.columns == sums->value_dim && \result.terms == PLUMB_PANEL &&
                   \result.sum == sums->part;
*/
static inline plumb_products products_of(const plumb_sums *sums, const panel_weights *w,
                                         size_t keys, const double *value) {
    (void)keys; /* stands only in the contract */
    return (plumb_products){w->mid, value, sums->rows, PLUMB_PANEL, sums->value_dim, sums->part};
}

/*@ requires inside: sums->rows <= PLUMB_BUNDLE_ROWS;
    requires reads: \valid_read(w) && \valid_read(largest + (0 .. PLUMB_PANEL_GROUPS * sums->value_dim - 1));
    requires writes: has_sums(sums, sums->rows * sums->value_dim, sums->value_dim);
    requires apart: \separated(w, sums->spread + (0 .. sums->rows * sums->value_dim - 1)) &&
                    apart_from_sums(largest, PLUMB_PANEL_GROUPS * sums->value_dim, sums, sums->rows * sums->value_dim, sums->value_dim);
    assigns \nothing;
    ensures writes: has_products(\result, PLUMB_PANEL_GROUPS);
    ensures value: \result.rows == sums->rows && \result.columns == sums->value_dim &&
                   \result.terms == PLUMB_PANEL_GROUPS && \result.sum == sums->spread;
*/
static inline plumb_products spreads_of(const plumb_sums *sums, const panel_weights *w,
                                        const double *largest) {
    return (plumb_products){w->share,           largest,         sums->rows,
                            PLUMB_PANEL_GROUPS, sums->value_dim, sums->spread};
}

/* All rows see all keys. */
/*@ requires reads: \valid_read(largest + (0 .. PLUMB_PANEL_GROUPS * sums->value_dim - 1));
    requires writes: can_join(sums, w, keys, value, sums->rows * sums->value_dim, sums->value_dim);
    requires apart: apart_from_sums(largest, PLUMB_PANEL_GROUPS * sums->value_dim, sums, sums->rows * sums->value_dim, sums->value_dim);
    assigns sums->part[0 .. sums->rows * sums->value_dim - 1], sums->spread[0 .. sums->rows * sums->value_dim - 1],
            sums->largest[0 .. sums->value_dim - 1];
*/
static void add_all(const plumb_sums *sums, const panel_weights *w, size_t keys,
                    const double *value, const double *largest) {
    size_t groups = groups_of(keys, sums->value_dim);
    plumb_add_products(products_of(sums, w, keys, value), 0, keys, sums->value_dim);
    plumb_add_products(spreads_of(sums, w, largest), 0, groups, sums->value_dim);
}

/*@ requires reads: \valid_read(largest + (0 .. PLUMB_PANEL_GROUPS * sums->value_dim - 1));
    requires writes: can_join(sums, w, keys, value, sums->rows * sums->value_dim, sums->value_dim);
    requires apart: apart_from_sums(largest, PLUMB_PANEL_GROUPS * sums->value_dim, sums, sums->rows * sums->value_dim, sums->value_dim);
    assigns sums->part[0 .. sums->rows * sums->value_dim - 1], sums->spread[0 .. sums->rows * sums->value_dim - 1],
            sums->largest[0 .. sums->value_dim - 1];
*/
static void add_seen(const plumb_sums *sums, const panel_weights *w, size_t keys,
                     const double *value, const double *largest) {
    plumb_products spreads = spreads_of(sums, w, largest);
    plumb_add_seen_products(products_of(sums, w, keys, value), w->seen, keys);
    /*@ loop invariant index: 0 <= r <= sums->rows;
        loop assigns r, sums->spread[0 .. sums->rows * sums->value_dim - 1], sums->largest[0 .. sums->value_dim - 1];
        loop variant sums->rows - r;
    */
    for (size_t r = 0; r < sums->rows; r++)
        spread_row(sums, w, spreads, r, value, keys);
}

void plumb_sums_add(const plumb_sums *sums, const plumb_ball *weight, const unsigned char *visible,
                    size_t row_keys, size_t from, size_t keys, const double *value,
                    const double *largest) {
    panel_weights w;
    take_weights(sums, weight, visible, row_keys, from, keys, &w);
    if (w.all_seen)
        add_all(sums, &w, keys, value, largest);
    else
        add_seen(sums, &w, keys, value, largest);
    close_block(sums->rows * sums->value_dim, sums->sum, sums->part);
}

void plumb_sums_finish(const plumb_sums *sums, plumb_ball *output) {
    /*@ loop invariant index: 0 <= i <= sums->rows * sums->value_dim;
        loop assigns i, output[0 .. sums->rows * sums->value_dim - 1];
        loop variant sums->rows * sums->value_dim - i;
    */
    for (size_t i = 0; i < sums->rows * sums->value_dim; i++) {
        double rad = plumb_product_up(sums->spread[i], 0x1.0001p0);
        output[i] = (plumb_ball){sums->sum[i], plumb_lane_radius(sums->sum[i], rad)};
    }
}
