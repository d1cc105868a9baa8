/* scored_row.c - see scored_row.h. */
#include "budget/scored_row.h"

int plumb_score_row(const double *unit, const double *tiny, plumb_scored_row row, plumb_ball *score, plumb_ball *off) {
    if (row.vectors == PLUMB_VECTORS_MOVED)
        return plumb_moved_scores(unit, tiny, row.moved, row.visible, row.joining, row.keys, row.head_dim, row.scale,
                                  score, off);
    if (row.vectors == PLUMB_VECTORS_RELATIVE)
        return plumb_computed_relative_scores(unit, tiny, row.query, row.key, row.relative, row.visible, row.joining,
                                              row.keys, row.head_dim, row.scale, score, off);
    return plumb_computed_scores(unit, tiny, row.query, row.key, row.visible, row.joining, row.keys, row.head_dim,
                                 row.scale, score, off);
}
