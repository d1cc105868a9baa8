/* run.h - the program without main. */
#ifndef PLUMB_CLI_RUN_H
#define PLUMB_CLI_RUN_H

/* argc, argv: those of main.  Returns the exit code. */
int plumb_run(int argc, char **argv);
#endif
