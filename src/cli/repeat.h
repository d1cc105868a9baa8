/* repeat.h - shell commands that judge or diagnose a case again. */
#ifndef PLUMB_CLI_REPEAT_H
#define PLUMB_CLI_REPEAT_H
#include "cli/arguments.h"
#include "judge/compare.h"

/* The case is the operand; if that is NULL, the options name it.  The caller frees the result; NULL if there is not
   enough memory. */
char *plumb_repeat_diff(const char *operand, const plumb_option *options, const plumb_report *report);
char *plumb_repeat_diagnose(const char *operand, const plumb_option *options);
#endif
