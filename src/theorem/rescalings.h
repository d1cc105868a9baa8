/* rescalings.h - how often an engine of a precision model rescales a row at most. */
#ifndef PLUMB_THEOREM_RESCALINGS_H
#define PLUMB_THEOREM_RESCALINGS_H
#include "precision/precision.h"
#include <stdbool.h>
#include <stddef.h>

/* taking_part [keys]; has_sink: a sink's logit takes part, too. */
size_t plumb_rescalings_of(const plumb_precision *precision, const unsigned char *taking_part, size_t keys,
                           bool has_sink);
#endif
