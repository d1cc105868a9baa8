#include "tests/support/problems.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t query_numbers(const plumb_problem *p) {
    return p->batch * p->query_heads * p->query_length * p->head_dim;
}

size_t key_numbers(const plumb_problem *p) {
    return p->batch * p->key_heads * p->key_length * p->head_dim;
}

size_t value_numbers(const plumb_problem *p) {
    return p->batch * p->key_heads * p->key_length * p->value_dim;
}

static double *numbers(size_t count) {
    double *x = calloc(count + 1, sizeof *x);
    if (x == NULL)
        abort();
    return x;
}

drawn_problem blank_problem(plumb_problem shape) {
    drawn_problem drawn = {.problem = shape};
    drawn.problem.query = drawn.query = numbers(query_numbers(&shape));
    drawn.problem.key = drawn.key = numbers(key_numbers(&shape));
    drawn.problem.value = drawn.value = numbers(value_numbers(&shape));
    return drawn;
}

drawn_problem copy_problem(const drawn_problem *original) {
    const plumb_problem *p = &original->problem;
    drawn_problem copy = blank_problem(*p);
    memcpy(copy.query, original->query, query_numbers(p) * sizeof *copy.query);
    memcpy(copy.key, original->key, key_numbers(p) * sizeof *copy.key);
    memcpy(copy.value, original->value, value_numbers(p) * sizeof *copy.value);
    return copy;
}

void free_problem(drawn_problem *drawn) {
    free(drawn->query);
    free(drawn->key);
    free(drawn->value);
}

plumb_problem one_head(size_t queries, size_t keys, size_t head_dim, size_t value_dim) {
    return (plumb_problem){.batch = 1,
                           .query_heads = 1,
                           .key_heads = 1,
                           .query_length = queries,
                           .key_length = keys,
                           .head_dim = head_dim,
                           .value_dim = value_dim};
}

/* One number; `before` is one that it may nearly cancel. */
static double draw(random_cases *cases, problem_character character, double before) {
    switch (character) {
    case INTEGERS:
        return (double)random_below(cases, 5) - 2;
    case COMPANIONS:
        return random_companion(cases, before);
    case LARGE_SCORES:
        return 100 * random_normal(cases);
    case HUGE_SCORES:
        return random_scaled(cases, 0, 30);
    case TINY:
        return random_scaled(cases, -560, -500);
    case EDGES:
        return random_edge(cases);
    case ORDINARY:
    case CHARACTERS:
    default:
        return random_normal(cases);
    }
}

drawn_problem draw_problem(random_cases *cases, plumb_problem shape, problem_character character) {
    drawn_problem drawn = blank_problem(shape);
    size_t queries = query_numbers(&shape), keys = key_numbers(&shape);
    bool companions = character == COMPANIONS;
    for (size_t i = 0; i < queries; i++)
        drawn.query[i] = companions ? random_normal(cases) : draw(cases, character, 0);
    for (size_t i = 0; i < keys; i++)
        drawn.key[i] = draw(cases, character, i == 0 ? 1 : drawn.key[i - 1]);
    for (size_t i = 0; i < value_numbers(&shape); i++)
        drawn.value[i] = draw(cases, character, i == 0 ? 1 : drawn.value[i - 1]);
    return drawn;
}

void poison(random_cases *cases, double *x, size_t count) {
    static const double poisons[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++)
        x[i] = poisons[random_below(cases, 3)];
}
