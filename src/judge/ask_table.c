/* ask_table.c - see ask_table.h.  The elements of one head are tested together: all its pairs are scored once. */
#include "judge/ask_table.h"
#include "exact/visible.h"
#include "row/positions.h"
#include "row/stages.h"
#include <stdint.h>
#include <stdlib.h>

/* Of a pair that is not seen. */
#define NO_ROW SIZE_MAX

/* All pairs of a head: [batch][query_length][key_length]. */
typedef struct {
    plumb_asking *asking;
    plumb_positions positions;
    size_t pairs;
    plumb_ball *weight[PLUMB_PAIR_WAYS];
    size_t *row; /* of the table */
    unsigned char *visible;
    double *one;
} head_pairs;

static void free_pairs(head_pairs *of) {
    for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++)
        free(of->weight[way]);
    free(of->row);
    free(of->visible);
    free(of->one);
    plumb_positions_free(&of->positions);
}

static int init_pairs(head_pairs *of, plumb_asking *a) {
    const plumb_problem *p = &a->report->judged->problem;
    *of = (head_pairs){.asking = a, .pairs = p->batch * p->query_length * p->key_length};
    if (plumb_positions_init(&of->positions, p) != 0)
        return -1;
    bool made = true;
    for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++)
        made = (of->weight[way] = malloc((of->pairs + 1) * sizeof(plumb_ball))) != NULL && made;
    of->row = malloc((of->pairs + 1) * sizeof *of->row);
    of->visible = malloc(of->pairs + 1);
    of->one = malloc((of->pairs + 1) * sizeof *of->one);
    if (made && of->row != NULL && of->visible != NULL && of->one != NULL)
        return 0;
    free_pairs(of);
    return -1;
}

/* The gradients in the scores of a row, whose first pair has that number. */
static void weigh_row(head_pairs *of, size_t b, size_t t, size_t first) {
    plumb_asking *a = of->asking;
    const plumb_problem *p = &a->report->judged->problem;
    const plumb_gradient_proof *g = &a->proof;
    plumb_position_parts(&of->positions, p, plumb_problem_scale(p), b, t, p->key_length);
    for (size_t j = 0; j < p->key_length; j++) {
        if (!g->shown[j])
            continue;
        of->row[first + j] = of->positions.index[j];
        for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++) {
            plumb_gradient_pair pair = plumb_biased_pair(a, way, j);
            plumb_pair_weights(g->model.unit, g->model.tiny, &pair, 0, g->shown + j, 1, of->weight[way] + first + j);
        }
    }
}

/* False: of some row nothing is known. */
static bool weigh_head(head_pairs *of, size_t h) {
    plumb_asking *a = of->asking;
    const plumb_problem *p = &a->report->judged->problem;
    plumb_format format = a->report->tensor[PLUMB_TABLE_GRADIENT].format;
    for (size_t i = 0; i < of->pairs; i++) {
        of->row[i] = NO_ROW;
        of->one[i] = 1;
    }
    for (size_t b = 0; b < p->batch; b++)
        for (size_t t = 0; t < p->query_length; t++) {
            if (!plumb_exact_sees_any(p, b, h, t))
                continue;
            if (!plumb_gradient_proof_row(&a->proof, b, h, t, NULL, format))
                return false;
            weigh_row(of, b, t, (b * p->query_length + t) * p->key_length);
        }
    return true;
}

static void ask_of_number(head_pairs *of, const plumb_element *element) {
    plumb_asking *a = of->asking;
    size_t summed = 0;
    for (size_t i = 0; i < of->pairs; i++)
        summed += of->visible[i] = of->row[i] == element->query;
    /* what adds pair after pair to the table stores each sum */
    bool stores = a->precision->output.unit > a->precision->accumulate.unit;
    plumb_asked_line line = {.visible = of->visible,
                             .value = of->one,
                             .pairs = of->pairs,
                             .width = 1,
                             .stores = stores ? summed : 0,
                             .scale = plumb_ball_of(1.0)};
    for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++)
        line.weight[way] = of->weight[way];
    plumb_ask_line(a, PLUMB_TABLE_GRADIENT, &line, element);
}

/* Whether one of the first i of the list is of the head of number i. */
static bool head_was_before(const plumb_element *const *list, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (list[k]->column == list[i]->column)
            return true;
    return false;
}

static void ask_of_heads(head_pairs *of, const plumb_element *const *list, size_t count) {
    const plumb_asking *a = of->asking;
    for (size_t i = 0, heads = 0; i < count && heads < PLUMB_ASKED_LINES; i++) {
        if (head_was_before(list, i) || plumb_asking_is_settled(a, PLUMB_TABLE_GRADIENT))
            continue;
        heads++;
        if (!weigh_head(of, list[i]->column))
            continue;
        for (size_t n = i; n < count && !plumb_asking_is_settled(a, PLUMB_TABLE_GRADIENT); n++)
            if (list[n]->column == list[i]->column)
                ask_of_number(of, list[n]);
    }
}

void plumb_ask_of_table(plumb_asking *a, const plumb_element *const *list, size_t count) {
    const plumb_problem *p = &a->report->judged->problem;
    double products = (double)p->batch * (double)p->query_length * (double)p->key_length * (double)p->head_dim;
    head_pairs of;
    if (products > PLUMB_PRODUCTS_OF_KEY && a->how != PLUMB_ASK_ALL)
        return;
    if (init_pairs(&of, a) != 0) {
        a->short_of_memory = true;
        return;
    }
    ask_of_heads(&of, list, count);
    free_pairs(&of);
}
