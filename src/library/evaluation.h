/* evaluation.h - all rows of one quantity of a case: as balls, or correctly rounded. */
#ifndef PLUMB_LIBRARY_EVALUATION_H
#define PLUMB_LIBRARY_EVALUATION_H
#include "base/error.h"
#include "case/case.h"
#include "exact/quantity.h"
#include "problem/format.h"
#include <stdbool.h>
#include <stddef.h>

/* The quantity (output, weights, scores, lse) and the format (f64, f32, f16, bf16) of that name; field
   is its place in messages. */
int plumb_quantity_choose(const char *field, const char *text, plumb_quantity *quantity, plumb_error *error);
int plumb_rounding_choose(const char *field, const char *text, plumb_format *format, plumb_error *error);

/* Whether the operator of the case has that quantity, and the precision of its engine is one. */
int plumb_evaluation_check(const plumb_case *c, plumb_quantity quantity, const char *field, plumb_error *error);

/* Called after each bundle of rows, from one thread at a time; .rows NULL for none. */
typedef struct {
    void (*rows)(void *context, size_t rows_done, size_t rows);
    void *context;
} plumb_row_counter;

typedef struct {
    size_t from, to; /* the queries from <= t < to of each head; to 0: all that follow */
    bool minimal;    /* by the minimal kernels alone, for the same bits in more time */
    /* Of the bundles of rows every members-th is evaluated, from the one numbered member on; the
       numbers of the others are 0.  members 0: all. */
    size_t member, members;
    int threads; /* 0: as OpenMP decides, or one where a second would not be worth its start */
    plumb_row_counter counter;
} plumb_evaluation;

/* How many numbers of a quantity are asked for.  No overflow: reading a case bounds the sizes of its
   answers. */
size_t plumb_evaluation_count(const plumb_case *c, plumb_quantity quantity, const plumb_evaluation *how);

/* mid and radius have plumb_evaluation_count elements: quantity_width for each
   [batch][query_heads][queries asked for].  Values that are so by definition (exact/definition.h) have
   radius 0. */
int plumb_evaluate_balls(const plumb_case *c, plumb_quantity quantity, const plumb_evaluation *how, double *mid,
                         double *radius, plumb_error *error);

/* Each element rounded to nearest, ties to even.  An element that has no exact value, or one too
   close to a rounding boundary to decide, is an error that names it: nothing stands in for it. */
int plumb_evaluate_rounded(const plumb_case *c, plumb_quantity quantity, plumb_format format,
                           const plumb_evaluation *how, double *rounded, plumb_error *error);
#endif
