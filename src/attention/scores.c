/* scores.c - see scores.h. */
#include "attention/scores.h"

/*@ requires reads: reads_biases(bias, keys);
    requires read: \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), visible + (0 .. keys - 1));
    requires bias_apart: bias.has_bias != 0 ==> \separated(bias.bias + (0 .. keys - 1), score + (0 .. keys - 1));
    requires position_apart:
      bias.has_position != 0 ==> \separated(bias.position + (0 .. keys - 1), score + (0 .. keys - 1));
    requires domain: bias.has_first != 0 ==> \is_finite(bias.first);
    assigns score[0 .. keys - 1];
    ensures scores: \forall seq x, b, a, subset m;
      \old(encloses_visible(score, visible, x, m, keys) && biases(bias, b, a, m, keys)) ==>
      encloses_among(score, all_biased(bias, b, a, x), m, keys);
*/
static void add_biases(plumb_score_bias bias, size_t keys, const unsigned char *visible,
                       plumb_ball *score) {
    if (bias.has_bias)
        plumb_add_bias(score, visible, keys, bias.bias);
    if (bias.has_first)
        plumb_add_first_bias(score, keys, bias.first);
    //@ assert visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
    /*@ assert position: bias.has_position != 0 ==> \forall seq a, subset m;
          \at(encloses_among(bias.position, a, m, keys), Pre) ==> encloses_among(bias.position, a, m, keys); */
    /*@ assert biased: \forall seq x, b, subset m;
          \at(encloses_visible(score, visible, x, m, keys) &&
              (bias.has_bias != 0 ==> values_among(bias.bias, b, m, keys)), Pre) ==>
          encloses_among(score, first_biased_if(bias.has_first, bias.first, biased_if(bias.has_bias, b, x)), m,
                         keys); */
    if (bias.has_position)
        plumb_add_position_bias(bias.position, visible, keys, score);
}

/*@ requires read: \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), visible + (0 .. keys - 1));
    requires domain: \is_finite(softcap);
    assigns score[0 .. keys - 1];
    ensures scores: \forall seq x, subset m; \old(encloses_visible(score, visible, x, m, keys)) ==>
      encloses_among(score, capped_if(softcap > 0.0 ? 1 : 0, softcap, x), m, keys);
*/
static void cap(double softcap, size_t keys, const unsigned char *visible, plumb_ball *score) {
    if (plumb_less(0.0, softcap))
        plumb_softcap(score, visible, keys, softcap);
}

int plumb_cap_unmasks(plumb_softcap_order order, double softcap) {
    return order == PLUMB_BIAS_MASK_CAP && plumb_less(0.0, softcap) != 0;
}

void plumb_operator_scores(plumb_softcap_order order, double softcap, plumb_score_bias bias,
                           size_t keys, unsigned char *visible, plumb_ball *score) {
    if (order == PLUMB_CAP_BIAS_MASK) {
        cap(softcap, keys, visible, score);
        //@ assert visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        add_biases(bias, keys, visible, score);
    } else {
        add_biases(bias, keys, visible, score);
        //@ assert visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        cap(softcap, keys, visible, score);
    }
    //@ assert still_visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
    if (plumb_cap_unmasks(order, softcap))
        plumb_cap_invisible(score, visible, keys, softcap);
}
