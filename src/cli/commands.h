/* commands.h - one function for each subcommand; it takes the words after the subcommand's name and returns the exit
   code. */
#ifndef PLUMB_CLI_COMMANDS_H
#define PLUMB_CLI_COMMANDS_H
#include "base/error.h"

/* 0, 1, 3 and 4 are the verdicts of `plumb diff` and `plumb same` (judge/compare.h, same/same.h). */
enum { PLUMB_EXIT_DONE = 0, PLUMB_EXIT_BAD_INPUT = 2 };

int plumb_command_eval(int count, char **words);
int plumb_command_golden(int count, char **words);
int plumb_command_diff(int count, char **words);
int plumb_command_diagnose(int count, char **words);
int plumb_command_challenge(int count, char **words);
int plumb_command_vectors(int count, char **words);
int plumb_command_same(int count, char **words);
int plumb_command_merge(int count, char **words);
int plumb_command_sink(int count, char **words);
int plumb_command_operators(int count, char **words);
int plumb_command_conventions(int count, char **words);
int plumb_command_precisions(int count, char **words);
int plumb_command_help(int count, char **words); /* [--help-all] [COMMAND] */

/* Prints "plumb: " and the message, and returns PLUMB_EXIT_BAD_INPUT. */
int plumb_refuse(const plumb_error *error);

/* Runs a command that prints a table: as text, with --markdown in Markdown, with --json-schema as a schema.  Only its
   flags (cli/flags.c) may follow the command's name. print_schema returns 0, or -1 if it cannot be written; NULL: no
   such flag.  Returns the exit code. */
int plumb_print_table(const char *name, int count, char **words, void print_text(void), void print_markdown(void),
                      int print_schema(void));

/* Flushes standard output.  Returns exit_code, or PLUMB_EXIT_BAD_INPUT if a write failed. */
int plumb_finish_output(int exit_code);
#endif
