/* confirm.c - see confirm.h. */
#include "judge/confirm.h"
#include "case/borrowed.h"
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
    plumb_borrowed_hold(judged->borrowed, &judged->problem, b, h, t, t + 1);
    plumb_judge_row(judge, b, h, t);
    plumb_element again =
        plumb_judge_element(judge, quantity, element->column, element->engine, claim->format, &escalated);
    plumb_borrowed_release(judged->borrowed, &judged->problem, b, h, t, t + 1);
    return again;
}

/* What is excluded was found by the minimal kernels already.  Elements judged by definition have NaN as their ends.
   Rows that were gathered (row/gathered.h) were summed in another order than rows of all keys are here: their intervals
   hold the same number, but are not the same. */
static bool agree(const plumb_element *first, const plumb_element *again, bool gathered) {
    bool excluded = first->finding == PLUMB_EXCLUDED;
    bool same_ends = (first->low == again->low && first->high == again->high) || isnan(again->low);
    bool overlap = first->low <= again->high && again->low <= first->high;
    return (same_ends || (gathered && overlap)) && (excluded || first->finding == again->finding);
}

static int confirm(plumb_judge *judge, const plumb_report *report, plumb_quantity quantity, plumb_error *error) {
    const plumb_element *first = &report->tensor[quantity].first_impossible;
    if (!first->present)
        return 0;
    plumb_element again = judge_again(judge, report, quantity, first);
    if (agree(first, &again, plumb_rows_can_gather(&report->judged->problem, &report->precision)))
        return 0;
    return plumb_fail(error,
                      "%s: %s[%zu,%zu,%zu,%zu]: the fast path and the minimal kernels disagree: this is a bug in "
                      "plumb; please report it, and use --minimal",
                      report->judged->source, plumb_quantity_name(quantity), first->batch, first->head, first->query,
                      first->column);
}

/* Under a stated precision that excludes nothing, precisions that allow more exclude nothing either. */
static bool may_exclude(const plumb_report *report) {
    return report->verdict == PLUMB_FAIL || !report->precision_stated;
}

/* Of one number; the theorem is applied whatever the expected error is, where it may exclude the number. */
static int find_verdict(plumb_judge *judge, const plumb_report *report, plumb_quantity quantity,
                        const plumb_element *element, plumb_verdict *verdict) {
    plumb_tensor_report counted = {.total = 0};
    bool excluded = false;
    if (!element->present || *verdict == PLUMB_FAIL)
        return 0;
    const plumb_case *judged = report->judged;
    size_t b = element->batch, h = element->head, t = element->query;
    int status = 0;
    plumb_borrowed_hold(judged->borrowed, &judged->problem, b, h, t, t + 1);
    plumb_element again = judge_again(judge, report, quantity, element);
    plumb_tally_element(&counted, &again);
    if (counted.impossible == 0 && may_exclude(report) && judge->decided[quantity] && again.error_low > 0)
        status = plumb_ask_of_element(judge, quantity, &again, report->tensor[quantity].format, &excluded);
    plumb_borrowed_release(judged->borrowed, &judged->problem, b, h, t, t + 1);
    *verdict = plumb_verdict_worse(*verdict, excluded || counted.impossible > 0 ? PLUMB_FAIL
                                             : counted.beyond > 0               ? PLUMB_SUSPECT
                                                                                : PLUMB_PASS);
    return status;
}

/* The farthest first, the others as they stand. */
static bool errs_too_much(plumb_judge *judge, const plumb_report *report, plumb_quantity quantity,
                          const plumb_farthest *farthest) {
    const plumb_element *list[PLUMB_ASKED];
    for (size_t i = 0; i < farthest->count; i++)
        list[i] = &farthest->element[i];
    if (farthest->count > 1)
        plumb_asked_order(list + 1, farthest->count - 1);
    for (size_t i = 0; i < farthest->count; i++)
        if (judge_again(judge, report, quantity, list[i]).finding == PLUMB_IMPROBABLE)
            return true;
    return false;
}

int plumb_verdict_of_farthest(const plumb_report *report, const plumb_precision *precision, plumb_verdict *verdict,
                              plumb_error *error) {
    const plumb_case *judged = report->judged;
    plumb_judge judge;
    *verdict = PLUMB_PASS;
    if (plumb_judge_init(&judge, &judged->problem, precision, plumb_expected_level_unmeasured(), 1) != 0)
        return plumb_fail(error, "%s: not enough memory to compare", judged->source);
    judge.rows.row.without_lse = !judged->lse.present;
    int status = 0;
    for (int q = 0; q < PLUMB_QUANTITIES && status == 0 && *verdict != PLUMB_FAIL; q++) {
        const plumb_tensor_report *tensor = &report->tensor[q];
        status = find_verdict(&judge, report, (plumb_quantity)q, &tensor->first_impossible, verdict);
        status = status == 0 ? find_verdict(&judge, report, (plumb_quantity)q, &tensor->worst, verdict) : status;
        if (*verdict == PLUMB_PASS && errs_too_much(&judge, report, (plumb_quantity)q, &tensor->farthest.of_expected))
            *verdict = PLUMB_SUSPECT;
    }
    plumb_judge_free(&judge);
    bool excluded = false;
    if (status == 0 && *verdict != PLUMB_FAIL)
        status = plumb_gradient_is_excluded(report, precision, &excluded, error);
    else if (status != 0)
        plumb_fail(error, "%s: not enough memory to compare", judged->source);
    *verdict = excluded ? PLUMB_FAIL : *verdict;
    return status;
}

int plumb_row_is_excluded(const plumb_report *report, const plumb_precision *precision, bool *excluded,
                          plumb_error *error) {
    const plumb_case *judged = report->judged;
    plumb_judge judge;
    plumb_verdict verdict = PLUMB_PASS;
    if (plumb_judge_init(&judge, &judged->problem, precision, plumb_expected_level_unmeasured(), 1) != 0)
        return plumb_fail(error, "%s: not enough memory to compare", judged->source);
    judge.rows.row.without_lse = !judged->lse.present;
    int status = 0;
    for (int q = 0; q < PLUMB_QUANTITIES && status == 0; q++)
        if (report->tensor[q].first_impossible.finding == PLUMB_EXCLUDED)
            status = find_verdict(&judge, report, (plumb_quantity)q, &report->tensor[q].first_impossible, &verdict);
    plumb_judge_free(&judge);
    *excluded = verdict == PLUMB_FAIL;
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
