/* flags.h - the subcommands and their flags, except those of a case (schema/members.def). */
#ifndef PLUMB_CLI_FLAGS_H
#define PLUMB_CLI_FLAGS_H
#include "cli/arguments.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name;
    int (*run)(int count, char **words); /* takes the words after the name */
    const char *operands;                /* "CASE"; NULL: none */
    bool flags_of_case;                  /* flags may state a case */
    const char *summary;                 /* one sentence */
    const char *details;                 /* further sentences; NULL: none */
} plumb_subcommand;

/* The subcommand of that index; NULL beyond the last. */
const plumb_subcommand *plumb_subcommand_at(size_t index);
const plumb_subcommand *plumb_subcommand_find(const char *name);

typedef struct {
    const char *commands; /* its subcommands, separated by spaces */
    const char *name;
    plumb_option_kind kind;
    const char *value; /* a placeholder of the value, or its words: "f64|f32|f16|bf16" */
    const char *meaning;
    bool needed;
} plumb_flag;

/* The flag of that index of a subcommand, or of all if it is NULL; NULL beyond the last. */
const plumb_flag *plumb_flag_at(const char *command, size_t index);

/* Copies the flags of a subcommand to options, in that order. */
void plumb_flags_of(const char *command, plumb_option *options);
#endif
