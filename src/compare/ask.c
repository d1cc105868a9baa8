/* ask.c - see ask.h. */
#include "compare/ask.h"
#include "case/lent.h"
#include "compare/judge.h"
#include "compare/proof.h"

/* So many products of a query and a key at most, which take a second or so: of long contexts fewer are asked, one at
   least. */
#define MOST_PRODUCTS 0x1p26

static size_t most_asked(const plumb_problem *p) {
    double each = (double)p->key_length * (double)p->head_dim;
    return each * 2 * PLUMB_ASKED <= MOST_PRODUCTS ? 2 * PLUMB_ASKED : 1 + (size_t)(MOST_PRODUCTS / each);
}

/* Proved code takes it for granted that no step before the number overflows. */
static int ask(plumb_judge *judge, const plumb_report *report, plumb_quantity quantity, const plumb_element *element,
               bool *excluded) {
    const plumb_case *judged = report->judged;
    plumb_format format = report->tensor[quantity].format;
    size_t b = element->batch, h = element->head, t = element->query;
    int status = 0;
    plumb_lent_hold(judged->lent, &judged->problem, b, h, t, t + 1);
    plumb_judge_row(judge, b, h, t);
    if (!plumb_judge_may_overflow(judge, quantity, element, format))
        status = plumb_prove_impossible(&judged->problem, &report->precision, quantity, element, format, excluded);
    plumb_lent_release(judged->lent, &judged->problem, b, h, t, t + 1);
    return status;
}

static int ask_of_tensor(plumb_judge *judge, plumb_report *report, plumb_quantity quantity) {
    plumb_tensor_report *tensor = &report->tensor[quantity];
    const plumb_element *list[2 * PLUMB_ASKED];
    size_t count = plumb_asked_list(&tensor->asked, list), most = most_asked(&report->judged->problem);
    for (size_t i = 0; i < count && i < most && !tensor->proved; i++) {
        if (ask(judge, report, quantity, list[i], &tensor->proved) != 0)
            return -1;
        if (tensor->proved) {
            tensor->excluded = *list[i];
            tensor->excluded.finding = PLUMB_EXCLUDED;
        }
    }
    return 0;
}

static bool has_questions(const plumb_tensor_report *tensor) {
    return tensor->failed == 0 && tensor->asked.of_provable.count > 0;
}

static bool any_has_questions(const plumb_report *report) {
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        if (has_questions(&report->tensor[q]))
            return plumb_definition_is_whole(&report->judged->problem);
    return false;
}

int plumb_ask_of_allowed(plumb_report *report, plumb_error *error) {
    const plumb_case *judged = report->judged;
    plumb_judge judge;
    int status = 0;
    if (!any_has_questions(report))
        return 0;
    if (plumb_judge_init(&judge, &judged->problem, &report->precision, report->level, 1) != 0)
        return plumb_fail(error, "%s: not enough memory to compare", judged->source);
    judge.rows.minimal = true;
    judge.rows.row.without_lse = !judged->lse.present;
    for (int q = 0; q < PLUMB_QUANTITIES && status == 0; q++)
        if (has_questions(&report->tensor[q]))
            status = ask_of_tensor(&judge, report, (plumb_quantity)q);
    plumb_judge_free(&judge);
    return status == 0 ? 0 : plumb_fail(error, "%s: not enough memory to compare", judged->source);
}
