/* scores.h - softcap and biases, in the chosen order (spec/operators.md, section 1). */
#ifndef PLUMB_ATTENTION_SCORES_H
#define PLUMB_ATTENTION_SCORES_H
#include "problem/operator.h"
#include "score/bias.h"
#include "score/capped_mask.h"
#include "score/position_bias.h"
#include "score/softcap.h"

/* What is added to the scores of one row. */
typedef struct {
    int has_bias;
    const double *bias; /* [keys] */
    int has_first;
    double first; /* added to the score of key 0 */
    int has_position;
    const plumb_ball *position; /* [keys]: what the positions add (spec/positions.md) */
} plumb_score_bias;
#include "spec/attention/scores.h"

/* Whether keys that the mask hides take part with score -softcap. */
/*@ assigns \nothing;
    ensures value: \is_finite(softcap) ==> (softcap > 0.0 ==> \result == (order == PLUMB_BIAS_MASK_CAP ? 1 : 0)) &&
                   (softcap <= 0.0 ==> \result == 0);
*/
int plumb_cap_unmasks(plumb_softcap_order order, double softcap);

/* score, visible [keys].  score[j] = scale * phi(q).phi(k_j) of visible keys becomes the final score;
   visible becomes the keys that take part. */
/*@ requires reads: reads_biases(bias, keys);
    requires writes: \valid(score + (0 .. keys - 1)) && \valid(visible + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), visible + (0 .. keys - 1));
    requires bias_apart: bias.has_bias != 0 ==> \separated(bias.bias + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                         \separated(bias.bias + (0 .. keys - 1), visible + (0 .. keys - 1));
    requires position_apart: bias.has_position != 0 ==>
      apart_from_visible(bias.position, score, visible, keys);
    requires domain: \is_finite(softcap) && (bias.has_first != 0 ==> \is_finite(bias.first));
    assigns score[0 .. keys - 1], visible[0 .. keys - 1];
    ensures visible: \forall subset m; \old(shows(visible, m, keys)) ==>
      shows(visible, taking_part(cap_unmasks(order, softcap > 0.0 ? 1 : 0), m), keys);
    ensures scores: \forall seq x, b, a, subset m;
      \old(encloses_visible(score, visible, x, m, keys) && biases(bias, b, a, m, keys)) ==>
      encloses_among(score,
        unmasked_if(cap_unmasks(order, softcap > 0.0 ? 1 : 0), softcap, m,
          capped_and_biased(order, softcap > 0.0 ? 1 : 0, softcap, bias, b, a, x)),
        taking_part(cap_unmasks(order, softcap > 0.0 ? 1 : 0), m), keys);
*/
void plumb_operator_scores(plumb_softcap_order order, double softcap, plumb_score_bias bias, size_t keys,
                           unsigned char *visible, plumb_ball *score);
#endif
