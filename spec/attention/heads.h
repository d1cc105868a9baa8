/* spec/attention/heads.h - the keys that a query of a batch sees. */
#ifndef PLUMB_SPEC_ATTENTION_HEADS_H
#define PLUMB_SPEC_ATTENTION_HEADS_H
#include "spec/attention/row.h"
#include "spec/mask/causal.h"

/* the subset of the keys that a causal query t sees */
/*@ predicate causal_keys(subset m, integer causal, integer t, integer offset, integer keys) =
      \forall integer j; 0 <= j < keys ==> (among(m, j) <==> causal_sees(causal, t, offset, j)); */
#endif
