/* places.h - where a command writes: each to a place of its own, and none over what it reads. */
#ifndef PLUMB_CLI_PLACES_H
#define PLUMB_CLI_PLACES_H
#include "base/error.h"
#include "cli/arguments.h"
#include <stdbool.h>
#include <stddef.h>

/* Whether a report goes to standard output: it is asked for without a place, or with "-".
   What must be told a place goes to a file of that name. */
bool plumb_to_standard_output(const plumb_option *option);

typedef struct {
    const char *option; /* "--json" */
    const char *path;
} plumb_place;

/* Refuses an output that is one of the inputs, another output, or where standard output goes, by whatever
   path and links (plumb_same_file).  Paths that are NULL are passed over. */
int plumb_places_check(const plumb_place *outputs, size_t output_count, const char *const *inputs, size_t input_count,
                       plumb_error *error);
#endif
