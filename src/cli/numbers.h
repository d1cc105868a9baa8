/* numbers.h - numbers on a command line. */
#ifndef PLUMB_CLI_NUMBERS_H
#define PLUMB_CLI_NUMBERS_H
#include "case/error.h"
#include "cli/arguments.h"
#include <stddef.h>

/* The integer of at least `least` that the option has as its value; *count stays what it is where it is not given. */
int plumb_count_of(const plumb_option *option, size_t least, size_t *count, plumb_error *error);
#endif
