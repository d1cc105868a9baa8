/* spec/attention/operator_row.h - one row of any operator, from raw scores to output (spec/operators.md). */
#ifndef PLUMB_SPEC_ATTENTION_OPERATOR_ROW_H
#define PLUMB_SPEC_ATTENTION_OPERATOR_ROW_H
#include "spec/aggregate/aggregate.h"
#include "spec/attention/output.h"
#include "spec/attention/scores.h"
#include "spec/attention/weights.h"

/*@ logic integer unmasks(plumb_operator op) = cap_unmasks(op.softcap_order, op.softcap > 0.0 ? 1 : 0); */
/* the keys that take part */
/*@ logic subset partners(plumb_operator op, subset m) = taking_part(unmasks(op), m); */
/* their final scores, x being scale * phi(q).phi(k) */
/*@ logic seq final_scores(plumb_operator op, plumb_score_bias bias, seq b, seq a, seq x, subset m) =
      unmasked_if(unmasks(op), op.softcap, m,
        capped_and_biased(op.softcap_order, op.softcap > 0.0 ? 1 : 0, op.softcap, bias, b, a, x)); */
/* nothing but a softmax of the scores and of what the positions add */
/*@ predicate plain(plumb_operator op, integer has_sink, plumb_score_bias bias) =
      op.kind == PLUMB_SOFTMAX && op.softcap <= 0.0 && has_sink == 0 && bias.has_bias == 0 && bias.has_first == 0; */
/*@ logic real final_sink_weight(plumb_operator op, integer has_sink, real sink, seq x, subset m, integer n) =
      has_sink != 0 && op.kind == PLUMB_SOFTMAX ? sink_weight(x, m, n, sink) : 0.0; */
/* what is done to the output reads memory that nothing of the row writes */
/*@ predicate part_apart{L}(double *part, integer size, plumb_ball *score, unsigned char *visible, plumb_ball *weight,
                            integer keys, plumb_ball *output, integer value_dim) =
      \separated(part + (0 .. size - 1), score + (0 .. keys - 1)) &&
      \separated(part + (0 .. size - 1), visible + (0 .. keys - 1)) &&
      \separated(part + (0 .. size - 1), weight + (0 .. keys - 1)) &&
      \separated(part + (0 .. size - 1), output + (0 .. value_dim - 1)); */
#endif
