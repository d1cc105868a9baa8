/* case_arguments.h - a case on the command line: one .safetensors file, or .npy files and flags. */
#ifndef PLUMB_CLI_CASE_ARGUMENTS_H
#define PLUMB_CLI_CASE_ARGUMENTS_H
#include "case/case.h"
#include "cli/arguments.h"
#include "schema/schema.h"
#include <stddef.h>

/* The options that describe a case, shared by every subcommand that reads one. */
enum { PLUMB_CASE_OPTIONS = PLUMB_MEMBERS + 1 };

/* Parses the words of a command that takes a case into these options, followed by its own (cli/flags.h), and the
   operand (cli/arguments.h). */
int plumb_case_command_parse(const char *command, int count, char **words, plumb_option *options, size_t option_count,
                             const char **operand, plumb_error *error);

/* The same with any number of operands; operands must hold `count`. */
int plumb_case_command_parse_all(const char *command, int count, char **words, plumb_option *options,
                                 size_t option_count, const char **operands, size_t *found, plumb_error *error);

/* Reads the case that the operand (NULL: none) or the options name; both together is an error, since neither may
   silently override the other.  Borrows the command line.  lends: plumb_case_read_borrowed.  Returns 0, or -1 with a
   message. */
int plumb_case_from_arguments(const char *operand, const plumb_option options[PLUMB_CASE_OPTIONS], bool lends,
                              plumb_case *out, plumb_error *error);

/* Refuses flags of a case together with a file that states its conventions. */
int plumb_case_flags_absent(const char *operand, const plumb_option options[PLUMB_CASE_OPTIONS], plumb_error *error);

/* Sets files to the paths of the case's files; NULL: not given. */
enum { PLUMB_CASE_FILES = PLUMB_MEMBERS + 1 };
void plumb_case_files(const char *operand, const plumb_option options[PLUMB_CASE_OPTIONS],
                      const char *files[PLUMB_CASE_FILES]);
#endif
