/* diff.h - `plumb diff`: judges one case and writes its reports; or judges several, prints a line for each, and writes
   reports of all. */
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

/* A judgement with what its reports need. */
typedef struct {
    plumb_report report;
    plumb_error_map map; /* empty unless --html */
    char date[32];
    char *command, *diagnose; /* NULL if there was not enough memory */
    char diagnosis[PLUMB_FACT_TEXT];
} plumb_judgement;

/* For the reports; borrows from the judgement. */
plumb_report_origin plumb_judgement_origin(const plumb_judgement *judged);
void plumb_judgement_free(plumb_judgement *judged);

/* Checks the options, independent of the case.  Returns 0, or -1 with a message. */
int plumb_diff_check(const plumb_option *options, plumb_error *error);

/* Judges a case by all processes of the team.  operand: that of the case; NULL: in the options.  diagnoses: also
   diagnoses a case that does not PASS, if a report needs it, within the usual time.  Free the judgement in either case.
   Returns 0, or -1 with a message, the same in all processes. */
int plumb_diff_judge(const plumb_case *c, const char *operand, const plumb_option *options, bool diagnoses,
                     plumb_judgement *judged, plumb_error *error);

/* Judges the cases one after another and writes the reports of all.  Returns the exit code. */
int plumb_diff_list(const plumb_case_files_list *list, const plumb_option *options, plumb_error *error);
#endif
