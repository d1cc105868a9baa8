/* confirm.c - see confirm.h. */
#include "judge/confirm.h"
#include "case/lent.h"
#include "judge/ask.h"
#include "judge/ask_gradients.h"
#include "judge/judge.h"
#include "judge/tally.h"
#include <math.h>

static plumb_element judge_again(plumb_judge *judge, const plumb_report *report, plumb_quantity quantity,
                                 const plumb_element *element) {
    const plumb_claim *claim = plumb_claim_of(report->judged, quantity);
    size_t escalated = 0;
    const plumb_case *judged = report->judged;
    size_t b = element->batch, h = element->head, t = element->query;
    plumb_lent_hold(judged->lent, &judged->problem, b, h, t, t + 1);
    plumb_judge_row(judge, b, h, t);
    plumb_element again =
        plumb_judge_element(judge, quantity, element->column, element->engine, claim->format, &escalated);
    plumb_lent_release(judged->lent, &judged->problem, b, h, t, t + 1);
    return again;
}

/* What is excluded was found by the minimal kernels already.  Elements judged by definition have NaN as their ends. */
static bool agree(const plumb_element *first, const plumb_element *again) {
    bool excluded = first->finding == PLUMB_EXCLUDED;
    bool same_ends = (first->low == again->low && first->high == again->high) || isnan(again->low);
    return same_ends && (excluded || first->finding == again->finding);
}

static int confirm(plumb_judge *judge, const plumb_report *report, plumb_quantity quantity, plumb_error *error) {
    const plumb_element *first = &report->tensor[quantity].first_impossible;
    if (!first->present)
        return 0;
    plumb_element again = judge_again(judge, report, quantity, first);
    if (agree(first, &again))
        return 0;
    return plumb_fail(error,
                      "%s: %s[%zu,%zu,%zu,%zu]: the fast path and the minimal kernels disagree: an "
                      "error of plumb; please report it, and use --minimal",
                      report->judged->source, plumb_quantity_name(quantity), first->batch, first->head, first->query,
                      first->column);
}

/* Whether it is impossible: of what proof decides that is asked, whatever is expected. */
static int find_excluded(plumb_judge *judge, const plumb_report *report, plumb_quantity quantity,
                         const plumb_element *element, bool *excluded) {
    plumb_tensor_report counted = {.total = 0};
    if (!element->present || *excluded)
        return 0;
    const plumb_case *judged = report->judged;
    size_t b = element->batch, h = element->head, t = element->query;
    int status = 0;
    plumb_lent_hold(judged->lent, &judged->problem, b, h, t, t + 1);
    plumb_element again = judge_again(judge, report, quantity, element);
    plumb_tally_element(&counted, &again);
    *excluded = counted.impossible > 0;
    if (!*excluded && judge->decided[quantity] && again.error_low > 0)
        status = plumb_ask_of_element(judge, quantity, &again, report->tensor[quantity].format, excluded);
    plumb_lent_release(judged->lent, &judged->problem, b, h, t, t + 1);
    return status;
}

int plumb_is_excluded(const plumb_report *report, const plumb_precision *precision, bool *excluded,
                      plumb_error *error) {
    const plumb_case *judged = report->judged;
    plumb_judge judge;
    *excluded = false;
    if (plumb_judge_init(&judge, &judged->problem, precision, plumb_expected_level_unmeasured(), 1) != 0)
        return plumb_fail(error, "%s: not enough memory to compare", judged->source);
    judge.rows.row.without_lse = !judged->lse.present;
    int status = 0;
    for (int q = 0; q < PLUMB_QUANTITIES && status == 0 && !*excluded; q++) {
        const plumb_tensor_report *tensor = &report->tensor[q];
        status = find_excluded(&judge, report, (plumb_quantity)q, &tensor->first_impossible, excluded);
        status = status == 0 ? find_excluded(&judge, report, (plumb_quantity)q, &tensor->worst, excluded) : status;
    }
    plumb_judge_free(&judge);
    if (status == 0 && !*excluded)
        return plumb_gradient_is_excluded(report, precision, excluded, error);
    return status == 0 ? 0 : plumb_fail(error, "%s: not enough memory to compare", judged->source);
}

int plumb_confirm_failures(plumb_report *report, plumb_error *error) {
    const plumb_case *judged = report->judged;
    plumb_judge judge;
    int result = 0;
    if (plumb_judge_init(&judge, &judged->problem, &report->precision, report->level, 1) != 0)
        return plumb_fail(error, "%s: not enough memory to compare", judged->source);
    judge.rows.minimal = true;
    judge.rows.row.without_lse = !judged->lse.present;
    for (int quantity = 0; quantity < PLUMB_QUANTITIES && result == 0; quantity++)
        result = confirm(&judge, report, (plumb_quantity)quantity, error);
    plumb_judge_free(&judge);
    return result;
}
