#include "tests/support/exact_angles.h"
#include "exact/moved.h"
#include "exact/rope.h"
#include <math.h>

static real half_turn(void) {
    arb_t pi;
    arb_init(pi);
    arb_const_pi(pi, REAL_PRECISION);
    real result = copy_of(pi);
    arb_clear(pi);
    return result;
}

/* ---- the base of ntk and dynamic ---- */

/* s S/L - (s - 1) */
static real stretch(const plumb_rope *rope, real *terms) {
    real s = number(rope->factor);
    *terms = number(1);
    if (rope->scaling == PLUMB_ROPE_NTK)
        return s;
    real length = rope->length_rule == PLUMB_ROPE_BY_MAXIMUM
                      ? PRODUCT(s, number(rope->original))
                      : number(fmax(rope->length, rope->original));
    real grown = over(PRODUCT(s, length), number(rope->original));
    real stretched = SUM(minus(grown, s), number(1));
    *terms = over(PRODUCT(number(4), SUM(grown, s, number(1))), stretched);
    return stretched;
}

/* R = e (g + 2 |ln G|) + 12 */
static real base_roundings(const plumb_rope *rope) {
    real g, stretched = stretch(rope, &g);
    real power = over(count_of(rope->dim), count_of(rope->dim - 2));
    return SUM(PRODUCT(power, SUM(g, PRODUCT(number(2), absolute(logarithm(stretched))))), number(12));
}

/* ---- the ramps of yarn and llama3 ---- */

#define COARSEST 0x1p-24

typedef struct {
    real place; /* on the ramp, before it is clipped to 0 .. 1 */
    real off;   /* W */
} ramp_place;

static real clipped(real place) {
    return smaller(larger(place, number(0)), number(1));
}

/* W is 0 where the ramp is clipped with that margin, angles being in binary32 at worst. */
static real unsettled(ramp_place ramp) {
    real error = PRODUCT(ramp.off, number(COARSEST));
    bool settled = is_above(number(0), SUM(ramp.place, error)) ||
                   is_above(minus(ramp.place, error), number(1));
    return settled ? number(0) : ramp.off;
}

static ramp_place llama3_place(const plumb_rope *rope, real theta, real roundings) {
    real low = number(rope->low_frequency), high = number(rope->high_frequency);
    real width = minus(high, low);
    real turns = over(PRODUCT(number(rope->original), theta), PRODUCT(number(2), half_turn()));
    real seen = over(SUM(high, smaller(turns, high)), width);
    return (ramp_place){over(minus(turns, low), width),
                        SUM(PRODUCT(SUM(roundings, number(6)), seen), number(4))};
}

/* r ln(L / (2 pi beta)) / (2 ln base) */
static real yarn_end(const plumb_rope *rope, double beta, real *off) {
    real width = over(count_of(rope->dim), PRODUCT(number(2), logarithm(number(rope->base))));
    real turns = over(number(rope->original), PRODUCT(number(2), half_turn(), number(beta)));
    real size = SUM(number(4), PRODUCT(number(8), absolute(logarithm(turns))));
    *off = PRODUCT(absolute(width), size);
    return PRODUCT(width, logarithm(turns));
}

static real rounded(real x, bool upward) {
    arb_t whole;
    arb_init(whole);
    if (upward)
        arb_ceil(whole, x, REAL_PRECISION);
    else
        arb_floor(whole, x, REAL_PRECISION);
    real result = copy_of(whole);
    arb_clear(whole);
    return result;
}

static ramp_place yarn_place(const plumb_rope *rope, size_t m) {
    real low_off, high_off, low = yarn_end(rope, rope->beta_fast, &low_off);
    real high = yarn_end(rope, rope->beta_slow, &high_off);
    if (!rope->untruncated) {
        low = rounded(low, false);
        high = rounded(high, true);
    }
    low = larger(low, number(0));
    high = smaller(high, count_of(rope->dim - 1));
    if (arb_overlaps(low, high))
        high = SUM(low, over(number(1), number(1000)));
    real ends = number(0), width = absolute(minus(high, low));
    if (rope->untruncated) {
        ends = larger(low_off, high_off);
        width = minus(width, PRODUCT(SUM(low_off, high_off), number(COARSEST)));
    }
    real off = infinite();
    if (is_above(width, number(0)))
        off = over(SUM(ends, PRODUCT(number(2), SUM(absolute(low), absolute(high)))), width);
    return (ramp_place){over(minus(count_of(m), low), minus(high, low)), SUM(off, number(4))};
}

/* 6 (w + (1 - w)/s)/phi + W |1 - 1/s|/phi, phi = w + (1 - w)/s */
static real ramp_roundings(const plumb_rope *rope, size_t m, real theta, real roundings) {
    bool llama3 = rope->scaling == PLUMB_ROPE_LLAMA3;
    ramp_place ramp = llama3 ? llama3_place(rope, theta, roundings) : yarn_place(rope, m);
    real kept = llama3 ? clipped(ramp.place) : minus(number(1), clipped(ramp.place));
    real inverse = over(number(1), number(rope->factor));
    real phi = SUM(kept, PRODUCT(minus(number(1), kept), inverse));
    real difference = absolute(minus(number(1), inverse));
    return SUM(number(6), over(PRODUCT(unsettled(ramp), difference), phi));
}

/* ---- all of them ---- */

/* 6 |ln theta_m| + 3m + 14 */
static real plain_roundings(real theta, size_t m) {
    return SUM(PRODUCT(number(6), absolute(logarithm(theta))), count_of(3 * m + 14));
}

/* max(k_m, 2R/3) + x R */
static real with_base(real roundings, const plumb_rope *rope, size_t m) {
    real base = base_roundings(rope), x = over(count_of(2 * m), count_of(rope->dim));
    real two_thirds = over(PRODUCT(number(2), base), number(3));
    return m == 0 ? roundings : SUM(larger(roundings, two_thirds), PRODUCT(x, base));
}

static void count_rope(exact_angles *angles, const plumb_rope *rope, real unit) {
    plumb_rope plain = *rope;
    if (rope->scaling != PLUMB_ROPE_NTK && rope->scaling != PLUMB_ROPE_DYNAMIC)
        plain.scaling = PLUMB_ROPE_UNSCALED;
    arb_ptr theta = _arb_vec_init((slong)angles->count);
    plumb_exact_rope_frequencies(theta, &plain, REAL_PRECISION);
    for (size_t m = 0; m < angles->count; m++) {
        real all = plain_roundings(theta + m, m), own = count_of(m + 3);
        if (rope->scaling == PLUMB_ROPE_LINEAR || rope->scaling == PLUMB_ROPE_LONGROPE) {
            all = SUM(all, number(4));
            own = SUM(own, number(4));
        } else if (rope->scaling == PLUMB_ROPE_NTK || rope->scaling == PLUMB_ROPE_DYNAMIC) {
            all = with_base(all, rope, m);
        } else if (rope->scaling == PLUMB_ROPE_YARN || rope->scaling == PLUMB_ROPE_LLAMA3) {
            all = SUM(all, ramp_roundings(rope, m, theta + m, all));
            own = SUM(own, number(6));
        }
        angles->all[m] = gamma_of(all, unit);
        angles->own[m] = gamma_of(own, unit);
    }
    _arb_vec_clear(theta, (slong)angles->count);
}

static void count_sinusoids(exact_angles *angles, real unit) {
    for (size_t m = 0; m < angles->count; m++)
        angles->all[m] = gamma_of(plain_roundings(angles->frequency[m], m), unit);
}

exact_angles exact_angles_of(const plumb_problem *problem, const plumb_precision *precision) {
    const plumb_position *position = &problem->position;
    plumb_exact_movement movement;
    plumb_exact_movement_init(&movement, problem, REAL_PRECISION);
    bool stated = position->kind == PLUMB_POSITION_ROPE && position->rope.cosine != NULL;
    exact_angles angles = {.count = stated ? 0 : movement.frequencies};
    angles.frequency = room_for(3 * angles.count, sizeof(real));
    angles.all = angles.frequency + angles.count;
    angles.own = angles.all + angles.count;
    angles.multiplier = copy_of(movement.multiplier);
    for (size_t m = 0; m < angles.count; m++)
        angles.frequency[m] = copy_of(movement.frequency + m);
    plumb_exact_movement_clear(&movement);
    angles.tiny = number(precision->exponent.tiny);
    real unit = number(precision->exponent.unit);
    if (position->kind == PLUMB_POSITION_ROPE && !stated)
        count_rope(&angles, &position->rope, unit);
    else
        count_sinusoids(&angles, unit);
    return angles;
}

/* The real number of an integer. */
static real distance(int64_t p, int64_t q) {
    return absolute(number((double)(p - q)));
}

real exact_angle_error(const exact_angles *angles, size_t m, int64_t position) {
    real relative = PRODUCT(angles->all[m], distance(position, 0), angles->frequency[m]);
    return SUM(relative, PRODUCT(number(4), angles->tiny));
}

real exact_difference_error(const exact_angles *angles, size_t m, int64_t p, int64_t q) {
    real own = PRODUCT(angles->own[m], SUM(number(1), angles->all[m]), angles->frequency[m],
                       SUM(distance(p, 0), distance(q, 0)));
    return SUM(PRODUCT(angles->all[m], angles->frequency[m], distance(p, q)), own,
               PRODUCT(number(8), angles->tiny));
}
