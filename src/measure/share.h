/* share.h - decides whether the mean weight of a key exceeds a threshold, without rounding.

   First by the balls of the kernels.  If the threshold is in the ball, the reference evaluates with growing precision.
   If the mean equals the threshold, no precision suffices, so rational weights (exact/rational.h, or given by an
   engine) are averaged exactly. */
#ifndef PLUMB_MEASURE_SHARE_H
#define PLUMB_MEASURE_SHARE_H
#include "case/case.h"
#include "measure/sink.h"
#include "problem/arb.h"
#include <stdbool.h>

/* The mean to compare: of sample b, head h. */
typedef struct {
    const plumb_case *c;
    size_t b, h;
    bool from_weights;
    plumb_proxy proxy;
    size_t key;        /* from 1; 0: the sink's extra logit */
    size_t first, end; /* rows, from 0 */
    bool one_more;     /* adds a row whose weight is 1 */
} plumb_share_question;

/* Compares a ball with the threshold. */
plumb_share_answer plumb_share_ball_against(plumb_ball share, const fmpq_t threshold);

/* Decides if the balls do not; sets *share to a narrower ball if there is one. */
plumb_share_answer plumb_share_escalate(const plumb_share_question *asked, const fmpq_t threshold, plumb_ball *share);

/* Reads an exact decimal or ratio. */
void plumb_threshold_read(fmpq_t threshold, const char *text);
#endif
