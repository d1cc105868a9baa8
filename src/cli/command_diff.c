#include "case/read.h"
#include "cli/arguments.h"
#include "cli/case_arguments.h"
#include "cli/commands.h"
#include "cli/evaluation_arguments.h"
#include "cli/progress.h"
#include "cli/reports.h"
#include "cli/team.h"
#include "compare/compare.h"
#include "compare/error_map.h"
#include "compare/report_html.h"
#include "compare/report_json.h"
#include "compare/report_junit.h"
#include "compare/report_text.h"
#include <stdio.h>

enum { HOW = PLUMB_CASE_OPTIONS, JSON = HOW + PLUMB_EVALUATION_OPTIONS, JUNIT, HTML, OPTIONS };

/* What a judgement leaves behind. */
typedef struct {
    plumb_report report;
    plumb_error_map map; /* only with --html */
} judgement;

static int write_text(const void *found, FILE *stream) {
    const judgement *judged = found;
    plumb_report_text(&judged->report, stream);
    return 0;
}

static int write_json(const void *found, FILE *stream) {
    const judgement *judged = found;
    return plumb_report_json(&judged->report, stream);
}

static int write_junit(const void *found, FILE *stream) {
    const judgement *judged = found;
    return plumb_report_junit(&judged->report, stream);
}

static int write_html(const void *found, FILE *stream) {
    const judgement *judged = found;
    return plumb_report_html(&judged->report, &judged->map, stream);
}

static const plumb_reports reports = {
    write_text, "case", {{JSON, write_json}, {JUNIT, write_junit}, {HTML, write_html}}};

/* How the case is judged; with --html, the map is filled. */
static int choose(const plumb_case *c, const plumb_option *options, plumb_compare_options *how, judgement *judged,
                  plumb_error *error) {
    plumb_evaluation_request request;
    if (plumb_evaluation_from_arguments(options + HOW, c, &request, error) != 0)
        return -1;
    *how = (plumb_compare_options){.team = plumb_program_team,
                                   .plausible = true,
                                   .from = request.from,
                                   .to = request.to,
                                   .minimal = request.minimal};
    if (!options[HTML].given)
        return 0;
    if (!plumb_error_map_init(&judged->map, c))
        return plumb_fail(error, "%s: not enough memory", c->source);
    how->element = plumb_error_map_element;
    how->element_context = &judged->map;
    return 0;
}

/* By all members of the team; the speaker has the whole map. */
static int judge(const plumb_case *c, plumb_compare_options *how, judgement *judged, plumb_error *error) {
    plumb_progress progress = plumb_progress_begin();
    if (plumb_is_speaker()) {
        how->progress = plumb_progress_rows;
        how->progress_context = &progress;
    }
    int result = plumb_compare(c, how, &judged->report, error);
    plumb_progress_end(&progress);
    if (result == 0 && plumb_error_map_unite(&judged->map, plumb_program_team) != 0)
        result = plumb_fail(error, "%s: the maps of the processes cannot be united", c->source);
    return result;
}

static int diff(const plumb_case *c, const plumb_option *options, plumb_error *error) {
    judgement judged = {.map = {.heads = 0}};
    plumb_compare_options how;
    const plumb_team *team = plumb_program_team;
    int result = plumb_team_agree(team, choose(c, options, &how, &judged, error), error);
    if (result == 0)
        result = plumb_team_agree(team, judge(c, &how, &judged, error), error);
    if (result == 0 && plumb_is_speaker())
        result = plumb_reports_write(&reports, options, &judged, error);
    result = plumb_team_agree(team, result, error);
    plumb_error_map_free(&judged.map);
    return result == 0 ? plumb_finish_output((int)judged.report.verdict) : plumb_refuse(error);
}

static int read_case(int count, char **words, plumb_option *options, plumb_case *c, plumb_error *error) {
    const char *operand;
    return plumb_case_command_parse("diff", count, words, options, OPTIONS, &operand, error) != 0 ||
                   plumb_reports_check_case(&reports, operand, options, error) != 0 ||
                   plumb_case_from_arguments(operand, options, true, c, error) != 0
               ? -1
               : 0;
}

int plumb_command_diff(int count, char **words) {
    plumb_option options[OPTIONS];
    plumb_error error;
    plumb_case c;
    int result = read_case(count, words, options, &c, &error);
    if (plumb_team_agree(plumb_program_team, result, &error) != 0) {
        if (result == 0)
            plumb_case_free(&c);
        return plumb_refuse(&error);
    }
    int exit_code = diff(&c, options, &error);
    plumb_case_free(&c);
    return exit_code;
}
