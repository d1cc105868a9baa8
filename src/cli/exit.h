/* exit.h - the program ends where it means to: exit code 1 says FAIL, and no library may say it. */
#ifndef PLUMB_CLI_EXIT_H
#define PLUMB_CLI_EXIT_H

/* From now on a library that calls exit refuses, and FLINT and GMP refuse where they would abort for want
   of memory. */
void plumb_exit_guard(void);

/* The end that is meant.  Returns exit_code, for main to return. */
int plumb_exit(int exit_code);
#endif
