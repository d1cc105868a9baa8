/* exit.h - guards the exit code: 1 means FAIL, so no library may end the program with it. */
#ifndef PLUMB_CLI_EXIT_H
#define PLUMB_CLI_EXIT_H

/* From now on a library that calls exit, or FLINT or GMP without enough memory, ends the program as bad input. */
void plumb_exit_guard(void);

/* Allows the program to end.  Returns exit_code, for main to return. */
int plumb_exit(int exit_code);
#endif
