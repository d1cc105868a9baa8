#include "diagnose/acceptance.h"
#include <math.h>
#include <stdlib.h>

/* Finite numbers that stand for -infinity in masks that are added: -10000 of BERT, -1e9, the lowest
   finite numbers of formats; a score may raise the first a little. */
#define HIDDEN_SCORE -9000.0

/* What part of the errors a change may leave that explains them. */
#define LEFT 0.5

int plumb_acceptance_init(plumb_acceptance *acceptance, const plumb_findings *stated) {
    *acceptance = (plumb_acceptance){.stated = stated};
    acceptance->error = calloc(stated->rows + 1, sizeof *acceptance->error);
    acceptance->unexplained = calloc(stated->rows + 1, 1);
    acceptance->wrong = calloc(stated->rows + 1, 1);
    if (acceptance->error != NULL && acceptance->unexplained != NULL && acceptance->wrong != NULL)
        return 0;
    plumb_acceptance_free(acceptance);
    return -1;
}

void plumb_acceptance_free(plumb_acceptance *acceptance) {
    free(acceptance->error);
    free(acceptance->unexplained);
    free(acceptance->wrong);
    *acceptance = (plumb_acceptance){0};
}

void plumb_acceptance_note(void *context, plumb_quantity quantity, const plumb_element *element) {
    plumb_acceptance *acceptance = context;
    const plumb_findings *stated = acceptance->stated;
    size_t row = plumb_element_row(stated->problem, element);
    acceptance->wrong[row] = acceptance->wrong[row] || plumb_is_wrong(element->finding);
    if (!plumb_is_wrong(plumb_findings_at(stated, quantity, row, element->column)))
        return;
    if (element->finding == PLUMB_NOT_COMPARED && isfinite(element->engine) && element->engine > HIDDEN_SCORE)
        acceptance->unexplained[row] = 1;
    if (plumb_findings_measured(stated, quantity, row, element->column))
        acceptance->error[row] += element->error_low;
}

double plumb_acceptance_left(const plumb_acceptance *acceptance) {
    const plumb_findings *stated = acceptance->stated;
    double before = 0, after = 0;
    for (size_t row = 0; row < stated->rows; row++) {
        before += stated->row[row].error;
        after += acceptance->error[row];
    }
    return before > 0 ? after / before : 0;
}

bool plumb_acceptance_holds(const plumb_acceptance *acceptance, bool coarser) {
    const plumb_findings *stated = acceptance->stated;
    for (size_t row = 0; row < stated->rows; row++)
        if (acceptance->unexplained[row])
            return false;
    return coarser || plumb_acceptance_left(acceptance) <= LEFT;
}
