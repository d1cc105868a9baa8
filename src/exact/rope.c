/* theta_m = base^(-2m/r) is an exponential of a logarithm in Arb.  A scaling changes the base before the power (ntk,
   dynamic), divides theta behind it (linear, longrope) or mixes it by a ramp (yarn, llama3: rope_ramp.c).  Sections of
   several axes take their frequencies from rotations without sections: of all pairs, or of the axis's own pairs alone.
   Parameters are not tested: a division by 0 or the logarithm of a negative number gives a ball that is not finite. */
#include "exact/rope.h"
#include "exact/function.h"
#include "exact/rope_ramp.h"
#include <math.h>

void plumb_exact_decay(arb_t power, const arb_t base, ulong numerator, ulong denominator, slong precision) {
    arb_t result;
    arb_init(result);
    arb_log(result, base, precision);
    arb_mul_ui(result, result, numerator, precision);
    arb_div_ui(result, result, denominator, precision);
    arb_neg(result, result);
    arb_exp(power, result, precision);
    arb_clear(result);
}

/* The factor by which ntk and dynamic stretch the text: s, or s S/L - (s - 1). */
static void stretch(arb_t growth, const plumb_rope *rope, slong precision) {
    arb_t original;
    arb_init(original);
    plumb_exact_number(growth, rope->factor);
    if (rope->scaling == PLUMB_ROPE_DYNAMIC && rope->length_rule == PLUMB_ROPE_BY_MAXIMUM) {
        arb_sub_ui(original, growth, 1, precision);
        arb_mul(growth, growth, growth, precision);
        arb_sub(growth, growth, original, precision);
    } else if (rope->scaling == PLUMB_ROPE_DYNAMIC) {
        arb_t beyond;
        arb_init(beyond);
        plumb_exact_number(original, rope->original);
        plumb_exact_number(beyond, fmax(rope->length, rope->original));
        arb_sub(beyond, beyond, original, precision);
        arb_mul(growth, growth, beyond, precision);
        arb_div(growth, growth, original, precision);
        arb_add_ui(growth, growth, 1, precision);
        arb_clear(beyond);
    }
    arb_clear(original);
}

/* base, or base growth^(r/(r-2)) */
static void set_base(arb_t base, const plumb_rope *rope, slong precision) {
    arb_t growth;
    arb_init(growth);
    plumb_exact_number(base, rope->base);
    if (rope->scaling == PLUMB_ROPE_NTK || rope->scaling == PLUMB_ROPE_DYNAMIC) {
        stretch(growth, rope, precision);
        arb_log(growth, growth, precision);
        arb_mul_ui(growth, growth, rope->dim, precision);
        arb_div_ui(growth, growth, rope->dim - 2, precision);
        arb_exp(growth, growth, precision);
        arb_mul(base, base, growth, precision);
    }
    arb_clear(growth);
}

/* Whether the length in use, stated or s L, is above L. */
static bool text_is_long(const plumb_rope *rope) {
    return rope->length_rule == PLUMB_ROPE_BY_MAXIMUM ? rope->factor > 1 : rope->length > rope->original;
}

static void divide(arb_ptr theta, const plumb_rope *rope, slong precision) {
    const double *longrope = text_is_long(rope) ? rope->long_divisor : rope->short_divisor;
    arb_t divisor;
    arb_init(divisor);
    for (size_t m = 0; m < rope->dim / 2; m++) {
        plumb_exact_number(divisor, rope->scaling == PLUMB_ROPE_LONGROPE ? longrope[m] : rope->factor);
        arb_div(theta + m, theta + m, divisor, precision);
    }
    arb_clear(divisor);
}

/* In blocks pairs are counted off; interleaved, every pair a, a + A, ..., s_a of them, reads an axis a of 1 or more,
   and alternating a - 1, a - 1 + A - 1, .... */
size_t plumb_exact_axis(const plumb_rope *rope, size_t m) {
    const plumb_sections *sections = &rope->sections;
    bool blocks = rope->order == PLUMB_SECTIONS_IN_BLOCKS, alternating = rope->order == PLUMB_SECTIONS_ALTERNATING;
    size_t first = 0, step = alternating ? sections->count - 1 : sections->count;
    for (size_t axis = 0; axis < sections->count; first += sections->pairs[axis], axis++) {
        if (blocks && m >= first && m < first + sections->pairs[axis])
            return axis;
        for (size_t i = 0; !blocks && axis > 0 && i < sections->pairs[axis]; i++)
            if (m == (alternating ? axis - 1 : axis) + i * step)
                return axis;
    }
    return 0;
}

static void whole_frequencies(arb_ptr frequency, const plumb_rope *rope, slong precision) {
    arb_t base;
    arb_init(base);
    set_base(base, rope, precision);
    for (size_t m = 0; m < rope->dim / 2; m++)
        plumb_exact_decay(frequency + m, base, 2 * m, rope->dim, precision);
    if (rope->scaling == PLUMB_ROPE_LINEAR || rope->scaling == PLUMB_ROPE_LONGROPE)
        divide(frequency, rope, precision);
    else if (rope->scaling == PLUMB_ROPE_YARN)
        plumb_exact_scale_yarn(frequency, rope, precision);
    else if (rope->scaling == PLUMB_ROPE_LLAMA3)
        plumb_exact_scale_llama3(frequency, rope, precision);
    arb_clear(base);
}

/* Gives the pairs of an axis, in their order, every step-th frequency from `first` on of a rotation of `elements`
   elements. */
static void section_frequencies(arb_ptr frequency, const plumb_rope *rope, size_t axis, size_t elements, size_t first,
                                size_t step, slong precision) {
    plumb_rope own = *rope;
    own.dim = elements;
    arb_ptr source = _arb_vec_init((slong)(elements / 2));
    whole_frequencies(source, &own, precision);
    for (size_t m = 0; m < rope->dim / 2; m++)
        if (plumb_exact_axis(rope, m) == axis) {
            arb_set(frequency + m, source + first);
            first += step;
        }
    _arb_vec_clear(source, (slong)(elements / 2));
}

void plumb_exact_rope_frequencies(arb_ptr frequency, const plumb_rope *rope, slong precision) {
    const plumb_sections *sections = &rope->sections;
    if (sections->count == 0 || rope->frequencies == PLUMB_FREQUENCIES_CONTINUED) {
        whole_frequencies(frequency, rope, precision);
        return;
    }
    for (size_t axis = 0; axis < sections->count; axis++)
        if (rope->frequencies == PLUMB_FREQUENCIES_RESTARTED)
            section_frequencies(frequency, rope, axis, 2 * sections->pairs[axis], 0, 1, precision);
        else
            section_frequencies(frequency, rope, axis, rope->dim, axis, sections->count, precision);
}

/* g(s, c) = 0.1 c ln s + 1 if s > 1, else 1 */
static void yarn_factor(arb_t factor, double s, double c, slong precision) {
    arb_t coefficient;
    arb_init(coefficient);
    arb_zero(factor);
    if (s > 1) {
        plumb_exact_number(factor, s);
        arb_log(factor, factor, precision);
        plumb_exact_number(coefficient, c);
        arb_mul(factor, factor, coefficient, precision);
        arb_div_ui(factor, factor, 10, precision);
    }
    arb_add_ui(factor, factor, 1, precision);
    arb_clear(coefficient);
}

static void yarn_multiplier(arb_t multiplier, const plumb_rope *rope, slong precision) {
    bool stated = rope->mscale != 0 && rope->mscale_all != 0;
    yarn_factor(multiplier, rope->factor, stated ? rope->mscale : 1, precision);
    if (stated) {
        arb_t all;
        arb_init(all);
        yarn_factor(all, rope->factor, rope->mscale_all, precision);
        arb_div(multiplier, multiplier, all, precision);
        arb_clear(all);
    }
}

/* sqrt(1 + ln s / ln L) if s > 1, else 1 */
static void longrope_multiplier(arb_t multiplier, const plumb_rope *rope, slong precision) {
    arb_t original;
    arb_init(original);
    arb_zero(multiplier);
    if (rope->factor > 1) {
        plumb_exact_number(multiplier, rope->factor);
        plumb_exact_number(original, rope->original);
        arb_log(multiplier, multiplier, precision);
        arb_log(original, original, precision);
        arb_div(multiplier, multiplier, original, precision);
    }
    arb_add_ui(multiplier, multiplier, 1, precision);
    arb_sqrt(multiplier, multiplier, precision);
    arb_clear(original);
}

void plumb_exact_rope_multiplier(arb_t multiplier, const plumb_rope *rope, slong precision) {
    if (rope->multiplier != 0)
        plumb_exact_number(multiplier, rope->multiplier);
    else if (rope->scaling == PLUMB_ROPE_YARN)
        yarn_multiplier(multiplier, rope, precision);
    else if (rope->scaling == PLUMB_ROPE_LONGROPE)
        longrope_multiplier(multiplier, rope, precision);
    else
        arb_one(multiplier);
}
