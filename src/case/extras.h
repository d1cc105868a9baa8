/* extras.h - the tensors that only some operators take: shapes and values checked, numbers
   converted exactly to binary64, one row per query head whatever the file's shape was.

     bias       [batch|1, query_heads|1, query_length|1, key_length]
     sinks      [query_heads]
     k_star     [head_dim] or [query_heads,head_dim]; with sink token [key_heads,head_dim]
     v_star     [value_dim] or [query_heads,value_dim]; with sink token [key_heads,value_dim]
     key0_bias  [query_heads]
     v_bias     [value_dim] or [query_heads,value_dim]
     gate       [batch,query_heads,query_length], or with value_dim as a fourth
     w1, w2     [hidden,head_dim] and [features,hidden]

   of any of the four dtypes, whatever that of query, key and value.  Every element must be finite:
   these are parameters, and an infinite one stands for no sink, which a case says by name.  Only a
   bias may be -infinity, which hides the key. */
#ifndef PLUMB_CASE_EXTRAS_H
#define PLUMB_CASE_EXTRAS_H
#include "attention/problem.h"
#include "case/error.h"
#include "case/operators.h"
#include "case/storage.h"
#include "case/tensor.h"
#include <stdbool.h>

/* Fills problem->extra, whose dimensions and operator are known.  tensors has NULL where the case
   has none; the operator takes those that are there (case/parameters.h).  tile: query head h has key
   head h mod key_heads. */
int plumb_extras_assemble(const plumb_tensor *const tensors[PLUMB_INPUT_TENSORS], bool tile,
                          plumb_storage *storage, plumb_problem *problem, plumb_error *error);
#endif
