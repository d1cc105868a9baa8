/* reports.h - writes the reports of a command: each to a file or to standard output, and the text unless another report
   goes there. */
#ifndef PLUMB_CLI_REPORTS_H
#define PLUMB_CLI_REPORTS_H
#include "base/error.h"
#include "cli/arguments.h"
#include <stddef.h>
#include <stdio.h>

/* Writes one report of the command's result.  Returns 0, or -1 if there is not enough memory or it cannot be
   written. */
typedef int plumb_report_writer(const void *found, FILE *stream);

enum { PLUMB_REPORTS_MOST = 4 };

typedef struct {
    plumb_report_writer *text;
    const char *operands; /* "case" or "cases", for messages */
    int color;            /* the index of --color among the options of the command; 0: none */
    struct {
        int option; /* its index among the options of the command */
        plumb_report_writer *write;
    } format[PLUMB_REPORTS_MOST]; /* those with a writer */
} plumb_reports;

/* Refuses an invalid --color, a report file named like a case, a second report on standard output, and what
   cli/places.h refuses. */
int plumb_reports_check(const plumb_reports *reports, const plumb_option *options, const char *const *inputs,
                        size_t input_count, plumb_error *error);

/* The same if the input is the case. */
int plumb_reports_check_case(const plumb_reports *reports, const char *operand, const plumb_option *options,
                             plumb_error *error);

/* Writes all reports; replaces no file before all are complete. */
int plumb_reports_write(const plumb_reports *reports, const plumb_option *options, const void *found,
                        plumb_error *error);
#endif
