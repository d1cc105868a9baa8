/* same.h - whether two cases have the same exact results on these inputs, so that a correct output of one is correct
   for the other. */
#ifndef PLUMB_DIAGNOSE_SAME_H
#define PLUMB_DIAGNOSE_SAME_H
#include "base/error.h"
#include "diagnose/probe.h"

/* Whether b differs from a in nothing but masks that hide the same keys from every query. */
bool plumb_hides_same(const plumb_case *a, const plumb_case *b);

/* Whether no number of the tensors that both hold is told apart: on the first rows of the probe
   by values known to 2^-48, on the others by the enclosures of the kernels.  Both hold the same
   numbers of the engine, and tensors of the same shapes.  Returns 0, or -1 if memory is short, or
   with a message if a thread cannot compute. */
int plumb_asks_same(const plumb_case *a, const plumb_case *b, const plumb_precision *precision,
                    const plumb_probe *probe, int threads, bool *same, plumb_error *error);
#endif
