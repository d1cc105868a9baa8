/* arguments.h - parses the words of a command line into options and operands. */
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

/* Fills in the options; *operand: the word that is neither an option nor a value, or NULL. A word that begins with "--"
   is never a value; "--" ends the options.  Returns 0, or -1 with a message. */
int plumb_arguments_parse(int count, char **words, plumb_option *options, size_t option_count, const char **operand,
                          plumb_error *error);

/* The same with any number of operands; operands must hold `count`. */
int plumb_arguments_parse_all(int count, char **words, plumb_option *options, size_t option_count,
                              const char **operands, size_t *found, plumb_error *error);

/* Sets *count to the option's value, an integer of at least `least`, if the option is given.  Returns 0, or -1 with a
   message. */
int plumb_count_of(const plumb_option *option, size_t least, size_t *count, plumb_error *error);

/* Whether a file name has this ending, and something before it. */
bool plumb_ends_in(const char *name, const char *ending);
#endif
