/* activations.h - massive activations: the largest hidden states of one sample, relative to the others.

   Sources: arXiv 2410.10781 and its released code (eval_activations_open_source.py): the norm of the first token's
   hidden state and of the others. arXiv 2402.17762 and its released code (main_llm.py): the largest absolute
   activations of all tokens and dimensions, and the median of all.  That median is torch.median's: of an even count the
   lower of the two in the middle, not their mean.  The norms of the others have their lower median here, too.

   Numbers are ordered exactly: norms by the sums of squares themselves where their balls overlap. */
#ifndef PLUMB_MEASURE_ACTIVATIONS_H
#define PLUMB_MEASURE_ACTIVATIONS_H
#include "number/ball.h"
#include <stddef.h>

/* A ball has no finite radius if it depends on a number that is not finite, or is a median of nothing or a quotient by
   0. */
typedef struct {
    plumb_ball norm;       /* of the state of token k */
    plumb_ball other_norm; /* the lower median of those of the other tokens */
    plumb_ball norm_ratio;
    plumb_ball largest;      /* of all |h|; the first of equal ones */
    size_t token, dimension; /* its token, from 1, and its dimension, from 0 */
    plumb_ball median;       /* the lower median of all |h| */
    plumb_ball largest_ratio;
} plumb_activations;

/* state [tokens][width], both at least 1; key: the index of token k, from 0.  Returns 0, or -1 if there is not enough
   memory. */
int plumb_activations_measure(const double *state, size_t tokens, size_t width, size_t key,
                              plumb_activations *activations);
#endif
