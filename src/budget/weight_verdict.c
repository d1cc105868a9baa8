/* weight_verdict.c - see weight_verdict.h. */
#include "budget/weight_verdict.h"
#include "budget/filled_lse.h"
#include "budget/finished.h"
#include "budget/missed.h"
#include "budget/row_excluded.h"
#include "budget/weight_by_lse.h"
#include "budget/widened.h"

/* 1 if the weight is certainly no e^{y - l}, for a row whose scores are in the workspace. */
/*@ requires counts: keys < PLUMB_MOST_ROUNDINGS && key < keys && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(taking_part + (0 .. keys - 1));
    requires takes_part: taking_part[key] != 0;
    requires writes: writes_work(work, keys);
    requires apart: \separated(work.score + (0 .. keys), work.off + (0 .. keys), work.weight + (0 .. keys),
                               work.shown + (0 .. keys), unit + (0 .. PLUMB_STEPS - 1), tiny + (0 .. PLUMB_STEPS - 1),
                               taking_part + (0 .. keys - 1));
    assigns work.weight[0 .. keys], work.shown[0 .. keys];
    ensures missed: \result != 0 ==> \forall seq u, t, y, subset p;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(taking_part, p, keys) &&
           all_computed(work.score, work.off, y, p, keys + 1)) && (among(p, keys) <==> has_sink != 0) ==>
      !visible_weight_by_lse(u, t, y, p, keys + 1, rescalings, key, number);
*/
static int misses_by_lse(const double *unit, const double *tiny, const unsigned char *taking_part, size_t keys,
                         size_t key, size_t rescalings, int has_sink, double number, plumb_verdict_workspace work) {
    plumb_append_sink(taking_part, keys, has_sink, work.shown);
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert scores: \forall seq y, subset p; \at(all_computed(work.score, work.off, y, p, keys + 1), Pre) ==>
          all_computed(work.score, work.off, y, p, keys + 1); */
    plumb_ball score = plumb_ball_widened(work.score[key], work.off[key]);
    /*@ assert score: \forall seq y, subset p; \at(shows(taking_part, p, keys), Pre) &&
          all_computed(work.score, work.off, y, p, keys + 1) ==> in_ball(score, el(y, key)); */
    plumb_ball lse = plumb_filled_lse(unit, tiny, keys + 1, keys + 1, rescalings, work);
    /*@ assert kept: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    return plumb_ball_misses(plumb_weight_by_lse(unit, tiny, score, lse), number);
}

/* The same of what the row gives for values that are 1 at the key, and of a softmax of e^{y - l}. */
/*@ requires inside: values_inside(weighed, keys);
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && key < keys && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(taking_part + (0 .. keys - 1)) && reads_values(weighed, keys);
    requires takes_part: taking_part[key] != 0;
    requires writes: writes_work(work, keys) && writes_work(twofold, 2 * keys + 1);
    requires apart: work_apart_from_values(work, unit, tiny, taking_part, weighed, keys) &&
                    work_of_twice_apart(twofold, unit, tiny, work.score, work.off, taking_part, weighed.value,
                                        weighed.added, keys, weighed.width);
    assigns work.score[0 .. keys], work.off[0 .. keys], work.weight[0 .. keys], work.range[0 .. keys],
            work.column[0 .. keys], work.added[0 .. keys], work.shown[0 .. keys], twofold.score[0 .. 2 * keys + 1],
            twofold.off[0 .. 2 * keys + 1], twofold.weight[0 .. 2 * keys + 1], twofold.range[0 .. 2 * keys + 1],
            twofold.column[0 .. 2 * keys + 1], twofold.shown[0 .. 2 * keys + 1];
    ensures no_mean: \result != 0 ==> \forall seq u, t, y, subset p, real z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(taking_part, p, keys) &&
           given_values(weighed, indicator(key), indicator(key), p, keys) &&
           all_computed(work.score, work.off, y, p, keys + 1)) &&
      is_roundings(u, t) && (among(p, keys) <==> has_sink != 0) &&
      (among(p, keys) ==> el(indicator(key), keys) == 0.0) &&
      row_sum(u, t, weighing, weighed.adds, y, indicator(key), indicator(key), p, keys, rescalings, z) ==>
      !finished_as(u, t, finish, z, number);
    ensures no_exponential: \result != 0 && weighing.kind == PLUMB_WEIGHED_BY_SOFTMAX ==>
      \forall seq u, t, y, subset p;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(taking_part, p, keys) &&
           all_computed(work.score, work.off, y, p, keys + 1)) && (among(p, keys) <==> has_sink != 0) ==>
      !visible_weight_by_lse(u, t, y, p, keys + 1, rescalings, key, number);
*/
static int misses(const double *unit, const double *tiny, const unsigned char *taking_part, plumb_row_values weighed,
                  size_t keys, size_t key, size_t rescalings, int has_sink, plumb_weighing weighing,
                  plumb_finish finish, double number, plumb_verdict_workspace work, plumb_verdict_workspace twofold) {
    if (weighing.kind == PLUMB_WEIGHED_BY_SOFTMAX &&
        !misses_by_lse(unit, tiny, taking_part, keys, key, rescalings, has_sink, number, work))
        return 0;
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert column: \forall subset p; \at(given_values(weighed, indicator(key), indicator(key), p, keys), Pre) ==>
          given_values(weighed, indicator(key), indicator(key), p, keys); */
    /*@ assert scores: \forall seq y, subset p; \at(all_computed(work.score, work.off, y, p, keys + 1), Pre) ==>
          all_computed(work.score, work.off, y, p, keys + 1); */
    plumb_ball before = plumb_before_finish(unit, tiny, finish, number);
    /*@ assert before: \forall seq u, t, real z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          is_roundings(u, t) && finished_as(u, t, finish, z, number) ==> in_ball(before, z); */
    return plumb_row_excluded(unit, tiny, weighing, taking_part, weighed, keys, rescalings, has_sink, before, work,
                              twofold);
}

plumb_possibility plumb_weight_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                       const unsigned char *taking_part, plumb_row_values weighed, size_t key,
                                       size_t rescalings, int has_sink, double logit, plumb_weighing weighing,
                                       plumb_finish finish, double number, plumb_verdict_workspace work,
                                       plumb_verdict_workspace twofold) {
    /*@ assert placed: \forall seq v, subset m;
          (given_column(weighed.value, v, m, row.keys, weighed.width, weighed.column) ==>
           placed_column(weighed.value, v, m, row.keys, weighed.width, weighed.column)) &&
          (given_column(weighed.added, v, m, row.keys, weighed.width, weighed.column) ==>
           placed_column(weighed.added, v, m, row.keys, weighed.width, weighed.column)); */
    if (!plumb_score_part(unit, tiny, row, taking_part, logit, work.score, work.off))
        return PLUMB_POSSIBLE;
    /*@ assert model: \forall seq u, t;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t); */
    /*@ assert shown: \forall subset p; \at(shows(taking_part, p, row.keys), Pre) ==>
          shows(taking_part, p, row.keys); */
    /*@ assert column: \forall subset p;
          \at(given_values(weighed, indicator(key), indicator(key), p, row.keys), Pre) ==>
          given_values(weighed, indicator(key), indicator(key), p, row.keys); */
    /*@ assert scores: \forall seq u, t, y, v, subset m, p, real x;
          \at(part_scored(unit, tiny, row, u, t, x, y, v, m, p) && shows(taking_part, p, row.keys), Pre) &&
          given(logit, x) ==> all_computed(work.score, work.off, y, p, row.keys + 1); */
    if (misses(unit, tiny, taking_part, weighed, row.keys, key, rescalings, has_sink, weighing, finish, number, work,
               twofold))
        return PLUMB_IMPOSSIBLE;
    return PLUMB_POSSIBLE;
}
