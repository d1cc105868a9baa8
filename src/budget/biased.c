/* biased.c - see biased.h. */
#include "budget/biased.h"
#include "budget/pull.h"
#include "budget/roundings.h"

/* What is off by `off`, and by what a number is off by itself. */
/*@ assigns \nothing;
    ensures encloses: \forall real d, s; in_ball(off, d) && in_ball(size, s) ==>
      in_ball(\result, moved(own.unit, own.tiny, d, s));
*/
static plumb_ball moved_by(plumb_own_error own, plumb_ball off, plumb_ball size) {
    return plumb_ball_moved(plumb_ball_given(own.unit), plumb_ball_given(own.tiny), off, size);
}

plumb_computed plumb_bias_computed(const double *unit, const double *tiny, plumb_own_error own, plumb_ball bias) {
    plumb_computed computed;
    plumb_ball size = plumb_ball_absolute(bias);
    computed.exact = bias;
    computed.off = plumb_ball_moved(plumb_ball_of(unit[PLUMB_STEP_SCORE]), plumb_ball_of(tiny[PLUMB_STEP_SCORE]),
                         moved_by(own, plumb_ball_zero(), size), size);
    /*@ assert off: \forall seq u, t, real b; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(bias, b) ==> in_ball(computed.exact, b) &&
          in_ball(computed.off, bias_off(u, t, own.unit, own.tiny, \abs(b))); */
    return computed;
}

/* What a step and the store behind it underflow by. */
/*@ requires step: 0 <= step < PLUMB_STEPS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, rmul(el(t, step), 1.0 + el(u, 3)) + el(t, 3));
*/
static plumb_ball stored_tiny(const double *unit, const double *tiny, size_t step) {
    plumb_ball stored = plumb_ball_add(plumb_ball_of(1.0), plumb_ball_of(unit[PLUMB_STEP_SCORE]));
    return plumb_ball_add(plumb_ball_multiply(plumb_ball_of(tiny[step]), stored),
                          plumb_ball_of(tiny[PLUMB_STEP_SCORE]));
}

/* The unit of a step and of the store behind it. */
/*@ requires step: 0 <= step < PLUMB_STEPS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, joint(el(u, step), el(u, 3)));
*/
static plumb_ball stored_unit(const double *unit, size_t step) {
    return plumb_ball_joint(plumb_ball_of(unit[step]), plumb_ball_of(unit[PLUMB_STEP_SCORE]));
}

plumb_computed plumb_logit_computed(const double *unit, const double *tiny, double logit) {
    plumb_computed computed;
    computed.exact = plumb_ball_given(logit);
    plumb_ball size = plumb_ball_absolute(computed.exact);
    computed.off = plumb_ball_add(plumb_ball_multiply(stored_unit(unit, PLUMB_STEP_INPUT), size),
                                  stored_tiny(unit, tiny, PLUMB_STEP_INPUT));
    /*@ assert off: \forall seq u, t, real x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          given(logit, x) ==> in_ball(computed.exact, x) && in_ball(computed.off, logit_off(u, t, x)); */
    return computed;
}

plumb_computed plumb_sum_computed(const double *unit, const double *tiny, plumb_own_error own, plumb_computed score,
                                  plumb_computed term) {
    plumb_computed sum;
    sum.exact = plumb_ball_add(score.exact, term.exact);
    plumb_ball size = plumb_ball_absolute(sum.exact);
    sum.off = plumb_ball_moved(stored_unit(unit, PLUMB_STEP_EXPONENT), stored_tiny(unit, tiny, PLUMB_STEP_EXPONENT),
                    moved_by(own, plumb_ball_add(score.off, term.off), size), size);
    /*@ assert off: \forall seq u, t, real s, d, a, e; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(score.exact, s) && in_ball(score.off, d) && in_ball(term.exact, a) && in_ball(term.off, e) ==>
          in_ball(sum.exact, s + a) && in_ball(sum.off, sum_off(u, t, own.unit, own.tiny, d + e, \abs(s + a))); */
    return sum;
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures computed: \forall seq u, t, real b, x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && 0.0 <= sum.unit && in_ball(bias, b) && computed_as(score.exact, score.off, x) &&
      bias_joins(1, u, t, own.unit, own.tiny, sum.unit, sum.tiny, b, x, y) ==>
      computed_as(\result.exact, \result.off, y);
*/
static plumb_computed biased(const double *unit, const double *tiny, plumb_own_error own, plumb_own_error sum,
                             plumb_computed score, plumb_ball bias) {
    return plumb_sum_computed(unit, tiny, sum, score, plumb_bias_computed(unit, tiny, own, bias));
}

/* A bias that is given as it is. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures computed: \forall seq u, t, real b, x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && given(bias, b) && computed_as(score.exact, score.off, x) &&
      bias_joins(1, u, t, 0.0, 0.0, 0.0, 0.0, b, x, y) ==> computed_as(\result.exact, \result.off, y);
*/
static plumb_computed biased_as_given(const double *unit, const double *tiny, plumb_computed score, double bias) {
    plumb_own_error none = {0.0, 0.0};
    return biased(unit, tiny, none, none, score, plumb_ball_given(bias));
}

/* The score of key j behind its biases. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_joining(joining, keys) && 0 <= j < keys;
    assigns \nothing;
    ensures computed: \forall seq u, t, b, subset m, real first, x, y;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      joining_of(joining, b, first, m, keys) && among(m, j) && computed_as(score.exact, score.off, x) &&
      biases_join(u, t, joining, b, first, j, x, y) ==> computed_as(\result.exact, \result.off, y);
*/
static plumb_computed with_biases(const double *unit, const double *tiny, plumb_joining joining, plumb_computed score,
                                  size_t keys, size_t j) {
    (void)keys;
    if (joining.has_bias)
        score = biased(unit, tiny, joining.bias_own, joining.sum_own, score, joining.bias[j]);
    /*@ assert biased: \forall seq u, t, b, subset m, real first, x, y;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
          joining_of(joining, b, first, m, keys) && among(m, j) &&
          \at(computed_as(score.exact, score.off, x), Pre) &&
          bias_joins(joining.has_bias, u, t, joining.bias_own.unit, joining.bias_own.tiny, joining.sum_own.unit,
                     joining.sum_own.tiny, el(b, j), x, y) ==>
          computed_as(score.exact, score.off, y); */
    if (joining.has_first && j == 0)
        score = biased_as_given(unit, tiny, score, joining.first);
    return score;
}

/* The score behind a softcap, if there is one here. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures computed: \forall seq u, t, real x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && computed_as(score.exact, score.off, x) && cap_joins(caps, u, t, cap, x, y) ==>
      computed_as(\result.exact, \result.off, y);
*/
static plumb_computed with_cap(const double *unit, const double *tiny, int caps, double cap, plumb_computed score) {
    return caps ? plumb_capped_score(unit, tiny, cap, score) : score;
}

plumb_computed plumb_biased_score(const double *unit, const double *tiny, plumb_joining joining, plumb_computed score,
                                  size_t keys, size_t j) {
    plumb_computed capped = with_cap(unit, tiny, joining.caps_first, joining.cap, score);
    plumb_computed biased = with_biases(unit, tiny, joining, capped, keys, j);
    return with_cap(unit, tiny, joining.caps_last, joining.cap, biased);
}
