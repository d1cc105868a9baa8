/* table.h - the subcommands that print a table: as text, with --markdown in Markdown, and one with --json-schema. */
#ifndef PLUMB_CLI_TABLE_H
#define PLUMB_CLI_TABLE_H

/* What follows the subcommand's name may be its flags (cli/flags.c) and nothing else; returns the exit code.
   print_schema returns 0, or -1 where it cannot be
   written; NULL where there is no such flag. */
int plumb_print_table(const char *name, int count, char **words, void print_text(void), void print_markdown(void),
                      int print_schema(void));
#endif
