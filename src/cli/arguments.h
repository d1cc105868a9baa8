/* arguments.h - the words of a command line, sorted into options and one operand. */
#ifndef PLUMB_CLI_ARGUMENTS_H
#define PLUMB_CLI_ARGUMENTS_H
#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum {
    PLUMB_NO_VALUE_TAKEN, /* --bf16 */
    PLUMB_VALUE_TAKEN,    /* --emit output, --emit=output, -o FILE */
    PLUMB_VALUE_OPTIONAL  /* --json, --json FILE, --json=FILE */
} plumb_option_kind;

typedef struct {
    const char *name; /* with its dashes */
    plumb_option_kind kind;
    bool given;
    const char *value; /* NULL unless one was given */
} plumb_option;

/* Fills in the options; *operand is the word that is none and belongs to none, or NULL.
   A word that begins with "--" is never taken for a value, and "--" itself ends the options. */
int plumb_arguments_parse(int count, char **words, plumb_option *options, size_t option_count, const char **operand,
                          plumb_error *error);

/* The same with any number of operands; operands has room for count of them. */
int plumb_arguments_parse_all(int count, char **words, plumb_option *options, size_t option_count,
                              const char **operands, size_t *found, plumb_error *error);

/* The integer of at least `least` that the option has as its value; *count stays what it is where it is not given. */
int plumb_count_of(const plumb_option *option, size_t least, size_t *count, plumb_error *error);

/* True of a file name with something before that ending. */
bool plumb_ends_in(const char *name, const char *ending);
#endif
