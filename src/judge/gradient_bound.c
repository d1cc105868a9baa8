/* gradient_bound.c - see gradient_bound.h.  The gradient is judged again for its element, and proved code asked about
   numbers on the side of the exact value where the engine's lies. */
#include "judge/gradient_bound.h"
#include "judge/ask_gradients.h"
#include "judge/gradients.h"
#include <math.h>

typedef struct {
    plumb_quantity quantity;
    plumb_place place;
    plumb_element element;
} sought;

static void keep(void *context, plumb_quantity quantity, const plumb_element *element) {
    sought *s = context;
    if (quantity == s->quantity && element->batch == s->place.batch && element->head == s->place.head &&
        element->query == s->place.query && element->column == s->place.column)
        s->element = *element;
}

/* What is found on the way is not the report's. */
static int find_element(const plumb_report *report, sought *s, plumb_error *error) {
    plumb_report counted = *report;
    plumb_gradient_balls exact;
    const plumb_compare_options how = {.gradients = &exact, .element = keep, .element_context = s};
    int status = plumb_gradients_of_case(report->judged, 0, &exact, error);
    status = status == 0 ? plumb_judge_gradients(&how, &counted, error) : status;
    plumb_gradients_free_balls(&exact);
    return status;
}

int plumb_gradient_bound_at(const plumb_report *report, plumb_gradient gradient, plumb_place place, double *bound,
                            plumb_error *error) {
    sought s = {.quantity = plumb_quantity_of_gradient(gradient), .place = place};
    *bound = NAN;
    if (find_element(report, &s, error) != 0 || plumb_bound_gradient(report, gradient, &s.element, error) != 0)
        return -1;
    *bound = s.element.present ? s.element.provable : NAN;
    return 0;
}
