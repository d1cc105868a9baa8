/* fit.h - fits parameters to the engine's numbers: the value under which a few rows are closest to them. */
#ifndef PLUMB_DIAGNOSE_FIT_H
#define PLUMB_DIAGNOSE_FIT_H
#include "case/case.h"
#include "diagnose/neighbour.h"
#include "diagnose/scale_text.h"
#include <stdbool.h>
#include <stddef.h>

/* How many rows to look at where `most` are enough: fewer of long texts, at least 2 unless the
   problem has 1, so that looking takes a moment whatever the problem is. */
size_t plumb_fit_rows(const plumb_problem *problem, size_t most);

/* Gives the problem the parameter; context is the caller's. */
typedef void plumb_fit_set(plumb_problem *problem, double parameter, void *context);

/* What is looked for, between low and high, both above 0. */
typedef struct {
    plumb_fit_set *set;
    void *context;
    double low, high;
    bool moves_vectors; /* the products of queries and keys depend on it */
    bool up_to_factor;  /* all numbers of the engine may have a factor besides, which neither is found nor as stated
                           is 1 */
} plumb_fitted;

/* True, with the parameter, if there and not at an end the squares of the differences are least, and a small part of
   what they are as stated.  False, too, where memory is short, or time is up, which the list counts. */
bool plumb_fit(const plumb_case *stated, const plumb_fitted *fitted, plumb_neighbourhood *list, double *parameter);

/* Whether two numbers differ by less than a fit to a coarse precision tells; and by so little that
   the second is meant by the first. */
bool plumb_fit_same(double one, double other);
bool plumb_fit_is(double one, double other);

/* The nearest number of so many decimal digits. */
double plumb_fit_rounded(double x, int digits);

/* Whether a neighbour of that member, which is not empty, stands in the list. */
bool plumb_fit_listed(const plumb_neighbourhood *list, const char *member);

/* Lists of what is found so: masks of other sizes, scales and softcaps, factors that all elements of a tensor have,
   numbers and factors of log-sum-exps, numbers added to the sum of weights, and the scale with which the
   numbers are right up to such a factor. */
void plumb_neighbours_of_fitted_masks(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_fitted_scores(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_factors(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_lse(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_divisors(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_scale_and_factor(const plumb_case *stated, plumb_neighbourhood *neighbourhood);

/* The scale times a factor that another found. */
void plumb_neighbours_of_seen_scale(const plumb_case *stated, double factor, plumb_neighbourhood *neighbourhood);

/* Adds a scale, by its rule, if it is another than the stated one and than those that are listed. */
void plumb_add_scale(const plumb_case *stated, plumb_other_scale other, bool fitted, const char *does,
                     plumb_neighbourhood *neighbourhood);
#endif
