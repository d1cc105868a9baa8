/* spec/attention/heads.h - where the rows of a query lie in the tensors, and the keys that it sees.

   query [batch][query_heads][query_length][head_dim], key [batch][key_heads][key_length][head_dim],
   value [batch][key_heads][key_length][value_dim].  Query heads come in key_heads groups of `group`
   neighbours; query head h reads key/value head h / group (spec/choices.md, "gqa"). */
#ifndef PLUMB_SPEC_ATTENTION_HEADS_H
#define PLUMB_SPEC_ATTENTION_HEADS_H
#include "spec/attention/row.h"
#include "spec/mask/causal.h"

/*@ logic integer query_place(plumb_shape s, integer b, integer h, integer t) =
      place(place(place(b, s.key_heads * s.group, h), s.query_length, t), s.head_dim, 0); */
/*@ logic integer key_place(plumb_shape s, integer b, integer h) =
      place(place(b, s.key_heads, h / s.group), s.key_length * s.head_dim, 0); */
/*@ logic integer value_place(plumb_shape s, integer b, integer h) =
      place(place(b, s.key_heads, h / s.group), s.key_length * s.value_dim, 0); */

/* the subset of the keys that a causal query t sees */
/*@ predicate causal_keys(subset m, integer causal, integer t, integer offset, integer keys) =
      \forall integer j; 0 <= j < keys ==> (among(m, j) <==> causal_sees(causal, t, offset, j)); */
#endif
