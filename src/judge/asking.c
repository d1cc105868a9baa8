/* asking.c - see asking.h. */
#include "judge/asking.h"
#include "backward/bias.h"
#include "backward/gradients.h"
#include "exact/visible.h"
#include "judge/ask_moved.h"
#include <math.h>
#include <stdlib.h>

size_t plumb_rows_of_key(const plumb_report *report) {
    const plumb_problem *p = &report->judged->problem;
    return p->query_length * p->query_heads / plumb_gradient_key_heads(report->judged);
}

void plumb_asking_free(plumb_asking *a) {
    for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++)
        free(a->weight[way]);
    free(a->visible);
    free(a->wanted);
    free(a->value);
    free(a->moved);
    free(a->turned);
    free(a->each);
    free(a->one);
    for (size_t i = 0; i < 2; i++)
        free(a->column[i]);
    plumb_gradient_proof_free(&a->proof);
}

/* Arrays for vectors that a position moves. */
static bool take_moved(plumb_asking *a) {
    const plumb_problem *p = &a->report->judged->problem;
    if (!plumb_position_moves_vectors(p->position.kind))
        return true;
    a->moved = malloc((a->pairs * p->head_dim + 1) * sizeof *a->moved);
    a->turned = malloc((p->query_heads + 1) * sizeof *a->turned);
    a->each = malloc(p->query_heads + 1);
    a->one = malloc((p->query_heads + 1) * sizeof *a->one);
    for (size_t i = 0; i < 2; i++)
        a->column[i] = malloc((a->pairs + 1) * sizeof *a->column[i]);
    for (size_t h = 0; a->each != NULL && a->one != NULL && h < p->query_heads; h++)
        a->each[h] = (unsigned char)(a->one[h] = 1);
    return a->moved != NULL && a->turned != NULL && a->each != NULL && a->one != NULL && a->column[0] != NULL &&
           a->column[1] != NULL;
}

int plumb_asking_init(plumb_asking *a) {
    const plumb_case *judged = a->report->judged;
    const plumb_problem *p = &judged->problem;
    const plumb_tensor_report *lse = &a->report->tensor[PLUMB_LSE];
    bool trusted = lse->present && lse->beyond == 0 && lse->unjudged == 0;
    plumb_forward_answers forward = {judged->output.value, trusted ? judged->lse.value : NULL, judged->lse.format};
    size_t rows = plumb_rows_of_key(a->report), width = p->head_dim > p->value_dim ? p->head_dim : p->value_dim;
    a->pairs = rows > p->key_length ? rows : p->key_length;
    a->pairs = a->pairs > p->batch * p->query_length ? a->pairs : p->batch * p->query_length;
    size_t values = a->pairs * (width > 0 ? width : 1);
    size_t of_bias = plumb_bias_rows_count(plumb_bias_rows_of(p, 0, 0, 0)); /* of one value each */
    if (judged->gradient[PLUMB_GRADIENT_OF_BIAS].present && of_bias > a->pairs)
        a->pairs = of_bias;
    values = values > a->pairs ? values : a->pairs;
    if (plumb_gradient_proof_init(&a->proof, p, a->precision, forward) != 0)
        return -1;
    bool made = true;
    for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++)
        made = (a->weight[way] = malloc((PLUMB_ASKED_LINES * a->pairs + 1) * sizeof(plumb_ball))) != NULL && made;
    a->visible = calloc(PLUMB_ASKED_LINES * a->pairs + 1, 1);
    a->wanted = calloc(p->key_length + 1, 1);
    a->value = malloc((values + 1) * sizeof *a->value);
    if (take_moved(a) && made && a->visible != NULL && a->wanted != NULL && a->value != NULL)
        return 0;
    plumb_asking_free(a);
    return -1;
}

/* Where all numbers of a line are sums of one column of values, it is the first. */
static bool is_excluded(const plumb_asking *a, const plumb_asked_line *of, size_t column, double number) {
    const plumb_proof_model *m = &a->proof.model;
    size_t of_value = of->width > 1 ? column : 0;
    if (of->moved != NULL)
        return plumb_moved_is_excluded(a, of, column, number);
    for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++)
        if (plumb_gradient_sum_verdict(m->unit, m->tiny, of->weight[way], of->visible, of->value, of->pairs, of->width,
                                       of_value, of->has_scale, of->scale, of->stores, number) != PLUMB_IMPOSSIBLE)
            return false;
    return true;
}

/* ---- the least error that is excluded, by bisection ---- */

#define NEAR 1.05
#define LEAST_SHARE 0x1p-4
#define MOST_SHARE 0x1p20

static bool is_excluded_at(const plumb_asking *a, const plumb_asked_line *of, const plumb_element *element,
                           double error) {
    double exact = element->low + (element->high - element->low) / 2;
    return is_excluded(a, of, element->column, exact + copysign(error, element->engine - exact));
}

static void bound_error(const plumb_asking *a, const plumb_asked_line *of, plumb_element *element, bool excluded) {
    double possible = LEAST_SHARE * element->probable, bound = excluded ? element->error_low : MOST_SHARE * possible;
    if (!(possible > 0) || !(bound < INFINITY) || (!excluded && !is_excluded_at(a, of, element, bound)))
        return;
    while (bound > NEAR * possible) {
        double between = sqrt(possible) * sqrt(bound);
        *(is_excluded_at(a, of, element, between) ? &bound : &possible) = between;
    }
    element->provable = bound;
    element->ratio = element->error_low / bound;
}

void plumb_ask_line(plumb_asking *a, plumb_quantity quantity, const plumb_asked_line *of,
                    const plumb_element *element) {
    plumb_tensor_report *tensor = &a->report->tensor[quantity];
    bool may_overflow = element->finding == PLUMB_MAY_OVERFLOW;
    bool excluded = !may_overflow && is_excluded(a, of, element->column, element->engine);
    if (a->bounded != NULL) {
        bound_error(a, of, a->bounded, excluded);
        return;
    }
    plumb_ask_note(tensor, element, excluded);
    plumb_element *shown[] = {&tensor->first_impossible, &tensor->first_beyond};
    for (size_t i = 0; i < 2 && a->how != PLUMB_ASK_ONE && !may_overflow; i++)
        if (shown[i]->present && !plumb_element_comes_before(shown[i], element) &&
            !plumb_element_comes_before(element, shown[i]))
            bound_error(a, of, shown[i], excluded);
}

bool plumb_asking_is_settled(const plumb_asking *a, plumb_quantity quantity) {
    return a->how == PLUMB_ASK_ONE && a->report->tensor[quantity].impossible > 0;
}

bool plumb_sees_any(const plumb_problem *p, size_t b, size_t h, size_t t, const size_t *key, size_t keys) {
    for (size_t i = 0; i < keys; i++)
        if (plumb_exact_visible(p, b, h, t, key[i]))
            return true;
    return false;
}

/* What joins a score behind the softcap has a gradient without its slope. */
plumb_gradient_pair plumb_biased_pair(const plumb_asking *a, size_t way, size_t j) {
    const plumb_problem *p = &a->report->judged->problem;
    plumb_gradient_pair pair = a->proof.pair[way][j];
    pair.has_cap = pair.has_cap && p->op.softcap_order == PLUMB_BIAS_CAP_MASK;
    return pair;
}
