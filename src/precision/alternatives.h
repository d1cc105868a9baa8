/* alternatives.h - what else an engine's precision may be, that allows more than the one it is judged under: the models
   in common use for the dtypes of its tensors, and the one at hand with one rounding more of those that ship. */
#ifndef PLUMB_PRECISION_ALTERNATIVES_H
#define PLUMB_PRECISION_ALTERNATIVES_H
#include "precision/precision.h"

enum { PLUMB_ALTERNATIVE_TEXT = 160 };

/* Nowhere finer, and somewhere coarser: in what they round, not in how often they rescale. */
bool plumb_precision_is_coarser(const plumb_precision *precision, const plumb_precision *base);

/* The alternatives one by one, as a case states them: the models first, then the base with a word more.  False when
   index is past the last. */
bool plumb_precision_alternative(const plumb_precision *base, plumb_format input, plumb_format output, size_t index,
                                 char text[PLUMB_ALTERNATIVE_TEXT]);
#endif
