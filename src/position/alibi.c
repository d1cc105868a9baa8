/* alibi.c - see alibi.h. */
#include "position/alibi.h"

/*@ requires heads: 1 <= heads <= 0x10000000000000;
    assigns \nothing;
    ensures power: \result == closest_power(heads);
    ensures close: 1 <= \result <= heads < \result + \result;
*/
static size_t closest_power(size_t heads) {
    size_t n = 1;
    /*@ loop invariant power: power_of_two(n);
        loop invariant below: 1 <= n <= heads;
        loop assigns n;
        loop variant heads - n;
    */
    while (n + n <= heads)
        n = n + n;
    return n;
}

/* 2^-k */
/*@ requires few: 0 <= k <= 8;
    assigns \nothing;
    ensures value: \is_finite(\result) && \result == halved(k, 1);
*/
static double halves(size_t k) {
    double half = 1.0;
    /*@ loop invariant index: 0 <= i <= k;
        loop invariant value: \is_finite(half) && half == halved(i, 1);
        loop assigns i, half;
        loop variant k - i;
    */
    for (size_t i = 0; i < k; i++) {
        double next = plumb_multiply(half, 0.5);
        //@ assert next: \is_finite(next) && next == halved(i + 1, 1);
        half = next;
    }
    return half;
}

/* 2^(-steps / n) */
/*@ requires power: 1 <= n <= 0x10000000000000 && 0 <= steps <= 8 * n;
    assigns \nothing;
    ensures encloses: in_ball(\result, halved(steps, n));
*/
static plumb_ball halved(size_t steps, size_t n) {
    double whole = halves(steps / n);
    if (steps % n == 0)
        return plumb_ball_of(whole);
    plumb_ball part =
        plumb_ball_divide(plumb_ball_of(plumb_of_size(steps % n)), plumb_ball_of(plumb_of_size(n)));
    plumb_ball root = plumb_ball_power(plumb_ball_of(2.0), plumb_ball_negate(part));
    return plumb_ball_scale(root, whole);
}

plumb_ball plumb_alibi_slope(size_t heads, size_t h) {
    size_t n = closest_power(heads);
    size_t steps = h < n ? 8 * (h + 1) : 4 * (2 * (h - n) + 1);
    return halved(steps, n);
}

/*@ requires exact: -0x20000000000000 <= distance <= 0x20000000000000;
    assigns \nothing;
    ensures encloses: in_ball(\result, distance);
*/
static plumb_ball ball_of_distance(int64_t distance) {
    if (distance < 0)
        return plumb_ball_negate(plumb_ball_of(plumb_of_size((size_t)-distance)));
    return plumb_ball_of(plumb_of_size((size_t)distance));
}

/*@ requires form: PLUMB_ALIBI_RELATIVE <= form <= PLUMB_ALIBI_SCALED_KEY;
    requires positions: is_position(query) && is_position(key);
    assigns \nothing;
    ensures value: \result == alibi_distance(form, query, key);
    ensures exact: -0x20000000000000 <= \result <= 0x20000000000000;
*/
static int64_t distance_of(plumb_alibi_form form, int64_t query, int64_t key) {
    if (form == PLUMB_ALIBI_RELATIVE)
        return key - query;
    if (form == PLUMB_ALIBI_SYMMETRIC)
        return key < query ? key - query : query - key;
    return key;
}

void plumb_alibi(plumb_alibi_form form, plumb_ball slope, int64_t query_position,
                 const int64_t *key_position, size_t keys, plumb_ball *bias) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall real s; in_ball(slope, s) ==> \forall integer k; 0 <= k < j ==>
          in_ball(bias[k], rmul(s, alibi_distance(form, query_position, key_position[k])));
        loop assigns j, bias[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        int64_t distance = distance_of(form, query_position, key_position[j]);
        plumb_ball product = plumb_ball_multiply(slope, ball_of_distance(distance));
        /*@ assert product: \forall real s;
              in_ball(slope, s) ==> in_ball(product, rmul(s, alibi_distance(form, query_position, key_position[j]))); */
        bias[j] = product;
        //@ assert stored: bias[j] == product;
    }
}
