/* problems.h - attention problems drawn at random, of the characters that go wrong first. */
#ifndef PLUMB_TESTS_SUPPORT_PROBLEMS_H
#define PLUMB_TESTS_SUPPORT_PROBLEMS_H
#include "attention/problem.h"
#include "tests/support/random.h"

typedef enum {
    ORDINARY,     /* normal numbers */
    INTEGERS,     /* small ones: scores tie */
    COMPANIONS,   /* keys cancel nearly, values too */
    LARGE_SCORES, /* scores around 1e4 */
    HUGE_SCORES,  /* beyond e^x, and beyond knowing */
    TINY,         /* subnormal products */
    EDGES,        /* anything finite */
    CHARACTERS
} problem_character;

/* Owns the tensors that its problem reads. */
typedef struct {
    plumb_problem problem;
    double *query, *key, *value;
} drawn_problem;

/* A problem of that shape, its numbers 0. */
drawn_problem blank_problem(plumb_problem shape);
drawn_problem draw_problem(random_cases *cases, plumb_problem shape, problem_character character);
drawn_problem copy_problem(const drawn_problem *original);
void free_problem(drawn_problem *drawn);

/* One batch, one head, every key visible. */
plumb_problem one_head(size_t queries, size_t keys, size_t head_dim, size_t value_dim);

/* How many numbers the tensors have. */
size_t query_numbers(const plumb_problem *problem);
size_t key_numbers(const plumb_problem *problem);
size_t value_numbers(const plumb_problem *problem);

/* NaN and infinities. */
void poison(random_cases *cases, double *x, size_t count);
#endif
