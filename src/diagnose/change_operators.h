/* change_operators.h - changes of operators, sinks and gates that no case states (diagnose/making.h). */
#ifndef PLUMB_DIAGNOSE_CHANGE_OPERATORS_H
#define PLUMB_DIAGNOSE_CHANGE_OPERATORS_H
#include "diagnose/making.h"

int plumb_leave_out_root(const plumb_making *m);    /* e^{p x_j} / sum e^{p x_i} in place of the power softmax */
int plumb_subtract_log_keys(const plumb_making *m); /* sigmoid(x - log n), of n keys: arXiv 2409.04431 */
int plumb_count_zero_twice(const plumb_making *m);  /* the 1 of a softmax off by one */
int plumb_cap_logits(const plumb_making *m);        /* of: the tensor, capped as scores are */

/* Logits of heads become biases of key 0, and these logits. */
int plumb_exchange_key0(const plumb_making *m);

/* What an engine multiplies by in place of 1/(1 + e^-gate), by integer.  Its output, of, is made what it would be with
   the stated factor; where the gate is 0 that cannot be known. */
int plumb_gate_otherwise(const plumb_making *m);
enum { PLUMB_GATE_ALONE, PLUMB_GATE_TIMES_SIGMOID };
#endif
