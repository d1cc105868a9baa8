/* ask.c - the tally lists the elements with the largest errors, and proved code tests them: first the one that a report
   shows, then the largest errors, as many as a fixed number of query-key products allows.  The minimal kernels evaluate
   each row again for that.  Elements after a step that may overflow are not tested.  If none is excluded and the case
   is small, more elements are tested (ask_rows.h).  Last, the element that a report shows gets its error bound. */
#include "judge/ask.h"
#include "case/borrowed.h"
#include "judge/ask_rows.h"
#include "judge/error_bound.h"
#include "theorem/proof.h"

int plumb_ask_of_element(plumb_judge *judge, plumb_quantity quantity, plumb_element *element, plumb_format format,
                         bool *excluded) {
    *excluded = false;
    if (plumb_judge_may_overflow(judge, quantity, element, format))
        return 0;
    return plumb_prove_impossible(judge->problem, judge->precision, quantity, element, format, &judge->proof,
                                  excluded);
}

static bool same_place(const plumb_element *a, const plumb_element *b) {
    return !plumb_element_comes_before(a, b) && !plumb_element_comes_before(b, a);
}

/* What is impossible is beyond what is expected. */
static void move_to_beyond(plumb_tensor_report *tensor, const plumb_element *element) {
    size_t *from = element->finding == PLUMB_WITHIN          ? &tensor->passed
                   : element->finding == PLUMB_UNINFORMATIVE ? &tensor->unjudged
                                                             : &tensor->beyond;
    (*from)--;
    tensor->beyond++;
}

void plumb_ask_note(plumb_tensor_report *tensor, const plumb_element *element, bool excluded) {
    plumb_element *first = &tensor->first_impossible;
    tensor->asked++;
    if (!excluded)
        return;
    tensor->refuted++;
    tensor->impossible++;
    move_to_beyond(tensor, element);
    if (first->present && plumb_element_comes_before(first, element))
        return;
    *first = *element;
    first->finding = PLUMB_EXCLUDED;
}

static int ask(plumb_judge *judge, plumb_report *report, plumb_quantity quantity, plumb_element element) {
    const plumb_case *judged = report->judged;
    plumb_tensor_report *tensor = &report->tensor[quantity];
    size_t b = element.batch, h = element.head, t = element.query;
    bool excluded;
    plumb_borrowed_hold(judged->borrowed, &judged->problem, b, h, t, t + 1);
    plumb_judge_row(judge, b, h, t);
    int status = plumb_ask_of_element(judge, quantity, &element, tensor->format, &excluded);
    plumb_borrowed_release(judged->borrowed, &judged->problem, b, h, t, t + 1);
    plumb_ask_note(tensor, &element, excluded);
    return status;
}

/* If nothing seems wrong, the theorem still tests a few elements, more in small cases: as many as fit in this number of
   products, but at least four.  ASKED_FOR_ONE: the most that are tested to find one impossible element. */
#define PRODUCTS_OF_RIGHT 0x1p15
enum { ASKED_OF_RIGHT = 4, ASKED_FOR_ONE = 16 };

static size_t asked_of_right(double each) {
    double some = each * 2 * PLUMB_ASKED <= PRODUCTS_OF_RIGHT ? 2 * PLUMB_ASKED : PRODUCTS_OF_RIGHT / each;
    return some > ASKED_OF_RIGHT ? (size_t)some : ASKED_OF_RIGHT;
}

static size_t most_asked(const plumb_problem *p, const plumb_tensor_report *tensor, plumb_ask_how how) {
    double each = (double)p->key_length * (double)p->head_dim;
    bool right = tensor->beyond + tensor->unjudged == 0;
    size_t most = right ? asked_of_right(each) : how == PLUMB_ASK_ONE ? ASKED_FOR_ONE : 2 * PLUMB_ASKED;
    return each * (double)most <= PLUMB_ASKED_PRODUCTS ? most : 1 + (size_t)(PLUMB_ASKED_PRODUCTS / each);
}

/* Tests all but `asked`, if that is present. */
static int ask_of_part(plumb_judge *judge, plumb_report *report, plumb_quantity quantity, const plumb_element **list,
                       size_t count, const plumb_element *asked) {
    int status = 0;
    plumb_asked_order(list, count);
    for (size_t i = 0; i < count && status == 0; i++)
        if (!asked->present || !same_place(asked, list[i]))
            status = ask(judge, report, quantity, *list[i]);
    return status;
}

/* First the element that a report shows, if the theorem can test it.  Once one is known to be impossible, more are
   tested, unless `how` requires only one. */
static int ask_of_listed(plumb_judge *judge, plumb_report *report, plumb_quantity quantity, plumb_ask_how how) {
    plumb_tensor_report *tensor = &report->tensor[quantity];
    const plumb_element *list[2 * PLUMB_ASKED];
    plumb_element first = tensor->first_beyond;
    size_t listed = plumb_asked_list(&tensor->farthest, list), before = 0, most;
    first.present = first.present && first.finding == PLUMB_IMPROBABLE;
    int status = first.present ? ask(judge, report, quantity, first) : 0;
    while (status == 0 && before < listed && (most = most_asked(&report->judged->problem, tensor, how)) > before &&
           !(how == PLUMB_ASK_ONE && tensor->impossible > 0)) {
        size_t part = how == PLUMB_ASK_ONE ? 1 : (most < listed ? most : listed) - before;
        status = ask_of_part(judge, report, quantity, list + before, part, &first);
        before += part;
    }
    return status;
}

/* Of a number that is shown: how far one may be off, or which step may overflow before it. */
static int complete(plumb_judge *judge, const plumb_report *report, plumb_quantity quantity, plumb_element *shown) {
    const plumb_case *judged = report->judged;
    size_t b = shown->batch, h = shown->head, t = shown->query;
    plumb_format format = report->tensor[quantity].format;
    int status = 0;
    plumb_borrowed_hold(judged->borrowed, &judged->problem, b, h, t, t + 1);
    plumb_judge_row(judge, b, h, t);
    if (shown->finding == PLUMB_IMPROBABLE && plumb_judge_may_overflow(judge, quantity, shown, format))
        shown->finding = PLUMB_MAY_OVERFLOW;
    else
        status = plumb_bound_error(judge, quantity, shown, format);
    plumb_borrowed_release(judged->borrowed, &judged->problem, b, h, t, t + 1);
    return status;
}

static int complete_shown(plumb_judge *judge, plumb_report *report, plumb_quantity quantity) {
    plumb_tensor_report *tensor = &report->tensor[quantity];
    plumb_element *impossible = &tensor->first_impossible, *beyond = &tensor->first_beyond;
    bool bounds = impossible->finding == PLUMB_EXCLUDED && plumb_bounds_errors(judge->problem);
    if (impossible->present)
        return bounds ? complete(judge, report, quantity, impossible) : 0;
    return beyond->present && beyond->finding == PLUMB_IMPROBABLE ? complete(judge, report, quantity, beyond) : 0;
}

/* Whether to test all elements, not only those with the largest errors: in a small case, if none of these is
   impossible. */
static bool asks_rows(const plumb_report *report, const plumb_tensor_report *tensor) {
    const plumb_problem *p = &report->judged->problem;
    double products = (double)report->rows * (double)p->key_length * (double)p->head_dim;
    return !report->sampled && tensor->impossible == 0 && tensor->beyond + tensor->unjudged > tensor->asked &&
           products <= PLUMB_ASKED_PRODUCTS;
}

static int ask_of_tensor(plumb_judge *judge, plumb_report *report, plumb_quantity quantity, plumb_ask_how how) {
    plumb_tensor_report *tensor = &report->tensor[quantity];
    bool all = how == PLUMB_ASK_ALL && !report->sampled;
    if (!all && ask_of_listed(judge, report, quantity, how) != 0)
        return -1;
    if ((all || (how == PLUMB_ASK_MOST && asks_rows(report, tensor))) &&
        plumb_ask_of_rows(judge, report, quantity, all) != 0)
        return -1;
    return how == PLUMB_ASK_ONE ? 0 : complete_shown(judge, report, quantity);
}

static bool has_questions(const plumb_tensor_report *tensor) {
    const plumb_asked *farthest = &tensor->farthest;
    return tensor->decided && (farthest->of_expected.count + farthest->of_bound.count > 0 ||
                               tensor->first_beyond.finding == PLUMB_IMPROBABLE);
}

static bool find_questions(plumb_report *report) {
    bool any = false;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        plumb_tensor_report *tensor = &report->tensor[q];
        tensor->decided = !(q == PLUMB_LSE && report->judged->lse_converted) &&
                          plumb_proof_decides(&report->judged->problem, &report->precision, (plumb_quantity)q);
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
