/* normalised.c - see normalised.h. */
#include "weight/normalised.h"
#include "number/quotient.h"
#include "number/total.h"

/* weight[j] / divisor */
/*@ requires writes: \valid(weight + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq w, real d; \old(encloses(weight, w, keys)) && in_ball(divisor, d) ==>
      \forall integer k; 0 <= k < keys ==> in_ball(weight[k], rdiv(el(w, k), d));
*/
static void divide(plumb_ball *weight, size_t keys, plumb_ball divisor) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq w, real d; \at(encloses(weight, w, keys), Pre) && in_ball(divisor, d) ==>
          \forall integer k; 0 <= k < j ==> in_ball(weight[k], rdiv(el(w, k), d));
        loop invariant rest: \forall seq w; \at(encloses(weight, w, keys), Pre) ==>
          \forall integer k; j <= k < keys ==> in_ball(weight[k], el(w, k));
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_quotient(weight[j], divisor);
        /*@ assert result: \forall seq w, real d;
              \at(encloses(weight, w, keys), Pre) && in_ball(divisor, d) ==> in_ball(result, rdiv(el(w, j), d)); */
        weight[j] = result;
        //@ assert stored: weight[j] == result;
    }
}

/*@ requires writes: \valid(weight + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq w; \old(encloses(weight, w, keys)) ==> encloses(weight, absolutes(w), keys);
*/
static void take_absolutes(plumb_ball *weight, size_t keys) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq w; \at(encloses(weight, w, keys), Pre) ==> encloses(weight, absolutes(w), j);
        loop invariant rest: \forall seq w; \at(encloses(weight, w, keys), Pre) ==>
          \forall integer k; j <= k < keys ==> in_ball(weight[k], el(w, k));
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_absolute(weight[j]);
        //@ assert result: \forall seq w; \at(encloses(weight, w, keys), Pre) ==> in_ball(result, el(absolutes(w), j));
        weight[j] = result;
        //@ assert stored: weight[j] == result;
    }
}

void plumb_normalise_sum(plumb_ball *weight, size_t keys, double epsilon) {
    plumb_ball divisor = plumb_ball_add(plumb_strided_total(weight, keys), plumb_ball_of(epsilon));
    /*@ assert divisor: \forall seq w;
          \is_finite(epsilon) && encloses(weight, w, keys) ==> in_ball(divisor, total(w, keys) + epsilon); */
    divide(weight, keys, divisor);
}

void plumb_normalise_absolute_sum(plumb_ball *weight, size_t keys, double epsilon) {
    take_absolutes(weight, keys);
    //@ assert absolutes: \forall seq w; \at(encloses(weight, w, keys), Pre) ==> encloses(weight, absolutes(w), keys);
    plumb_normalise_sum(weight, keys, epsilon);
}

void plumb_normalise_at_least_one(plumb_ball *weight, size_t keys) {
    plumb_ball size = plumb_ball_absolute(plumb_strided_total(weight, keys));
    plumb_ball divisor = plumb_ball_maximum(size, plumb_ball_of(1.0));
    //@ assert divisor: \forall seq w; encloses(weight, w, keys) ==> in_ball(divisor, \max(\abs(total(w, keys)), 1.0));
    divide(weight, keys, divisor);
}

void plumb_normalise_length(plumb_ball *weight, size_t keys) {
    plumb_ball divisor = plumb_ball_unknown(); /* no array has so many */
    if (keys <= 0x20000000000000)
        divisor = plumb_ball_of(plumb_of_size(keys));
    //@ assert divisor: in_ball(divisor, (real)keys);
    divide(weight, keys, divisor);
}
