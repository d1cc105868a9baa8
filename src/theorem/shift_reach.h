/* shift_reach.h - how far the shift of a softmax may be from the largest score of a row. */
#ifndef PLUMB_THEOREM_SHIFT_REACH_H
#define PLUMB_THEOREM_SHIFT_REACH_H
#include "theorem/proof_row.h"

/* Puts into the row's model how far above its largest score, and below, the shift may be that the precision states,
   where that is no maximum of visible scores.  row: with its vectors; fills the workspace's scores, and shows it the
   visible keys alone.  False: nothing is known. */
bool plumb_allow_shift(const plumb_problem *problem, const plumb_precision *precision, const plumb_element *element,
                       plumb_proof_row *row, plumb_proof_workspace *workspace);
#endif
