/* error_bound.c - see error_bound.h. */
#include "judge/error_bound.h"
#include "case/borrowed.h"
#include "judge/ask.h"
#include <math.h>

/* So near in the end are the largest error that is known to be possible and the least that is not. */
#define NEAR 1.05

/* So many products of a query and a key at most: ten questions or so take a tenth of a second. */
#define MOST_OF_BOUND 0x1p19

/* Engines may err by this part of what they are expected to at most, and may not by so many times that. */
#define POSSIBLE 0.0625
#define IMPOSSIBLE 0x1p20

static int is_impossible_at(plumb_judge *judge, const plumb_element *element, plumb_quantity quantity,
                            plumb_format format, double error, bool *impossible) {
    plumb_element moved = *element;
    double exact = element->low + (element->high - element->low) / 2;
    moved.engine = exact + copysign(error, element->engine - exact);
    moved.error_low = moved.error_high = error;
    return plumb_ask_of_element(judge, quantity, &moved, format, impossible);
}

/* From *bound on, a power of 16 times that which is impossible; 0 if none that is tried is. */
static int find_impossible(plumb_judge *judge, const plumb_element *element, plumb_quantity quantity,
                           plumb_format format, double *possible, double *bound) {
    bool impossible = element->finding == PLUMB_EXCLUDED;
    double most = IMPOSSIBLE * *bound;
    if (!impossible && is_impossible_at(judge, element, quantity, format, *bound, &impossible) != 0)
        return -1;
    while (!impossible && *bound < most) {
        *possible = *bound;
        *bound *= 16;
        if (is_impossible_at(judge, element, quantity, format, *bound, &impossible) != 0)
            return -1;
    }
    *bound = impossible ? *bound : 0;
    return 0;
}

bool plumb_bounds_errors(const plumb_problem *p) {
    return (double)p->key_length * (double)p->head_dim <= MOST_OF_BOUND;
}

/* By bisection on its side of the exact value. */
int plumb_bound_error(plumb_judge *judge, plumb_quantity quantity, plumb_element *element, plumb_format format) {
    bool excluded = element->finding == PLUMB_EXCLUDED;
    double bound = excluded ? element->error_low : element->probable;
    double possible = POSSIBLE * fmin(element->probable, bound);
    if (!(possible > 0) || !(bound < INFINITY) || !plumb_bounds_errors(judge->problem))
        return 0;
    if (find_impossible(judge, element, quantity, format, &possible, &bound) != 0)
        return -1;
    while (bound > NEAR * possible) {
        double between = sqrt(possible) * sqrt(bound);
        bool impossible;
        if (is_impossible_at(judge, element, quantity, format, between, &impossible) != 0)
            return -1;
        *(impossible ? &bound : &possible) = between;
    }
    if (bound > 0) {
        element->provable = bound;
        element->ratio = element->error_low / bound;
    }
    return 0;
}

static int bound_at(plumb_judge *judge, const plumb_claim *claim, plumb_quantity quantity, plumb_place place,
                    double *bound) {
    const plumb_problem *p = judge->problem;
    size_t width = plumb_quantity_width(quantity, p), escalated = 0;
    size_t row = (place.batch * p->query_heads + place.head) * p->query_length + place.query;
    plumb_element element = plumb_judge_element(judge, quantity, place.column, claim->value[row * width + place.column],
                                                claim->format, &escalated);
    bool asks = judge->decided[quantity] && isfinite(element.engine);
    int status = asks ? plumb_bound_error(judge, quantity, &element, claim->format) : 0;
    *bound = element.provable;
    return status;
}

static int start(plumb_judge *judge, const plumb_report *report, plumb_error *error) {
    const plumb_case *judged = report->judged;
    if (plumb_judge_init(judge, &judged->problem, &report->precision, report->level, 1) != 0)
        return plumb_fail(error, "%s: not enough memory to compare", judged->source);
    judge->rows.row.without_lse = !judged->lse.present;
    return 0;
}

static int end(plumb_judge *judge, const plumb_report *report, int status, plumb_error *error) {
    plumb_judge_free(judge);
    return status == 0 ? 0 : plumb_fail(error, "%s: not enough memory to compare", report->judged->source);
}

int plumb_error_bound_at(const plumb_report *report, plumb_quantity quantity, plumb_place place, double *bound,
                         plumb_error *error) {
    const plumb_case *judged = report->judged;
    plumb_judge judge;
    if (start(&judge, report, error) != 0)
        return -1;
    plumb_borrowed_hold(judged->borrowed, &judged->problem, place.batch, place.head, place.query, place.query + 1);
    plumb_judge_row(&judge, place.batch, place.head, place.query);
    int status = bound_at(&judge, plumb_claim_of(judged, quantity), quantity, place, bound);
    plumb_borrowed_release(judged->borrowed, &judged->problem, place.batch, place.head, place.query, place.query + 1);
    return end(&judge, report, status, error);
}

static int bounds_of_row(plumb_judge *judge, const plumb_claim *claim, plumb_quantity quantity, plumb_place place,
                         double *bound) {
    int status = 0;
    plumb_judge_row(judge, place.batch, place.head, place.query);
    for (; place.column < plumb_quantity_width(quantity, judge->problem) && status == 0; place.column++)
        status = bound_at(judge, claim, quantity, place, &bound[place.column]);
    return status;
}

int plumb_error_bounds(const plumb_report *report, plumb_quantity quantity, double *bound, plumb_error *error) {
    const plumb_case *judged = report->judged;
    const plumb_problem *p = &judged->problem;
    size_t width = plumb_quantity_width(quantity, p);
    plumb_judge judge;
    int status = 0;
    if (start(&judge, report, error) != 0)
        return -1;
    for (size_t row = 0; row < plumb_rows_of(p) && status == 0; row++) {
        size_t head = row / p->query_length, t = row % p->query_length;
        plumb_place place = {head / p->query_heads, head % p->query_heads, t, 0};
        plumb_borrowed_hold(judged->borrowed, p, place.batch, place.head, t, t + 1);
        status = bounds_of_row(&judge, plumb_claim_of(judged, quantity), quantity, place, bound + row * width);
        plumb_borrowed_release(judged->borrowed, p, place.batch, place.head, t, t + 1);
    }
    return end(&judge, report, status, error);
}
