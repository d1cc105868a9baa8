/* run.h - the program but for its main. */
#ifndef PLUMB_CLI_RUN_H
#define PLUMB_CLI_RUN_H

/* argv as main has it; returns the exit code. */
int plumb_run(int argc, char **argv);
#endif
