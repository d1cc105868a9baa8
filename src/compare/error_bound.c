/* error_bound.c - see error_bound.h. */
#include "compare/error_bound.h"
#include "compare/ask.h"
#include <math.h>

/* So near in the end are the largest error that is known to be possible and the least that is not. */
#define NEAR 1.05

/* So many products of a query and a key at most: ten questions or so take a tenth of a second. */
#define MOST_OF_BOUND 0x1p19

static int is_impossible_at(plumb_judge *judge, const plumb_element *element, plumb_quantity quantity,
                            plumb_format format, double error, bool *impossible) {
    plumb_element moved = *element;
    double exact = element->low + (element->high - element->low) / 2;
    moved.engine = exact + copysign(error, element->engine - exact);
    moved.error_low = moved.error_high = error;
    return plumb_ask_of_element(judge, quantity, &moved, format, impossible);
}

/* Engines may err by this part of what they are expected to at most. */
#define POSSIBLE 0.0625

/* Of an element that is impossible, by bisection on its side of the exact value. */
int plumb_bound_error(plumb_judge *judge, plumb_quantity quantity, plumb_element *element, plumb_format format) {
    double possible = POSSIBLE * fmin(element->probable, element->error_low), bound = element->error_low;
    const plumb_problem *p = judge->problem;
    if (!(possible > 0) || (double)p->key_length * (double)p->head_dim > MOST_OF_BOUND)
        return 0;
    plumb_judge_row(judge, element->batch, element->head, element->query);
    while (bound > NEAR * possible) {
        double between = sqrt(possible) * sqrt(bound);
        bool impossible;
        if (is_impossible_at(judge, element, quantity, format, between, &impossible) != 0)
            return -1;
        *(impossible ? &bound : &possible) = between;
    }
    element->provable = bound;
    element->ratio = element->error_low / bound;
    return 0;
}
