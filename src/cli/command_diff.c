/* diff: one case, or several of which each gets a line. */
#include "case/read.h"
#include "cli/commands.h"
#include "cli/diff.h"
#include "cli/reports.h"
#include "cli/team.h"
#include "report/report.h"
#include <stdio.h>
#include <stdlib.h>

static int write_text(const void *found, FILE *stream) {
    const plumb_judgement *judged = found;
    plumb_report_text(&judged->report, stream);
    return 0;
}

static int write_nothing(const void *found, FILE *stream) {
    (void)found;
    (void)stream;
    return 0;
}

static int write_json(const void *found, FILE *stream) {
    const plumb_judgement *judged = found;
    return plumb_report_json(&judged->report, stream);
}

static int write_junit(const void *found, FILE *stream) {
    const plumb_judgement *judged = found;
    const plumb_report_origin origin = plumb_judgement_origin(judged);
    return plumb_report_junit(&judged->report, &origin, stream);
}

static int write_html(const void *found, FILE *stream) {
    const plumb_judgement *judged = found;
    const plumb_report_origin origin = plumb_judgement_origin(judged);
    return plumb_report_html(&judged->report, &judged->map, &origin, stream);
}

static plumb_reports reports_of(const plumb_option *options, int exit_code) {
    bool silent = options[PLUMB_DIFF_QUIET].given && exit_code == PLUMB_EXIT_DONE;
    return (plumb_reports){
        silent ? write_nothing : write_text,
        "case",
        PLUMB_DIFF_COLOR,
        {{PLUMB_DIFF_JSON, write_json}, {PLUMB_DIFF_JUNIT, write_junit}, {PLUMB_DIFF_HTML, write_html}}};
}

static int diff(const plumb_case *c, const char *operand, const plumb_option *options, plumb_error *error) {
    plumb_judgement judged;
    int result = plumb_diff_judge(c, operand, options, true, &judged, error);
    if (result == 0 && plumb_is_speaker()) {
        plumb_reports reports = reports_of(options, plumb_exit_code_of(&judged.report));
        result = plumb_reports_write(&reports, options, &judged, error);
    }
    result = plumb_team_agree(plumb_program_team, result, error);
    plumb_judgement_free(&judged);
    return result == 0 ? plumb_finish_output(plumb_exit_code_of(&judged.report)) : plumb_refuse(error);
}

static int read_case(const char *operand, const plumb_option *options, plumb_case *c, plumb_error *error) {
    plumb_reports reports = reports_of(options, PLUMB_FAIL);
    return plumb_reports_check_case(&reports, operand, options, error) != 0 ||
                   plumb_case_from_arguments(operand, options, true, c, error) != 0
               ? -1
               : 0;
}

static int diff_one(const char *operand, const plumb_option *options, plumb_error *error) {
    plumb_case c;
    int result = read_case(operand, options, &c, error);
    if (plumb_team_agree(plumb_program_team, result, error) != 0) {
        if (result == 0)
            plumb_case_free(&c);
        return plumb_refuse(error);
    }
    int exit_code = diff(&c, operand, options, error);
    plumb_case_free(&c);
    return exit_code;
}

static int diff_several(const char **operands, size_t count, const plumb_option *options, plumb_error *error) {
    plumb_case_files_list list = {0};
    int result = plumb_case_flags_absent(operands[0], options, error);
    for (size_t i = 0; result == 0 && i < count; i++)
        result = plumb_case_files_add(&list, operands[i], error);
    result = plumb_team_agree(plumb_program_team, result, error);
    int exit_code = result == 0 ? plumb_diff_list(&list, options, error) : plumb_refuse(error);
    plumb_case_files_free(&list);
    return exit_code;
}

/* operands has room for all words. */
static int parse(int count, char **words, plumb_option *options, const char **operands, size_t *found,
                 plumb_error *error) {
    int result = operands == NULL ? plumb_fail(error, "not enough memory")
                                  : plumb_case_command_parse_all("diff", count, words, options, PLUMB_DIFF_OPTIONS,
                                                                 operands, found, error);
    return plumb_team_agree(plumb_program_team, result == 0 ? plumb_diff_check(options, error) : result, error);
}

int plumb_command_diff(int count, char **words) {
    plumb_option options[PLUMB_DIFF_OPTIONS];
    plumb_error error;
    size_t found = 0;
    const char **operands = malloc(((size_t)count + 1) * sizeof *operands);
    int exit_code;
    if (parse(count, words, options, operands, &found, &error) != 0)
        exit_code = plumb_refuse(&error);
    else if (found > 1 || (found == 1 && plumb_names_cases(operands[0])))
        exit_code = diff_several(operands, found, options, &error);
    else
        exit_code = diff_one(found == 1 ? operands[0] : NULL, options, &error);
    free(operands);
    return exit_code;
}
