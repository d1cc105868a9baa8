/* color.h - the words of verdicts in colours, on terminals and where they are asked for. */
#ifndef PLUMB_CLI_COLOR_H
#define PLUMB_CLI_COLOR_H
#include "base/error.h"
#include "cli/arguments.h"
#include <stdbool.h>
#include <stdio.h>

/* Whether standard output is coloured, as --color says, else the environment (NO_COLOR, then CLICOLOR_FORCE, CLICOLOR
   and TERM), else whether it is a terminal.  0, or -1 with a message. */
int plumb_color_choose(const plumb_option *option, bool *colored, plumb_error *error);

/* A text on its way to standard output. */
typedef struct {
    FILE *stream;
    char *text;
    size_t size;
} plumb_colors;

/* The text is to be written into the stream that this returns, and appears at the end; uncoloured, at once. */
FILE *plumb_colors_begin(plumb_colors *colors, bool colored);
void plumb_colors_end(plumb_colors *colors);
#endif
