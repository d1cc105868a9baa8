/* aggregate.c - middles are sums of products of weights and values, radii sums of products of shares and the largest
   values of groups.  If a row sees all keys of a group, these are the largest of the group, which all rows share; if it
   sees some, the largest among these.  Middles are summed in tiles if the columns fill them.  Hidden keys then add 0
   times a value, so all values must be finite. */
#include "fast/aggregate.h"
#include "fast/product_blocks.h"
#include "fast/product_rows.h"

void plumb_sums_clear(plumb_sums *sums) {
    plumb_lane_zero(sums->sum, sums->rows * sums->value_dim);
    plumb_lane_zero(sums->part, sums->rows * sums->value_dim);
    plumb_lane_zero(sums->spread, sums->rows * sums->value_dim);
}

/* Includes the absolute values of one more key in largest[c]. */
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

/* what it takes to add a panel of keys to the sums */
/*@ predicate can_add{L}(plumb_sums *sums, plumb_panel_weights *w, integer keys, double *value, integer count,
                         integer columns) =
      keys <= PLUMB_PANEL && sums->rows <= PLUMB_BUNDLE_ROWS && keys * columns <= PLUMB_MOST_ELEMENTS &&
      \valid_read(w) && \valid_read(value + (0 .. keys * columns - 1)) && has_sums(sums, count, columns) &&
      panel_apart(w, sums, count, columns) && apart_from_sums(value, keys * columns, sums, count, columns); */

/* Adds to the radii of row r what a group adds of which it sees some keys. */
/*@ requires inside: r < sums->rows && g * PLUMB_WEIGHT_GROUP < keys;
    requires writes: can_add(sums, w, keys, value, sums->rows * sums->value_dim, sums->value_dim);
    assigns sums->spread[0 .. sums->rows * sums->value_dim - 1], sums->largest[0 .. sums->value_dim - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void spread_part(const plumb_sums *sums, const plumb_panel_weights *w, size_t r, size_t g, const double *value,
                        size_t keys) {
    const unsigned char *visible = w->visible + r * PLUMB_PANEL;
    size_t first = g * PLUMB_WEIGHT_GROUP, left = keys - first;
    size_t last = first + (left < PLUMB_WEIGHT_GROUP ? left : PLUMB_WEIGHT_GROUP);
    plumb_lane_zero(sums->largest, sums->value_dim);
    /*@ loop invariant index: first <= j <= last;
        loop assigns j, sums->largest[0 .. sums->value_dim - 1];
        loop variant last - j;
    */
    for (size_t j = first; j < last; j++)
        if (visible[j])
            enlarge(sums->largest, value + plumb_row_offset(j, sums->value_dim, keys), sums->value_dim);
    plumb_add_row(w->share[r * PLUMB_PANEL_GROUPS + g], sums->largest,
                  sums->spread + plumb_row_offset(r, sums->value_dim, sums->rows), sums->value_dim);
}

/* Adds to the radii of row r what the groups from `group` on add. */
/*@ requires inside: r < sums->rows && group <= PLUMB_PANEL_GROUPS && spreads.rows == sums->rows &&
                     spreads.columns == sums->value_dim && spreads.terms == PLUMB_PANEL_GROUPS &&
                     spreads.sum == sums->spread;
    requires writes: can_add(sums, w, keys, value, sums->rows * sums->value_dim, sums->value_dim) &&
                     has_products(spreads, PLUMB_PANEL_GROUPS);
    assigns sums->spread[0 .. sums->rows * sums->value_dim - 1], sums->largest[0 .. sums->value_dim - 1];
*/
static void spread_row(const plumb_sums *sums, const plumb_panel_weights *w, plumb_products spreads,
                       size_t r, size_t group, const double *value, size_t keys) {
    const unsigned char *visible = w->visible + r * PLUMB_PANEL;
    /*@ loop invariant index: group <= g <= PLUMB_PANEL_GROUPS;
        loop assigns g, sums->spread[0 .. sums->rows * sums->value_dim - 1], sums->largest[0 .. sums->value_dim - 1];
        loop variant PLUMB_PANEL_GROUPS - g;
    */
    for (size_t g = group; g * PLUMB_WEIGHT_GROUP < keys; g++) {
        if (plumb_lane_all(visible + g * PLUMB_WEIGHT_GROUP, PLUMB_WEIGHT_GROUP))
            plumb_add_product(spreads, r, g);
        else if (plumb_lane_any(visible + g * PLUMB_WEIGHT_GROUP, PLUMB_WEIGHT_GROUP))
            spread_part(sums, w, r, g, value, keys);
    }
}

/* Groups that `keys` keys fill or begin. */
/*@ requires inside: keys <= PLUMB_PANEL;
    assigns \nothing;
    ensures inside: \result <= PLUMB_PANEL_GROUPS;
*/
static inline size_t groups_of(size_t keys) {
    return (keys + PLUMB_WEIGHT_GROUP - 1) / PLUMB_WEIGHT_GROUP;
}

/* The products that are added to `sum`, one of the two sums of middles. */
/*@ requires writes: can_add(sums, w, keys, value, sums->rows * sums->value_dim, sums->value_dim);
    requires which: sum == sums->sum || sum == sums->part;
    assigns \nothing;
    ensures writes: has_products(\result, keys);
    ensures value: \result.rows == sums->rows && \result.columns == sums->value_dim && \result.terms == PLUMB_PANEL &&
                   \result.sum == sum;
*/
static inline plumb_products products_of(const plumb_sums *sums, const plumb_panel_weights *w,
                                         size_t keys, const double *value, double *sum) {
    (void)keys; /* stands only in the contract */
    return (plumb_products){w->of, value, sums->rows, PLUMB_PANEL, sums->value_dim, sum};
}

/* The products that are added to the radii. */
/*@ requires inside: sums->rows <= PLUMB_BUNDLE_ROWS;
    requires reads: \valid_read(w) && \valid_read(largest + (0 .. PLUMB_PANEL_GROUPS * sums->value_dim - 1));
    requires writes: has_sums(sums, sums->rows * sums->value_dim, sums->value_dim);
    requires apart: panel_apart(w, sums, sums->rows * sums->value_dim, sums->value_dim) &&
                    apart_from_sums(largest, PLUMB_PANEL_GROUPS * sums->value_dim, sums, sums->rows * sums->value_dim,
                                    sums->value_dim);
    assigns \nothing;
    ensures writes: has_products(\result, PLUMB_PANEL_GROUPS);
    ensures value: \result.rows == sums->rows && \result.columns == sums->value_dim &&
                   \result.terms == PLUMB_PANEL_GROUPS && \result.sum == sums->spread;
*/
static inline plumb_products spreads_of(const plumb_sums *sums, const plumb_panel_weights *w,
                                        const double *largest) {
    return (plumb_products){w->share,           largest,         sums->rows,
                            PLUMB_PANEL_GROUPS, sums->value_dim, sums->spread};
}

/* How many keys, from the first on, all rows see. */
/*@ requires inside: rows <= PLUMB_BUNDLE_ROWS;
    requires reads: \valid_read(visible + (0 .. PLUMB_BUNDLE_ROWS * PLUMB_PANEL - 1));
    assigns \nothing;
    ensures inside: \result <= PLUMB_PANEL;
*/
PLUMB_FOR_EACH_PROCESSOR
static size_t visible_to_all(const unsigned char *visible, size_t rows) {
    unsigned char all[PLUMB_PANEL];
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop invariant set: \forall integer k; 0 <= k < j ==> \initialized(all + k);
        loop assigns j, all[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        all[j] = 1;
    /*@ loop invariant index: 0 <= r <= rows;
        loop assigns r, all[0 .. PLUMB_PANEL - 1];
        loop variant rows - r;
    */
    for (size_t r = 0; r < rows; r++)
        /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
            loop assigns j, all[0 .. PLUMB_PANEL - 1];
            loop variant PLUMB_PANEL - j;
        */
        for (size_t j = 0; j < PLUMB_PANEL; j++)
            all[j] = (unsigned char)(all[j] & (visible[r * PLUMB_PANEL + j] != 0));
    size_t first = 0;
    /*@ loop invariant index: 0 <= first <= PLUMB_PANEL;
        loop assigns first;
        loop variant PLUMB_PANEL - first;
    */
    while (first < PLUMB_PANEL && all[first])
        first++;
    return first;
}

PLUMB_FOR_EACH_PROCESSOR
int plumb_values_are_finite(const double *value, size_t count) {
    int finite = 1;
    /*@ loop invariant index: 0 <= i <= count;
        loop assigns i, finite;
        loop variant count - i;
    */
    for (size_t i = 0; i < count; i++)
        finite = plumb_lane_both(finite, plumb_lane_absolute(value[i]) <= PLUMB_LARGEST);
    return finite;
}

/* Adds a block of keys in tiles.  A hidden key adds 0 times its value.  This can only change the sign of a zero in the
   block's sum, which begins at 0, and the sign is lost when the block is added to the sum. */
/*@ requires writes: can_add(sums, w, keys, value, sums->rows * sums->value_dim, sums->value_dim);
    requires tiles: sums->value_dim % PLUMB_TILE_COLUMNS == 0;
    assigns sums->sum[0 .. sums->rows * sums->value_dim - 1];
*/
static inline void add_tiles(const plumb_sums *sums, const plumb_panel_weights *w, size_t keys,
                             const double *value) {
    plumb_products products = products_of(sums, w, keys, value, sums->sum);
    /*@ assert sums: products.rows * products.columns == sums->rows * sums->value_dim; */
    if (plumb_lane_are_long() && sums->value_dim % PLUMB_LONG_TILE == 0)
        plumb_add_long_block(products, w->width, 0, keys);
    else
        plumb_add_short_block(products, w->width, 0, keys);
}

/* The same without tiles: all keys, or those that the row sees. */
/*@ requires writes: can_add(sums, w, keys, value, sums->rows * sums->value_dim, sums->value_dim);
    assigns sums->sum[0 .. sums->rows * sums->value_dim - 1], sums->part[0 .. sums->rows * sums->value_dim - 1];
*/
static inline void add_keys(const plumb_sums *sums, const plumb_panel_weights *w, size_t keys,
                            const double *value, int all) {
    plumb_products products = products_of(sums, w, keys, value, sums->part);
    if (all)
        plumb_add_products(products, 0, keys, sums->value_dim);
    else
        plumb_add_visible_products(products, w->visible, 0, keys);
    plumb_close_block(sums->rows * sums->value_dim, sums->sum, sums->part);
}

void plumb_sums_add(const plumb_sums *sums, const plumb_panel_weights *weights, size_t keys,
                    const double *value, const double *largest) {
    plumb_products spreads = spreads_of(sums, weights, largest);
    size_t whole = visible_to_all(weights->visible, sums->rows);
    int all = keys <= whole;
    size_t groups = all ? groups_of(keys) : whole / PLUMB_WEIGHT_GROUP;
    /*@ assert groups: groups <= PLUMB_PANEL_GROUPS; */
    /*@ assert spreads: has_products(spreads, groups); */
    if (sums->value_dim % PLUMB_TILE_COLUMNS == 0 &&
        (all || plumb_values_are_finite(value, keys * sums->value_dim)))
        add_tiles(sums, weights, keys, value);
    else
        add_keys(sums, weights, keys, value, all);
    plumb_add_products(spreads, 0, groups, sums->value_dim);
    /*@ loop invariant index: 0 <= r <= sums->rows;
        loop assigns r, sums->spread[0 .. sums->rows * sums->value_dim - 1], sums->largest[0 .. sums->value_dim - 1];
        loop variant sums->rows - r;
    */
    for (size_t r = 0; r < sums->rows && !all; r++)
        spread_row(sums, weights, spreads, r, groups, value, keys);
}

PLUMB_FOR_EACH_PROCESSOR
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

PLUMB_FOR_EACH_PROCESSOR
void plumb_output_multiply(plumb_ball factor, size_t count, plumb_ball *output) {
    /*@ loop invariant index: 0 <= i <= count;
        loop assigns i, output[0 .. count - 1];
        loop variant count - i;
    */
    for (size_t i = 0; i < count; i++)
        output[i] = plumb_lane_multiply(output[i], plumb_lane_reach(output[i]), factor);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_output_add(const plumb_ball *restrict part, size_t count, plumb_ball *restrict output) {
    /*@ loop invariant index: 0 <= i <= count;
        loop assigns i, output[0 .. count - 1];
        loop variant count - i;
    */
    for (size_t i = 0; i < count; i++)
        output[i] = plumb_lane_add(output[i], part[i]);
}
