/* share.h - whether the mean weight of a key exceeds a threshold, decided without rounding.

   The balls of the kernels answer first.  Where the threshold lies in the ball, the reference is asked
   at growing precision; where the mean is exactly the threshold no precision would do, so weights
   that are rational (exact/rational.h, or given by an engine) are averaged as such. */
#ifndef PLUMB_MEASURE_SHARE_H
#define PLUMB_MEASURE_SHARE_H
#include "case/case.h"
#include "measure/sink.h"
#include "problem/arb.h"
#include <stdbool.h>

/* Which mean is asked for: of sample b, head h. */
typedef struct {
    const plumb_case *c;
    size_t b, h;
    bool from_weights;
    plumb_proxy proxy;
    size_t key;        /* from 1; 0: the extra logit of the sink */
    size_t first, end; /* rows, from 0 */
    bool one_more;     /* a row whose weight is 1 */
} plumb_share_question;

/* What is known of the number against the threshold. */
plumb_share_answer plumb_share_ball_against(plumb_ball share, const fmpq_t threshold);

/* Where the balls do not answer: with *share a narrower ball, if there is one. */
plumb_share_answer plumb_share_escalate(const plumb_share_question *asked, const fmpq_t threshold, plumb_ball *share);

/* An exact decimal or ratio. */
void plumb_threshold_read(fmpq_t threshold, const char *text);
#endif
