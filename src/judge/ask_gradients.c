/* ask_gradients.c - by spec/budget.md, section 24, a gradient is a weighted sum over pairs: of one query over its keys
   (dq), of one key over the rows that read its head (dk, dv), of one sink over all rows of its head.  The pairs of such
   a line are scored once for all of its tested elements; keys of one head share the scored rows.  The key that the
   fewest rows see comes first.  Nothing is tested unless the engine's own output passes and its format can represent
   out_grad, since the theorem starts from both. */
#include "judge/ask_gradients.h"
#include "backward/bias.h"
#include "backward/gradients.h"
#include "exact/visible.h"
#include "judge/ask_bias.h"
#include "judge/ask_table.h"
#include "judge/asking.h"
#include "judge/gradients.h"
#include "simulate/arithmetic.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- vectors that a position moves ---- */

static size_t rotated_from(const plumb_problem *p) {
    return p->position.kind == PLUMB_POSITION_ROPE ? plumb_rotated_from(&p->position.rope, p->head_dim) : 0;
}

/* The sums of the line are of moved vectors, and turned back as that of the place. */
static void set_moved(plumb_asking *a, plumb_gradient gradient, plumb_moved_place place, plumb_asked_line *of) {
    const plumb_problem *p = &a->report->judged->problem;
    if (!plumb_gradient_of_moved(p, gradient))
        return;
    of->moved = a->moved;
    of->turning = plumb_gradient_turning(&a->proof, place);
    of->from = rotated_from(p);
}

static void gather_keys(plumb_asking *a) {
    const plumb_problem *p = &a->report->judged->problem;
    for (size_t j = 0; plumb_gradient_of_moved(p, PLUMB_GRADIENT_OF_QUERY) && j < p->key_length; j++)
        if (a->proof.shown[j])
            plumb_gradient_moved_key(&a->proof, j, a->moved + j * p->head_dim);
}

/* ---- dq: the numbers of one query ---- */

static void ask_of_query(plumb_asking *a, const plumb_element *const *list, size_t count, size_t first) {
    const plumb_problem *p = &a->report->judged->problem;
    const plumb_element *at = list[first];
    plumb_gradient_proof *g = &a->proof;
    plumb_format format = a->report->tensor[PLUMB_QUERY_GRADIENT].format;
    if (!plumb_gradient_proof_row(g, at->batch, at->head, at->query, NULL, format))
        return;
    plumb_asked_line of = {.visible = g->shown,
               .value = plumb_exact_key(p, at->batch, at->head, 0),
               .pairs = p->key_length,
               .width = p->head_dim,
               .stores = plumb_gradient_stores(g->precision, PLUMB_GRADIENT_OF_QUERY, p->key_length, 1),
               .has_scale = 1,
               .scale = plumb_problem_scale(p)};
    gather_keys(a);
    set_moved(a, PLUMB_GRADIENT_OF_QUERY, (plumb_moved_place){false, at->batch, at->query}, &of);
    for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++) {
        plumb_pair_weights(g->model.unit, g->model.tiny, g->pair[way], 0, g->shown, p->key_length, a->weight[way]);
        of.weight[way] = a->weight[way];
    }
    for (size_t i = first; i < count && !plumb_asking_is_settled(a, PLUMB_QUERY_GRADIENT); i++)
        if (plumb_is_same_line(list[i], at))
            plumb_ask_line(a, PLUMB_QUERY_GRADIENT, &of, list[i]);
}

static void ask_of_queries(plumb_asking *a, const plumb_element *const *list, size_t count) {
    for (size_t i = 0, lines = 0; i < count && lines < PLUMB_ASKED_LINES; i++)
        if (!plumb_line_was_before(list, i) && !plumb_asking_is_settled(a, PLUMB_QUERY_GRADIENT)) {
            ask_of_query(a, list, count, i);
            lines++;
        }
}

/* ---- dk and dv: the numbers of some keys of one head ---- */

static void gather_row(plumb_asking *a, plumb_gradient gradient, size_t b, size_t h, size_t t, size_t pair,
                       size_t width) {
    const plumb_problem *p = &a->report->judged->problem;
    size_t number = (b * p->query_heads + h) * p->query_length + t;
    const double *from =
        gradient == PLUMB_GRADIENT_OF_VALUE ? p->loss.output + number * width : plumb_exact_query(p, b, h, t);
    memcpy(a->value + pair * width, from, width * sizeof *a->value);
}

/* The query of the row that was prepared. */
static void gather_moved(plumb_asking *a, plumb_gradient gradient, size_t pair, size_t width) {
    if (plumb_gradient_of_moved(&a->report->judged->problem, gradient))
        plumb_gradient_moved_query(&a->proof, a->moved + pair * width);
}

/* Weights of the pairs of this row and the keys that stand in list. */
static void weigh_row(plumb_asking *a, plumb_gradient gradient, const size_t *key, size_t keys, size_t pair) {
    plumb_gradient_proof *g = &a->proof;
    int of_values = gradient == PLUMB_GRADIENT_OF_VALUE;
    for (size_t i = 0; i < keys; i++) {
        size_t j = key[i], place = i * a->pairs + pair;
        a->visible[place] = g->shown[j];
        for (size_t way = 0; way < PLUMB_PAIR_WAYS && g->shown[j]; way++)
            plumb_pair_weights(g->model.unit, g->model.tiny, g->pair[way] + j, of_values, g->shown + j, 1,
                               a->weight[way] + place);
    }
}

static void weigh_rows(plumb_asking *a, plumb_gradient gradient, const plumb_element *at, const size_t *key,
                       size_t keys, size_t width) {
    const plumb_case *judged = a->report->judged;
    const plumb_problem *p = &judged->problem;
    plumb_format format = a->report->tensor[plumb_quantity_of_gradient(gradient)].format;
    size_t pair = 0;
    a->says_nothing = false;
    for (size_t h = 0; h < p->query_heads && !a->says_nothing; h++)
        for (size_t t = 0; plumb_gradient_reads(judged, h, at->head) && t < p->query_length; t++, pair++) {
            gather_row(a, gradient, at->batch, h, t, pair, width);
            bool sees = plumb_sees_any(p, at->batch, h, t, key, keys);
            if (sees && !plumb_gradient_proof_row(&a->proof, at->batch, h, t, a->wanted, format)) {
                a->says_nothing = true;
                return;
            }
            if (sees)
                gather_moved(a, gradient, pair, width);
            else
                memset(a->proof.shown, 0, p->key_length);
            weigh_row(a, gradient, key, keys, pair);
        }
}

/* The keys to test: those of the first element's head, in the order of the list, until too many rows see them. */
static size_t choose_keys(plumb_asking *a, plumb_gradient gradient, const plumb_element *const *list, size_t count,
                          size_t key[PLUMB_ASKED_LINES]) {
    const plumb_problem *p = &a->report->judged->problem;
    double each = (double)p->key_length * (double)p->head_dim, products = 0;
    size_t keys = 0;
    memset(a->wanted, 0, p->key_length);
    for (size_t i = 0; i < count && keys < PLUMB_ASKED_LINES; i++) {
        bool asks = list[i]->batch == list[0]->batch && list[i]->head == list[0]->head && !a->wanted[list[i]->query];
        double own = asks ? each * (double)plumb_rows_that_see(a->report->judged, gradient, list[i]) : 0;
        bool too_many = own > PLUMB_PRODUCTS_OF_KEY && a->how != PLUMB_ASK_ALL;
        if (!asks || too_many || (keys > 0 && products + own > PLUMB_PRODUCTS_OF_KEYS))
            continue;
        products += own;
        a->wanted[list[i]->query] = 1;
        key[keys++] = list[i]->query;
    }
    return keys;
}

static void ask_of_keys(plumb_asking *a, plumb_gradient gradient, const plumb_element *const *list, size_t count) {
    const plumb_problem *p = &a->report->judged->problem;
    plumb_quantity quantity = plumb_quantity_of_gradient(gradient);
    bool of_values = gradient == PLUMB_GRADIENT_OF_VALUE;
    size_t key[PLUMB_ASKED_LINES], keys = choose_keys(a, gradient, list, count, key);
    size_t width = of_values ? p->value_dim : p->head_dim;
    size_t pairs = plumb_rows_of_key(a->report);
    if (keys == 0)
        return;
    weigh_rows(a, gradient, list[0], key, keys, width);
    for (size_t i = 0; i < keys && !a->says_nothing; i++) {
        plumb_asked_line of = {.visible = a->visible + i * a->pairs,
                   .value = a->value,
                   .pairs = pairs,
                   .width = width,
                   .stores =
                       plumb_gradient_stores(a->proof.precision, gradient, p->query_length, pairs / p->query_length),
                   .heads = pairs / p->query_length,
                   .has_scale = !of_values,
                   .scale = plumb_problem_scale(p)};
        set_moved(a, gradient, (plumb_moved_place){true, list[0]->batch, key[i]}, &of);
        for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++)
            of.weight[way] = a->weight[way] + i * a->pairs;
        for (size_t n = 0; n < count && !plumb_asking_is_settled(a, quantity); n++)
            if (list[n]->batch == list[0]->batch && list[n]->head == list[0]->head && list[n]->query == key[i])
                plumb_ask_line(a, quantity, &of, list[n]);
    }
}

/* ---- dsinks: the logit of one head ---- */

static bool weigh_sinks(plumb_asking *a, size_t h) {
    const plumb_problem *p = &a->report->judged->problem;
    const unsigned char shown = 1;
    size_t pair = 0;
    for (size_t b = 0; b < p->batch; b++)
        for (size_t t = 0; t < p->query_length; t++, pair++) {
            if (!plumb_gradient_proof_row(&a->proof, b, h, t, a->wanted, a->report->tensor[PLUMB_SINK_GRADIENT].format))
                return false;
            a->visible[pair] = shown;
            a->value[pair] = 1;
            for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++)
                plumb_pair_weights(a->proof.model.unit, a->proof.model.tiny, &a->proof.sink[way], 0, &shown, 1,
                                   a->weight[way] + pair);
        }
    return true;
}

static void ask_of_sinks(plumb_asking *a, const plumb_element *const *list, size_t count) {
    const plumb_problem *p = &a->report->judged->problem;
    memset(a->wanted, 0, p->key_length);
    for (size_t i = 0; i < count && !plumb_asking_is_settled(a, PLUMB_SINK_GRADIENT); i++) {
        plumb_asked_line of = {.visible = a->visible,
                   .value = a->value,
                   .pairs = p->batch * p->query_length,
                   .width = 1,
                   .stores = plumb_gradient_stores(a->precision, PLUMB_GRADIENT_OF_SINK, p->query_length, p->batch),
                   .scale = plumb_ball_of(1.0)};
        for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++)
            of.weight[way] = a->weight[way];
        if (weigh_sinks(a, list[i]->head))
            plumb_ask_line(a, PLUMB_SINK_GRADIENT, &of, list[i]);
    }
}

/* ---- which elements are tested ---- */

/* Tests the largest error of a gradient without large errors, if it costs at most this many products. */
#define PRODUCTS_OF_RIGHT 0x1p18

static bool asks_of_right(const plumb_asking *a, plumb_gradient gradient) {
    const plumb_problem *p = &a->report->judged->problem;
    double rows = gradient == PLUMB_GRADIENT_OF_QUERY  ? 1
                  : gradient == PLUMB_GRADIENT_OF_SINK || gradient == PLUMB_GRADIENT_OF_TABLE
                      ? (double)(p->batch * p->query_length)
                  : gradient == PLUMB_GRADIENT_OF_BIAS
                      ? (double)plumb_bias_rows_count(plumb_bias_rows_of(p, 0, 0, 0))
                                                       : (double)plumb_rows_of_key(a->report);
    return rows * (double)p->key_length * (double)p->head_dim <= PRODUCTS_OF_RIGHT;
}

/* The first element above its expected error, which the report shows, and those with the largest errors. */
static size_t list_questions(const plumb_asking *a, plumb_gradient gradient, plumb_element *first,
                             const plumb_element *list[PLUMB_ASKED_OF_GRADIENT]) {
    const plumb_tensor_report *tensor = &a->report->tensor[plumb_quantity_of_gradient(gradient)];
    const plumb_farthest *farthest = &tensor->farthest.of_expected;
    size_t count = 0;
    *first = tensor->beyond > 0 ? tensor->first_beyond : tensor->worst;
    if (tensor->beyond == 0 && (!asks_of_right(a, gradient) || !(first->error_low > 0)))
        return 0;
    if (tensor->cheapest.present)
        list[count++] = &tensor->cheapest;
    for (size_t i = 0; i < farthest->count && count < PLUMB_ASKED_OF_GRADIENT - 1; i++)
        if (!tensor->cheapest.present || !plumb_is_same_number(&farthest->element[i], &tensor->cheapest))
            list[count++] = &farthest->element[i];
    bool listed = !first->present || (first->finding != PLUMB_IMPROBABLE && first->finding != PLUMB_WITHIN);
    for (size_t i = 0; i < count; i++)
        listed = listed || plumb_is_same_number(list[i], first);
    if (!listed)
        list[count++] = first;
    return count;
}

static void ask_of_list(plumb_asking *a, plumb_gradient gradient, const plumb_element *const *list, size_t count) {
    if (gradient == PLUMB_GRADIENT_OF_QUERY)
        ask_of_queries(a, list, count);
    else if (gradient == PLUMB_GRADIENT_OF_SINK)
        ask_of_sinks(a, list, count);
    else if (gradient == PLUMB_GRADIENT_OF_BIAS)
        plumb_ask_of_bias(a, list, count);
    else if (gradient == PLUMB_GRADIENT_OF_TABLE)
        plumb_ask_of_table(a, list, count);
    else
        ask_of_keys(a, gradient, list, count);
}

static void ask_of_gradient(plumb_asking *a, plumb_gradient gradient) {
    const plumb_element *list[PLUMB_ASKED_OF_GRADIENT];
    plumb_element first;
    size_t count = list_questions(a, gradient, &first, list);
    if (count > 0)
        ask_of_list(a, gradient, list, count);
}

/* An engine whose outputs have fewer bits than the gradient in them rounds that before it begins, to what nobody
   knows. */
static bool has_format(const double *x, size_t count, plumb_format format) {
    plumb_simulated_format held = plumb_simulated_format_of(plumb_format_rounding(format), false);
    for (size_t i = 0; i < count; i++)
        if (plumb_simulated_round(&held, x[i]) != x[i])
            return false;
    return true;
}

/* Whether the engine's own output can stand for what its backward pass began with. */
static bool output_is_known(const plumb_report *report) {
    const plumb_tensor_report *output = &report->tensor[PLUMB_OUTPUT];
    const plumb_problem *p = &report->judged->problem;
    return output->present && output->beyond == 0 && output->unjudged == 0 &&
           has_format(p->loss.output, plumb_rows_of(p) * p->value_dim, output->format);
}

int plumb_ask_of_gradients(plumb_report *report, plumb_ask_how how, plumb_error *error) {
    plumb_asking a = {.report = report, .precision = &report->precision, .how = how};
    bool any = false;
    for (int q = PLUMB_QUERY_GRADIENT; q < PLUMB_ANSWERS; q++) {
        plumb_tensor_report *tensor = &report->tensor[q];
        tensor->decided = tensor->present && output_is_known(report) &&
                          plumb_gradient_is_decided(&report->judged->problem, &report->precision,
                                                    plumb_gradient_of_quantity((plumb_quantity)q));
        any = any || tensor->decided;
    }
    if (!any)
        return 0;
    if (plumb_asking_init(&a) != 0)
        return plumb_fail(error, "%s: not enough memory to compare", report->judged->source);
    for (int q = PLUMB_QUERY_GRADIENT; q < PLUMB_ANSWERS; q++)
        if (report->tensor[q].decided)
            ask_of_gradient(&a, plumb_gradient_of_quantity((plumb_quantity)q));
    plumb_asking_free(&a);
    return a.short_of_memory ? plumb_fail(error, "%s: not enough memory to compare", report->judged->source) : 0;
}

/* If some element is impossible: the one, among those with the largest errors, whose key the fewest rows see. */
static const plumb_element *cheapest(const plumb_report *report, plumb_quantity quantity) {
    const plumb_tensor_report *tensor = &report->tensor[quantity];
    const plumb_farthest *farthest = &tensor->farthest.of_expected;
    const plumb_element *found = &tensor->first_impossible;
    bool by_key =
        quantity == PLUMB_KEY_GRADIENT || quantity == PLUMB_VALUE_GRADIENT || quantity == PLUMB_BIAS_GRADIENT;
    plumb_gradient gradient = plumb_gradient_of_quantity(quantity);
    if (!found->present)
        return NULL;
    if (by_key && tensor->cheapest.present)
        return &tensor->cheapest;
    size_t least = by_key ? plumb_rows_that_see(report->judged, gradient, found) : 0;
    for (size_t i = 0; by_key && i < farthest->count; i++) {
        size_t rows = plumb_rows_that_see(report->judged, gradient, &farthest->element[i]);
        found = rows < least ? &farthest->element[i] : found;
        least = rows < least ? rows : least;
    }
    return found;
}

int plumb_bound_gradient(const plumb_report *report, plumb_gradient gradient, plumb_element *element,
                         plumb_error *error) {
    plumb_report counted = *report; /* what is found here is not the report's */
    plumb_asking a = {.report = &counted, .precision = &report->precision, .how = PLUMB_ASK_MOST, .bounded = element};
    const plumb_element *const one[] = {element};
    bool number = element->present && isfinite(element->error_low) && element->finding != PLUMB_MAY_OVERFLOW;
    if (!number || !output_is_known(report) ||
        !plumb_gradient_is_decided(&report->judged->problem, &report->precision, gradient))
        return 0;
    if (plumb_asking_init(&a) != 0)
        return plumb_fail(error, "%s: not enough memory to compare", report->judged->source);
    ask_of_list(&a, gradient, one, 1);
    plumb_asking_free(&a);
    return a.short_of_memory ? plumb_fail(error, "%s: not enough memory to compare", report->judged->source) : 0;
}

int plumb_gradient_is_excluded(const plumb_report *report, const plumb_precision *precision, bool *excluded,
                               plumb_error *error) {
    plumb_report counted = *report; /* what is found here is not the report's */
    plumb_asking a = {.report = &counted, .precision = precision, .how = PLUMB_ASK_ONE};
    if (!plumb_has_gradients(report->judged) || !output_is_known(report))
        return 0;
    if (plumb_asking_init(&a) != 0)
        return plumb_fail(error, "%s: not enough memory to compare", report->judged->source);
    for (int q = PLUMB_QUERY_GRADIENT; q < PLUMB_ANSWERS && !*excluded; q++) {
        plumb_tensor_report *tensor = &counted.tensor[q];
        const plumb_element *const first[] = {cheapest(report, (plumb_quantity)q)};
        plumb_gradient gradient = plumb_gradient_of_quantity((plumb_quantity)q);
        if (first[0] == NULL || !plumb_gradient_is_decided(&report->judged->problem, precision, gradient))
            continue;
        tensor->impossible = 0;
        ask_of_list(&a, gradient, first, 1);
        *excluded = tensor->impossible > 0;
    }
    plumb_asking_free(&a);
    return a.short_of_memory ? plumb_fail(error, "%s: not enough memory to compare", report->judged->source) : 0;
}
