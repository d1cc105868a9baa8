/* ask.c - see ask.h. */
#include "compare/ask.h"
#include "case/lent.h"
#include "compare/proof.h"
#include <math.h>

/* So many products of a query and a key at most, which take a second or so: of long contexts fewer are asked, one at
   least. */
#define MOST_PRODUCTS 0x1p23

static size_t most_asked(const plumb_problem *p) {
    double each = (double)p->key_length * (double)p->head_dim;
    return each * 2 * PLUMB_ASKED <= MOST_PRODUCTS ? 2 * PLUMB_ASKED : 1 + (size_t)(MOST_PRODUCTS / each);
}

int plumb_ask_of_element(plumb_judge *judge, plumb_quantity quantity, const plumb_element *element, plumb_format format,
                         bool *excluded) {
    *excluded = false;
    if (plumb_judge_may_overflow(judge, quantity, element, format))
        return 0;
    return plumb_prove_impossible(judge->problem, judge->precision, quantity, element, format, excluded);
}

static int ask(plumb_judge *judge, plumb_report *report, plumb_quantity quantity, const plumb_element *element,
               bool *excluded) {
    const plumb_case *judged = report->judged;
    plumb_tensor_report *tensor = &report->tensor[quantity];
    size_t b = element->batch, h = element->head, t = element->query;
    plumb_lent_hold(judged->lent, &judged->problem, b, h, t, t + 1);
    plumb_judge_row(judge, b, h, t);
    int status = plumb_ask_of_element(judge, quantity, element, tensor->format, excluded);
    plumb_lent_release(judged->lent, &judged->problem, b, h, t, t + 1);
    tensor->questions++;
    tensor->refuted += *excluded;
    tensor->impossible += *excluded;
    return status;
}

static bool may_be_excluded(const plumb_element *element) {
    return element->present && element->finding == PLUMB_BEYOND;
}

/* That which a report shows, if it can be asked about. */
static int ask_of_first(plumb_judge *judge, plumb_report *report, plumb_quantity quantity) {
    plumb_tensor_report *tensor = &report->tensor[quantity];
    plumb_element *first = &tensor->first_failed;
    if (!may_be_excluded(first))
        return 0;
    int status = ask(judge, report, quantity, first, &tensor->proved);
    if (tensor->proved)
        first->finding = PLUMB_EXCLUDED;
    return status;
}

static bool is_first(const plumb_tensor_report *tensor, const plumb_element *element) {
    const plumb_element *first = &tensor->first_failed;
    return first->present && !plumb_element_comes_before(first, element) && !plumb_element_comes_before(element, first);
}

static int ask_of_others(plumb_judge *judge, plumb_report *report, plumb_quantity quantity, bool until_excluded) {
    plumb_tensor_report *tensor = &report->tensor[quantity];
    const plumb_element *list[2 * PLUMB_ASKED];
    bool shows_first = tensor->first_failed.present && !may_be_excluded(&tensor->first_failed);
    size_t count = plumb_asked_list(&tensor->asked, list), most = most_asked(&report->judged->problem);
    for (size_t i = 0; i < count && i < most && !(until_excluded && tensor->impossible > 0); i++) {
        bool excluded = false;
        if (!is_first(tensor, list[i]) && ask(judge, report, quantity, list[i], &excluded) != 0)
            return -1;
        if (!excluded || tensor->proved || shows_first)
            continue;
        tensor->proved = true;
        tensor->excluded = *list[i];
        tensor->excluded.finding = PLUMB_EXCLUDED;
    }
    return 0;
}

/* ---- the bound of an error, where it is shown ---- */

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
static int bound_error(plumb_judge *judge, plumb_quantity quantity, plumb_element *element, plumb_format format) {
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

static int bound_shown(plumb_judge *judge, plumb_report *report, plumb_quantity quantity) {
    plumb_tensor_report *tensor = &report->tensor[quantity];
    plumb_element *shown = tensor->excluded.present ? &tensor->excluded : &tensor->first_failed;
    const plumb_case *judged = report->judged;
    size_t b = shown->batch, h = shown->head, t = shown->query;
    if (!tensor->proved)
        return 0;
    plumb_lent_hold(judged->lent, &judged->problem, b, h, t, t + 1);
    int status = bound_error(judge, quantity, shown, tensor->format);
    plumb_lent_release(judged->lent, &judged->problem, b, h, t, t + 1);
    return status;
}

/* ---- a tensor ---- */

/* What is beyond a budget, and not impossible as far as one knows, is suspect. */
static void take_back(plumb_tensor_report *tensor) {
    const plumb_element *failed = &tensor->first_failed, *suspect = &tensor->first_suspect;
    if (failed->present && (!suspect->present || plumb_element_comes_before(failed, suspect)))
        tensor->first_suspect = *failed;
    tensor->first_failed.present = false;
    tensor->suspect += tensor->failed;
    tensor->failed = 0;
}

static int ask_of_tensor(plumb_judge *judge, plumb_report *report, plumb_quantity quantity, bool until_excluded) {
    plumb_tensor_report *tensor = &report->tensor[quantity];
    if (ask_of_first(judge, report, quantity) != 0 || ask_of_others(judge, report, quantity, until_excluded) != 0)
        return -1;
    if (tensor->impossible == 0)
        take_back(tensor);
    return until_excluded ? 0 : bound_shown(judge, report, quantity);
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

int plumb_ask_of_farthest(plumb_report *report, bool until_excluded, plumb_error *error) {
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
            status = ask_of_tensor(&judge, report, (plumb_quantity)q, until_excluded);
    plumb_judge_free(&judge);
    return status == 0 ? 0 : plumb_fail(error, "%s: not enough memory to compare", judged->source);
}
