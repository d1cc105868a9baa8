/* spec/position/learned.h - a vector plus the row of its position, element by element. */
#ifndef PLUMB_SPEC_POSITION_LEARNED_H
#define PLUMB_SPEC_POSITION_LEARNED_H
#include "spec/number/sequence.h"

/*@ axiomatic Learned { logic seq with_row(seq x, seq row); } */

/*@ lemma with_row_element: \forall seq x, row, integer e; el(with_row(x, row), e) == el(x, e) + el(row, e); */
#endif
