/* gradient_variants.h - which wrong backward pass gives the engine's gradients: those of backward/variants.def, and
   passes that read a number or a vector of another row, key, head or batch entry. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_VARIANTS_H
#define PLUMB_DIAGNOSE_GRADIENT_VARIANTS_H
#include "diagnose/gradient_sample.h"
#include "infer/infer.h"

/* Of the passes of variants.def.  Sets *explained to the number of wrong numbers that the first such pass explains, and
   says to what it does, if it explains nearly all that are wrong and leaves the others right; else *explained is 0.
   cause: its word in docs/diagnose.md.  Returns 0, or -1 if there is not enough memory. */
int plumb_gradient_variant_named(const plumb_gradient_sample *sample, size_t *explained, const char **cause,
                                 char says[PLUMB_INFERENCE_TEXT]);

/* The same of all passes. */
int plumb_gradient_variant_find(const plumb_gradient_sample *sample, size_t *explained, const char **cause,
                                char says[PLUMB_INFERENCE_TEXT]);

/* The same, if dq, dk or dv is the only wrong gradient: a pass that gives this one, whatever others it gives, as if the
   mistake were made for that gradient alone. */
int plumb_gradient_variant_alone(const plumb_gradient_sample *sample, size_t *explained, const char **cause,
                                 char says[PLUMB_INFERENCE_TEXT]);
#endif
