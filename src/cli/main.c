/* main.c - plumb, one process alone. */
#include "cli/run.h"

int main(int argc, char **argv) {
    return plumb_run(argc, argv);
}
