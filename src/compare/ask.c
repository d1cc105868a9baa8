/* ask.c - see ask.h. */
#include "compare/ask.h"
#include "case/lent.h"
#include "compare/ask_rows.h"
#include "compare/error_bound.h"
#include "compare/proof.h"

static size_t most_asked(const plumb_problem *p) {
    double each = (double)p->key_length * (double)p->head_dim;
    return each * 2 * PLUMB_ASKED <= PLUMB_ASKED_PRODUCTS ? 2 * PLUMB_ASKED : 1 + (size_t)(PLUMB_ASKED_PRODUCTS / each);
}

int plumb_ask_of_element(plumb_judge *judge, plumb_quantity quantity, const plumb_element *element, plumb_format format,
                         bool *excluded) {
    *excluded = false;
    if (plumb_judge_may_overflow(judge, quantity, element, format))
        return 0;
    return plumb_prove_impossible(judge->problem, judge->precision, quantity, element, format, excluded);
}

static bool same_place(const plumb_element *a, const plumb_element *b) {
    return !plumb_element_comes_before(a, b) && !plumb_element_comes_before(b, a);
}

static bool may_be_excluded(const plumb_element *element) {
    return element->present && element->finding == PLUMB_BEYOND;
}

void plumb_ask_note(plumb_tensor_report *tensor, const plumb_element *element, bool excluded) {
    plumb_element *first = &tensor->first_failed;
    tensor->questions++;
    tensor->refuted += excluded;
    tensor->impossible += excluded;
    if (!excluded || tensor->proved || (first->present && !may_be_excluded(first)))
        return;
    tensor->proved = true;
    plumb_element *shown = first->present && same_place(first, element) ? first : &tensor->excluded;
    *shown = *element;
    shown->finding = PLUMB_EXCLUDED;
}

static int ask(plumb_judge *judge, plumb_report *report, plumb_quantity quantity, const plumb_element *element) {
    const plumb_case *judged = report->judged;
    plumb_tensor_report *tensor = &report->tensor[quantity];
    size_t b = element->batch, h = element->head, t = element->query;
    bool excluded;
    plumb_lent_hold(judged->lent, &judged->problem, b, h, t, t + 1);
    plumb_judge_row(judge, b, h, t);
    int status = plumb_ask_of_element(judge, quantity, element, tensor->format, &excluded);
    plumb_lent_release(judged->lent, &judged->problem, b, h, t, t + 1);
    plumb_ask_note(tensor, element, excluded);
    return status;
}

/* First the one that a report shows, if it can be asked about. */
static int ask_of_listed(plumb_judge *judge, plumb_report *report, plumb_quantity quantity, plumb_ask_how how) {
    plumb_tensor_report *tensor = &report->tensor[quantity];
    const plumb_element *list[2 * PLUMB_ASKED], first = tensor->first_failed;
    size_t listed = plumb_asked_list(&tensor->asked, list), most = most_asked(&report->judged->problem);
    int status = may_be_excluded(&first) ? ask(judge, report, quantity, &first) : 0;
    for (size_t i = 0; i < listed && i < most && status == 0; i++) {
        if (how == PLUMB_ASK_ONE && tensor->impossible > 0)
            return 0;
        if (!first.present || !same_place(&first, list[i]))
            status = ask(judge, report, quantity, list[i]);
    }
    return status;
}

static int bound_shown(plumb_judge *judge, plumb_report *report, plumb_quantity quantity) {
    plumb_tensor_report *tensor = &report->tensor[quantity];
    plumb_element *shown = tensor->excluded.present ? &tensor->excluded : &tensor->first_failed;
    const plumb_case *judged = report->judged;
    size_t b = shown->batch, h = shown->head, t = shown->query;
    if (!tensor->proved)
        return 0;
    plumb_lent_hold(judged->lent, &judged->problem, b, h, t, t + 1);
    int status = plumb_bound_error(judge, quantity, shown, tensor->format);
    plumb_lent_release(judged->lent, &judged->problem, b, h, t, t + 1);
    return status;
}

/* Whether more than those that err most are asked about: all of a small case if none of them is excluded. */
static bool asks_rows(const plumb_report *report, const plumb_tensor_report *tensor, plumb_ask_how how) {
    const plumb_problem *p = &report->judged->problem;
    double products = (double)report->rows * (double)p->key_length * (double)p->head_dim;
    size_t beyond = tensor->failed + tensor->suspect + tensor->unjudged;
    bool more = tensor->impossible == 0 && beyond > tensor->questions && products <= PLUMB_ASKED_PRODUCTS;
    return !report->sampled && (how == PLUMB_ASK_ALL || (how == PLUMB_ASK_MOST && more));
}

/* What is beyond a budget, and not impossible as far as one knows, is suspect. */
static void take_back(plumb_tensor_report *tensor) {
    const plumb_element *failed = &tensor->first_failed, *suspect = &tensor->first_suspect;
    if (failed->present && (!suspect->present || plumb_element_comes_before(failed, suspect)))
        tensor->first_suspect = *failed;
    tensor->first_failed.present = false;
    tensor->suspect += tensor->failed;
    tensor->failed = 0;
}

static int ask_of_tensor(plumb_judge *judge, plumb_report *report, plumb_quantity quantity, plumb_ask_how how) {
    plumb_tensor_report *tensor = &report->tensor[quantity];
    if (ask_of_listed(judge, report, quantity, how) != 0 ||
        (asks_rows(report, tensor, how) && plumb_ask_of_rows(judge, report, quantity, how == PLUMB_ASK_ALL) != 0))
        return -1;
    if (tensor->impossible == 0)
        take_back(tensor);
    return how == PLUMB_ASK_ONE ? 0 : bound_shown(judge, report, quantity);
}

static bool has_questions(const plumb_tensor_report *tensor) {
    return tensor->decided && (tensor->asked.of_provable.count > 0 || tensor->failed > 0);
}

static bool find_questions(plumb_report *report) {
    bool any = false;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        plumb_tensor_report *tensor = &report->tensor[q];
        tensor->decided = plumb_proof_decides(&report->judged->problem, &report->precision, (plumb_quantity)q);
        any = any || has_questions(tensor);
    }
    return any;
}

int plumb_ask_of_farthest(plumb_report *report, plumb_ask_how how, plumb_error *error) {
    const plumb_case *judged = report->judged;
    plumb_judge judge;
    int status = 0;
    if (!find_questions(report))
        return 0;
    if (plumb_judge_init(&judge, &judged->problem, &report->precision, report->level, 1) != 0)
        return plumb_fail(error, "%s: not enough memory to compare", judged->source);
    judge.rows.minimal = true;
    judge.rows.row.without_lse = !judged->lse.present;
    for (int q = 0; q < PLUMB_QUANTITIES && status == 0; q++)
        if (has_questions(&report->tensor[q]))
            status = ask_of_tensor(&judge, report, (plumb_quantity)q, how);
    plumb_judge_free(&judge);
    return status == 0 ? 0 : plumb_fail(error, "%s: not enough memory to compare", judged->source);
}
