/* moved_row.h - prepares a row whose vectors a position moves for src/budget: the exact vectors, and proved bounds of
   those of an engine. */
#ifndef PLUMB_THEOREM_MOVED_ROW_H
#define PLUMB_THEOREM_MOVED_ROW_H
#include "budget/moved_scores.h"
#include "budget/rotated.h"
#include "problem/problem.h"
#include "theorem/element.h"
#include "theorem/angle_error.h"
#include "row/positions.h"

/* Arrays for the vectors of a row; a sink's key comes last.  The keys of a head are moved once: successive rows mostly
   share them. */
typedef struct {
    const plumb_precision *precision;
    plumb_frequency_error *angle; /* of each pair; NULL: no angles */
    double *delta;   /* [pairs] */
    plumb_ball *cosine, *sine; /* [head_dim / 2] of pairs multiplied by a temperature */
    double *row_off; /* [head_dim] errors of an added row */
    plumb_ball *key; /* [key_length + 1][head_dim] if the sink has a key */
    double *query_size, *query_off, *key_size, *key_off;
    const double *of;         /* the given keys that were moved last */
    unsigned char *is_moved;  /* [key_length] which of these */
    plumb_ball *zero;         /* [2][head_dim] */
} plumb_moved_workspace;

void plumb_moved_workspace_take(plumb_moved_workspace *moved, const plumb_problem *problem,
                                const plumb_precision *precision, bool has_sink_key, plumb_workspace *workspace);

/* unit, tiny: the model of src/budget; for all rows of a workspace the same, except for the step of the tensor. visible
   [key_length + 1]: a sink's key last.  Returns false if the errors of an engine's vectors are not known. */
bool plumb_moved_row_of(const plumb_problem *problem, const double *unit, const double *tiny,
                        const plumb_element *element, const unsigned char *visible, plumb_positions *positions,
                        plumb_moved_workspace *workspace, plumb_moved_row *row);

/* Query or key n of a batch entry. */
typedef struct {
    bool is_key;
    size_t b, n;
} plumb_moved_place;

/* What turned that vector, until the next one is moved or asked for; of encodings that rotate nothing, no pairs. */
plumb_turning plumb_turning_of(const plumb_problem *problem, plumb_moved_place place, plumb_positions *positions,
                               plumb_moved_workspace *workspace);
#endif
