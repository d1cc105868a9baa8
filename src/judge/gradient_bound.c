/* gradient_bound.c - see gradient_bound.h.  The gradient is judged again for its element, and the theorem tests numbers
   on the side of the exact value where the engine's is. */
#include "judge/gradient_bound.h"
#include "judge/ask_gradients.h"
#include "judge/gradients.h"
#include <math.h>
#include <stdlib.h>

typedef void keeper(void *context, plumb_quantity quantity, const plumb_element *element);

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
static int judge_again(const plumb_report *report, keeper *keep_it, void *context, plumb_error *error) {
    plumb_report counted = *report;
    plumb_gradient_balls exact;
    const plumb_compare_options how = {.gradients = &exact, .element = keep_it, .element_context = context};
    int status = plumb_gradients_of_case(report->judged, 0, &exact, error);
    status = status == 0 ? plumb_judge_gradients(&how, &counted, error) : status;
    plumb_gradients_free_balls(&exact);
    return status;
}

int plumb_gradient_bound_at(const plumb_report *report, plumb_gradient gradient, plumb_place place, double *bound,
                            plumb_error *error) {
    sought s = {.quantity = plumb_quantity_of_gradient(gradient), .place = place};
    *bound = NAN;
    if (judge_again(report, keep, &s, error) != 0 || plumb_bound_gradient(report, gradient, &s.element, error) != 0)
        return -1;
    *bound = s.element.present ? s.element.provable : NAN;
    return 0;
}

/* ---- all elements ---- */

typedef struct {
    plumb_quantity quantity;
    plumb_answer_shape shape;
    plumb_element *element;
} all_elements;

static void keep_all(void *context, plumb_quantity quantity, const plumb_element *element) {
    const all_elements *all = context;
    size_t row = (element->batch * all->shape.heads + element->head) * all->shape.rows + element->query;
    if (quantity == all->quantity)
        all->element[row * all->shape.width + element->column] = *element;
}

/* On one side; a number that a definition gives may not err at all. */
static int bound_side(const plumb_report *report, plumb_gradient gradient, const plumb_element *element, double side,
                      double *bound, plumb_error *error) {
    plumb_element moved = *element;
    moved.engine = element->low + (element->high - element->low) / 2 + side * element->probable;
    moved.error_low = moved.error_high = element->probable;
    if (element->provable != 0 && plumb_bound_gradient(report, gradient, &moved, error) != 0)
        return -1;
    *bound = moved.provable;
    return 0;
}

static int bound_all(const plumb_report *report, plumb_gradient gradient, const all_elements *all, double *bound,
                     plumb_error *error) {
    size_t count = all->shape.batch * all->shape.heads * all->shape.rows * all->shape.width;
    for (size_t i = 0; i < count; i++) {
        double above, below;
        if (bound_side(report, gradient, &all->element[i], 1, &above, error) != 0 ||
            bound_side(report, gradient, &all->element[i], -1, &below, error) != 0)
            return -1;
        bound[i] = isnan(above) || isnan(below) ? (double)NAN : fmax(above, below);
    }
    return 0;
}

int plumb_gradient_bounds(const plumb_report *report, plumb_gradient gradient, double *bound, plumb_error *error) {
    plumb_quantity quantity = plumb_quantity_of_gradient(gradient);
    all_elements all = {.quantity = quantity, .shape = plumb_shape_of_answer(report->judged, quantity)};
    size_t count = all.shape.batch * all.shape.heads * all.shape.rows * all.shape.width;
    all.element = calloc(count + 1, sizeof *all.element);
    if (all.element == NULL)
        return plumb_fail(error, "%s: not enough memory to compare", report->judged->source);
    int status = judge_again(report, keep_all, &all, error);
    status = status == 0 ? bound_all(report, gradient, &all, bound, error) : status;
    free(all.element);
    return status;
}
