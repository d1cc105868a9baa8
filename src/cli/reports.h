/* reports.h - where the reports of a command go: each to a file or to standard output, and the text where no other
   goes there. */
#ifndef PLUMB_CLI_REPORTS_H
#define PLUMB_CLI_REPORTS_H
#include "base/error.h"
#include "cli/arguments.h"
#include <stddef.h>
#include <stdio.h>

/* Writes what the command has found.  0, or -1 if memory is short or it cannot be written. */
typedef int plumb_report_writer(const void *found, FILE *stream);

enum { PLUMB_REPORTS_MOST = 4 };

typedef struct {
    plumb_report_writer *text;
    const char *operands; /* "case" or "cases", for messages */
    int color;            /* the place of --color among the options of the command; 0: it has none */
    struct {
        int option; /* its place among the options of the command */
        plumb_report_writer *write;
    } format[PLUMB_REPORTS_MOST]; /* as many as have a writer */
} plumb_reports;

/* Refuses a --color that is none, a place that is named like a case, a second report on standard output, and what
   cli/places.h refuses. */
int plumb_reports_check(const plumb_reports *reports, const plumb_option *options, const char *const *inputs,
                        size_t input_count, plumb_error *error);

/* The same where what is read is the case. */
int plumb_reports_check_case(const plumb_reports *reports, const char *operand, const plumb_option *options,
                             plumb_error *error);

/* All files are complete before the first takes its place. */
int plumb_reports_write(const plumb_reports *reports, const plumb_option *options, const void *found,
                        plumb_error *error);
#endif
