/* added_verdict.h - the verdict of verdict.h, for a softmax whose values have vectors added to them. */
#ifndef PLUMB_BUDGET_ADDED_VERDICT_H
#define PLUMB_BUDGET_ADDED_VERDICT_H
#include "budget/added_values.h"
#include "budget/verdict.h"

/* As engine_gives, with a vector's element a_j for each key, and 0 for a sink. */
/*@ predicate added_engine_gives{L}(double *unit, double *tiny, plumb_scored_row g, seq u, seq t, real logit,
                                    plumb_finish f, seq v, seq a, subset m, subset p, integer r, real x) =
      \exists seq y, real z; part_scored(unit, tiny, g, u, t, logit, y, v, m, p) &&
        (among(p, g.keys) ==> el(a, g.keys) == 0.0) && added_values_softmax(u, t, y, v, a, p, g.keys + 1, r, z) &&
        finished_as(u, t, f, z, x); */

/* As plumb_row_verdict; added [row.keys][width]: the vectors; twofold: room of twice the keys and
   of a sink's two places. */
/*@ requires inside: row.keys * row.head_dim <= PLUMB_MOST_ELEMENTS && 0 <= column < width &&
                     row.keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: row.keys < PLUMB_MOST_ROUNDINGS / 4 && row.head_dim <= PLUMB_MOST_ROUNDINGS &&
                     0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_row(row) && \valid_read(taking_part + (0 .. row.keys - 1)) &&
                    \valid_read(value + (0 .. row.keys * width - 1)) &&
                    \valid_read(added + (0 .. row.keys * width - 1));
    requires writes: writes_room(room, row.keys) && writes_room(twofold, 2 * row.keys + 1);
    requires row_apart: apart_from_row(room.score, unit, tiny, row) && apart_from_row(room.off, unit, tiny, row);
    requires apart: room_apart(room, unit, tiny, row.visible, value, row.keys, width) &&
                    room_apart(room, unit, tiny, taking_part, value, row.keys, width) &&
                    room_apart(room, unit, tiny, taking_part, added, row.keys, width) &&
                    room_of_twice_apart(twofold, unit, tiny, room.score, room.off, taking_part, value, added, row.keys,
                                        width);
    assigns room.score[0 .. row.keys], room.off[0 .. row.keys], twofold.score[0 .. 2 * row.keys + 1],
            twofold.off[0 .. 2 * row.keys + 1], twofold.weight[0 .. 2 * row.keys + 1],
            twofold.range[0 .. 2 * row.keys + 1], twofold.column[0 .. 2 * row.keys + 1],
            twofold.shown[0 .. 2 * row.keys + 1];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==> \forall seq u, t, v, a, subset m, p, real x;
      \old(shows(taking_part, p, row.keys) && given_column(value, v, p, row.keys, width, column) &&
           given_column(added, a, p, row.keys, width, column)) &&
      given(logit, x) && (among(p, row.keys) <==> has_sink != 0) ==>
      !\old(added_engine_gives(unit, tiny, row, u, t, x, finish, v, a, m, p, rescalings, number));
*/
plumb_possibility plumb_added_row_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                          const unsigned char *taking_part, const double *value, const double *added,
                                          size_t width, size_t column, size_t rescalings, int has_sink, double logit,
                                          plumb_finish finish, double number, plumb_verdict_room room,
                                          plumb_verdict_room twofold);
#endif
