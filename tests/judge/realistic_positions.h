/* realistic_positions.h - problems of the sizes of real ones, of every positional encoding, for simulated engines. */
#ifndef PLUMB_TESTS_COMPARE_REALISTIC_POSITIONS_H
#define PLUMB_TESTS_COMPARE_REALISTIC_POSITIONS_H
#include "tests/judge/judged_engines.h"
#include "tests/support/ropes.h"

/* A wrong engine, if it is wrong, and an encoding that shows it. */
typedef struct {
    const char *name;
    operator_mistake made;
    plumb_position position;
    int64_t first; /* position of the first query and key; 0: no position ids */
    plumb_sink sink;
    bool bidirectional; /* no causal mask */
    size_t heads;       /* 0: three */
} wrong_position;

#define ROPE(...)                                                                     \
    {                                                                                 \
        .kind = PLUMB_POSITION_ROPE, .rope = {.dim = 32, .base = 10000, __VA_ARGS__ } \
    }

static inline void fill(random_cases *cases, double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = random_normal(cases);
}

static inline plumb_problem realistic_shape(void) {
    plumb_problem shape = one_head(48, 48, 32, 16);
    shape.query_heads = 3;
    shape.key_heads = 3;
    shape.causal.causal = true;
    return shape;
}

/* Of text, or of images of 12 patches, four in a row: time, row and column. */
static inline int64_t place_on_axis(const plumb_problem *p, size_t i) {
    int64_t token = (int64_t)(i % p->key_length);
    size_t axis = i / p->key_length;
    if (plumb_axes_of(&p->position) == 1)
        return token;
    return axis == 0 ? token / 12 : axis == 1 ? token / 4 % 3 : token % 4;
}

static inline drawn_problem realistic_problem(random_cases *cases, const wrong_position *wrong) {
    plumb_problem shape = realistic_shape();
    shape.position = wrong->position;
    shape.op.sink = wrong->sink;
    if (wrong->heads != 0)
        shape.query_heads = shape.key_heads = wrong->heads;
    shape.causal.causal = !wrong->bidirectional;
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    const plumb_position *position = &drawn.problem.position;
    for (size_t i = 0; i < query_numbers(&drawn.problem); i++)
        drawn.query[i] = 2 * random_normal(cases);
    if (position_numbers(&drawn.problem, POSITION_TABLE) > 0) {
        give_position(&drawn, POSITION_TABLE);
        fill(cases, drawn.position[POSITION_TABLE], position_numbers(&drawn.problem, POSITION_TABLE));
    }
    if (position->kind == PLUMB_POSITION_SHAW) {
        give_position(&drawn, POSITION_VALUES);
        fill(cases, drawn.position[POSITION_VALUES], position_numbers(&drawn.problem, POSITION_VALUES));
    }
    if (wrong->first > 0) {
        give_position_ids(&drawn);
        for (size_t i = 0; i < plumb_key_places(&drawn.problem); i++)
            drawn.query_position[i] = drawn.key_position[i] = wrong->first + place_on_axis(&drawn.problem, i);
    }
    round_problem(&drawn, PLUMB_F32);
    return drawn;
}

static inline void check_wrong_position(random_cases *cases, const wrong_position *wrong, const operator_engine *by) {
    drawn_problem drawn = realistic_problem(cases, wrong);
    check_mistake(&drawn.problem, by, wrong->made, wrong->name);
    free_problem(&drawn);
}

/* Each engine in binary32 fails with that mistake; what 16 bits hide is another matter. */
static inline void check_wrong_engines(const wrong_position *wrong) {
    random_cases cases = random_begin("wrong positions", 1);
    while (random_next(&cases))
        for (size_t n = 0; n < OPERATOR_ENGINES; n++)
            if (is_binary32(&operator_engines[n]))
                check_wrong_position(&cases, wrong, &operator_engines[n]);
}
#endif
