/* rescalings.h - the largest number of rescalings of a row by an engine of a precision model. */
#ifndef PLUMB_THEOREM_RESCALINGS_H
#define PLUMB_THEOREM_RESCALINGS_H
#include "precision/precision.h"
#include <stdbool.h>
#include <stddef.h>

/* taking_part [keys]: 1 for keys that take part; has_sink: a sink's logit takes part, too. */
size_t plumb_rescalings_of(const plumb_precision *precision, const unsigned char *taking_part, size_t keys,
                           bool has_sink);
#endif
