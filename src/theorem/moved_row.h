/* moved_row.h - a row whose vectors are moved, as src/budget takes it: the exact vectors, and what proved code says of
   those that an engine may have. */
#ifndef PLUMB_THEOREM_MOVED_ROW_H
#define PLUMB_THEOREM_MOVED_ROW_H
#include "budget/moved_scores.h"
#include "problem/problem.h"
#include "theorem/element.h"
#include "theorem/angle_error.h"
#include "row/positions.h"

/* Arrays for the vectors of a row, with a place for a sink's key behind the others.  The keys of a head are moved once:
   rows that follow each other mostly share them. */
typedef struct {
    const plumb_precision *precision;
    plumb_frequency_error *angle; /* of each pair; NULL where there are none */
    double *delta;   /* [pairs] */
    plumb_ball *cosine, *sine; /* [head_dim / 2] of pairs that a temperature multiplies */
    double *row_off; /* [head_dim] of a row that is added */
    plumb_ball *key; /* [key_length + 1][head_dim] if the sink has a key */
    double *query_size, *query_off, *key_size, *key_off;
    const double *of;         /* the keys as given that were moved last */
    unsigned char *is_moved;  /* [key_length] which of these */
} plumb_moved_workspace;

void plumb_moved_workspace_take(plumb_moved_workspace *moved, const plumb_problem *problem,
                                const plumb_precision *precision, bool has_sink_key, plumb_workspace *workspace);

/* unit, tiny: the model as src/budget has it, for all rows of a workspace the same but in the step of the tensor;
   visible [key_length + 1], a sink's key behind the others.  False: nothing is known of an engine's vectors. */
bool plumb_moved_row_of(const plumb_problem *problem, const double *unit, const double *tiny,
                        const plumb_element *element, const unsigned char *visible, plumb_positions *positions,
                        plumb_moved_workspace *workspace, plumb_moved_row *row);
#endif
