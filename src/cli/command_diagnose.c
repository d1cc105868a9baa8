#include "case/new_file.h"
#include "case/read.h"
#include "cli/arguments.h"
#include "cli/case_arguments.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/places.h"
#include "cli/progress.h"
#include "diagnose/diagnose.h"
#include "diagnose/report_json.h"
#include "diagnose/report_text.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JSON = PLUMB_CASE_OPTIONS, NO_PAIRS, SECONDS, OPTIONS };

/* A day; longer is a mistake in the unit. */
#define MOST_SECONDS 86400

static int read_seconds(const plumb_option *option, double *seconds, plumb_error *error) {
    if (!option->given)
        return 0;
    char *end;
    *seconds = strtod(option->value, &end);
    bool number = strspn(option->value, "0123456789.") == strlen(option->value) && *end == 0;
    if (!number || !(*seconds > 0) || *seconds > MOST_SECONDS)
        return plumb_fail(error, "--seconds: '%s' is not a number above 0, at most %d",
                          option->value, MOST_SECONDS);
    return 0;
}

static int read_how(const plumb_option *options, plumb_diagnose_options *how, plumb_error *error) {
    /* `diagnose --json CASE` would take the case for the place of the report. */
    const char *place = options[JSON].value;
    if (place != NULL && plumb_ends_in(place, ".safetensors"))
        return plumb_fail(error, "--json: '%s' is named like a case; put the case before --json",
                          place);
    *how = (plumb_diagnose_options){.without_pairs = options[NO_PAIRS].given};
    return read_seconds(&options[SECONDS], &how->seconds, error);
}

static int check_place(const char *operand, const plumb_option *options, plumb_error *error) {
    const char *inputs[PLUMB_CASE_FILES];
    const plumb_option *json = &options[JSON];
    const plumb_place output = {json->name, plumb_to_standard_output(json) ? NULL : json->value};
    plumb_case_files(operand, options, inputs);
    return plumb_places_check(&output, 1, inputs, PLUMB_CASE_FILES, error);
}

static int write_json(const plumb_diagnosis *diagnosis, const char *path, plumb_error *error) {
    plumb_new_file file;
    if (plumb_new_file_begin(path, &file, error) != 0)
        return -1;
    if (plumb_diagnosis_json(diagnosis, file.stream) == 0)
        return plumb_new_file_commit(&file, error);
    plumb_new_file_discard(&file);
    return plumb_fail(error, "%s: cannot be written", path);
}

/* JSON to standard output goes alone; beside JSON to a file goes the text. */
static int print(const plumb_diagnosis *diagnosis, const plumb_option *json, plumb_error *error) {
    if (plumb_to_standard_output(json))
        return plumb_diagnosis_json(diagnosis, stdout) == 0
                   ? 0
                   : plumb_fail(error, "standard output: cannot be written");
    if (json->given && write_json(diagnosis, json->value, error) != 0)
        return -1;
    plumb_diagnosis_text(diagnosis, stdout);
    return 0;
}

static int diagnose(const plumb_case *c, plumb_diagnose_options *how, const plumb_option *json,
                    plumb_error *error) {
    plumb_progress progress = plumb_progress_begin();
    plumb_diagnosis diagnosis;
    how->progress = plumb_progress_rows;
    how->progress_context = &progress;
    int result = plumb_diagnose(c, how, &diagnosis, error);
    plumb_progress_end(&progress);
    if (result != 0)
        return plumb_refuse(error);
    result = print(&diagnosis, json, error);
    int exit_code = result == 0 ? (int)diagnosis.stated.verdict : plumb_refuse(error);
    plumb_diagnosis_free(&diagnosis);
    return plumb_finish_output(exit_code);
}

int plumb_command_diagnose(int count, char **words) {
    plumb_option options[OPTIONS];
    plumb_diagnose_options how;
    plumb_error error;
    const char *operand;
    plumb_case c;
    plumb_case_options(options);
    plumb_flags_of("diagnose", options + JSON);
    if (plumb_arguments_parse(count, words, options, OPTIONS, &operand, &error) != 0 ||
        read_how(options, &how, &error) != 0 || check_place(operand, options, &error) != 0 ||
        plumb_case_from_arguments(operand, options, &c, &error) != 0)
        return plumb_refuse(&error);
    int exit_code = diagnose(&c, &how, &options[JSON], &error);
    plumb_case_free(&c);
    return exit_code;
}
