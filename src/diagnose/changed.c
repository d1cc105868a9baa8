#include "diagnose/changed.h"
#include "precision/precision_text.h"
#include <string.h>

static bool has_as_many(const plumb_case *changed, plumb_quantity quantity) {
    const plumb_claim *claim = plumb_claim_of(changed, quantity);
    return !claim->present ||
           claim->count == plumb_rows_of(&changed->problem) * plumb_quantity_width(quantity, &changed->problem);
}

/* A change that gave the tensors another shape would compare numbers that are not there. */
static bool keeps_rows(const plumb_case *stated, const plumb_case *changed) {
    const plumb_problem *a = &stated->problem, *b = &changed->problem;
    bool same = a->batch == b->batch && a->query_heads == b->query_heads && a->query_length == b->query_length;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        plumb_quantity quantity = (plumb_quantity)q;
        same = same && has_as_many(changed, quantity) &&
               plumb_claim_of(stated, quantity)->present == plumb_claim_of(changed, quantity)->present;
    }
    return same;
}

int plumb_change_case(const plumb_case *stated, const plumb_neighbour *const *change, size_t changes,
                      plumb_storage *storage, plumb_case *changed) {
    memcpy(changed, stated, sizeof *changed);
    for (size_t i = 0; i < changes; i++) {
        int result = plumb_neighbour_make(change[i], storage, changed);
        if (result != 1)
            return result;
    }
    return keeps_rows(stated, changed) ? 1 : 0;
}

int plumb_change_row(const plumb_case *stated, const plumb_neighbour *change, const plumb_row_place *row,
                     plumb_storage *storage, plumb_case *changed) {
    memcpy(changed, stated, sizeof *changed);
    int result = plumb_neighbour_make_row(change, row, storage, changed);
    return result == 1 ? keeps_rows(stated, changed) : result;
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool plumb_changes_precision_alone(const plumb_case *stated, const plumb_case *changed) {
    plumb_case restored;
    memcpy(&restored, changed, sizeof restored);
    restored.precision = stated->precision;
    return !same_text(stated->precision, changed->precision) && memcmp(&restored, stated, sizeof restored) == 0;
}

bool plumb_base_precision(const plumb_case *c, plumb_precision *base) {
    plumb_error error;
    if (c->precision != NULL)
        return plumb_precision_of_case(c, c->precision, base, &error) == 0;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        const plumb_claim *claim = plumb_claim_of(c, (plumb_quantity)q);
        if (claim->present) {
            *base = *plumb_precision_default(claim->format);
            plumb_precision_suit(c, base);
            return true;
        }
    }
    return false;
}

int plumb_changed_precision(const plumb_case *stated, const plumb_precision *as_stated, const plumb_case *changed,
                            plumb_precision *precision, plumb_error *error) {
    if (changed->precision == NULL || same_text(stated->precision, changed->precision)) {
        *precision = *as_stated;
        return 0;
    }
    return plumb_precision_of_case(changed, changed->precision, precision, error);
}
