/* words.h - a hypothesis in words. */
#ifndef PLUMB_INFER_WORDS_H
#define PLUMB_INFER_WORDS_H
#include "infer/sweep.h"

const char *plumb_cause_name(plumb_cause cause);

/* What it says, the factors being those of the sweep. */
void plumb_hypothesis_say(const plumb_problem *problem, const plumb_hypothesis *hypothesis, const plumb_sweep *sweep,
                          char *text, size_t size);
#endif
