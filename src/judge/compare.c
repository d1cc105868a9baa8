/* The steps of a judgement, in order: choose the precision; measure the errors of simulated engines; judge all rows,
   then the gradients, against enclosure and expected error; test the largest errors by proved code; conclude; confirm a
   FAIL by the minimal kernels; try other precisions; judge the parts of the keys.  Proved code tests only numbers that
   earlier steps noted.  If processes share the rows, they agree after each step whether it succeeded.  Exact gradients
   do not depend on the precision, and are computed once for all that are tried. */
#include "judge/compare.h"
#include "backward/gradients.h"
#include "case/borrowed.h"
#include "judge/ask.h"
#include "judge/ask_gradients.h"
#include "judge/choice.h"
#include "judge/confirm.h"
#include "judge/gradients.h"
#include "judge/judge_rows.h"
#include "judge/parts.h"
#include "judge/plausible.h"
#include "judge/sample.h"
#include "judge/stored_output.h"
#include "judge/tally.h"
#include "judge/team.h"
#include "precision/precision_text.h"
#include <time.h>

const char *plumb_verdict_name(plumb_verdict verdict) {
    return verdict == PLUMB_PASS ? "PASS" : verdict == PLUMB_SUSPECT ? "SUSPECT" : "FAIL";
}

const plumb_claim *plumb_claim_of(const plumb_case *judged, plumb_quantity quantity) {
    const plumb_claim *const claims[PLUMB_QUANTITIES] = {[PLUMB_OUTPUT] = &judged->output,
                                                         [PLUMB_WEIGHTS] = &judged->weights,
                                                         [PLUMB_SCORES] = &judged->scores,
                                                         [PLUMB_LSE] = &judged->lse};
    return plumb_is_gradient(quantity) ? &judged->gradient[plumb_gradient_of_quantity(quantity)] : claims[quantity];
}

plumb_answer_shape plumb_shape_of_answer(const plumb_case *judged, plumb_quantity quantity) {
    const plumb_problem *p = &judged->problem;
    size_t rank, shape[4];
    if (!plumb_is_gradient(quantity))
        return (plumb_answer_shape){p->batch, p->query_heads, p->query_length, plumb_quantity_width(quantity, p)};
    plumb_gradient_shape(judged, plumb_gradient_of_quantity(quantity), &rank, shape);
    return rank == 1   ? (plumb_answer_shape){1, shape[0], 1, 1}
           : rank == 2 ? (plumb_answer_shape){1, 1, shape[0], shape[1]}
                       : (plumb_answer_shape){shape[0], shape[1], shape[2], shape[3]};
}

bool plumb_notices_lost_keys(const plumb_report *report) {
    const plumb_expected_level *level = &report->level;
    /* If only some rows are judged, it is not known which keys would be missed. */
    bool asked = report->tensor[PLUMB_OUTPUT].present && level->rows > 0 && level->asks_keys && !report->sampled;
    size_t demanded = report->must_notice.lost_keys;
    return demanded == 0 || (asked && level->noticed_keys > 0 && level->noticed_keys <= demanded);
}

bool plumb_notices_scale(const plumb_report *report) {
    const plumb_tensor_report *output = &report->tensor[PLUMB_OUTPUT];
    double demanded = report->must_notice.scale;
    return demanded == 0 || (output->present && output->stand.scale_noticed <= demanded);
}

bool plumb_is_blind(const plumb_report *report) {
    return report->verdict == PLUMB_PASS && !(plumb_notices_lost_keys(report) && plumb_notices_scale(report));
}

int plumb_exit_code_of(const plumb_report *report) {
    return plumb_is_blind(report) ? PLUMB_BLIND_CODE : (int)report->verdict;
}

/* The precision of the options, else of the case, else the default for the dtype of the first
   tensor, which is the output if there is one. */
static int choose_precision(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                            plumb_error *error) {
    const char *text = judged->precision;
    if (options != NULL && options->precision != NULL)
        text = options->precision;
    report->precision_stated = text != NULL;
    if (text != NULL)
        return plumb_precision_of_case(judged, text, &report->precision, error);
    for (int quantity = PLUMB_ANSWERS - 1; quantity >= 0; quantity--)
        if (report->tensor[quantity].present)
            report->precision = *plumb_precision_default(report->tensor[quantity].format);
    plumb_precision_suit(judged, &report->precision);
    return 0;
}

static int prepare(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                   plumb_error *error) {
    bool any = false;
    const plumb_problem *problem = &judged->problem;
    *report = (plumb_report){.judged = judged, .verdict = PLUMB_PASS};
    if (options != NULL)
        report->must_notice = options->must_notice;
    report->from = options != NULL ? options->from : 0;
    report->to = options != NULL && options->to > 0 ? options->to : problem->query_length;
    report->rows = plumb_rows_between(problem, report->from, report->to);
    for (int quantity = 0; quantity < PLUMB_ANSWERS; quantity++) {
        const plumb_claim *claim = plumb_claim_of(judged, (plumb_quantity)quantity);
        report->tensor[quantity].present = claim->present;
        report->tensor[quantity].format = claim->format;
        any = any || claim->present;
    }
    if (!any)
        return plumb_fail(error, "%s: " PLUMB_NO_ANSWER, judged->source);
    if (plumb_gradients_can_be_judged(judged, options, error) != 0 ||
        choose_precision(judged, options, report, error) != 0)
        return -1;
    bool tried = options != NULL && options->precision != NULL;
    return tried ? 0 : plumb_check_stored_output(judged, &report->precision, error);
}

static int measure_simulated(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                             plumb_error *error) {
    if (options != NULL && options->level != NULL) {
        report->level = *options->level;
        return 0;
    }
    plumb_simulated_question question = {.borrowed = judged->borrowed,
                                         .from = report->from,
                                         .to = report->to,
                                         .threads = options != NULL ? options->threads : 0};
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        question.present[q] = report->tensor[q].present;
        question.format[q] = report->tensor[q].format;
    }
    plumb_error own = {""};
    int status = plumb_expected_level_find(&judged->problem, &report->precision, &question, &report->level, &own);
    if (status == 0)
        return 0;
    return own.text[0] == 0 ? plumb_fail(error, "%s: not enough memory to compare", judged->source)
                            : plumb_fail(error, "%s", own.text);
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void conclude(plumb_report *report) {
    for (int quantity = 0; quantity < PLUMB_ANSWERS; quantity++) {
        plumb_tensor_report *tensor = &report->tensor[quantity];
        if (tensor->present)
            tensor->verdict = plumb_tally_verdict(tensor);
        report->verdict = plumb_verdict_worse(report->verdict, tensor->verdict);
    }
    report->impossible = report->verdict == PLUMB_FAIL;
}

static int ask_so(plumb_report *report, plumb_ask_how how, plumb_error *error) {
    return plumb_ask_of_farthest(report, how, error) != 0 ? -1 : plumb_ask_of_gradients(report, how, error);
}

static int ask(const plumb_compare_options *options, plumb_report *report, plumb_error *error) {
    if (options == NULL)
        return ask_so(report, PLUMB_ASK_MOST, error);
    plumb_ask_how how = options->alone ? PLUMB_ASK_ONE : options->ask_all ? PLUMB_ASK_ALL : PLUMB_ASK_MOST;
    return options->unasked ? 0 : ask_so(report, how, error);
}

/* The minimal kernels confirm a FAIL. */
static int confirm(plumb_report *report, plumb_error *error) {
    return report->verdict == PLUMB_FAIL ? plumb_confirm_failures(report, error) : 0;
}

static int check_borrowed(const plumb_case *judged, plumb_error *error) {
    return plumb_borrowed_is_stale(judged->borrowed)
               ? plumb_fail(error, "%s: the file changed while it was judged", judged->source)
               : 0;
}

static int compare(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                   plumb_error *error) {
    const plumb_team *team = options != NULL ? options->team : NULL;
    if (plumb_team_agree(team, prepare(judged, options, report, error), error) != 0)
        return -1;
    if (plumb_team_agree(team, measure_simulated(judged, options, report, error), error) != 0)
        return -1;
    if (plumb_judge_rows(judged, options, report, error) != 0)
        return -1;
    if (plumb_team_agree(team, plumb_judge_gradients(options, report, error), error) != 0)
        return -1;
    if (plumb_team_agree(team, ask(options, report, error), error) != 0)
        return -1;
    conclude(report);
    if (plumb_team_agree(team, confirm(report, error), error) != 0)
        return -1;
    if ((options == NULL || !options->alone) && plumb_judge_plausible(options, report, error) != 0)
        return -1;
    if (plumb_team_agree(team, check_borrowed(judged, error), error) != 0)
        return -1;
    return 0;
}

/* The exact gradients serve all precisions that are tried. */
int plumb_compare(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                  plumb_error *error) {
    plumb_compare_options how = options != NULL ? *options : (plumb_compare_options){.threads = 0};
    plumb_gradient_balls exact = {.mid = {NULL}};
    double start = seconds_now();
    int result = 0;
    if (plumb_has_gradients(judged) && how.gradients == NULL) {
        how.gradients = &exact;
        result = plumb_gradients_can_be_judged(judged, options, error) != 0
                     ? -1
                     : plumb_gradients_of_case(judged, how.threads, &exact, error);
        result = plumb_team_agree(how.team, result, error);
    }
    result = result == 0 ? compare(judged, options != NULL || how.gradients != NULL ? &how : NULL, report, error) : -1;
    plumb_gradients_free_balls(&exact);
    if (result == 0 && judged->parts.count > 0 && !how.alone && !how.unasked)
        result = plumb_judge_parts(judged, options, report, error);
    report->answer = report->verdict;
    if (!how.alone && !how.unasked)
        report->verdict = plumb_verdict_worse(report->answer, plumb_choice_verdict(judged));
    report->seconds = seconds_now() - start;
    return result;
}
