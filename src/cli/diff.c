#include "cli/diff.h"
#include "case/borrowed.h"
#include "cli/progress.h"
#include "cli/repeat.h"
#include "cli/team.h"
#include "diagnose/diagnose.h"
#include "library/version.h"
#include <stdlib.h>
#include <time.h>

/* More are a mistake. */
enum { MOST_THREADS = 4096 };

/* Six digits, so that they can be typed again; the same for all members of the team. */
static int draw_seed(size_t *seed, plumb_error *error) {
    const plumb_team *team = plumb_program_team;
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t drawn = ((uint64_t)now.tv_sec * 1000003 + (uint64_t)now.tv_nsec) % 1000000;
    uint64_t *all = malloc(plumb_team_members(team) * sizeof *all);
    bool told = all != NULL && (team == NULL || team->gather(&drawn, sizeof drawn, all) == 0);
    *seed = (size_t)(told && team != NULL ? all[0] : drawn);
    free(all);
    return told ? 0 : plumb_fail(error, "--sample: not enough memory");
}

static int choose_must_notice(const plumb_option *option, plumb_must_notice *must, plumb_error *error) {
    return option->given ? plumb_must_notice_parse("--must-notice", option->value, must, error) : 0;
}

/* --sample, --seed, --must-notice, --threads. */
static int choose_share(const plumb_option *options, plumb_compare_options *how, plumb_error *error) {
    size_t seed = 0, threads = 0;
    if (plumb_count_of(&options[PLUMB_DIFF_SAMPLE], 1, &how->sample, error) != 0 ||
        plumb_count_of(&options[PLUMB_DIFF_SEED], 0, &seed, error) != 0 ||
        plumb_count_of(&options[PLUMB_DIFF_THREADS], 1, &threads, error) != 0 ||
        choose_must_notice(&options[PLUMB_DIFF_MUST_NOTICE], &how->must_notice, error) != 0)
        return -1;
    if (threads > MOST_THREADS)
        return plumb_fail(error, "--threads: '%s' is more than %d", options[PLUMB_DIFF_THREADS].value, MOST_THREADS);
    if (options[PLUMB_DIFF_SEED].given && !options[PLUMB_DIFF_SAMPLE].given)
        return plumb_fail(error, "--seed: needs --sample, whose rows it draws");
    if (options[PLUMB_DIFF_ALL].given && options[PLUMB_DIFF_SAMPLE].given)
        return plumb_fail(error, "--all: cannot be combined with --sample, which leaves rows out");
    if (options[PLUMB_DIFF_SAMPLE].given && !options[PLUMB_DIFF_SEED].given && draw_seed(&seed, error) != 0)
        return -1;
    how->seed = seed;
    how->threads = (int)threads;
    return 0;
}

/* How the case is judged; with --html, the map is filled. */
static int choose(const plumb_case *c, const plumb_option *options, plumb_compare_options *how, plumb_judgement *judged,
                  plumb_error *error) {
    plumb_evaluation_request request;
    if (plumb_evaluation_from_arguments(options + PLUMB_DIFF_HOW, c, &request, error) != 0)
        return -1;
    *how = (plumb_compare_options){.team = plumb_program_team,
                                   .plausible = true,
                                   .from = request.from,
                                   .to = request.to,
                                   .ask_all = options[PLUMB_DIFF_ALL].given,
                                   .minimal = request.minimal};
    if (choose_share(options, how, error) != 0)
        return -1;
    if (!options[PLUMB_DIFF_HTML].given)
        return 0;
    if (!plumb_error_map_init(&judged->map, c))
        return plumb_fail(error, "%s: not enough memory", c->source);
    how->element = plumb_error_map_element;
    how->element_context = &judged->map;
    return 0;
}

/* By all members of the team; the speaker has the whole map. */
static int compare(const plumb_case *c, plumb_compare_options *how, plumb_judgement *judged, plumb_error *error) {
    plumb_progress progress = plumb_progress_begin();
    if (plumb_is_speaker()) {
        how->progress = plumb_progress_tell;
        how->progress_context = &progress;
    }
    int result = plumb_compare(c, how, &judged->report, error);
    plumb_progress_end(&progress);
    if (result == 0 && plumb_error_map_unite(&judged->map, plumb_program_team) != 0)
        result = plumb_fail(error, "%s: the maps of the processes cannot be combined", c->source);
    return result;
}

int plumb_diff_check(const plumb_option *options, plumb_error *error) {
    plumb_compare_options how = {.threads = 0};
    return choose_share(options, &how, error);
}

static void note_origin(const char *operand, const plumb_option *options, plumb_judgement *judged) {
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) != NULL)
        strftime(judged->date, sizeof judged->date, "%Y-%m-%dT%H:%M:%SZ", &parts);
    judged->command = plumb_repeat_diff(operand, options, &judged->report);
    judged->diagnose = plumb_repeat_diagnose(operand, options);
}

typedef void use_rows(plumb_borrowed *, const plumb_problem *, size_t, size_t, size_t, size_t);

static void with_all_rows(const plumb_case *c, use_rows *use) {
    for (size_t b = 0; b < c->problem.batch; b++)
        for (size_t h = 0; h < c->problem.query_heads; h++)
            use(c->borrowed, &c->problem, b, h, 0, c->problem.query_length);
}

/* Alone: a team would wait for its speaker.  What cannot be diagnosed is told without it.  A diagnosis reads all rows
   at any time, so all are held. */
static void diagnose(const plumb_case *c, const plumb_compare_options *how, plumb_judgement *judged) {
    const plumb_diagnose_options options = {.threads = how->threads};
    plumb_diagnosis diagnosis;
    plumb_error error;
    if (plumb_program_team != NULL || judged->report.verdict == PLUMB_PASS)
        return;
    with_all_rows(c, plumb_borrowed_hold);
    if (plumb_diagnose(c, &options, &diagnosis, &error) == 0) {
        plumb_diagnosis_summary(&diagnosis, judged->diagnosis, sizeof judged->diagnosis);
        plumb_diagnosis_free(&diagnosis);
    }
    with_all_rows(c, plumb_borrowed_release);
}

int plumb_diff_judge(const plumb_case *c, const char *operand, const plumb_option *options, bool diagnoses,
                     plumb_judgement *judged, plumb_error *error) {
    plumb_compare_options how;
    const plumb_team *team = plumb_program_team;
    *judged = (plumb_judgement){.command = NULL};
    int result = plumb_team_agree(team, choose(c, options, &how, judged, error), error);
    if (result == 0)
        result = plumb_team_agree(team, compare(c, &how, judged, error), error);
    if (result == 0)
        note_origin(operand, options, judged);
    if (result == 0 && diagnoses && (options[PLUMB_DIFF_JUNIT].given || options[PLUMB_DIFF_HTML].given))
        diagnose(c, &how, judged);
    return result;
}

plumb_report_origin plumb_judgement_origin(const plumb_judgement *judged) {
    return (plumb_report_origin){.version = PLUMB_VERSION,
                                 .date = *judged->date != 0 ? judged->date : NULL,
                                 .command = judged->command,
                                 .diagnose = judged->diagnose,
                                 .diagnosis = judged->diagnosis};
}

void plumb_judgement_free(plumb_judgement *judged) {
    plumb_error_map_free(&judged->map);
    free(judged->command);
    free(judged->diagnose);
}
