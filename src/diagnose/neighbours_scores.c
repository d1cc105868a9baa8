#include "diagnose/change.h"
#include "diagnose/changed.h"
#include "diagnose/changes.h"
#include "diagnose/fit.h"
#include "diagnose/gather.h"
#include "diagnose/rows.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The words tell the scales apart. */
void plumb_add_scale(const plumb_case *stated, plumb_other_scale other, bool fitted, const char *does,
                     plumb_neighbourhood *neighbourhood) {
    plumb_neighbour row = CALL(plumb_use_scale, .integer = other.rule, .second = other.integer, .number = other.number,
                               .fitted = fitted);
    plumb_problem problem = stated->problem;
    plumb_storage storage = {0};
    int result = plumb_change_scale_by(&storage, &problem, other);
    double scale = plumb_change_scale(&problem), before = plumb_change_scale(&stated->problem);
    int digits = fabs(scale / before - 1) < 1e-5 ? 10 : 6;
    const char *text = problem.scale.text == NULL ? "1/sqrt(head_dim)" : problem.scale.text;
    if (strlen(text) + sizeof "\"scale\":\"\"" <= sizeof row.member)
        snprintf(row.member, sizeof row.member, "\"scale\":\"%s\"", text);
    neighbourhood->short_of_memory = neighbourhood->short_of_memory || result < 0;
    if (result == 1 && !plumb_fit_listed(neighbourhood, row.member))
        plumb_row_add(stated, neighbourhood, PLUMB_NEIGHBOUR_FAULT, "scale", row,
                      "%s: a scale of %.*g instead of %.*g", does, digits, scale, digits, before);
    plumb_storage_free(&storage);
}

static void add_dimension(const plumb_case *stated, size_t dim, const char *name, plumb_neighbourhood *list) {
    plumb_other_scale other = {PLUMB_SCALE_INVERSE_ROOT, (int64_t)dim, 0};
    if (dim > 0 && dim != stated->problem.head_dim)
        plumb_add_scale(stated, other, false, TEXT("scales by 1/sqrt(%zu), of %s", dim, name), list);
}

/* Whether rounding the scale to binary32 is more than the stated precision does to it. */
static bool keeps_more_than_binary32(const plumb_case *stated) {
    plumb_precision precision;
    return plumb_base_precision(stated, &precision) && precision.input.unit < 0x1p-24;
}

#define OTHER_SCALE(rule, integer, does) \
    plumb_add_scale(stated, (plumb_other_scale){PLUMB_SCALE_##rule, integer, 0}, false, does, neighbourhood);
#define OF_DIMENSION(number, name) add_dimension(stated, number, name, neighbourhood);

void plumb_neighbours_of_scores(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    size_t dim = p->head_dim, rotated = p->position.kind == PLUMB_POSITION_ROPE ? p->position.rope.dim : 0;
    double cap = p->op.softcap;
    bool bias = p->extra.bias != NULL;
#include "diagnose/neighbours_scores.def"
    plumb_neighbours_of_fitted_scores(stated, neighbourhood);
}
