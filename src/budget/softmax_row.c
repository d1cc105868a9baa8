/* softmax_row.c - see softmax_row.h. */
#include "budget/softmax_row.h"
#include "budget/added_values.h"
#include "budget/filled_row.h"

/* Copies the mask, values and vectors, and appends the sink, whose value and vector are 0. */
/*@ requires inside: values_inside(row, keys) && keys < PLUMB_MOST_ROUNDINGS;
    requires reads: \valid_read(visible + (0 .. keys - 1)) && reads_values(row, keys);
    requires writes: \valid(shown + (0 .. keys)) && \valid(column + (0 .. keys)) && \valid(added + (0 .. keys));
    requires apart: \separated(shown + (0 .. keys), column + (0 .. keys), added + (0 .. keys),
                               visible + (0 .. keys - 1), row.value + (0 .. keys * row.width - 1)) &&
                    \separated(shown + (0 .. keys), column + (0 .. keys), added + (0 .. keys),
                               row.added + (0 .. keys * row.width - 1));
    assigns shown[0 .. keys], column[0 .. keys], added[0 .. keys];
    ensures shown: \forall subset m; \old(shows(visible, m, keys)) && (among(m, keys) <==> has_sink != 0) ==>
      shows(shown, m, keys + 1);
    ensures values: \forall seq v, subset m; \old(given_column(row.value, v, m, keys, row.width, row.column)) &&
      (among(m, keys) ==> el(v, keys) == 0.0) ==> given_column(column, v, m, keys + 1, 1, 0);
    ensures vectors: \forall seq a, subset m; \old(given_column(row.added, a, m, keys, row.width, row.column)) &&
      (among(m, keys) ==> el(a, keys) == 0.0) ==> given_column(added, a, m, keys + 1, 1, 0);
*/
static void append_sink(const unsigned char *visible, plumb_row_values row, size_t keys, int has_sink,
                        unsigned char *shown, double *column, double *added) {
    /*@ assert placed: \forall seq v, subset m; (given_column(row.value, v, m, keys, row.width, row.column) ==>
          placed_column(row.value, v, m, keys, row.width, row.column)) &&
          (given_column(row.added, v, m, keys, row.width, row.column) ==>
           placed_column(row.added, v, m, keys, row.width, row.column)); */
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant shown: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(shown, m, j);
        loop invariant values: \forall seq v, subset m;
          \at(given_column(row.value, v, m, keys, row.width, row.column), Pre) ==>
          \forall integer i; 0 <= i < j && among(m, i) ==> given(column[i], el(v, i));
        loop invariant vectors: \forall seq a, subset m;
          \at(given_column(row.added, a, m, keys, row.width, row.column), Pre) ==>
          \forall integer i; 0 <= i < j && among(m, i) ==> given(added[i], el(a, i));
        loop assigns j, shown[0 .. keys], column[0 .. keys], added[0 .. keys];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        size_t place = plumb_element_offset(j, row.column, row.width, keys);
        shown[j] = visible[j] != 0;
        column[j] = row.value[place];
        added[j] = row.added[place];
    }
    shown[keys] = has_sink != 0;
    column[keys] = added[keys] = 0.0;
}

/* Where what is added counts as one sum with the values, or nothing is added. */
/*@ requires inside: values_inside(row, keys);
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && reads_values(row, keys);
    requires writes: writes_work(work, keys);
    requires apart: work_apart_from_values(work, unit, tiny, visible, row, keys);
    requires plain: row.adds == 0 || weighing.kind == PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX;
    assigns work.weight[0 .. keys], work.range[0 .. keys], work.column[0 .. keys], work.added[0 .. keys],
            work.shown[0 .. keys];
    ensures excluded: \result != 0 ==> \forall seq u, t, y, v, a, subset m, real z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_values(row, v, a, m, keys) && all_computed(work.score, work.off, y, m, keys + 1)) &&
      is_roundings(u, t) && (among(m, keys) <==> has_sink != 0) &&
      (among(m, keys) ==> el(v, keys) == 0.0 && el(a, keys) == 0.0) &&
      softmax_sum(u, t, weighing, row.adds, y, v, a, m, keys + 1, rescalings, z) ==> !in_ball(number, z);
*/
static int excluded(const double *unit, const double *tiny, plumb_weighing weighing, const unsigned char *visible,
                    plumb_row_values row, size_t keys, size_t rescalings, int has_sink, plumb_ball number,
                    plumb_verdict_workspace work) {
    append_sink(visible, row, keys, has_sink, work.shown, work.column, work.added);
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert scores: \forall seq y, subset m; \at(all_computed(work.score, work.off, y, m, keys + 1), Pre) ==>
          all_computed(work.score, work.off, y, m, keys + 1); */
    return plumb_filled_row_excluded(unit, tiny, weighing, work.added, row.adds, keys + 1, rescalings, number, work);
}

int plumb_softmax_row_excluded(const double *unit, const double *tiny, plumb_weighing weighing,
                               const unsigned char *visible, plumb_row_values row, size_t keys, size_t rescalings,
                               int has_sink, plumb_ball number, plumb_verdict_workspace work,
                               plumb_verdict_workspace twofold) {
    if (row.adds == 0 || weighing.kind == PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX)
        return excluded(unit, tiny, weighing, visible, row, keys, rescalings, has_sink, number, work);
    return plumb_added_values_excluded(unit, tiny, weighing, work.score, work.off, visible, row.value, row.added, keys,
                                       row.width, row.column, rescalings, has_sink, number, twofold);
}
