/* change_scores.h - changes of scores that are no data (diagnose/making.h). */
#ifndef PLUMB_DIAGNOSE_CHANGE_SCORES_H
#define PLUMB_DIAGNOSE_CHANGE_SCORES_H
#include "diagnose/making.h"

/* integer: plumb_scale_rule; second and number: its own */
int plumb_use_scale(const plumb_making *m);

/* integer: a form of the softcap c of x = s q.k, s the scale */
int plumb_cap_otherwise(const plumb_making *m);
enum {
    PLUMB_CAP_UNDIVIDED,    /* c tanh(x): the scale times c        */
    PLUMB_CAP_UNMULTIPLIED, /* tanh(x/c): softcap 1, the scale / c */
    PLUMB_CAP_UNSCALED      /* s c tanh(q.k/c): a softcap of s c   */
};

/* What is not 0 is seen. */
int plumb_read_bias_as_boolean(const plumb_making *m);

/* Whether the two places of the softcap differ here: in what is added, or in what is hidden. */
bool plumb_softcap_orders_differ(const plumb_problem *p, plumb_softcap_order one, plumb_softcap_order other);
#endif
