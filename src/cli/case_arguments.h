/* case_arguments.h - a case on the command line: one .safetensors file, or .npy files and flags. */
#ifndef PLUMB_CLI_CASE_ARGUMENTS_H
#define PLUMB_CLI_CASE_ARGUMENTS_H
#include "case/case.h"
#include "cli/arguments.h"
#include "schema/schema.h"
#include <stddef.h>

/* The options that describe a case, shared by every subcommand that reads one. */
enum { PLUMB_CASE_OPTIONS = PLUMB_MEMBERS + 1 };

/* Sorts the words of a command that takes a case into these options, its own behind them (cli/flags.h), and the operand
   (cli/arguments.h). */
int plumb_case_command_parse(const char *command, int count, char **words, plumb_option *options, size_t option_count,
                             const char **operand, plumb_error *error);

/* The same with any number of operands, for which operands has room: count. */
int plumb_case_command_parse_all(const char *command, int count, char **words, plumb_option *options,
                                 size_t option_count, const char **operands, size_t *found, plumb_error *error);

/* Reads the case that operand (NULL if there is none) or the options name; both is an error, for
   neither may silently override the other.  The command line must outlive *out.  lends: plumb_case_read_borrowed. */
int plumb_case_from_arguments(const char *operand, const plumb_option options[PLUMB_CASE_OPTIONS], bool lends,
                              plumb_case *out, plumb_error *error);

/* Refuses flags of a case beside a file that states its own. */
int plumb_case_flags_absent(const char *operand, const plumb_option options[PLUMB_CASE_OPTIONS], plumb_error *error);

/* The files that hold it, NULL where one is not given. */
enum { PLUMB_CASE_FILES = PLUMB_MEMBERS + 1 };
void plumb_case_files(const char *operand, const plumb_option options[PLUMB_CASE_OPTIONS],
                      const char *files[PLUMB_CASE_FILES]);
#endif
