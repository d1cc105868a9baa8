/* Both scalings multiply theta by (1 - w) + w/s, where w is a ramp clipped to [0, 1].  For yarn the ramp's ends are the
   pairs that turn beta_fast and beta_slow times over the original length, rounded to integers unless untruncated: the
   precision doubles until the rounding is certain, and the ball is indeterminate if 16384 bits do not suffice.  Ends
   that meet are set 0.001 apart, as the rule has it.  For llama3 the ramp is in the turns of the pair itself. */
#include "exact/rope_ramp.h"
#include "exact/function.h"
#include <stdbool.h>

/* c(turns) = r ln(L / (2 pi turns)) / (2 ln base): the pair that turns `turns` times over the text. */
static void pair_of_turns(arb_t pair, const plumb_rope *rope, double turns, slong precision) {
    arb_t divisor;
    arb_init(divisor);
    plumb_exact_number(pair, rope->original);
    plumb_exact_number(divisor, turns);
    arb_div(pair, pair, divisor, precision);
    arb_const_pi(divisor, precision);
    arb_mul_2exp_si(divisor, divisor, 1);
    arb_div(pair, pair, divisor, precision);
    arb_log(pair, pair, precision);
    arb_mul_ui(pair, pair, rope->dim, precision);
    plumb_exact_number(divisor, rope->base);
    arb_log(divisor, divisor, precision);
    arb_mul_2exp_si(divisor, divisor, 1);
    arb_div(pair, pair, divisor, precision);
    arb_clear(divisor);
}

#define MOST_PRECISION 16384

/* c(turns) rounded to an integer.  It is none itself, since L / (2 pi turns) is transcendental and a
   rational power of the base is not: some precision decides. */
static void whole_pair_of_turns(arb_t pair, const plumb_rope *rope, double turns, bool upward) {
    fmpz_t whole;
    fmpz_init(whole);
    bool known = false;
    for (slong precision = 64; !known && precision <= MOST_PRECISION; precision *= 2) {
        pair_of_turns(pair, rope, turns, precision);
        if (upward)
            arb_ceil(pair, pair, precision);
        else
            arb_floor(pair, pair, precision);
        known = arb_get_unique_fmpz(whole, pair);
    }
    if (known)
        arb_set_fmpz(pair, whole);
    else
        arb_indeterminate(pair);
    fmpz_clear(whole);
}

/* Whether low and high are equal once they are limited.  If they are and the precision does not show it,
   their difference is a ball around 0, and the quotient is indeterminate. */
static bool ends_meet(const plumb_rope *rope, const arb_t low, const arb_t high, const arb_t last) {
    if (rope->untruncated)
        return rope->beta_fast == rope->beta_slow && arb_is_positive(low) && arb_lt(high, last);
    arb_t least, most;
    arb_init(least);
    arb_init(most);
    plumb_exact_positive_part(least, low, MOST_PRECISION);
    arb_min(most, high, last, MOST_PRECISION);
    bool meet = arb_is_finite(least) && arb_is_finite(most) && arb_equal(least, most);
    arb_clear(least);
    arb_clear(most);
    return meet;
}

/* The ends of yarn's ramp. */
static void yarn_ends(arb_t low, arb_t high, const plumb_rope *rope, slong precision) {
    arb_t last;
    arb_init(last);
    arb_set_ui(last, rope->dim - 1);
    if (rope->untruncated) {
        pair_of_turns(low, rope, rope->beta_fast, precision);
        pair_of_turns(high, rope, rope->beta_slow, precision);
    } else {
        whole_pair_of_turns(low, rope, rope->beta_fast, false);
        whole_pair_of_turns(high, rope, rope->beta_slow, true);
    }
    bool meet = ends_meet(rope, low, high, last);
    plumb_exact_positive_part(low, low, precision);
    if (arb_is_finite(high))
        arb_min(high, high, last, precision);
    if (meet) {
        arb_one(high);
        arb_div_ui(high, high, 1000, precision);
        arb_add(high, high, low, precision);
    }
    arb_clear(last);
}

/* weight = clip((x - low) / (high - low), 0, 1) */
static void ramp(arb_t weight, const arb_t x, const arb_t low, const arb_t high, slong precision) {
    arb_t width;
    arb_init(width);
    arb_sub(width, high, low, precision);
    arb_sub(weight, x, low, precision);
    arb_div(weight, weight, width, precision);
    plumb_exact_clip(weight, weight, precision);
    arb_clear(width);
}

/* theta *= (1 - slow) + slow / s, slow being 0 for a pair that stays as it was. */
static void slow_down(arb_t theta, const arb_t slow, const plumb_rope *rope, slong precision) {
    arb_t kept, divided;
    arb_init(kept);
    arb_init(divided);
    plumb_exact_number(divided, rope->factor);
    arb_div(divided, slow, divided, precision);
    arb_sub_ui(kept, slow, 1, precision);
    arb_sub(kept, divided, kept, precision);
    arb_mul(theta, theta, kept, precision);
    arb_clear(kept);
    arb_clear(divided);
}

void plumb_exact_scale_yarn(arb_ptr theta, const plumb_rope *rope, slong precision) {
    arb_t low, high, pair;
    arb_init(low);
    arb_init(high);
    arb_init(pair);
    yarn_ends(low, high, rope, precision);
    for (size_t m = 0; m < rope->dim / 2; m++) {
        arb_set_ui(pair, m);
        ramp(pair, pair, low, high, precision);
        slow_down(theta + m, pair, rope, precision);
    }
    arb_clear(low);
    arb_clear(high);
    arb_clear(pair);
}

void plumb_exact_scale_llama3(arb_ptr theta, const plumb_rope *rope, slong precision) {
    arb_t low, high, turns, unit;
    arb_init(low);
    arb_init(high);
    arb_init(turns);
    arb_init(unit);
    plumb_exact_number(low, rope->low_frequency);
    plumb_exact_number(high, rope->high_frequency);
    plumb_exact_number(unit, rope->original);
    arb_const_pi(turns, precision);
    arb_div(unit, unit, turns, precision);
    arb_mul_2exp_si(unit, unit, -1);
    for (size_t m = 0; m < rope->dim / 2; m++) {
        arb_mul(turns, unit, theta + m, precision);
        ramp(turns, turns, low, high, precision);
        arb_sub_ui(turns, turns, 1, precision);
        arb_neg(turns, turns);
        slow_down(theta + m, turns, rope, precision);
    }
    arb_clear(low);
    arb_clear(high);
    arb_clear(turns);
    arb_clear(unit);
}
