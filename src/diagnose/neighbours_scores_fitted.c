/* neighbours_scores_fitted.c - a scale and a softcap that no list of engines has, found from the
   numbers themselves. */
#include "case/scale.h"
#include "diagnose/change.h"
#include "diagnose/fit.h"
#include "diagnose/rows.h"
#include "schema/text.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* How much smaller and larger than the stated scale; softcaps that act on scores of usual sizes. */
#define FARTHEST 64.0
#define LEAST_SOFTCAP 0x1p-4
#define LARGEST_SOFTCAP 0x1p9

/* The largest head_dim that a fitted scale may be said to be of, and what those are multiples of that it may only be
   near. */
#define LARGEST_DIM 0x1p20
#define DIMENSIONS 8

/* Digits that a fit to numbers in binary32 knows, and what all numbers together say in 16 bits. */
enum { DIGITS_KNOWN = 9, DIGITS_SEEN = 4 };

typedef struct {
    bool negative;
    char text[PLUMB_SCALE_TEXT];
} scale_workspace;

static void set_scale(plumb_problem *problem, double parameter, void *context) {
    scale_workspace *workspace = context;
    plumb_scale_print(workspace->negative ? -parameter : parameter, workspace->text);
    problem->scale.text = workspace->text;
}

/* Whether a neighbour with about that scale stands in the list. */
static bool scale_is_listed(const plumb_case *stated, const plumb_neighbourhood *list, double scale) {
    bool listed = false;
    for (size_t i = 0; i < list->count && !listed; i++) {
        const plumb_neighbour *neighbour = &list->list[i];
        plumb_storage storage = {0};
        plumb_case changed = *stated;
        listed = strcmp(neighbour->axis, "scale") == 0 && plumb_neighbour_make(neighbour, &storage, &changed) == 1 &&
                 plumb_fit_same(scale, plumb_change_scale(&changed.problem));
        plumb_storage_free(&storage);
    }
    return listed;
}

/* Whether the number is meant by 1/sqrt(dim): exactly that, or about, of a head whose size is padded or of several
   heads together. */
static bool is_of_dimension(double size, double dim) {
    bool near = fmod(dim, DIMENSIONS) == 0 && plumb_fit_same(size, 1 / sqrt(dim));
    return dim >= 2 && dim <= LARGEST_DIM && (near || plumb_fit_is(size, 1 / sqrt(dim)));
}

#define says_times(factor, known) \
    TEXT("scales by about %.*g times what is stated", plumb_digits_of_factor(factor, known), factor)

static void add_scale(const plumb_case *stated, bool up_to_factor, plumb_neighbourhood *list) {
    double scale = plumb_change_scale(&stated->problem), size;
    scale_workspace workspace = {.negative = scale < 0};
    const plumb_fitted fitted = {.set = set_scale,
                                 .context = &workspace,
                                 .low = fabs(scale) / FARTHEST,
                                 .high = fabs(scale) * FARTHEST,
                                 .up_to_factor = up_to_factor};
    if (!(fabs(scale) > 0) || !plumb_fit(stated, &fitted, list, &size))
        return;
    double found = plumb_fit_rounded(workspace.negative ? -size : size, DIGITS_KNOWN);
    double dim = round(1 / (size * size));
    if (plumb_fit_same(found, scale) || scale_is_listed(stated, list, found))
        return;
    bool has_name = !workspace.negative && is_of_dimension(size, dim);
    if (has_name)
        plumb_add_scale(stated, (plumb_other_scale){PLUMB_SCALE_INVERSE_ROOT, (int64_t)dim, 0}, true,
                        TEXT("scales by 1/sqrt(%.0f)", dim), list);
    if (!has_name || !plumb_fit_is(size, 1 / sqrt(dim)))
        plumb_add_scale(stated, (plumb_other_scale){PLUMB_SCALE_NUMBER, 0, found}, true,
                        says_times(found / scale, DIGITS_KNOWN), list);
}

static void set_softcap(plumb_problem *problem, double parameter, void *context) {
    (void)context;
    if (problem->op.softcap == 0)
        problem->op.softcap_order = PLUMB_CAP_BIAS_MASK;
    problem->op.softcap = parameter;
}

static void list_softcap(const plumb_case *stated, double softcap, const char *about, plumb_neighbourhood *list) {
    plumb_neighbour row = FITTED(STATE("\"softcap\":%.9g", softcap));
    double before = stated->problem.op.softcap;
    row.alone = before == 0;
    if (!plumb_fit_listed(list, row.states))
        plumb_row_add(stated, list, PLUMB_NEIGHBOUR_FAULT, "softcap", row, "has a softcap of %s%g%s", about, softcap,
                      before == 0 ? "" : TEXT(" instead of %g", before));
}

static void add_softcap(const plumb_case *stated, plumb_neighbourhood *list) {
    double softcap = stated->problem.op.softcap, size;
    const plumb_fitted fitted = {.set = set_softcap, .low = LEAST_SOFTCAP, .high = LARGEST_SOFTCAP};
    if (!plumb_fit(stated, &fitted, list, &size) ||
        (softcap > 0 && plumb_fit_same(size, softcap)))
        return;
    double rounded = plumb_fit_rounded(size, 2);
    if (plumb_fit_same(size, rounded))
        list_softcap(stated, rounded, "", list);
    if (!plumb_fit_is(size, rounded))
        list_softcap(stated, plumb_fit_rounded(size, DIGITS_KNOWN), "about ", list);
}

void plumb_neighbours_of_fitted_scores(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    add_scale(stated, false, neighbourhood);
    add_softcap(stated, neighbourhood);
}

void plumb_neighbours_of_scale_and_factor(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    add_scale(stated, true, neighbourhood);
}

void plumb_neighbours_of_seen_scale(const plumb_case *stated, double factor, plumb_neighbourhood *neighbourhood) {
    double found = plumb_fit_rounded(plumb_change_scale(&stated->problem) * factor, DIGITS_SEEN);
    plumb_add_scale(stated, (plumb_other_scale){PLUMB_SCALE_NUMBER, 0, found}, true, says_times(factor, DIGITS_SEEN),
                    neighbourhood);
}
