/* merge.c - see merge.h. */
#include "aggregate/merge.h"

/* output[c] = (output[c] weight + other[c] other_weight) / sum */
/*@ requires reads: \valid_read(other + (0 .. value_dim - 1));
    requires writes: \valid(output + (0 .. value_dim - 1));
    requires apart: \separated(output + (0 .. value_dim - 1), other + (0 .. value_dim - 1));
    assigns output[0 .. value_dim - 1];
    ensures encloses: \forall seq o, p, real w, u, d;
      \old(encloses(output, o, value_dim) && encloses(other, p, value_dim)) && in_ball(weight, w) &&
      in_ball(other_weight, u) && in_ball(sum, d) ==> \forall integer k; 0 <= k < value_dim ==>
      in_ball(output[k], rdiv(rmul(el(o, k), w) + rmul(el(p, k), u), d));
*/
static void blend(plumb_ball *output, plumb_ball weight, const plumb_ball *other, plumb_ball other_weight,
                  plumb_ball sum, size_t value_dim) {
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop invariant done: \forall seq o, p, real w, u, d;
          \at(encloses(output, o, value_dim) && encloses(other, p, value_dim), Pre) && in_ball(weight, w) &&
          in_ball(other_weight, u) && in_ball(sum, d) ==> \forall integer k; 0 <= k < c ==>
          in_ball(output[k], rdiv(rmul(el(o, k), w) + rmul(el(p, k), u), d));
        loop invariant ahead: \forall integer k; c <= k < value_dim ==> output[k] == \at(output[k], Pre);
        loop assigns c, output[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        plumb_ball weighted_sum =
            plumb_ball_add(plumb_ball_multiply(output[c], weight), plumb_ball_multiply(other[c], other_weight));
        plumb_ball mean = plumb_ball_divide(weighted_sum, sum);
        /*@ assert mean: \forall seq o, p, real w, u, d;
              \at(encloses(output, o, value_dim) && encloses(other, p, value_dim), Pre) && in_ball(weight, w) &&
              in_ball(other_weight, u) && in_ball(sum, d) ==>
              in_ball(mean, rdiv(rmul(el(o, c), w) + rmul(el(p, c), u), d)); */
        output[c] = mean;
        //@ assert stored: output[c] == mean;
    }
}

/*@ requires reads: \valid_read(other + (0 .. value_dim - 1));
    requires writes: \valid(output + (0 .. value_dim - 1));
    requires apart: \separated(output + (0 .. value_dim - 1), other + (0 .. value_dim - 1));
    assigns output[0 .. value_dim - 1];
    ensures encloses: \forall seq p; \old(encloses(other, p, value_dim)) ==> encloses(output, p, value_dim);
*/
static void take(plumb_ball *output, const plumb_ball *other, size_t value_dim) {
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop invariant done: \forall integer k; 0 <= k < c ==> output[k] == \at(other[k], Pre);
        loop assigns c, output[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++)
        output[c] = other[c];
}

/* The larger middle, or any finite number: the real result does not depend on it. */
/*@ assigns \nothing;
    ensures finite: \is_finite(\result);
*/
static double shift_of(plumb_ball lse, plumb_ball other) {
    double larger = plumb_less(lse.mid, other.mid) ? other.mid : lse.mid;
    return plumb_is_finite(larger) ? larger : 0.0;
}

/*@ assigns \nothing;
    ensures weight: \is_finite(shift) ==> \forall key_part a; in_ball(lse, part_lse(a)) ==>
      in_ball(\result, part_weight(a, shift));
*/
static plumb_ball weight_of(plumb_ball lse, double shift) {
    plumb_ball below = plumb_ball_subtract(lse, plumb_ball_of(shift));
    /*@ assert below: \is_finite(shift) ==> \forall key_part a; in_ball(lse, part_lse(a)) ==>
          in_ball(below, part_lse(a) - shift); */
    return plumb_ball_exp(below);
}

/* Of parts that both see keys. */
/*@ requires reads: \valid_read(other + (0 .. value_dim - 1));
    requires writes: \valid(output + (0 .. value_dim - 1));
    requires apart: \separated(output + (0 .. value_dim - 1), other + (0 .. value_dim - 1));
    assigns output[0 .. value_dim - 1];
    ensures lse: \forall key_part a, b; !sees_none(a) && !sees_none(b) && in_ball(lse, part_lse(a)) &&
      in_ball(other_lse, part_lse(b)) ==> in_ball(\result, part_lse(merged(a, b)));
    ensures output: \forall key_part a, b; !sees_none(a) && !sees_none(b) && in_ball(lse, part_lse(a)) &&
      in_ball(other_lse, part_lse(b)) &&
      \old(encloses(output, part_output(a), value_dim) && encloses(other, part_output(b), value_dim)) ==>
      encloses(output, part_output(merged(a, b)), value_dim);
*/
static plumb_ball merge_both(plumb_ball lse, plumb_ball *output, plumb_ball other_lse, const plumb_ball *other,
                             size_t value_dim) {
    double shift = shift_of(lse, other_lse);
    plumb_ball weight = weight_of(lse, shift), other_weight = weight_of(other_lse, shift);
    plumb_ball sum = plumb_ball_add(weight, other_weight);
    plumb_ball logarithm = plumb_ball_log(sum);
    /*@ assert logarithm: \forall key_part a, b; !sees_none(a) && !sees_none(b) && in_ball(lse, part_lse(a)) &&
          in_ball(other_lse, part_lse(b)) ==> in_ball(logarithm, part_lse(merged(a, b)) - shift); */
    blend(output, weight, other, other_weight, sum, value_dim);
    return plumb_ball_add(logarithm, plumb_ball_of(shift));
}

int plumb_merge(int has_keys, plumb_ball *lse, plumb_ball *output, int other_has_keys, const plumb_ball *other_lse,
                const plumb_ball *other_output, size_t value_dim) {
    if (!other_has_keys)
        return has_keys;
    if (!has_keys) {
        *lse = *other_lse;
        take(output, other_output, value_dim);
        return other_has_keys;
    }
    plumb_ball merged_lse = merge_both(*lse, output, *other_lse, other_output, value_dim);
    *lse = merged_lse;
    return 1;
}
