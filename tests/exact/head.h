/* head.h - a small head whose numbers are drawn at random, for any operator. */
#ifndef PLUMB_TESTS_EXACT_HEAD_H
#define PLUMB_TESTS_EXACT_HEAD_H
#include "tests/exact/balls.h"

enum { KEYS = 6, HEAD_DIM = 3, QUERIES = 4 };

static inline drawn_problem draw_head(random_cases *cases) {
    return draw_problem(cases, plain(QUERIES, KEYS, HEAD_DIM), ORDINARY);
}

static inline void draw_extra(random_cases *cases, drawn_problem *drawn, extra_tensor tensor) {
    give_extra(drawn, tensor);
    for (size_t i = 0; i < extra_numbers(&drawn->problem, tensor); i++)
        drawn->extra[tensor][i] = random_normal(cases);
}
#endif
