/* color.h - colours the words of verdicts, on terminals or by request. */
#ifndef PLUMB_CLI_COLOR_H
#define PLUMB_CLI_COLOR_H
#include "base/error.h"
#include "cli/arguments.h"
#include <stdbool.h>
#include <stdio.h>

/* Sets *colored: by --color, else by the environment (NO_COLOR, then CLICOLOR_FORCE, CLICOLOR and TERM), else by
   whether standard output is a terminal.  Returns 0, or -1 with a message. */
int plumb_color_choose(const plumb_option *option, bool *colored, plumb_error *error);

/* A text for standard output. */
typedef struct {
    FILE *stream;
    char *text;
    size_t size;
} plumb_colors;

/* Returns the stream for the text.  Coloured text appears at plumb_colors_end, other text at once. */
FILE *plumb_colors_begin(plumb_colors *colors, bool colored);
void plumb_colors_end(plumb_colors *colors);
#endif
