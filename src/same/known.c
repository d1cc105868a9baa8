#include "same/known.h"
#include <math.h>

int plumb_same_known_init(plumb_same_known *known, const plumb_case *judged, plumb_storage *storage) {
    *known = (plumb_same_known){.judged = judged};
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        const plumb_claim *claim = plumb_claim_of(judged, (plumb_quantity)q);
        if (!claim->present)
            continue;
        known->low[q] = plumb_storage_take(storage, claim->count, sizeof(double));
        known->high[q] = plumb_storage_take(storage, claim->count, sizeof(double));
        if (known->low[q] == NULL || known->high[q] == NULL)
            return -1;
        for (size_t i = 0; i < claim->count; i++) {
            known->low[q][i] = -INFINITY;
            known->high[q][i] = INFINITY;
        }
    }
    return 0;
}

/* The ends that a judgement gives an element mean nothing where there is no exact value, where an engine may leave what
   it wants, and where neither kernels nor reference could enclose it. */
static bool is_enclosed(const plumb_element *element) {
    return element->finding != PLUMB_NO_JUDGEMENT && element->finding != PLUMB_NOT_COMPARED &&
           !(element->finding == PLUMB_UNINFORMATIVE && !isfinite(element->error_low)) && element->low <= element->high;
}

void plumb_same_known_element(void *context, plumb_quantity quantity, const plumb_element *element) {
    const plumb_same_known *known = context;
    plumb_answer_shape shape = plumb_shape_of_answer(known->judged, quantity);
    if (!is_enclosed(element))
        return;
    size_t row = (element->batch * shape.heads + element->head) * shape.rows + element->query;
    size_t i = row * shape.width + element->column;
    known->low[quantity][i] = fmax(known->low[quantity][i], element->low);
    known->high[quantity][i] = fmin(known->high[quantity][i], element->high);
}
