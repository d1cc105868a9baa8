/* proof.h - tests by proved code whether no engine of a precision model can return a number. */
#ifndef PLUMB_THEOREM_PROOF_H
#define PLUMB_THEOREM_PROOF_H
#include "exact/quantity.h"
#include "precision/precision.h"
#include "problem/problem.h"
#include "theorem/element.h"
#include "theorem/proof_row.h"

/* Whether the theorem covers the rows of the problem: those of every operator, under any normalisation; if an engine
   may sum over the keys first, a number must be excluded in both orders.  Scores are products of queries and keys, as
   given or changed by a position, with any mask, biases or numbers that a position adds (not both), a softcap in any
   order and any sink.  After the sum may come a bias of values, a gate and Shaw's vectors. */
bool plumb_is_decided(const plumb_problem *problem);

/* Whether the definition has every form of an engine that ships.  If so, a number that proved code excludes is
   impossible; otherwise none is. */
bool plumb_proof_decides(const plumb_problem *problem, const plumb_precision *precision, plumb_quantity quantity);

/* Sets *proved to true if no engine of the model can return the element; false means nothing.  Calls budget/verdict.h
   for an element of the output, budget/score_verdict.h and budget/weight_verdict.h for the score and the weight of a
   key that takes part, and budget/lse_verdict.h for a log-sum-exp.  No step of the row may overflow: the judge checks
   that before, and proved code assumes it.  kept: the workspace of earlier calls with the same problem and precision,
   at first {0}; the caller frees it (plumb_proof_workspace_free).  Returns 0, or -1 if there is not enough memory. */
int plumb_prove_impossible(const plumb_problem *problem, const plumb_precision *precision, plumb_quantity quantity,
                           const plumb_element *element, plumb_format format, plumb_proof_workspace *kept,
                           bool *proved);
#endif
