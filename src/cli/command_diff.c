#include "case/file.h"
#include "case/read.h"
#include "cli/arguments.h"
#include "cli/case_arguments.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "compare/compare.h"
#include "compare/report_json.h"
#include "compare/report_text.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { JSON = PLUMB_CASE_OPTIONS, JUNIT, HTML, OPTIONS };

static int check_formats(const plumb_option *options, plumb_error *error) {
    for (int i = JUNIT; i <= HTML; i++)
        if (options[i].given)
            return plumb_fail(error, "%s: not in this version; --json is", options[i].name);
    /* `diff --json CASE` would take the case for the place of the report. */
    const char *place = options[JSON].value;
    if (place != NULL && plumb_ends_in(place, ".safetensors"))
        return plumb_fail(error, "--json: '%s' is named like a case; put the case before --json",
                          place);
    return 0;
}

static int write_json(const plumb_report *report, const char *path, plumb_error *error) {
    plumb_new_file file;
    if (plumb_new_file_begin(path, &file, error) != 0)
        return -1;
    if (plumb_report_json(report, file.stream) != 0) {
        plumb_new_file_discard(&file);
        return plumb_fail(error, "%s: cannot be written", path);
    }
    return plumb_new_file_commit(&file, error);
}

/* JSON to a file goes with the text on standard output; JSON to standard output goes alone. */
static int print(const plumb_report *report, const plumb_option *json, plumb_error *error) {
    bool alone = json->given && (json->value == NULL || strcmp(json->value, "-") == 0);
    if (alone)
        return plumb_report_json(report, stdout) == 0
                   ? 0
                   : plumb_fail(error, "standard output: cannot be written");
    if (json->given && write_json(report, json->value, error) != 0)
        return -1;
    plumb_report_text(report, stdout);
    return 0;
}

static int diff(const plumb_case *c, const plumb_option *json, plumb_error *error) {
    plumb_progress progress = plumb_progress_begin();
    plumb_compare_options how = {.progress = plumb_progress_rows, .progress_context = &progress};
    plumb_report report;
    int result = plumb_compare(c, &how, &report, error);
    plumb_progress_end(&progress);
    if (result != 0)
        return plumb_refuse(error);
    int exit_code = print(&report, json, error) == 0 ? (int)report.verdict : plumb_refuse(error);
    return plumb_finish_output(exit_code);
}

int plumb_command_diff(int count, char **words) {
    plumb_option options[OPTIONS] = {
        [JSON] = {.name = "--json", .kind = PLUMB_VALUE_OPTIONAL},
        [JUNIT] = {.name = "--junit", .kind = PLUMB_VALUE_OPTIONAL},
        [HTML] = {.name = "--html", .kind = PLUMB_VALUE_OPTIONAL},
    };
    plumb_error error;
    const char *operand;
    plumb_case c;
    plumb_case_options(options);
    if (plumb_arguments_parse(count, words, options, OPTIONS, &operand, &error) != 0 ||
        check_formats(options, &error) != 0 ||
        plumb_case_from_arguments(operand, options, &c, &error) != 0)
        return plumb_refuse(&error);
    int exit_code = diff(&c, &options[JSON], &error);
    plumb_case_free(&c);
    return exit_code;
}
