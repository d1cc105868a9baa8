/* problems.h - attention problems drawn at random, of the characters that go wrong first. */
#ifndef PLUMB_TESTS_SUPPORT_PROBLEMS_H
#define PLUMB_TESTS_SUPPORT_PROBLEMS_H
#include "problem/problem.h"
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

/* What plumb_extras points to. */
typedef enum {
    BIAS,
    SINK_LOGITS,
    SINK_KEY,
    SINK_VALUE,
    KEY0_BIAS,
    VALUE_BIAS,
    GATE,
    MLP_INNER,
    MLP_OUTER,
    EXTRA_TENSORS
} extra_tensor;

/* What plumb_position points to, but for the position ids. */
typedef enum {
    SLOPES,
    POSITION_TABLE,
    POSITION_VALUES,
    ROPE_COSINE,
    ROPE_SINE,
    ROPE_LONG,
    ROPE_SHORT,
    POSITION_TENSORS
} position_tensor;

/* Owns the tensors that its problem reads. */
typedef struct {
    plumb_problem problem;
    double *query, *key, *value;
    double *extra[EXTRA_TENSORS]; /* NULL where the problem has none */
    int64_t *query_segment, *key_segment;
    unsigned char *allowed;
    double *position[POSITION_TENSORS]; /* NULL where the problem has none */
    int64_t *query_position, *key_position;
} drawn_problem;

/* A problem of that shape, its numbers 0. */
drawn_problem blank_problem(plumb_problem shape);
drawn_problem draw_problem(random_cases *cases, plumb_problem shape, problem_character character);
drawn_problem copy_problem(const drawn_problem *original);
void free_problem(drawn_problem *drawn);

/* One batch, one head, every key visible. */
plumb_problem one_head(size_t queries, size_t keys, size_t head_dim, size_t value_dim);

/* An operator; its sink, if it is the softmax; its normalisation, if it has one. */
typedef struct {
    plumb_operator_kind kind;
    plumb_sink sink;
    plumb_normalisation normalisation;
} operator_variant;

/* The softmax with each sink; each operator that can be normalised with each normalisation; the
   others.  Where a sink without an extra logit makes sense, it is drawn with the problem. */
enum {
#define OPERATOR(kind, features, lanes, activation, last, budget, map, proxy, traits)              \
    +(((traits) & PLUMB_IS_SOFTMAX) != 0      ? PLUMB_SINK_COUNT                                   \
      : ((traits) & PLUMB_IS_NORMALISED) != 0 ? PLUMB_NORMALISATION_COUNT                          \
                                              : 1)
    OPERATOR_VARIANTS =
#include "problem/operators.def"
};
operator_variant operator_of_variant(size_t variant);

/* A small problem of that operator: batches, grouped heads, masks, scales, softcaps in any order,
   every optional tensor and mask present or not, a positional encoding now and then, numbers and
   parameters of the character. */
drawn_problem draw_operator_problem(random_cases *cases, operator_variant variant,
                                    problem_character character);
/* Of a given shape, every key that its causal mask shows visible, without an encoding. */
drawn_problem draw_operator_of_shape(random_cases *cases, plumb_problem shape,
                                     operator_variant variant, problem_character character);
/* The same with an encoding of that kind, if shape and operator allow one. */
drawn_problem draw_position_problem(random_cases *cases, operator_variant variant,
                                    plumb_position_kind kind, problem_character character);

/* Gives the problem a tensor of zeros, as large as its shape and operator make it. */
void give_extra(drawn_problem *drawn, extra_tensor tensor);
size_t extra_numbers(const plumb_problem *problem, extra_tensor tensor);

/* The same of a position, as large as its kind makes it. */
void give_position(drawn_problem *drawn, position_tensor tensor);
size_t position_numbers(const plumb_problem *problem, position_tensor tensor);
/* Position ids of zeros, for queries and keys. */
void give_position_ids(drawn_problem *drawn);

/* How many numbers the tensors have. */
size_t query_numbers(const plumb_problem *problem);
size_t key_numbers(const plumb_problem *problem);
size_t value_numbers(const plumb_problem *problem);

/* Numbers of a character; a companion nearly cancels the one before it. */
void draw_numbers(random_cases *cases, problem_character character, double *x, size_t count);
double random_choice(random_cases *cases, const double *choices, size_t count);

/* NaN and infinities. */
void poison(random_cases *cases, double *x, size_t count);
#endif
