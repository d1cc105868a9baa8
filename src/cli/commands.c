#include "cli/commands.h"
#include "cli/team.h"
#include <stdio.h>

int plumb_refuse(const plumb_error *error) {
    if (plumb_is_speaker())
        fprintf(stderr, "plumb: %s\n", error->text);
    return PLUMB_EXIT_BAD_INPUT;
}

int plumb_finish_output(int exit_code) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return exit_code;
    fputs("plumb: standard output: cannot be written\n", stderr);
    return PLUMB_EXIT_BAD_INPUT;
}
