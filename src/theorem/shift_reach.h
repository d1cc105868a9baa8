/* shift_reach.h - the distance of the shift of a softmax from the largest score of a row. */
#ifndef PLUMB_THEOREM_SHIFT_REACH_H
#define PLUMB_THEOREM_SHIFT_REACH_H
#include "theorem/proof_row.h"

/* If the precision states a shift other than the maximum of the visible scores, sets in the row's model how far the
   shift may be above and below the largest score.  row: with its vectors.  Fills the workspace's scores, and sets its
   visible keys.  Returns false if the distance is not known. */
bool plumb_allow_shift(const plumb_problem *problem, const plumb_precision *precision, const plumb_element *element,
                       plumb_proof_row *row, plumb_proof_workspace *workspace);
#endif
