/* proof.h - what the judge asks of proved code: is it a theorem that no engine of the model gives this number? */
#ifndef PLUMB_THEOREM_PROOF_H
#define PLUMB_THEOREM_PROOF_H
#include "exact/quantity.h"
#include "precision/precision.h"
#include "problem/problem.h"
#include "theorem/element.h"
#include "theorem/proof_row.h"

/* Rows of which the theorem speaks: those of every operator, under any normalisation; of one that may sum over the keys
   first it must exclude both orders.  Scores are products of queries and keys, as given or as a position moves them or
   adds to them, with any mask, biases or what a position adds (not both), a softcap in any order and any sink; behind
   the sum come a bias of values, a gate and Shaw's vectors. */
bool plumb_is_decided(const plumb_problem *problem);

/* Whether the definition has every form of an engine that ships: there a number is impossible if proved code excludes
   it.  Elsewhere none is. */
bool plumb_proof_decides(const plumb_problem *problem, const plumb_precision *precision, plumb_quantity quantity);

/* Asks budget/verdict.h of an element of the output, budget/score_verdict.h and budget/weight_verdict.h of the score
   and the weight of a key that takes part, and budget/lse_verdict.h of a log-sum-exp, in a row where no step of the
   model overflows: that is what the judge finds of an element before it asks, and proved code takes it for
   granted.  kept: the workspace of earlier questions of the same problem and precision, at first {0}: the caller frees
   it (plumb_proof_workspace_free).  *proved: whether no engine of the model gives it; false says nothing.  Returns 0,
   or -1 if memory is short. */
int plumb_prove_impossible(const plumb_problem *problem, const plumb_precision *precision, plumb_quantity quantity,
                           const plumb_element *element, plumb_format format, plumb_proof_workspace *kept,
                           bool *proved);
#endif
