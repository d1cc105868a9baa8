/* evaluate.c - see evaluate.h: calls the verified kernels on a row of a problem. */
#include "attention/evaluate.h"
#include "attention/heads.h"
#include "attention/scale.h"
#include <arb.h>
#include <stdlib.h>
#include <string.h>

int plumb_row_init(plumb_row *row, const plumb_problem *problem) {
    /* one element more, so that no length asks for 0 bytes */
    row->visible = malloc(problem->key_length + 1);
    row->score = malloc((problem->key_length + 1) * sizeof *row->score);
    row->weight = malloc((problem->key_length + 1) * sizeof *row->weight);
    row->output = malloc((problem->value_dim + 1) * sizeof *row->output);
    if (row->visible && row->score && row->weight && row->output)
        return 0;
    plumb_row_free(row);
    return -1;
}

void plumb_row_free(plumb_row *row) {
    free(row->visible);
    free(row->score);
    free(row->weight);
    free(row->output);
    memset(row, 0, sizeof *row);
}

/* The exact value of the text, 0 if it is a number or a ratio of integers. */
static int exact_value(arb_t value, const char *text) {
    const slong precision = 256;
    if (strchr(text, '/') == NULL)
        return arb_set_str(value, text, precision);
    fmpq_t ratio;
    fmpq_init(ratio);
    int status = fmpq_set_str(ratio, text, 10);
    if (status == 0)
        arb_set_fmpq(value, ratio, precision);
    fmpq_clear(ratio);
    return status;
}

/* The nearest double and a radius that covers the rest; radius 0 where the double is the value. */
static plumb_ball ball_around(const arb_t value) {
    plumb_ball result = {arf_get_d(arb_midref(value), ARF_RND_NEAR), 0.0};
    arb_t rest;
    arb_init(rest);
    arb_set_d(rest, result.mid);
    arb_sub(rest, value, rest, 256);
    mag_t bound;
    mag_init(bound);
    arb_get_mag(bound, rest);
    if (!mag_is_zero(bound))
        result.rad = plumb_upward(mag_get_d(bound));
    mag_clear(bound);
    arb_clear(rest);
    return result;
}

plumb_ball plumb_problem_scale(const plumb_problem *problem) {
    if (problem->scale.text == NULL)
        return plumb_default_scale(problem->head_dim);
    arb_t value;
    arb_init(value);
    plumb_ball result =
        exact_value(value, problem->scale.text) == 0 ? ball_around(value) : plumb_ball_unknown();
    arb_clear(value);
    return result;
}

size_t plumb_visible_keys(const plumb_problem *problem, size_t t) {
    return plumb_causal_count(problem->causal.causal, t, problem->causal.offset,
                              problem->key_length);
}

void plumb_evaluate_row(const plumb_problem *problem, plumb_ball scale, size_t b, size_t h,
                        size_t t, plumb_row *row) {
    const plumb_problem *p = problem;
    plumb_shape shape = {p->batch,        p->key_heads,  p->query_heads / p->key_heads,
                         p->query_length, p->key_length, p->head_dim,
                         p->value_dim};
    plumb_attention_query(shape, p->query, p->key, p->value, b, h, t, p->causal.causal,
                          p->causal.offset, scale, row->visible, row->score, row->weight,
                          row->output);
}
