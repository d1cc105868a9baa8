/* ask_bias.c - see ask_bias.h.  The elements of one line are tested together, so that the rows whose scores it joins
   are scored once. */
#include "judge/ask_bias.h"
#include "backward/bias.h"
#include "judge/gradients.h"
#include <string.h>

/* The keys of the numbers in the list that are of this line, as far as the rows that see them are not too many. */
static size_t choose_keys(plumb_asking *a, const plumb_element *const *list, size_t count, const plumb_element *at,
                          size_t key[PLUMB_ASKED_LINES]) {
    const plumb_problem *p = &a->report->judged->problem;
    double each = (double)p->key_length * (double)p->head_dim, products = 0;
    size_t keys = 0;
    memset(a->wanted, 0, p->key_length);
    for (size_t i = 0; i < count && keys < PLUMB_ASKED_LINES; i++) {
        if (!plumb_is_same_line(list[i], at) || a->wanted[list[i]->column])
            continue;
        double own = each * (double)plumb_rows_that_see(a->report->judged, PLUMB_GRADIENT_OF_BIAS, list[i]);
        bool too_many = own > PLUMB_PRODUCTS_OF_KEY && a->how != PLUMB_ASK_ALL;
        if (too_many || (keys > 0 && products + own > PLUMB_PRODUCTS_OF_KEYS))
            continue;
        products += own;
        a->wanted[list[i]->column] = 1;
        key[keys++] = list[i]->column;
    }
    return keys;
}

/* The gradients in the scores of this row and the keys. */
static void weigh_row(plumb_asking *a, const size_t *key, size_t keys, size_t number) {
    const plumb_gradient_proof *g = &a->proof;
    a->value[number] = 1;
    for (size_t i = 0; i < keys; i++) {
        size_t j = key[i], place = i * a->pairs + number;
        a->visible[place] = g->shown[j];
        for (size_t way = 0; way < PLUMB_PAIR_WAYS && g->shown[j]; way++) {
            plumb_gradient_pair pair = plumb_biased_pair(a, way, j);
            plumb_pair_weights(g->model.unit, g->model.tiny, &pair, 0, g->shown + j, 1, a->weight[way] + place);
        }
    }
}

/* False: of some row nothing is known. */
static bool weigh_rows(plumb_asking *a, plumb_bias_rows rows, const size_t *key, size_t keys) {
    const plumb_problem *p = &a->report->judged->problem;
    plumb_format format = a->report->tensor[PLUMB_BIAS_GRADIENT].format;
    size_t number = 0;
    for (size_t b = rows.b; b < rows.b_end; b++)
        for (size_t h = rows.h; h < rows.h_end; h++)
            for (size_t t = rows.t; t < rows.t_end; t++, number++) {
                bool sees = plumb_sees_any(p, b, h, t, key, keys);
                if (sees && !plumb_gradient_proof_row(&a->proof, b, h, t, a->wanted, format))
                    return false;
                if (!sees)
                    memset(a->proof.shown, 0, p->key_length);
                weigh_row(a, key, keys, number);
            }
    return true;
}

static void ask_of_line(plumb_asking *a, const plumb_element *const *list, size_t count, const plumb_element *at) {
    const plumb_problem *p = &a->report->judged->problem;
    plumb_bias_rows rows = plumb_bias_rows_of(p, at->batch, at->head, at->query);
    size_t key[PLUMB_ASKED_LINES], keys = choose_keys(a, list, count, at, key), pairs = plumb_bias_rows_count(rows);
    size_t queries = rows.t_end - rows.t;
    if (keys == 0 || !weigh_rows(a, rows, key, keys))
        return;
    for (size_t i = 0; i < keys; i++) {
        plumb_asked_line of = {
            .visible = a->visible + i * a->pairs,
            .value = a->value,
            .pairs = pairs,
            .width = 1,
            .stores = plumb_gradient_stores(a->precision, PLUMB_GRADIENT_OF_BIAS, queries, pairs / queries),
            .scale = plumb_ball_of(1.0)};
        for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++)
            of.weight[way] = a->weight[way] + i * a->pairs;
        for (size_t n = 0; n < count && !plumb_asking_is_settled(a, PLUMB_BIAS_GRADIENT); n++)
            if (plumb_is_same_line(list[n], at) && list[n]->column == key[i])
                plumb_ask_line(a, PLUMB_BIAS_GRADIENT, &of, list[n]);
    }
}

void plumb_ask_of_bias(plumb_asking *a, const plumb_element *const *list, size_t count) {
    for (size_t i = 0, lines = 0; i < count && lines < PLUMB_ASKED_LINES; i++)
        if (!plumb_line_was_before(list, i) && !plumb_asking_is_settled(a, PLUMB_BIAS_GRADIENT)) {
            ask_of_line(a, list, count, list[i]);
            lines++;
        }
}
