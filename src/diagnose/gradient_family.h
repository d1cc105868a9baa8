/* gradient_family.h - lists wrong backward passes: those of the tables in src/backward, and for each number and vector
   that a backward pass reads, passes that read it elsewhere. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_FAMILY_H
#define PLUMB_DIAGNOSE_GRADIENT_FAMILY_H
#include "backward/variant.h"
#include "infer/infer.h"

enum { PLUMB_LISTED_VARIANTS = 320 };

typedef struct {
    plumb_backward_variant as; /* `says` is NULL if the text is the following */
    char says[PLUMB_INFERENCE_TEXT];
} plumb_listed_variant;

/* Those that apply to the problem, in the order in which they are reported.  all: not only those of variants.def.
   Returns their number. */
size_t plumb_gradient_family_list(const plumb_problem *problem, bool all,
                                  plumb_listed_variant list[PLUMB_LISTED_VARIANTS]);
#endif
