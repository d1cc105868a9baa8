/* main.c - plumb, one process alone. */
#include "cli/exit.h"
#include "cli/run.h"

int main(int argc, char **argv) {
    plumb_exit_guard();
    return plumb_exit(plumb_run(argc, argv));
}
