#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/progress.h"
#include "cli/reports.h"
#include "same/same.h"
#include <stdlib.h>

/* In the order of cli/flags.c. */
enum { JSON, COLOR, BATCH, QUERY, SCHEMA, OPTIONS };

static int write_text(const void *result, FILE *stream) {
    plumb_same_text(result, stream);
    return 0;
}

static int write_json(const void *result, FILE *stream) {
    return plumb_same_json(result, stream);
}

static const plumb_reports reports = {write_text, "cases", COLOR, {{JSON, write_json}}};

static int read_part(const plumb_option *options, plumb_same_part *part, plumb_error *error) {
    *part = (plumb_same_part){.of_batch = options[BATCH].given, .of_queries = options[QUERY].given};
    return plumb_count_of(&options[BATCH], 0, &part->batch, error) != 0
               ? -1
               : plumb_count_of(&options[QUERY], 0, &part->query, error);
}

static int compare_and_print(plumb_same_request *request, const plumb_option *options, int *exit_code,
                             plumb_error *error) {
    plumb_progress progress = plumb_progress_begin();
    plumb_same_result result;
    request->progress = plumb_progress_tell;
    request->progress_context = &progress;
    int status = plumb_same(request, &result, error);
    plumb_progress_end(&progress);
    if (status != 0)
        return -1;
    *exit_code = (int)plumb_same_verdict(&result);
    status = plumb_reports_write(&reports, options, &result, error);
    plumb_same_free(&result);
    return status;
}

/* cases has room for all words. */
static int same(int count, char **words, const char **cases, int *exit_code, plumb_error *error) {
    plumb_option options[OPTIONS];
    plumb_same_request request = {.path = cases};
    plumb_flags_of("same", options);
    if (plumb_arguments_parse_all(count, words, options, OPTIONS, cases, &request.runs, error) != 0 ||
        read_part(options, &request.part, error) != 0 ||
        plumb_reports_check(&reports, options, cases, request.runs, error) != 0)
        return -1;
    if (request.runs < 2)
        return plumb_fail(error, "same: %s given; expected the .safetensors files of two or more runs of one problem",
                          request.runs == 0 ? "no case" : "one case");
    return compare_and_print(&request, options, exit_code, error);
}

int plumb_command_same(int count, char **words) {
    plumb_error error;
    int exit_code = PLUMB_EXIT_DONE;
    const char **cases = malloc(((size_t)count + 1) * sizeof *cases);
    int result =
        cases != NULL ? same(count, words, cases, &exit_code, &error) : plumb_fail(&error, "not enough memory");
    free(cases);
    return result == 0 ? plumb_finish_output(exit_code) : plumb_refuse(&error);
}
