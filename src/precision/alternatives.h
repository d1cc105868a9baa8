/* alternatives.h - what else an engine's precision may be, that allows more than the one it is judged under: the models
   in common use for the dtypes of its tensors, and the one at hand with one rounding more of those that ship. */
#ifndef PLUMB_PRECISION_ALTERNATIVES_H
#define PLUMB_PRECISION_ALTERNATIVES_H
#include "precision/precision.h"

enum { PLUMB_ALTERNATIVE_TEXT = 160 };

/* Nowhere finer, and somewhere coarser: in what they round, not in how often they rescale. */
bool plumb_precision_is_coarser(const plumb_precision *precision, const plumb_precision *base);

/* The coarser models in common use for these dtypes one by one, the stricter first.  False when index is past the
   last. */
bool plumb_precision_coarser_model(const plumb_precision *base, plumb_format input, plumb_format output, size_t index,
                                   char text[PLUMB_ALTERNATIVE_TEXT]);

/* The variants one by one, as a case states them: the base with one rounding more.  False when index is past the
   last. */
bool plumb_precision_variant(const plumb_precision *base, plumb_format output, size_t index,
                             char text[PLUMB_ALTERNATIVE_TEXT]);

/* Makes a precision one that allows whatever either does: a number that is impossible under it is so under both.
   False, and it is as it was: shifts by different constants, or other inputs, have none. */
bool plumb_precision_join(plumb_precision *to, const plumb_precision *more);

/* Whether no step rounds to a coarser format than the coarsest that the base states somewhere. */
bool plumb_precision_uses_formats_of(const plumb_precision *precision, const plumb_precision *base);
#endif
