/* aggregate.c - see aggregate.h. */
#include "fast/aggregate.h"
#include "fast/products.h"

/* What the groups of a panel add to the radii. */
typedef struct {
    double of[PLUMB_BUNDLE_ROWS * PLUMB_PANEL_GROUPS] PLUMB_ALIGNED;
} shares;

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
/*@ requires reads: \valid_read(coefficient + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(share + (0 .. PLUMB_PANEL_GROUPS - 1));
    requires apart: \separated(share + (0 .. PLUMB_PANEL_GROUPS - 1), coefficient + (0 .. PLUMB_PANEL - 1));
    assigns share[0 .. PLUMB_PANEL_GROUPS - 1];
*/
static inline void add_all_coefficients(const double *restrict coefficient,
                                        double *restrict share) {
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
        for (size_t k = 0; k < PLUMB_WEIGHT_GROUP; k++)
            sum = plumb_sum_up(sum, coefficient[g * PLUMB_WEIGHT_GROUP + k]);
        share[g] = sum;
    }
}

/*@ requires reads: \valid_read(coefficient + (0 .. PLUMB_PANEL - 1)) && \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(share + (0 .. PLUMB_PANEL_GROUPS - 1));
    requires apart: \separated(share + (0 .. PLUMB_PANEL_GROUPS - 1), coefficient + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(share + (0 .. PLUMB_PANEL_GROUPS - 1), visible + (0 .. PLUMB_PANEL - 1));
    assigns share[0 .. PLUMB_PANEL_GROUPS - 1];
*/
static inline void add_seen_coefficients(const double *restrict coefficient,
                                         const unsigned char *restrict visible,
                                         double *restrict share) {
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
            sum = visible[j] ? plumb_sum_up(sum, coefficient[j]) : sum;
        }
        share[g] = sum;
    }
}

/* Of one row. */
/*@ requires reads: \valid_read(mid + (0 .. PLUMB_PANEL - 1)) && \valid_read(rad + (0 .. PLUMB_PANEL - 1)) &&
                    \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(share + (0 .. PLUMB_PANEL_GROUPS - 1));
    requires apart: \separated(share + (0 .. PLUMB_PANEL_GROUPS - 1), mid + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(share + (0 .. PLUMB_PANEL_GROUPS - 1), rad + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(share + (0 .. PLUMB_PANEL_GROUPS - 1), visible + (0 .. PLUMB_PANEL - 1));
    assigns share[0 .. PLUMB_PANEL_GROUPS - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void share_row(const double *restrict mid, const double *restrict rad,
                      const unsigned char *restrict visible, double gamma, double *restrict share) {
    double coefficient[PLUMB_PANEL] PLUMB_ALIGNED;
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, coefficient[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        coefficient[j] = plumb_sum_up(rad[j], plumb_product_up(gamma, plumb_lane_absolute(mid[j])));
    if (plumb_lane_all(visible, PLUMB_PANEL))
        add_all_coefficients(coefficient, share);
    else
        add_seen_coefficients(coefficient, visible, share);
}

/* what a panel of keys needs to join the sums */
/*@ predicate can_join{L}(plumb_sums *sums, plumb_planes w, integer from, integer keys, double *value, integer count, integer columns) =
      keys <= PLUMB_PANEL && from + PLUMB_PANEL <= w.pitch <= PLUMB_MOST_ELEMENTS && w.rows == sums->rows <= PLUMB_BUNDLE_ROWS &&
      w.rows * w.pitch <= PLUMB_MOST_ELEMENTS && (from + keys) * columns <= PLUMB_MOST_ELEMENTS && has_planes(w) &&
      \valid_read(value + (0 .. (from + keys) * columns - 1)) && has_sums(sums, count, columns) &&
      apart_from_sums(w.mid, w.rows * w.pitch, sums, count, columns) && apart_from_sums(w.rad, w.rows * w.pitch, sums, count, columns) &&
      bytes_apart_from_sums(w.visible, w.rows * w.pitch, sums, count, columns) &&
      apart_from_sums(value, (from + keys) * columns, sums, count, columns); */

/*@ requires inside: from + PLUMB_PANEL <= w.pitch <= PLUMB_MOST_ELEMENTS && w.rows <= PLUMB_BUNDLE_ROWS &&
                     w.rows * w.pitch <= PLUMB_MOST_ELEMENTS;
    requires reads: has_planes(w);
    requires writes: \valid(share);
    requires apart: \separated(share, w.mid + (0 .. w.rows * w.pitch - 1)) && \separated(share, w.rad + (0 .. w.rows * w.pitch - 1)) &&
                    \separated(share, w.visible + (0 .. w.rows * w.pitch - 1));
    assigns *share;
*/
static void share_rows(plumb_planes w, size_t from, double gamma, shares *share) {
    /*@ loop invariant index: 0 <= r <= w.rows;
        loop assigns r, *share;
        loop variant w.rows - r;
    */
    for (size_t r = 0; r < w.rows; r++) {
        size_t start = plumb_row_offset(r, w.pitch, w.rows) + from;
        share_row(w.mid + start, w.rad + start, w.visible + start, gamma,
                  share->of + r * PLUMB_PANEL_GROUPS);
    }
}

/* Whether all rows see all keys. */
/*@ requires inside: keys <= PLUMB_PANEL && from + keys <= w.pitch <= PLUMB_MOST_ELEMENTS && w.rows * w.pitch <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(w.visible + (0 .. w.rows * w.pitch - 1));
    assigns \nothing;
*/
static int all_seen(plumb_planes w, size_t from, size_t keys) {
    int all = 1;
    /*@ loop invariant index: 0 <= r <= w.rows;
        loop assigns r, all;
        loop variant w.rows - r;
    */
    for (size_t r = 0; r < w.rows; r++)
        all = plumb_lane_both(
            all, plumb_lane_all(w.visible + plumb_row_offset(r, w.pitch, w.rows) + from, keys));
    return all;
}

/* The spread of the group of the keys from `first` to before `last` that a row sees in part: the largest
   among those that it sees. */
/*@ requires inside: last <= keys && keys <= PLUMB_MOST_ELEMENTS && keys * value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(value + (0 .. keys * value_dim - 1)) && \valid_read(seen + (0 .. keys - 1));
    requires writes: \valid(largest + (0 .. value_dim - 1)) && \valid(spread + (0 .. value_dim - 1));
    requires apart: \separated(largest + (0 .. value_dim - 1), spread + (0 .. value_dim - 1)) &&
                    \separated(largest + (0 .. value_dim - 1), value + (0 .. keys * value_dim - 1)) &&
                    \separated(spread + (0 .. value_dim - 1), value + (0 .. keys * value_dim - 1));
    assigns largest[0 .. value_dim - 1], spread[0 .. value_dim - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void spread_part(const double *value, size_t first, size_t last, size_t keys,
                        const unsigned char *seen, size_t value_dim, double share,
                        double *restrict largest, double *restrict spread) {
    (void)keys; /* stands only in the contract */
    plumb_lane_zero(largest, value_dim);
    /*@ loop invariant index: first <= j && (j <= last || j == first);
        loop assigns j, largest[0 .. value_dim - 1];
        loop variant last - j;
    */
    for (size_t j = first; j < last; j++)
        if (seen[j])
            enlarge(largest, value + plumb_row_offset(j, value_dim, keys), value_dim);
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop assigns c, spread[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++)
        spread[c] = plumb_fused(share, largest[c], spread[c]);
}

/* Of row r, the groups that have a key. */
/*@ requires inside: r < sums->rows && spreads.rows == sums->rows && spreads.columns == sums->value_dim &&
                     spreads.terms == PLUMB_PANEL_GROUPS && spreads.sum == sums->spread;
    requires writes: can_join(sums, w, from, keys, value, sums->rows * sums->value_dim, sums->value_dim) &&
                     has_products(spreads, PLUMB_PANEL_GROUPS);
    assigns sums->spread[0 .. sums->rows * sums->value_dim - 1], sums->largest[0 .. sums->value_dim - 1];
*/
static void spread_row(const plumb_sums *sums, plumb_planes w, plumb_products spreads, size_t r,
                       const double *value, size_t from, size_t keys) {
    const unsigned char *seen = w.visible + plumb_row_offset(r, w.pitch, w.rows);
    double *spread = sums->spread + plumb_row_offset(r, sums->value_dim, sums->rows);
    /*@ loop invariant index: 0 <= g <= PLUMB_PANEL_GROUPS;
        loop assigns g, sums->spread[0 .. sums->rows * sums->value_dim - 1], sums->largest[0 .. sums->value_dim - 1];
        loop variant PLUMB_PANEL_GROUPS - g;
    */
    for (size_t g = 0; g * PLUMB_WEIGHT_GROUP < keys; g++) {
        size_t first = from + g * PLUMB_WEIGHT_GROUP, left = from + keys - first;
        if (plumb_lane_all(seen + first, PLUMB_WEIGHT_GROUP))
            plumb_add_product(spreads, r, g);
        else if (plumb_lane_any(seen + first, PLUMB_WEIGHT_GROUP))
            spread_part(value, first,
                        first + (left < PLUMB_WEIGHT_GROUP ? left : PLUMB_WEIGHT_GROUP),
                        from + keys, seen, sums->value_dim,
                        spreads.a[plumb_element_offset(r, g, PLUMB_PANEL_GROUPS, sums->rows)],
                        sums->largest, spread);
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

/* that join one or the other of the sums */
/*@ requires writes: can_join(sums, w, from, keys, value, sums->rows * sums->value_dim, sums->value_dim);
    requires which: sum == sums->sum || sum == sums->part;
    assigns \nothing;
    ensures writes: has_products(\result, from + keys);
    ensures value: \result.rows == sums->rows && \result.columns == sums->value_dim && \result.terms == w.pitch &&
                   \result.sum == sum;
*/
static inline plumb_products products_of(const plumb_sums *sums, plumb_planes w, size_t from,
                                         size_t keys, const double *value, double *sum) {
    (void)from, (void)keys; /* stand only in the contract */
    return (plumb_products){w.mid, value, sums->rows, w.pitch, sums->value_dim, sum};
}

/*@ requires inside: sums->rows <= PLUMB_BUNDLE_ROWS;
    requires reads: \valid_read(share) && \valid_read(largest + (0 .. PLUMB_PANEL_GROUPS * sums->value_dim - 1));
    requires writes: has_sums(sums, sums->rows * sums->value_dim, sums->value_dim);
    requires apart: \separated(share, sums->spread + (0 .. sums->rows * sums->value_dim - 1)) &&
                    apart_from_sums(largest, PLUMB_PANEL_GROUPS * sums->value_dim, sums, sums->rows * sums->value_dim, sums->value_dim);
    assigns \nothing;
    ensures writes: has_products(\result, PLUMB_PANEL_GROUPS);
    ensures value: \result.rows == sums->rows && \result.columns == sums->value_dim &&
                   \result.terms == PLUMB_PANEL_GROUPS && \result.sum == sums->spread;
*/
static inline plumb_products spreads_of(const plumb_sums *sums, const shares *share,
                                        const double *largest) {
    return (plumb_products){share->of,          largest,         sums->rows,
                            PLUMB_PANEL_GROUPS, sums->value_dim, sums->spread};
}

/*@ requires inside: spreads.rows == sums->rows && spreads.columns == sums->value_dim &&
                     spreads.terms == PLUMB_PANEL_GROUPS && spreads.sum == sums->spread;
    requires writes: can_join(sums, w, from, keys, value, sums->rows * sums->value_dim, sums->value_dim) &&
                     has_products(spreads, PLUMB_PANEL_GROUPS);
    assigns sums->part[0 .. sums->rows * sums->value_dim - 1], sums->spread[0 .. sums->rows * sums->value_dim - 1],
            sums->largest[0 .. sums->value_dim - 1];
*/
static void add_seen(const plumb_sums *sums, plumb_planes w, plumb_products spreads, size_t from,
                     size_t keys, const double *value) {
    plumb_add_seen_products(products_of(sums, w, from, keys, value, sums->part), w.visible, from,
                            from + keys);
    /*@ loop invariant index: 0 <= r <= sums->rows;
        loop assigns r, sums->spread[0 .. sums->rows * sums->value_dim - 1], sums->largest[0 .. sums->value_dim - 1];
        loop variant sums->rows - r;
    */
    for (size_t r = 0; r < sums->rows; r++)
        spread_row(sums, w, spreads, r, value, from, keys);
}

/* A block whose keys all rows see.  Only long tiles: short ones would read a line of each value at a time,
   which costs more than they save. */
/*@ requires writes: can_join(sums, w, from, keys, value, sums->rows * sums->value_dim, sums->value_dim);
    assigns sums->sum[0 .. sums->rows * sums->value_dim - 1], sums->part[0 .. sums->rows * sums->value_dim - 1];
*/
static void add_all(const plumb_sums *sums, plumb_planes w, size_t from, size_t keys,
                    const double *value) {
    if (plumb_lane_are_long() && sums->value_dim % PLUMB_LONG_TILE == 0) {
        plumb_add_long_block(products_of(sums, w, from, keys, value, sums->sum), from, from + keys,
                             sums->value_dim);
        return;
    }
    plumb_add_products(products_of(sums, w, from, keys, value, sums->part), from, from + keys,
                       sums->value_dim);
    plumb_close_block(sums->rows * sums->value_dim, sums->sum, sums->part);
}

void plumb_sums_add(const plumb_sums *sums, plumb_planes weights, size_t from, size_t keys,
                    const double *value, const double *largest) {
    shares share;
    share_rows(weights, from, sums->gamma, &share);
    plumb_products spreads = spreads_of(sums, &share, largest);
    if (all_seen(weights, from, keys)) {
        add_all(sums, weights, from, keys, value);
        plumb_add_products(spreads, 0, groups_of(keys, sums->value_dim), sums->value_dim);
    } else {
        add_seen(sums, weights, spreads, from, keys, value);
        plumb_close_block(sums->rows * sums->value_dim, sums->sum, sums->part);
    }
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
