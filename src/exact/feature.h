/* feature.h - phi of spec/operators.md, section 1: what of a query and a key is multiplied. */
#ifndef PLUMB_EXACT_FEATURE_H
#define PLUMB_EXACT_FEATURE_H
#include "problem/problem.h"
#include "problem/arb.h"
#include <stdbool.h>

/* Whether phi is not the vector itself. */
bool plumb_exact_has_features(const plumb_problem *problem);
/* How many numbers phi has: head_dim, or feature_dim of the mlp-kernel. */
size_t plumb_exact_feature_count(const plumb_problem *problem);
/* feature = phi(vector), the vector having head_dim numbers. */
void plumb_exact_feature(arb_ptr feature, const plumb_problem *problem, arb_srcptr vector, slong precision);
#endif
