/* ask_rows.c - see ask_rows.h. */
#include "judge/ask_rows.h"
#include "case/borrowed.h"
#include "judge/ask.h"

/* So many elements, if none of the first is excluded. */
enum { MOST_OF_ROWS = 512 };

static bool is_done(const plumb_report *report, const plumb_tensor_report *tensor, bool all) {
    const plumb_problem *p = &report->judged->problem;
    double products = (double)tensor->asked * (double)p->key_length * (double)p->head_dim;
    return !all && (tensor->refuted > 0 || tensor->asked >= MOST_OF_ROWS || products > PLUMB_ASKED_PRODUCTS);
}

static bool is_asked(const plumb_element *element, bool all) {
    return (element->finding == PLUMB_IMPROBABLE || element->finding == PLUMB_UNINFORMATIVE) &&
           (all || plumb_is_worth_asking(element));
}

static int ask_of_row(plumb_judge *judge, plumb_report *report, plumb_quantity quantity, size_t row, bool all) {
    plumb_tensor_report *tensor = &report->tensor[quantity];
    const plumb_claim *claim = plumb_claim_of(report->judged, quantity);
    size_t width = plumb_quantity_width(quantity, judge->problem), escalated = 0;
    for (size_t column = 0; column < width && !is_done(report, tensor, all); column++) {
        double engine = claim->value[row * width + column];
        plumb_element element = plumb_judge_element(judge, quantity, column, engine, claim->format, &escalated);
        bool excluded = false;
        if (!is_asked(&element, all))
            continue;
        if (plumb_ask_of_element(judge, quantity, &element, claim->format, &excluded) != 0)
            return -1;
        plumb_ask_note(tensor, &element, excluded);
    }
    return 0;
}

int plumb_ask_of_rows(plumb_judge *judge, plumb_report *report, plumb_quantity quantity, bool all) {
    const plumb_case *judged = report->judged;
    const plumb_problem *p = &judged->problem;
    plumb_tensor_report *tensor = &report->tensor[quantity];
    int status = 0;
    tensor->asked = 0;
    for (size_t row = 0; row < plumb_rows_of(p) && status == 0 && !is_done(report, tensor, all); row++) {
        size_t t = row % p->query_length, h = row / p->query_length % p->query_heads;
        size_t b = row / p->query_length / p->query_heads;
        if (t < report->from || t >= report->to)
            continue;
        plumb_borrowed_hold(judged->borrowed, p, b, h, t, t + 1);
        plumb_judge_row(judge, b, h, t);
        status = ask_of_row(judge, report, quantity, row, all);
        plumb_borrowed_release(judged->borrowed, p, b, h, t, t + 1);
    }
    return status;
}
