/* gradient_sample.h - a sample of queries and keys of one key head: their gradients from an engine, the correct ones,
   and how well other numbers explain the engine's. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_SAMPLE_H
#define PLUMB_DIAGNOSE_GRADIENT_SAMPLE_H
#include "backward/variant.h"
#include "infer/infer.h"
#include "judge/gradients.h"

enum { PLUMB_SAMPLED_LINES = 32 };

/* The numbers of one gradient. */
typedef struct {
    bool asked; /* the engine answered it, and some number here is wrong */
    bool present;
    size_t lines, width;    /* queries or keys; numbers of each */
    double *engine, *exact; /* [lines][width] */
    double *limit;          /* [lines][width] the largest error that is expected */
    bool *wrong;            /* [lines][width] */
    size_t wrongs, compared;
} plumb_sampled_gradient;

typedef struct {
    const plumb_case *of;
    const plumb_precision *precision;
    const plumb_gradient_balls *all; /* the correct gradients of the case, */
    const plumb_gradient_expectation *expectation; /* and their expected errors */
    plumb_infer_time time;
    size_t b, key_head;
    size_t query[PLUMB_SAMPLED_LINES][2], queries; /* head and query of each */
    size_t key[PLUMB_SAMPLED_LINES], keys;
    plumb_sampled_gradient gradient[PLUMB_GRADIENT_COUNT];
    bool biases_are_of_head; /* no other key head has a part in a bias */
} plumb_gradient_sample;

/* Numbers that may be the engine's, [lines][width] of each gradient. */
typedef struct {
    double *number[PLUMB_GRADIENT_COUNT];
} plumb_gradient_numbers;

/* Where line n of the sample stands in the tensor. */
size_t plumb_sampled_line(const plumb_gradient_sample *sample, plumb_gradient gradient, size_t n);

/* 0, or -1 if memory is short. */
int plumb_gradient_sample_init(plumb_gradient_sample *sample, const plumb_case *of, const plumb_precision *precision,
                               const plumb_gradient_expectation *expectation, plumb_infer_time time);
void plumb_gradient_sample_free(plumb_gradient_sample *sample);

/* Whether time is up: what is then being tried explains nothing. */
bool plumb_gradients_are_late(const plumb_gradient_sample *sample);

/* Whether a number of the whole gradient is wrong. */
bool plumb_gradient_is_wrong(const plumb_gradient_sample *sample, plumb_gradient gradient, size_t place);

int plumb_gradient_numbers_init(plumb_gradient_numbers *numbers, const plumb_gradient_sample *sample);
void plumb_gradient_numbers_free(plumb_gradient_numbers *numbers);

/* Looks for what an engine did in one gradient.  numbers [lines][width] of it: workspace.  Sets *explained to the wrong
   numbers that this explains, if they are nearly all, and `says` to the words for it; else *explained is 0, as for
   gradients that it does not know.  Returns 0, or -1 if there is not enough memory. */
typedef int plumb_explain_gradient(const plumb_gradient_sample *sample, plumb_gradient gradient, double *numbers,
                                   size_t *explained, char *says, size_t size);

/* How many of the wrong numbers of a gradient these explain; 0 if not nearly all, or if right ones are wrong by
   them. */
size_t plumb_numbers_explain(const plumb_gradient_sample *sample, plumb_gradient gradient, const double *numbers);

/* By least squares, how many times their correct size each `step`th number is, from number `from` on. */
double plumb_fitted_factor(const plumb_sampled_gradient *gradient, size_t from, size_t step);

/* Whether right numbers are wrong by these. */
bool plumb_numbers_break(const plumb_gradient_sample *sample, plumb_gradient gradient, const double *numbers);
#endif
