/* spec/attention/place.h - where the rows of a query lie in the tensors; included after plumb_shape.

   query [batch][query_heads][query_length][head_dim], key [batch][key_heads][key_length][head_dim],
   value [batch][key_heads][key_length][value_dim].  Query heads come in key_heads groups of `group`
   neighbours; query head h reads key/value head h / group (spec/choices.md, "gqa"). */
#ifndef PLUMB_SPEC_ATTENTION_PLACE_H
#define PLUMB_SPEC_ATTENTION_PLACE_H
#include "spec/number/sequence.h"

/* how many elements the tensors have, and that none of these products is too large */
/*@ logic integer query_size(plumb_shape s) = s.batch * (s.key_heads * s.group) * s.query_length * s.head_dim; */
/*@ logic integer key_size(plumb_shape s) = s.batch * s.key_heads * (s.key_length * s.head_dim); */
/*@ logic integer value_size(plumb_shape s) = s.batch * s.key_heads * (s.key_length * s.value_dim); */
/*@ predicate query_fits(plumb_shape s) =
      s.key_heads * s.group <= PLUMB_MOST_ELEMENTS && s.batch * (s.key_heads * s.group) <= PLUMB_MOST_ELEMENTS &&
      s.batch * (s.key_heads * s.group) * s.query_length <= PLUMB_MOST_ELEMENTS &&
      query_size(s) <= PLUMB_MOST_ELEMENTS; */
/*@ predicate key_fits(plumb_shape s) = s.batch * s.key_heads <= PLUMB_MOST_ELEMENTS &&
      s.key_length * s.head_dim <= PLUMB_MOST_ELEMENTS && key_size(s) <= PLUMB_MOST_ELEMENTS; */
/*@ predicate value_fits(plumb_shape s) = s.batch * s.key_heads <= PLUMB_MOST_ELEMENTS &&
      s.key_length * s.value_dim <= PLUMB_MOST_ELEMENTS && value_size(s) <= PLUMB_MOST_ELEMENTS; */

/*@ logic integer query_place(plumb_shape s, integer b, integer h, integer t) =
      place(place(place(b, s.key_heads * s.group, h), s.query_length, t), s.head_dim, 0); */
/*@ logic integer key_place(plumb_shape s, integer b, integer h) =
      place(place(b, s.key_heads, h / s.group), s.key_length * s.head_dim, 0); */
/*@ logic integer value_place(plumb_shape s, integer b, integer h) =
      place(place(b, s.key_heads, h / s.group), s.key_length * s.value_dim, 0); */
#endif
