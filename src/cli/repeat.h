/* repeat.h - commands that ask of a case again, as a shell reads them. */
#ifndef PLUMB_CLI_REPEAT_H
#define PLUMB_CLI_REPEAT_H
#include "cli/arguments.h"
#include "judge/compare.h"

/* The case is the operand, or in the options where that is NULL.  To be freed; NULL if memory is short. */
char *plumb_repeat_diff(const char *operand, const plumb_option *options, const plumb_report *report);
char *plumb_repeat_diagnose(const char *operand, const plumb_option *options);
#endif
