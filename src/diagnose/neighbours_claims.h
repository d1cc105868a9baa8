/* neighbours_claims.h - the parts of the list of claims: what the engine's tensors hold in place of
   what they are taken for.  The change makes of them what they are taken for. */
#ifndef PLUMB_DIAGNOSE_NEIGHBOURS_CLAIMS_H
#define PLUMB_DIAGNOSE_NEIGHBOURS_CLAIMS_H
#include "diagnose/neighbour.h"
#include "exact/quantity.h"

/* What follows from the other numbers of the row: no division by the sum, no maximum, other forms
   of the scores. */
void plumb_neighbours_of_row_claims(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
/* Factors that all elements have in common, found from the numbers themselves. */
void plumb_neighbours_of_factors(const plumb_case *stated, plumb_neighbourhood *neighbourhood);

plumb_claim *plumb_claim_in(plumb_case *changed, plumb_quantity quantity);

/* Multiplies a claim.  Returns 1, or 0 where there is none, or -1 if memory is short. */
int plumb_multiply_claim(plumb_storage *storage, plumb_claim *claim, double factor);
#endif
