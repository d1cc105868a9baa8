/* evaluate.h - the rows of a problem, evaluated as balls by the minimal kernels. */
#ifndef PLUMB_ROW_EVALUATE_H
#define PLUMB_ROW_EVALUATE_H
#include "number/ball.h"
#include "problem/problem.h"
#include "row/features.h"
#include "row/positions.h"

/* Room for one row; each thread has its own. */
typedef struct {
    unsigned char *visible; /* [key_length] */
    plumb_ball *score;      /* [key_length] */
    plumb_ball *weight;     /* [key_length] */
    plumb_ball *output;     /* [value_dim] */
    plumb_ball *unrotated;   /* [value_dim] the output before it is rotated back; NULL: it is not */
    plumb_ball lse;         /* no information where the operator has none */
    bool without_lse;       /* set by who does not ask for it: it takes a fifth of the time */
    plumb_features features;
    plumb_positions positions;
} plumb_row;

/* 0 on success, -1 if memory is short. */
int plumb_row_init(plumb_row *row, const plumb_problem *problem);
void plumb_row_free(plumb_row *row);

/* The same for features and positions alone: the arrays are somebody else's. */
int plumb_row_workspaces_init(plumb_row *row, const plumb_problem *problem);
void plumb_row_workspaces_free(plumb_row *row);

/* A ball containing the exact scale of the problem; a ball without information if the text of the
   scale is not a number (plumb_case reading refuses such a text first). */
plumb_ball plumb_problem_scale(const plumb_problem *problem);

/* Row (batch b, query head h, query t).  score[i] holds the final score of keys that take part,
   for the others no information; visible[i] says which those are.  The weight of the others is 0,
   exactly so unless a normalisation divides by what may be 0; but a row that sees no key has the
   weights 1/key_length under PLUMB_EMPTY_ROW_MEAN.  spec/operators.md and spec/positions.md have the
   formulas. */
void plumb_evaluate_row(const plumb_problem *problem, plumb_ball scale, size_t b, size_t h, size_t t, plumb_row *row);
#endif
