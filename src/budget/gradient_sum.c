/* gradient_sum.c - see gradient_sum.h. */
#include "budget/gradient_sum.h"
#include "budget/pull.h"
#include "budget/widened.h"
#include "number/exp.h"
#include "number/log.h"

/* Where there is a part of the scale, and a ball around it. */
typedef struct {
    int values, weights, tiles, end;
    plumb_ball value, weight, tile, last;
} scale_parts;

/* A rounding: by which part of a number, and by how much besides. */
typedef struct {
    plumb_ball part, rest;
} rounding;

/* 1 + x */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, 1.0 + x);
*/
static plumb_ball one_and(plumb_ball a) {
    return plumb_ball_add(plumb_ball_of(1.0), a);
}

/* ---- the scale ---- */
/*@ assigns \nothing;
    ensures encloses: \forall real f, g, s; in_ball(scale, s) && scale_divided(place, s, f, g) ==> in_ball(\result, f);
*/
static plumb_ball first_part(int place, plumb_ball scale) {
    if (place == PLUMB_SCALE_ROOT_TILE || place == PLUMB_SCALE_ROOT_END)
        return plumb_ball_exp(plumb_ball_multiply(plumb_ball_log(scale), plumb_ball_of(0.5)));
    if (place >= PLUMB_SCALE_BASE_TILE)
        return plumb_ball_divide(scale, plumb_ball_log(plumb_ball_of(2.0)));
    return scale;
}

/*@ assigns \nothing;
    ensures encloses: \forall real f, g, s; in_ball(scale, s) && scale_divided(place, s, f, g) ==> in_ball(\result, g);
*/
static plumb_ball second_part(int place, plumb_ball scale) {
    if (place >= PLUMB_SCALE_BASE_TILE)
        return plumb_ball_log(plumb_ball_of(2.0));
    return first_part(place, scale);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real f, x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(part, f) && part_computed(u, t, has, f, x) ==> in_ball(\result, x);
*/
static plumb_ball computed_part(const double *unit, const double *tiny, int has, plumb_ball part) {
    return has ? plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_INPUT, part) : plumb_ball_of(1.0);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires place: 0 <= place < PLUMB_SCALE_PLACES;
    assigns \nothing;
    ensures places: \result.values == scales_value(place) && \result.weights == scales_weight(place) &&
      \result.tiles == scales_tile(place) && \result.end == scales_end(place);
    ensures encloses: \forall seq u, t, real s, a, b, c, d; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && in_ball(scale, s) && parts_computed(u, t, place, s, a, b, c, d) ==>
      in_ball(\result.value, a) && in_ball(\result.weight, b) && in_ball(\result.tile, c) && in_ball(\result.last, d);
*/
static scale_parts parts_of(const double *unit, const double *tiny, int place, plumb_ball scale) {
    plumb_ball first = first_part(place, scale), second = second_part(place, scale);
    scale_parts parts;
    parts.values = place == PLUMB_SCALE_VALUE || PLUMB_SCALE_ROOT_TILE <= place;
    parts.weights = place == PLUMB_SCALE_WEIGHT;
    parts.tiles = place == PLUMB_SCALE_TILE || place == PLUMB_SCALE_ROOT_TILE || place == PLUMB_SCALE_BASE_TILE;
    parts.end = place == PLUMB_SCALE_END || place == PLUMB_SCALE_ROOT_END || place == PLUMB_SCALE_BASE_END;
    parts.value = computed_part(unit, tiny, parts.values, first);
    parts.weight = computed_part(unit, tiny, parts.weights, first);
    parts.tile = computed_part(unit, tiny, parts.tiles, second);
    parts.last = computed_part(unit, tiny, parts.end, second);
    return parts;
}

/* ---- roundings ---- */
/* One rounding in the format of a step, or two. */
/*@ requires steps: 0 <= first < PLUMB_STEPS && 0 <= second < PLUMB_STEPS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result.part, chosen(has, joint(el(u, first), el(u, second)), el(u, second))) &&
      in_ball(\result.rest, chosen(has, rmul(el(t, first), 1.0 + el(u, second)) + el(t, second), el(t, second)));
*/
static rounding rounded(const double *unit, const double *tiny, int has, size_t first, size_t second) {
    rounding once = {plumb_ball_of(unit[second]), plumb_ball_of(tiny[second])};
    if (!has)
        return once;
    rounding twice;
    twice.part = plumb_ball_joint(plumb_ball_of(unit[first]), once.part);
    twice.rest = plumb_ball_add(plumb_ball_multiply(plumb_ball_of(tiny[first]), one_and(once.part)), once.rest);
    return twice;
}

/* For a sum that is multiplied by c. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real f; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(c, f) ==>
      in_ball(\result.part, multiplied_unit(u, has)) && in_ball(\result.rest, multiplied_tiny(u, t, has, f));
*/
static rounding multiplied(const double *unit, const double *tiny, int has, plumb_ball c) {
    rounding none = {plumb_ball_zero(), plumb_ball_zero()};
    if (!has)
        return none;
    plumb_ball product = plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]);
    plumb_ball stored = plumb_ball_multiply(c, plumb_ball_of(tiny[PLUMB_STEP_SCORE]));
    rounding both;
    both.part = plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_SCORE]), product);
    both.rest = plumb_ball_add(plumb_ball_multiply(stored, one_and(product)),
                               plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]));
    return both;
}

/* ---- the bound ---- */
/*@ requires count: count <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall real p, q, e, f, w, v; in_ball(weight.part, p) && in_ball(weight.rest, q) &&
      in_ball(value.part, e) && in_ball(value.rest, f) && in_ball(weights, w) && in_ball(values, v) ==>
      in_ball(\result, tile_lost(p, q, e, f, count, w, v));
*/
static plumb_ball lost(rounding weight, rounding value, size_t count, plumb_ball weights, plumb_ball values) {
    plumb_ball rounded = plumb_ball_multiply(one_and(value.part), values);
    plumb_ball all = plumb_ball_add(rounded, plumb_ball_multiply(plumb_ball_of(plumb_of_size(count)), value.rest));
    plumb_ball by_values = plumb_ball_multiply(plumb_ball_multiply(one_and(weight.part), value.rest), weights);
    return plumb_ball_add(plumb_ball_multiply(weight.rest, all), by_values);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: steps <= PLUMB_MOST_ROUNDINGS && stores < PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p, e, l; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(weight, p) && in_ball(value, e) && in_ball(lost, l) ==>
      in_ball(\result.part, tile_part(u, steps, p, e)) && in_ball(\result.rest, tile_rest(u, t, steps, stores, l));
*/
static rounding of_tiles(const double *unit, const double *tiny, size_t steps, size_t stores, plumb_ball weight,
                         plumb_ball value, plumb_ball lost) {
    plumb_ball sum = plumb_ball_gamma(plumb_of_size(steps), plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
    plumb_ball each = plumb_ball_multiply(plumb_ball_of(plumb_of_size(steps)),
                                          plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]));
    plumb_ball all = plumb_ball_multiply(plumb_ball_of(plumb_of_size(stores + 1)),
                                         plumb_ball_multiply(plumb_ball_of(2.0), each));
    rounding both;
    both.part = plumb_ball_joint(plumb_ball_joint(weight, value), sum);
    both.rest = plumb_ball_multiply(one_and(sum), plumb_ball_add(lost, all));
    return both;
}

/*@ requires count: stores < PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall real f, g, h, p, q, s; in_ball(c, f) && in_ball(product.part, g) &&
      in_ball(product.rest, h) && in_ball(tile.part, p) && in_ball(tile.rest, q) && in_ball(terms, s) ==>
      in_ball(\result, multiplied_off(stores, f, g, h, p, q, s));
*/
static plumb_ball off_of_products(size_t stores, plumb_ball c, rounding product, rounding tile, plumb_ball terms) {
    plumb_ball part = plumb_ball_multiply(plumb_ball_joint(tile.part, product.part), terms);
    plumb_ball rest = plumb_ball_multiply(one_and(product.part), tile.rest);
    plumb_ball besides = plumb_ball_multiply(plumb_ball_of(plumb_of_size(stores + 1)), product.rest);
    return plumb_ball_add(plumb_ball_multiply(c, plumb_ball_add(part, rest)), besides);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires count: stores <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real d, s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(off, d) && in_ball(size, s) ==> in_ball(\result, added_off(u, t, stores, d, s));
*/
static plumb_ball off_of_added(const double *unit, const double *tiny, size_t stores, plumb_ball off,
                               plumb_ball size) {
    rounding each = rounded(unit, tiny, 1, PLUMB_STEP_ACCUMULATE, PLUMB_STEP_OUTPUT);
    plumb_ball count = plumb_ball_of(plumb_of_size(stores));
    plumb_ball sum = plumb_ball_gamma(plumb_of_size(stores), each.part);
    plumb_ball grown = plumb_ball_add(off, plumb_ball_multiply(sum, plumb_ball_add(size, off)));
    plumb_ball rest = plumb_ball_multiply(plumb_ball_of(2.0), plumb_ball_multiply(count, each.rest));
    return plumb_ball_add(grown, plumb_ball_multiply(one_and(sum), rest));
}

/* 1 if the roundings of all stores are together less than the whole. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: steps <= PLUMB_MOST_ROUNDINGS && stores <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      bears_tiles(u, steps, stores);
*/
static int is_borne(const double *unit, const double *tiny, size_t steps, size_t stores) {
    rounding each = rounded(unit, tiny, 1, PLUMB_STEP_ACCUMULATE, PLUMB_STEP_OUTPUT);
    plumb_ball all = plumb_ball_multiply(plumb_ball_of(plumb_of_size(stores)), each.part);
    plumb_ball less = plumb_ball_subtract(all, plumb_ball_of(1.0));
    /*@ assert less: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
          in_ball(less, rmul((real)stores, added_unit(u)) - 1.0); */
    return plumb_ball_is_negative(less) && plumb_sum_is_borne(unit, steps);
}

/* A ball around the sum of the tiles. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: sums.count <= PLUMB_MOST_ROUNDINGS && steps <= PLUMB_MOST_ROUNDINGS &&
                     stores < PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real a, b, c, s, w, v; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && in_ball(parts.value, a) && in_ball(parts.weight, b) && in_ball(parts.tile, c) &&
      in_ball(sums.product_sizes, s) && in_ball(sums.weight_sizes, w) && in_ball(sums.value_sizes, v) ==>
      in_ball(\result, tiles_off(u, t, parts.values, parts.weights, parts.tiles, \abs(a), \abs(b), \abs(c), sums.count,
                                 steps, stores, s, w, v));
*/
static plumb_ball off_of_tiles(const double *unit, const double *tiny, scale_parts parts, size_t steps, size_t stores,
                               plumb_product_sums sums) {
    plumb_ball a = plumb_ball_absolute(parts.value), b = plumb_ball_absolute(parts.weight);
    plumb_ball c = plumb_ball_absolute(parts.tile);
    rounding weight = rounded(unit, tiny, parts.weights, PLUMB_STEP_ACCUMULATE, PLUMB_STEP_PROBABILITY);
    rounding value = rounded(unit, tiny, parts.values, PLUMB_STEP_INPUT, PLUMB_STEP_OPERAND);
    plumb_ball less = lost(weight, value, sums.count, plumb_ball_multiply(b, sums.weight_sizes),
                           plumb_ball_multiply(a, sums.value_sizes));
    rounding tile = of_tiles(unit, tiny, steps, stores, weight.part, value.part, less);
    plumb_ball terms = plumb_ball_multiply(plumb_ball_multiply(a, b), sums.product_sizes);
    plumb_ball off = off_of_products(stores, c, multiplied(unit, tiny, parts.tiles, c), tile, terms);
    return off_of_added(unit, tiny, stores, off, plumb_ball_multiply(c, terms));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: sums.count <= PLUMB_MOST_ROUNDINGS && steps <= PLUMB_MOST_ROUNDINGS &&
                     stores < PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, x, v, subset m, integer n, real a, b, c, s;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      bears_tiles(u, steps, stores) && sums_of(sums, x, v, m, n) && in_ball(parts.value, a) &&
      in_ball(parts.weight, b) && in_ball(parts.tile, c) &&
      parts_or_one(parts.values, parts.weights, parts.tiles, a, b, c) &&
      tiles_computed(u, t, parts.values, parts.weights, parts.tiles, a, b, c, visible_of(m, n, x), visible_of(m, n, v),
                     visible_count(m, n), steps, stores, s) ==> in_ball(\result, s);
*/
static plumb_ball sum_of_tiles(const double *unit, const double *tiny, scale_parts parts, size_t steps, size_t stores,
                               plumb_product_sums sums) {
    plumb_ball scaled = plumb_ball_multiply(plumb_ball_multiply(parts.value, parts.weight), sums.products);
    plumb_ball exact = plumb_ball_multiply(parts.tile, scaled);
    plumb_ball off = off_of_tiles(unit, tiny, parts, steps, stores, sums);
    /*@ assert exact: \forall seq x, v, subset m, integer n, real a, b, c; sums_of(sums, x, v, m, n) &&
          in_ball(parts.value, a) && in_ball(parts.weight, b) && in_ball(parts.tile, c) ==>
          in_ball(exact, rmul(c, rmul(rmul(a, b), products_of(x, v, m, n)))); */
    /*@ assert off: \forall seq u, t, x, v, subset m, integer n, real a, b, c; values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && sums_of(sums, x, v, m, n) && in_ball(parts.value, a) &&
          in_ball(parts.weight, b) && in_ball(parts.tile, c) ==> sums.count == visible_count(m, n) &&
          in_ball(off, tiles_off(u, t, parts.values, parts.weights, parts.tiles, \abs(a), \abs(b), \abs(c),
                                 visible_count(m, n), steps, stores, product_sizes(x, v, m, n),
                                 visible_total(absolutes(x), m, n), visible_total(absolutes(v), m, n))); */
    return plumb_ball_widened(exact, off);
}

/* ---- and what comes behind it ---- */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real d, s, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(factor, d) && in_ball(sum, s) && sum_multiplied(u, t, has, d, s, y) ==> in_ball(\result, y);
*/
static plumb_ball times_factor(const double *unit, const double *tiny, int has, plumb_ball factor, plumb_ball sum) {
    if (!has)
        return sum;
    plumb_ball stored = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_SCORE, sum);
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_ACCUMULATE, plumb_ball_multiply(factor, stored));
}

plumb_ball plumb_gradient_sum(const double *unit, const double *tiny, int place, plumb_ball scale, size_t stores,
                              plumb_product_sums sums) {
    size_t steps = sums.count + 8;
    if (!is_borne(unit, tiny, steps, stores))
        return plumb_ball_unknown();
    scale_parts parts = parts_of(unit, tiny, place, scale);
    plumb_ball sum = sum_of_tiles(unit, tiny, parts, steps, stores, sums);
    /*@ assert parts: \forall seq u, t, real s, a, b, c, d; values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && in_ball(scale, s) && parts_computed(u, t, place, s, a, b, c, d) ==>
          parts_or_one(parts.values, parts.weights, parts.tiles, a, b, c) && in_ball(parts.last, d) &&
          in_ball(parts.value, a) && in_ball(parts.weight, b) && in_ball(parts.tile, c); */
    /*@ assert sum: \forall seq u, t, x, v, subset m, integer n, real s, a, b, c, d, y;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
          sums_of(sums, x, v, m, n) && in_ball(scale, s) && parts_computed(u, t, place, s, a, b, c, d) &&
          tiles_computed(u, t, scales_value(place), scales_weight(place), scales_tile(place), a, b, c,
                         visible_of(m, n, x), visible_of(m, n, v), visible_count(m, n), product_steps(m, n, 0),
                         stores, y)
          ==> in_ball(sum, y); */
    plumb_ball scaled = times_factor(unit, tiny, parts.end, parts.last, sum);
    plumb_ball result = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_OUTPUT, scaled);
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_TENSOR, result);
}
