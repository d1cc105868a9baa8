/* scored_row.h - a query, its keys and what joins their scores, and these scores as an engine computes them. */
#ifndef PLUMB_BUDGET_SCORED_ROW_H
#define PLUMB_BUDGET_SCORED_ROW_H
#include "budget/moved_scores.h"
#include "budget/relative_scores.h"

typedef enum {
    PLUMB_VECTORS_GIVEN,   /* query [head_dim] and key [keys][head_dim], as they are */
    PLUMB_VECTORS_RELATIVE, /* the same, and relative [keys][head_dim], which is added to each key */
    PLUMB_VECTORS_MOVED    /* moved */
} plumb_vectors;

/* Only the vectors of this kind are read.  visible [keys]; joining: what joins the scores. */
typedef struct {
    plumb_vectors vectors;
    const double *query, *key, *relative;
    plumb_moved_row moved;
    const unsigned char *visible;
    plumb_joining joining;
    plumb_ball scale;
    size_t keys, head_dim;
} plumb_scored_row;

/*@ predicate reads_row{L}(plumb_scored_row r) = \valid_read(r.visible + (0 .. r.keys - 1)) &&
      reads_joining(r.joining, r.keys) &&
      (r.vectors == PLUMB_VECTORS_MOVED ? reads_moved_row(r.moved, r.keys, r.head_dim) :
       \valid_read(r.query + (0 .. r.head_dim - 1)) && \valid_read(r.key + (0 .. r.keys * r.head_dim - 1)) &&
       (r.vectors == PLUMB_VECTORS_RELATIVE ==> \valid_read(r.relative + (0 .. r.keys * r.head_dim - 1)))); */
/*@ predicate apart_from_row{L}(plumb_ball *work, double *unit, double *tiny, plumb_scored_row r) =
      r.vectors == PLUMB_VECTORS_MOVED ?
      apart_from_moved(work, unit, tiny, r.moved, r.visible, r.joining, r.keys, r.head_dim) :
      r.vectors == PLUMB_VECTORS_RELATIVE ?
      apart_from_relative(work, unit, tiny, r.query, r.key, r.relative, r.visible, r.joining, r.keys, r.head_dim) :
      apart_from_scores(work, unit, tiny, r.query, r.key, r.visible, r.joining, r.keys, r.head_dim); */
/* y are the scores of the keys in m as an engine of the model computes them, from the vectors that memory denotes, or
   from those that it may have moved them to */
/*@ predicate given_scored{L}(double *unit, double *tiny, plumb_scored_row r, seq u, seq t, seq y, subset m) =
      \exists seq q, k, b, real first, s; in_ball(r.scale, s) &&
        row_of(unit, tiny, r.query, r.key, r.visible, r.joining, u, t, q, k, b, first, m, r.keys, r.head_dim) &&
        row_computed(u, t, r.joining, s, q, k, b, first, m, r.head_dim, r.keys, y); */
/*@ predicate relative_scored{L}(double *unit, double *tiny, plumb_scored_row r, seq u, seq t, seq y, subset m) =
      \exists seq q, k, a, b, real first, s; in_ball(r.scale, s) &&
        relative_row_of(unit, tiny, r.query, r.key, r.relative, r.visible, r.joining, u, t, q, k, a, b, first, m,
                        r.keys, r.head_dim) &&
        relative_row_computed(u, t, r.joining, s, q, k, a, b, first, m, r.head_dim, r.keys, y); */
/*@ predicate moved_scored{L}(double *unit, double *tiny, plumb_scored_row r, seq u, seq t, seq y, subset m) =
      \exists seq p, k, x, z, b, real first, s; in_ball(r.scale, s) &&
        moved_row_of(unit, tiny, r.moved, r.visible, r.joining, u, t, p, k, x, z, b, first, m, r.keys, r.head_dim) &&
        row_computed(u, t, r.joining, s, x, z, b, first, m, r.head_dim, r.keys, y); */
/*@ predicate row_scored{L}(double *unit, double *tiny, plumb_scored_row r, seq u, seq t, seq y, subset m) =
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(r.visible, m, r.keys) &&
      (r.vectors == PLUMB_VECTORS_MOVED ? moved_scored(unit, tiny, r, u, t, y, m) :
       r.vectors == PLUMB_VECTORS_RELATIVE ? relative_scored(unit, tiny, r, u, t, y, m) :
       given_scored(unit, tiny, r, u, t, y, m)); */

/* unit, tiny: the model (spec/budget/model.h); score, off [row.keys] are filled where a key is visible.  0 says that
   nothing is known. */
/*@ requires inside: row.keys * row.head_dim <= PLUMB_MOST_ELEMENTS && row.head_dim <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_row(row);
    requires writes: \valid(score + (0 .. row.keys - 1)) && \valid(off + (0 .. row.keys - 1));
    requires apart: apart_from_row(score, unit, tiny, row) && apart_from_row(off, unit, tiny, row) &&
                    \separated(score + (0 .. row.keys - 1), off + (0 .. row.keys - 1));
    assigns score[0 .. row.keys - 1], off[0 .. row.keys - 1];
    ensures model: \result != 0 ==> \forall seq u, t;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) ==> is_roundings(u, t);
    ensures computed: \result != 0 ==> \forall seq u, t, y, subset m;
      \old(row_scored(unit, tiny, row, u, t, y, m)) ==> all_computed(score, off, y, m, row.keys);
*/
int plumb_score_row(const double *unit, const double *tiny, plumb_scored_row row, plumb_ball *score, plumb_ball *off);
#endif
