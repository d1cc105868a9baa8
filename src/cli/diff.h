/* diff.h - what `plumb diff` does with its cases: one is judged, and its reports are written; of several each gets a
   line, and the reports are of all. */
#ifndef PLUMB_CLI_DIFF_H
#define PLUMB_CLI_DIFF_H
#include "cli/case_arguments.h"
#include "cli/case_files.h"
#include "cli/evaluation_arguments.h"
#include "report/error_map.h"
#include "report/report.h"
#include "report/report_facts.h"

/* In the order of cli/flags.c. */
enum {
    PLUMB_DIFF_HOW = PLUMB_CASE_OPTIONS,
    PLUMB_DIFF_SAMPLE = PLUMB_DIFF_HOW + PLUMB_EVALUATION_OPTIONS,
    PLUMB_DIFF_SEED,
    PLUMB_DIFF_ALL,
    PLUMB_DIFF_MUST_NOTICE,
    PLUMB_DIFF_QUIET,
    PLUMB_DIFF_FAIL_FAST,
    PLUMB_DIFF_THREADS,
    PLUMB_DIFF_JSON,
    PLUMB_DIFF_JUNIT,
    PLUMB_DIFF_HTML,
    PLUMB_DIFF_COLOR,
    PLUMB_DIFF_SCHEMA,
    PLUMB_DIFF_OPTIONS
};

/* What a judgement leaves behind. */
typedef struct {
    plumb_report report;
    plumb_error_map map; /* empty unless --html */
    char date[32];
    char *command, *diagnose; /* NULL where memory was short */
    char diagnosis[PLUMB_FACT_TEXT];
} plumb_judgement;

/* For the reports; it is the judgement's. */
plumb_report_origin plumb_judgement_origin(const plumb_judgement *judged);
void plumb_judgement_free(plumb_judgement *judged);

/* Whether the options can be meant, whatever the case. */
int plumb_diff_check(const plumb_option *options, plumb_error *error);

/* By all processes of the team, as the options say; operand is the case's, NULL where it is in the options.  0, or -1
   with a message, for all of them alike.  The judgement is to be freed either way.  diagnoses: what does not PASS is
   diagnosed for the reports that are kept, if some are asked for, in the usual time. */
int plumb_diff_judge(const plumb_case *c, const char *operand, const plumb_option *options, bool diagnoses,
                     plumb_judgement *judged, plumb_error *error);

/* Judges the cases one after the other and writes the reports of all; returns the exit code. */
int plumb_diff_list(const plumb_case_files_list *list, const plumb_option *options, plumb_error *error);
#endif
