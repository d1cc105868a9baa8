/* proof.c - see proof.h. */
#include "compare/proof.h"
#include "budget/verdict.h"
#include "case/storage.h"
#include "exact/finite.h"
#include "exact/visible.h"
#include "row/evaluate.h"
#include "row/stages.h"
#include <math.h>

/* Rows of which the theorem speaks: a softmax of products of queries and keys, with any mask, and nothing added to its
   scores, its denominator or its output. */
static bool is_plain(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_SOFTMAX) && !(p->op.softcap > 0) && !plumb_adds_bias(p) &&
           !plumb_sink_adds_logit(p->op.sink) && p->position.kind == PLUMB_POSITION_NONE &&
           p->position.value_table == NULL && p->extra.value_bias == NULL && p->extra.gate == NULL;
}

typedef struct {
    double unit[PLUMB_STEPS], tiny[PLUMB_STEPS];
} steps;

static void set_step(steps *model, size_t step, plumb_rounding rounding) {
    model->unit[step] = rounding.unit;
    model->tiny[step] = rounding.tiny;
}

/* A tensor as fine as the model's output, or finer, holds it as it is, but for what underflows. */
static steps steps_of(const plumb_precision *p, plumb_format format) {
    steps model = {{0}, {0}};
    plumb_rounding tensor = plumb_format_rounding(format);
    if (!(tensor.unit > p->output.unit))
        tensor.unit = 0;
    set_step(&model, PLUMB_STEP_INPUT, p->input);
    set_step(&model, PLUMB_STEP_OPERAND, p->operand);
    set_step(&model, PLUMB_STEP_PRODUCT, p->product);
    set_step(&model, PLUMB_STEP_SCORE, p->score);
    set_step(&model, PLUMB_STEP_EXPONENT, p->exponent);
    set_step(&model, PLUMB_STEP_PROBABILITY, p->probability);
    set_step(&model, PLUMB_STEP_ACCUMULATE, p->accumulate);
    set_step(&model, PLUMB_STEP_OUTPUT, p->output);
    set_step(&model, PLUMB_STEP_TENSOR, tensor);
    model.unit[PLUMB_STEP_SHIFTED] = p->shifted;
    model.unit[PLUMB_STEP_EXPONENTIAL] = p->exponential;
    model.unit[PLUMB_STEP_RESCALING] = p->rescaling;
    return model;
}

static size_t find_visible(const plumb_problem *p, const plumb_element *e, unsigned char *visible) {
    size_t seen = 0;
    for (size_t i = 0; i < p->key_length; i++)
        seen += visible[i] = plumb_exact_visible(p, e->batch, e->head, e->query, i);
    return seen;
}

static bool is_impossible(const plumb_problem *p, const plumb_precision *precision, const plumb_element *e,
                          plumb_format format, plumb_room *room) {
    steps model = steps_of(precision, format);
    size_t keys = p->key_length, block = precision->least_key_block;
    unsigned char *visible = plumb_room_take(room, keys, 1);
    plumb_ball *score = plumb_room_take(room, keys, sizeof *score), *off = plumb_room_take(room, keys, sizeof *off);
    plumb_ball *weight = plumb_room_take(room, keys, sizeof *weight);
    plumb_range *range = plumb_room_take(room, keys, sizeof *range);
    if (room->short_of_memory)
        return false;
    size_t seen = find_visible(p, e, visible);
    return plumb_softmax_verdict(model.unit, model.tiny, plumb_exact_query(p, e->batch, e->head, e->query),
                                 plumb_exact_key(p, e->batch, e->head, 0), visible,
                                 plumb_exact_value(p, e->batch, e->head, 0), keys, p->head_dim, p->value_dim, e->column,
                                 seen / block + (seen % block != 0), plumb_problem_scale(p), e->engine, score, off,
                                 weight, range) == PLUMB_IMPOSSIBLE;
}

int plumb_prove_impossible(const plumb_problem *problem, const plumb_precision *precision, const plumb_element *element,
                           plumb_format format, bool *proved) {
    plumb_room room = {.short_of_memory = false};
    *proved = false;
    if (!is_plain(problem) || problem->key_length == 0 || !isfinite(element->engine) ||
        !plumb_exact_keys_finite(problem, element->batch, element->head, element->query))
        return 0;
    *proved = is_impossible(problem, precision, element, format, &room);
    int result = room.short_of_memory ? -1 : 0;
    plumb_room_free(&room);
    return result;
}
