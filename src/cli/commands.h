/* commands.h - one function per subcommand; each takes what follows the subcommand's name and
   returns the exit code. */
#ifndef PLUMB_CLI_COMMANDS_H
#define PLUMB_CLI_COMMANDS_H
#include "case/error.h"

/* 0, 1 and 3 are the verdicts of `plumb diff` and `plumb same` (compare/compare.h, same/same.h). */
enum { PLUMB_EXIT_DONE = 0, PLUMB_EXIT_BAD_INPUT = 2 };

int plumb_command_eval(int count, char **words);
int plumb_command_diff(int count, char **words);
int plumb_command_diagnose(int count, char **words);
int plumb_command_challenge(int count, char **words);
int plumb_command_vectors(int count, char **words);
int plumb_command_same(int count, char **words);
int plumb_command_sink(int count, char **words);
int plumb_command_operators(int count, char **words);
int plumb_command_conventions(int count, char **words);
int plumb_command_precisions(int count, char **words);
int plumb_command_help(int count, char **words);

/* Prints "plumb: " and the message, and returns PLUMB_EXIT_BAD_INPUT. */
int plumb_refuse(const plumb_error *error);

/* Flushes standard output; exit_code, or PLUMB_EXIT_BAD_INPUT if anything written was lost. */
int plumb_finish_output(int exit_code);
#endif
