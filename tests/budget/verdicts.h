/* verdicts.h - the rows that tests of verdicts draw: their sizes, workspace for them, and their vectors moved. */
#ifndef PLUMB_TESTS_BUDGET_VERDICTS_H
#define PLUMB_TESTS_BUDGET_VERDICTS_H
#include "budget/verdict.h"
#include "tests/budget/models.h"
#include <math.h>

#define MOST_KEYS 96
#define MOST_DIM 32
#define WIDTH 2 /* of the values, of which the second column counts */

/* What an engine has of a vector, each element off by this part of its size. */
typedef struct {
    plumb_ball exact[MOST_KEYS * MOST_DIM];
    double size[MOST_KEYS * MOST_DIM], off[MOST_KEYS * MOST_DIM];
} moved_vectors;

static inline plumb_moved moved_by(double part, const double *x, size_t count, moved_vectors *moved) {
    for (size_t c = 0; c < count; c++) {
        moved->exact[c] = (plumb_ball){x[c], 0};
        moved->off[c] = part * fabs(x[c]);
        moved->size[c] = fabs(x[c]) + moved->off[c];
    }
    return (plumb_moved){moved->size, moved->off};
}

/* The same row, its query and keys moved; it stays until the next one is. */
static inline plumb_scored_row moved_row(plumb_scored_row row, double part) {
    static moved_vectors query, key;
    plumb_moved of_query = moved_by(part, row.query, row.head_dim, &query);
    plumb_moved of_key = moved_by(part, row.key, row.keys * row.head_dim, &key);
    row.vectors = PLUMB_VECTORS_MOVED;
    row.moved = (plumb_moved_row){query.exact, key.exact, of_query, of_key};
    row.query = row.key = NULL;
    return row;
}

/* added: vectors at the values; NULL for none.  A sink stands behind the keys if there is a logit. */
static inline bool is_impossible_with(const plumb_precision *precision, plumb_scored_row row,
                                      const unsigned char *taking_part, const double *value, const double *added,
                                      size_t rescalings, const double *logit, plumb_weighing weighing,
                                      plumb_finish finish, double number) {
    enum { PLACES = MOST_KEYS + 1 };
    model_steps steps = steps_of(precision);
    plumb_ball score[PLACES], off[PLACES], weight[PLACES], scores[2 * PLACES], offs[2 * PLACES], weights[2 * PLACES];
    plumb_range range[PLACES], ranges[2 * PLACES];
    double column[PLACES], vectors[PLACES], columns[2 * PLACES], unused[2 * PLACES];
    unsigned char shown[PLACES], shown_twice[2 * PLACES];
    plumb_row_values weighed = {value, added != NULL ? added : value, WIDTH, 1, added != NULL};
    plumb_verdict_workspace work = {score, off, weight, range, column, vectors, shown};
    plumb_verdict_workspace twofold = {scores, offs, weights, ranges, columns, unused, shown_twice};
    return plumb_row_verdict(steps.unit, steps.tiny, row, taking_part, weighed, rescalings, logit != NULL,
                             logit != NULL ? *logit : 0, weighing, finish, number, work, twofold) == PLUMB_IMPOSSIBLE;
}

static inline bool is_impossible(const plumb_precision *precision, plumb_scored_row row,
                                 const unsigned char *taking_part, const double *value, size_t rescalings,
                                 const double *logit, plumb_weighing weighing, plumb_finish finish, double number) {
    return is_impossible_with(precision, row, taking_part, value, NULL, rescalings, logit, weighing, finish, number);
}
#endif
