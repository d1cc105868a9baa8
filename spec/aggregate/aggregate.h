/* spec/aggregate/aggregate.h - output[c] = sum over visible j of weight[j] value[j][c]. */
#ifndef PLUMB_SPEC_AGGREGATE_AGGREGATE_H
#define PLUMB_SPEC_AGGREGATE_AGGREGATE_H
#include "spec/number/sequence.h"

/* the memory of a sum of values is apart from that of weights and values */
/*@ predicate sum_apart{L}(plumb_ball *output, plumb_ball *weight, unsigned char *visible, double *value, integer n,
                           integer d) =
      \separated(output + (0 .. d - 1), weight + (0 .. n - 1)) &&
      \separated(output + (0 .. d - 1), visible + (0 .. n - 1)) &&
      \separated(output + (0 .. d - 1), value + (0 .. n * d - 1)); */

/*@ axiomatic Aggregate { logic seq aggregate(seq w, subset m, seq v, integer value_dim, integer n); } */
#ifdef PLUMB_DEFINITIONS
/*@ lemma aggregate_is: \forall seq w, v, subset m, integer d, n, c;
      el(aggregate(w, m, v, d, n), c) == weighted(w, m, v, d, c, n); */
#endif
/*@ lemma aggregate_element: \forall seq w, v, subset m, integer d, n, c;
      weighted(w, m, v, d, c, n) == el(aggregate(w, m, v, d, n), c); */
#endif
