/* kept_scores.h - keeps the products of queries and keys of some rows, to compute their outputs again under another
   scale, softcap or sink: in binary64, only for fits to an engine's numbers. */
#ifndef PLUMB_DIAGNOSE_KEPT_SCORES_H
#define PLUMB_DIAGNOSE_KEPT_SCORES_H
#include "problem/problem.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    size_t rows, keys;
    const size_t *row;     /* [rows] their numbers; the caller's */
    double *product;       /* [rows][keys] the score over the scale; -infinity where a key is hidden */
    double *empty;         /* [rows][value_dim] the output of a row that sees no key; NaN of others */
    double *weight;        /* [keys] workspace */
} plumb_kept_scores;

/* Whether a row of the output follows from sums over the keys that are visible (infer/weight_parts.h), and from nothing
   else but a constant logit. */
bool plumb_is_of_sums(const plumb_problem *problem);

/* Relative to the largest score, what the sink of head h adds to the sum of exponentials. */
double plumb_sink_beside(const plumb_problem *problem, size_t h, double most);

/* False where scores are not the scale times a product, before a softcap, or memory is short; then nothing is kept. */
bool plumb_keep_scores(plumb_kept_scores *kept, const plumb_problem *problem, const size_t *row, size_t rows);
void plumb_kept_scores_free(plumb_kept_scores *kept);

/* The first `columns` numbers of the output of kept row i, under a problem that differs by scale, softcap and sinks. */
void plumb_kept_output(const plumb_kept_scores *kept, const plumb_problem *changed, size_t i, size_t columns,
                       double *output);
#endif
