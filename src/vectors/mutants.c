/* Each fault's output is computed by an engine that has the fault and no roundings except those of the fault itself.
   The vector catches the fault if some number is farther from the correct one than the error bound of the precision,
   plus the error of the balls' middles.  A fault is listed once, by its axis and its words. */
#include "vectors/mutants.h"
#include "bundle/rows.h"
#include "challenge/backward_faults.h"
#include "challenge/cheats.h"
#include "diagnose/changed.h"
#include "exact/definition.h"
#include "exact/finite.h"
#include "exact/visible.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Middles of balls are off by less than this part of the largest number of a row. */
#define STILL 1e-11

typedef struct {
    const plumb_candidate *candidate;
    const plumb_vector_answers *answers;
    const double *stale;
    plumb_storage *storage;
    plumb_caught *out;
    size_t capacity;
    double *mutant; /* its outputs */
} catching;

/* ---- what a neighbour computes ---- */

/* NaN where a number that it depends on is not finite, as arithmetic makes it; the right number where the ball says
   nothing, so that it shows nothing. */
static double number_of(const plumb_problem *p, size_t b, size_t h, size_t t, size_t c, plumb_ball ball, double right) {
    double value;
    if (plumb_exact_by_definition(p, b, h, t, plumb_exact_visible_count(p, b, h, t), PLUMB_OUTPUT, c, &value))
        return value;
    if (!plumb_exact_keys_finite(p, b, h, t) || !plumb_exact_column_finite(p, b, h, t, c))
        return NAN;
    return isfinite(ball.rad) ? ball.mid : right;
}

static int evaluate(const catching *w, const plumb_problem *p) {
    plumb_rows rows;
    if (plumb_rows_init(&rows, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_OUTPUT) != 0)
        return -1;
    for (size_t row = 0; row < plumb_rows_of(p); row++) {
        size_t head = row / p->query_length, b = head / p->query_heads, h = head % p->query_heads;
        size_t t = row % p->query_length;
        const plumb_row *r = plumb_rows_get(&rows, b, h, t);
        for (size_t c = 0; c < p->value_dim; c++)
            w->mutant[row * p->value_dim + c] =
                number_of(p, b, h, t, c, r->output[c], w->answers->out.middle[row * p->value_dim + c]);
    }
    plumb_rows_free(&rows);
    return 1;
}

static int evaluate_neighbour(const catching *w, const plumb_neighbour *neighbour) {
    const plumb_case *right = &w->answers->right;
    plumb_storage storage = {0};
    plumb_case changed;
    int made = plumb_change_case(right, &neighbour, 1, &storage, &changed);
    if (made == 1 && changed.output.value != right->output.value)
        memcpy(w->mutant, changed.output.value, w->answers->out.count * sizeof *w->mutant);
    else if (made == 1)
        made = evaluate(w, &changed.problem);
    plumb_storage_free(&storage);
    return made;
}

/* ---- whether it shows ---- */

static double largest_of_row(const catching *w, size_t row) {
    size_t width = w->answers->right.problem.value_dim;
    double most = 0;
    for (size_t i = row * width; i < (row + 1) * width; i++)
        most = fmax(most, fabs(w->answers->out.middle[i]));
    return most;
}

static bool is_beyond(const plumb_vector_result *result, size_t i, double mutant, double still) {
    double right = result->middle[i];
    if (isnan(right) || isnan(mutant))
        return isnan(right) != isnan(mutant);
    return fabs(mutant - right) > result->tolerance[i] + still;
}

static bool shows(const catching *w) {
    for (size_t i = 0; i < w->answers->out.count; i++)
        if (is_beyond(&w->answers->out, i, w->mutant[i],
                      STILL * largest_of_row(w, i / w->answers->right.problem.value_dim)))
            return true;
    return false;
}

/* Of a gradient; middles are off by less than a part of its largest number. */
static bool gradient_shows(const plumb_vector_result *result, const double *mutant) {
    double most = 0;
    for (size_t i = 0; i < result->count; i++)
        most = fmax(most, fabs(result->middle[i]));
    for (size_t i = 0; i < result->count; i++)
        if (is_beyond(result, i, mutant[i], STILL * most))
            return true;
    return false;
}

/* ---- the list ---- */

static bool is_own(const char *axes, const char *axis) {
    size_t length = strlen(axis);
    for (const char *s = axes; *s != 0;) {
        size_t part = strcspn(s, ",");
        if (part == length && strncmp(s, axis, length) == 0)
            return true;
        s += part;
        s += strspn(s, ", ");
    }
    return false;
}

static bool is_listed(const plumb_caught *caught, const char *axis, const char *does) {
    for (size_t i = 0; i < caught->count; i++)
        if (strcmp(caught->list[i].does, does) == 0 && strcmp(caught->list[i].axis, axis) == 0)
            return true;
    return false;
}

static int list_it(catching *w, const char *axis, const char *does) {
    plumb_caught *out = w->out;
    if (is_listed(out, axis, does))
        return 0;
    if (out->count == w->capacity) {
        plumb_mutant *list = plumb_storage_take(w->storage, 2 * w->capacity + 64, sizeof *list);
        if (list == NULL)
            return -1;
        if (out->count > 0)
            memcpy(list, out->list, out->count * sizeof *list);
        out->list = list;
        w->capacity = 2 * w->capacity + 64;
    }
    plumb_mutant mutant = {plumb_storage_text(w->storage, axis), plumb_storage_text(w->storage, does)};
    if (mutant.axis == NULL || mutant.does == NULL)
        return -1;
    out->list[out->count++] = mutant;
    out->own = out->own || is_own(w->candidate->family->axes, axis);
    return 0;
}

static int try_cheats(catching *w) {
    const plumb_cheat *cheat;
    for (size_t i = 0; (cheat = plumb_cheat_at(i)) != NULL; i++) {
        int made = plumb_cheat_evaluate(cheat, &w->answers->right, &w->answers->precision, w->answers->out.middle,
                                        w->stale, w->mutant);
        if (made == 1 && shows(w))
            made = list_it(w, cheat->of_softmax ? "exponentials" : "cheat", cheat->does);
        if (made < 0)
            return -1;
    }
    return 0;
}

static int try_neighbours(catching *w) {
    plumb_neighbourhood neighbours = {0};
    plumb_neighbours_that_compute(&w->answers->right, &neighbours);
    int result = neighbours.short_of_memory ? -1 : 0;
    for (size_t i = 0; i < neighbours.count && result == 0; i++) {
        int made = evaluate_neighbour(w, &neighbours.list[i]);
        result = made < 0 ? -1 : 0;
        if (made == 1 && shows(w))
            result = list_it(w, neighbours.list[i].axis, neighbours.list[i].does);
    }
    plumb_neighbourhood_free(&neighbours);
    return result;
}

/* ---- what a backward pass does wrong ---- */

/* Whether some gradient shows it; -1 if memory is short. */
static int backward_shows(const plumb_vector_answers *answers, const plumb_backward_fault *fault,
                          const plumb_gradient_balls *exact, double *const number[PLUMB_GRADIENT_COUNT]) {
    if (plumb_backward_fault_evaluate(&answers->right, fault, exact, number) != 0)
        return -1;
    for (size_t g = 0; g <= PLUMB_GRADIENT_OF_BIAS; g++) /* wrong passes have no sums over pairs of a position */
        if (answers->gradient[g].count > 0 && gradient_shows(&answers->gradient[g], number[g]))
            return 1;
    return 0;
}

static int try_backward_faults(catching *w) {
    plumb_backward_fault list[PLUMB_BACKWARD_FAULTS];
    size_t count = plumb_backward_faults_of(&w->answers->right, list);
    plumb_gradient_balls exact = {.mid = {NULL}};
    double *number[PLUMB_GRADIENT_COUNT] = {NULL};
    int result = 0;
    for (size_t g = 0; g < PLUMB_GRADIENT_COUNT; g++) {
        const plumb_vector_result *right = &w->answers->gradient[g];
        if (right->count == 0)
            continue;
        number[g] = calloc(right->count, sizeof *number[g]);
        exact.radius[g] = calloc(right->count, sizeof *exact.radius[g]);
        exact.mid[g] = right->middle;
        result = number[g] == NULL || exact.radius[g] == NULL ? -1 : result;
    }
    for (size_t i = 0; i < count && result == 0; i++) {
        int shown = backward_shows(w->answers, &list[i], &exact, number);
        result = shown < 0 ? -1 : shown == 1 ? list_it(w, "backward", list[i].says) : 0;
    }
    for (size_t g = 0; g < PLUMB_GRADIENT_COUNT; g++) {
        free(number[g]);
        free(exact.radius[g]);
    }
    return result;
}

static int try_all(catching *w) {
    if (w->answers->right.problem.loss.output != NULL)
        return try_backward_faults(w);
    return w->mutant == NULL || try_neighbours(w) != 0 || try_cheats(w) != 0 ? -1 : 0;
}

int plumb_vector_catch(const plumb_candidate *candidate, const plumb_vector_answers *answers, const double *stale,
                       plumb_storage *storage, plumb_caught *out) {
    *out = (plumb_caught){.count = 0};
    catching w = {candidate, answers, stale, storage, out, 0, malloc((answers->out.count + 1) * sizeof(double))};
    int result = try_all(&w);
    free(w.mutant);
    return result;
}
