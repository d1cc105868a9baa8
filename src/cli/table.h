/* table.h - the subcommands that print a table: as text or, with --markdown, in Markdown. */
#ifndef PLUMB_CLI_TABLE_H
#define PLUMB_CLI_TABLE_H

/* What follows the subcommand's name may be --markdown and nothing else; returns the exit code. */
int plumb_print_table(const char *name, int count, char **words, void print_text(void),
                      void print_markdown(void));
#endif
