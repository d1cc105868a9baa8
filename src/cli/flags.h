/* flags.h - the subcommands and their flags besides those of a case (schema/members.def). */
#ifndef PLUMB_CLI_FLAGS_H
#define PLUMB_CLI_FLAGS_H
#include "cli/arguments.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name;
    int (*run)(int count, char **words); /* takes what follows the name */
    const char *operands;                /* "CASE"; NULL: none */
    bool flags_of_case;                  /* a case may be said in flags */
    const char *summary;                 /* one sentence */
    const char *details;                 /* more; NULL: nothing */
} plumb_subcommand;

/* One after the other; NULL when index is past the last. */
const plumb_subcommand *plumb_subcommand_at(size_t index);
const plumb_subcommand *plumb_subcommand_find(const char *name);

typedef struct {
    const char *commands; /* whose it is, separated by spaces */
    const char *name;
    plumb_option_kind kind;
    const char *value; /* what stands for the value, or the words: "f64|f32|f16|bf16" */
    const char *meaning;
    bool needed;
} plumb_flag;

/* The flags of a subcommand, or of NULL all, one after the other; NULL when index is past the last. */
const plumb_flag *plumb_flag_at(const char *command, size_t index);

/* Puts them into options, which have room, in that order. */
void plumb_flags_of(const char *command, plumb_option *options);
#endif
