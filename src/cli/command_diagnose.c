#include "case/read.h"
#include "cli/arguments.h"
#include "cli/case_arguments.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/reports.h"
#include "diagnose/diagnose.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JSON = PLUMB_CASE_OPTIONS, COLOR, NO_PAIRS, SECONDS, SCHEMA, OPTIONS };

/* A day; longer is a mistake in the unit. */
#define MOST_SECONDS 86400

static int read_seconds(const plumb_option *option, double *seconds, plumb_error *error) {
    if (!option->given)
        return 0;
    char *end;
    *seconds = strtod(option->value, &end);
    bool number = strspn(option->value, "0123456789.") == strlen(option->value) && *end == 0;
    if (!number || !(*seconds > 0) || *seconds > MOST_SECONDS)
        return plumb_fail(error, "--seconds: '%s' is not a number above 0, at most %d", option->value, MOST_SECONDS);
    return 0;
}

static int write_text(const void *diagnosis, FILE *stream) {
    plumb_diagnosis_text(diagnosis, stream);
    return 0;
}

static int write_json(const void *diagnosis, FILE *stream) {
    return plumb_diagnosis_json(diagnosis, stream);
}

static const plumb_reports reports = {write_text, "case", COLOR, {{JSON, write_json}}};

static int diagnose(const plumb_case *c, plumb_diagnose_options *how, const plumb_option *options, plumb_error *error) {
    plumb_progress progress = plumb_progress_begin();
    plumb_diagnosis diagnosis;
    how->progress = plumb_progress_tell;
    how->progress_context = &progress;
    int result = plumb_diagnose(c, how, &diagnosis, error);
    plumb_progress_end(&progress);
    if (result != 0)
        return plumb_refuse(error);
    result = plumb_reports_write(&reports, options, &diagnosis, error);
    int exit_code = result == 0 ? (int)diagnosis.stated.verdict : plumb_refuse(error);
    plumb_diagnosis_free(&diagnosis);
    return plumb_finish_output(exit_code);
}

int plumb_command_diagnose(int count, char **words) {
    plumb_option options[OPTIONS];
    plumb_error error;
    const char *operand;
    plumb_case c;
    plumb_diagnose_options how = {.seconds = 0};
    if (plumb_case_command_parse("diagnose", count, words, options, OPTIONS, &operand, &error) != 0 ||
        plumb_reports_check_case(&reports, operand, options, &error) != 0 ||
        read_seconds(&options[SECONDS], &how.seconds, &error) != 0 ||
        plumb_case_from_arguments(operand, options, false, &c, &error) != 0)
        return plumb_refuse(&error);
    how.without_pairs = options[NO_PAIRS].given;
    int exit_code = diagnose(&c, &how, options, &error);
    plumb_case_free(&c);
    return exit_code;
}
