/* command_eval.c - plumb eval: flags, places of the outputs and the case are checked before anything is computed, so
   that bad input leaves no file.  Several processes may share the work: each evaluates its bundles of rows and leaves 0
   in the places of the others, their numbers are summed, and one process alone prints and writes.  After each step they
   agree whether it succeeded, so that all go on or all end.  Balls become two tensors, or two .npy files, of middles
   and of radii. */
#include "backward/gradients.h"
#include "base/new_file.h"
#include "base/printable.h"
#include "case/choices.h"
#include "case/read.h"
#include "case/write.h"
#include "cli/arguments.h"
#include "cli/case_arguments.h"
#include "cli/commands.h"
#include "cli/evaluation_arguments.h"
#include "cli/places.h"
#include "cli/progress.h"
#include "cli/team.h"
#include "library/evaluation.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOW = PLUMB_CASE_OPTIONS, EMIT = HOW + PLUMB_EVALUATION_OPTIONS, ROUND, TARGET, OPTIONS };

typedef struct {
    plumb_quantity quantity;
    bool of_loss; /* emit `gradient`, not a quantity of the forward pass */
    plumb_gradient gradient;
    bool rounded;
    plumb_format format; /* what to round to; balls are F64 */
    const char *target;
    bool npy;
    plumb_evaluation_request how;
} request;

static int read_quantity(const plumb_option *options, request *r, plumb_error *error) {
    if (!options[EMIT].given)
        return plumb_fail(error, "--emit: missing; expected one of output, weights, scores, lse, dq, dk, dv, dsinks, "
                                 "dbias, dslopes, dtable");
    const char *names[PLUMB_QUANTITIES + PLUMB_GRADIENT_COUNT + 1] = {NULL};
    size_t chosen;
    for (int i = 0; i < PLUMB_QUANTITIES; i++)
        names[i] = plumb_quantity_name((plumb_quantity)i);
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++)
        names[PLUMB_QUANTITIES + i] = plumb_gradient_name((plumb_gradient)i);
    if (plumb_choose_word(names, "--emit", options[EMIT].value, &chosen, error) != 0)
        return -1;
    r->of_loss = chosen >= PLUMB_QUANTITIES;
    if (r->of_loss)
        r->gradient = (plumb_gradient)(chosen - PLUMB_QUANTITIES);
    else
        r->quantity = (plumb_quantity)chosen;
    return 0;
}

static int read_rounding(const plumb_option *options, request *r, plumb_error *error) {
    r->rounded = options[ROUND].given;
    r->format = PLUMB_F64;
    return r->rounded ? plumb_rounding_choose("--round", options[ROUND].value, &r->format, error) : 0;
}

static int read_target(const plumb_option *options, request *r, plumb_error *error) {
    if (!options[TARGET].given)
        return plumb_fail(error, "-o: missing; expected a .safetensors or .npy file to write");
    r->target = options[TARGET].value;
    r->npy = plumb_ends_in(r->target, ".npy");
    if (!r->npy && !plumb_ends_in(r->target, ".safetensors"))
        return plumb_fail(error, "-o: '%s' ends in neither .safetensors nor .npy", r->target);
    if (r->npy && r->format == PLUMB_BF16)
        return plumb_fail(error, "-o: '%s': .npy has no bf16; write a .safetensors file", r->target);
    return 0;
}

static int read_request(const plumb_option *options, request *r, plumb_error *error) {
    return read_quantity(options, r, error) != 0 || read_rounding(options, r, error) != 0 ||
                   read_target(options, r, error) != 0
               ? -1
               : 0;
}

static const char *name_of(const request *r) {
    return r->of_loss ? plumb_gradient_name(r->gradient) : plumb_quantity_name(r->quantity);
}

static plumb_answer answer_shape(const request *r, const plumb_case *c, const char *name, const double *value) {
    const plumb_problem *problem = &c->problem;
    plumb_answer answer = {
        .name = name,
        .format = r->format,
        .rank = r->quantity == PLUMB_LSE ? 3 : 4,
        .shape = {problem->batch, problem->query_heads, r->how.to - r->how.from,
                  plumb_quantity_width(r->quantity, problem)},
        .value = value,
    };
    if (r->of_loss)
        plumb_gradient_shape(c, r->gradient, &answer.rank, answer.shape);
    return answer;
}

typedef struct {
    const plumb_answer *answer;
    size_t count;
} answers;

static int write_safetensors(const void *context, size_t i, plumb_new_file *file, plumb_error *error) {
    const answers *all = context;
    (void)i;
    return plumb_write_safetensors(file, all->answer, all->count, error);
}

static int write_npy(const void *context, size_t i, plumb_new_file *file, plumb_error *error) {
    const answers *all = context;
    return plumb_write_npy(file, &all->answer[i], error);
}

/* FILE.npy -> FILE_radius.npy, to be freed. */
static char *radius_path(const char *path) {
    static const char ending[] = "_radius.npy";
    size_t stem = strlen(path) - strlen(".npy");
    char *result = malloc(stem + sizeof ending);
    if (result != NULL) {
        memcpy(result, path, stem);
        memcpy(result + stem, ending, sizeof ending);
    }
    return result;
}

static int write_ball_arrays(const request *r, const answers *all, plumb_error *error) {
    char *beside = radius_path(r->target);
    if (beside == NULL)
        return plumb_fail(error, "%s: not enough memory", r->target);
    const char *const paths[] = {r->target, beside};
    int result = plumb_new_files_write(paths, 2, write_npy, all, error);
    if (result == 0) {
        fputs("plumb: ", stderr);
        plumb_printable_print(r->target, stderr);
        fputs(" holds the middles, ", stderr);
        plumb_printable_print(beside, stderr);
        fputs(" the radii\n", stderr);
    }
    free(beside);
    return result;
}

/* Middles and radii, or rounded values; NULL where there are none. */
typedef struct {
    size_t count;
    double *mid, *radius;
} numbers;

static plumb_evaluation evaluation_of(const request *r, plumb_progress *progress) {
    plumb_evaluation how = {.from = r->how.from,
                            .to = r->how.to,
                            .minimal = r->how.minimal,
                            .member = plumb_team_member(plumb_program_team),
                            .members = plumb_team_members(plumb_program_team)};
    if (plumb_is_speaker())
        how.counter = (plumb_row_counter){plumb_progress_tell, progress};
    return how;
}

/* One process evaluates all of them. */
static int evaluate_gradient(const request *r, const plumb_case *c, const numbers *n, plumb_error *error) {
    plumb_gradient_balls to = {.mid = {NULL}};
    to.mid[r->gradient] = n->mid;
    to.radius[r->gradient] = n->radius;
    return plumb_is_speaker() ? plumb_gradients_evaluate(c, 0, &to, error) : 0;
}

/* The rows of this process; the numbers of the others' are 0. */
static int evaluate(const request *r, const plumb_case *c, const numbers *n, plumb_error *error) {
    if (r->of_loss)
        return evaluate_gradient(r, c, n, error);
    plumb_progress progress = plumb_progress_begin();
    plumb_evaluation how = evaluation_of(r, &progress);
    int result = r->rounded ? plumb_evaluate_rounded(c, r->quantity, r->format, &how, n->mid, error)
                            : plumb_evaluate_balls(c, r->quantity, &how, n->mid, n->radius, error);
    plumb_progress_end(&progress);
    return result;
}

/* The speaker's numbers become those of all rows. */
static int unite(const plumb_case *c, const numbers *n, plumb_error *error) {
    const plumb_team *team = plumb_program_team;
    if (team == NULL)
        return 0;
    return team->unite(n->mid, n->count) == 0 && (n->radius == NULL || team->unite(n->radius, n->count) == 0)
               ? 0
               : plumb_fail(error, "%s: the numbers of the processes cannot be combined", c->source);
}

static int write_numbers(const request *r, const plumb_case *c, const numbers *n, plumb_error *error) {
    char name[32];
    snprintf(name, sizeof name, "%s_radius", name_of(r));
    const plumb_answer answer[] = {answer_shape(r, c, name_of(r), n->mid), answer_shape(r, c, name, n->radius)};
    const answers all = {answer, r->rounded ? 1 : 2};
    if (r->npy && !r->rounded)
        return write_ball_arrays(r, &all, error);
    return plumb_new_files_write(&r->target, 1, r->npy ? write_npy : write_safetensors, &all, error);
}

static int get_workspace(const request *r, const plumb_case *c, numbers *n, plumb_error *error) {
    plumb_evaluation how = evaluation_of(r, NULL);
    n->count = r->of_loss ? plumb_gradient_count(c, r->gradient) : plumb_evaluation_count(c, r->quantity, &how);
    n->mid = calloc(n->count + 1, sizeof *n->mid);
    n->radius = r->rounded ? NULL : calloc(n->count + 1, sizeof *n->radius);
    return n->mid != NULL && (r->rounded || n->radius != NULL)
               ? 0
               : plumb_fail(error, "%s: not enough memory for %zu values", c->source, n->count);
}

static int eval(const request *r, const plumb_case *c, plumb_error *error) {
    numbers n;
    const plumb_team *team = plumb_program_team;
    int result = plumb_team_agree(team, get_workspace(r, c, &n, error), error);
    if (result == 0)
        result = plumb_team_agree(team, evaluate(r, c, &n, error), error);
    if (result == 0)
        result = plumb_team_agree(team, unite(c, &n, error), error);
    if (result == 0 && plumb_is_speaker())
        result = write_numbers(r, c, &n, error);
    free(n.mid);
    free(n.radius);
    return plumb_team_agree(team, result, error);
}

static int check_places(const char *operand, const plumb_option *options, const request *r, plumb_error *error) {
    const char *inputs[PLUMB_CASE_FILES];
    char *beside = r->npy && !r->rounded ? radius_path(r->target) : NULL;
    const plumb_place outputs[] = {{"-o", r->target}, {"-o", beside}};
    plumb_case_files(operand, options, inputs);
    int result = plumb_places_check(outputs, 2, inputs, PLUMB_CASE_FILES, error);
    free(beside);
    return result;
}

static int read_case(int count, char **words, plumb_option *options, request *r, plumb_case *c, plumb_error *error) {
    const char *operand;
    return plumb_case_command_parse("eval", count, words, options, OPTIONS, &operand, error) != 0 ||
                   read_request(options, r, error) != 0 || check_places(operand, options, r, error) != 0 ||
                   plumb_case_from_arguments(operand, options, false, c, error) != 0
               ? -1
               : 0;
}

/* Gradients are written as middles and radii, of all rows. */
static int check_gradient(const plumb_option *options, const request *r, const plumb_case *c, plumb_error *error) {
    static const int none[] = {ROUND, HOW + PLUMB_ROWS_OPTION, HOW + PLUMB_MINIMAL_OPTION};
    char asked[32];
    snprintf(asked, sizeof asked, "--emit %s", name_of(r));
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (options[none[i]].given)
            return plumb_fail(error,
                              "%s: cannot be combined with %s, which is written as middles and radii for all rows",
                              options[none[i]].name, asked);
    return plumb_gradients_check(c, r->gradient, asked, error);
}

static int check(const plumb_option *options, request *r, const plumb_case *c, plumb_error *error) {
    if (r->of_loss && check_gradient(options, r, c, error) != 0)
        return -1;
    return plumb_evaluation_from_arguments(options + HOW, c, &r->how, error) != 0 ||
                   plumb_evaluation_check(c, r->quantity, "--emit", error) != 0
               ? -1
               : 0;
}

int plumb_command_eval(int count, char **words) {
    plumb_option options[OPTIONS];
    plumb_error error;
    request r = {.quantity = PLUMB_OUTPUT};
    plumb_case c;
    const plumb_team *team = plumb_program_team;
    int result = read_case(count, words, options, &r, &c, &error);
    bool holds_case = result == 0;
    result = plumb_team_agree(team, result, &error);
    if (result == 0)
        result = plumb_team_agree(team, check(options, &r, &c, &error), &error);
    if (result == 0)
        result = eval(&r, &c, &error);
    if (holds_case)
        plumb_case_free(&c);
    return result == 0 ? PLUMB_EXIT_DONE : plumb_refuse(&error);
}
