/* places.h - checks the output files of a command: all different, and none an input. */
#ifndef PLUMB_CLI_PLACES_H
#define PLUMB_CLI_PLACES_H
#include "base/error.h"
#include "cli/arguments.h"
#include <stdbool.h>
#include <stddef.h>

/* Whether a report goes to standard output: its option has no file, or "-".  If the option requires a file, "-" is the
   name of one. */
bool plumb_to_standard_output(const plumb_option *option);

typedef struct {
    const char *option; /* "--json" */
    const char *path;
} plumb_place;

/* Refuses an output that is an input, another output, or the target of standard output, however the paths are spelled
   (plumb_same_file).  Ignores paths that are NULL. Returns 0, or -1 with a message. */
int plumb_places_check(const plumb_place *outputs, size_t output_count, const char *const *inputs, size_t input_count,
                       plumb_error *error);
#endif
