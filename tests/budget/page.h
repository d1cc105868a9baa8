/* page.h - how far a score and an exponent may be off, in binary64, as spec/budget.md has it (sections 3 and 4, whose
   letters stand in brackets): written from the page, for what proved code allows must be no less, and hardly more. */
#ifndef PLUMB_TESTS_BUDGET_PAGE_H
#define PLUMB_TESTS_BUDGET_PAGE_H
#include "theorem/units.h"
#include "precision/precision.h"
#include <stddef.h>

/* What all keys of a row share. */
typedef struct {
    const plumb_precision *precision;
    size_t head_dim;
    double scale;         /* [alpha] upper bound of |scale| */
    double rescalings;    /* [r] */
    double largest_score; /* [S] bounds every score, as the engine has it */
    double log_keys;      /* upper bound of log(keys) */
} page_row;

typedef struct {
    double score;       /* [|s|] upper bound */
    double score_error; /* [D] */
} page_key;

/* Everything that underflow can add to a score: the scale, scaled inputs, products, partial sums and stores, each
   possibly multiplied by the scale afterwards. */
static inline double page_underflow(const page_row *row, double magnitude, double absolute) {
    const plumb_precision *p = row->precision;
    double dimension = (double)row->head_dim, vectors = p->input.tiny + p->operand.tiny + p->product.tiny;
    return 2 * fmax(1, row->scale) *
           (vectors * (absolute + magnitude + dimension) + 2 * p->product.tiny * dimension + 3 * p->score.tiny);
}

/* Of a score of that size, from vectors as they are given. */
static inline page_key page_score(const page_row *row, const double *query, const double *key, double score) {
    const plumb_precision *p = row->precision;
    double magnitude = 0, absolute = 0;
    for (size_t c = 0; c < row->head_dim; c++) {
        magnitude += fabs(query[c] * key[c]);
        absolute += fabs(query[c]) + fabs(key[c]);
    }
    double inputs = plumb_compound(p->input.unit, p->input.unit);
    double operands = plumb_compound(p->operand.unit, p->operand.unit);
    double sum = plumb_gamma((double)row->head_dim + 4, p->product.unit);
    double product = plumb_compound(plumb_compound(inputs, operands), sum);
    double stores = plumb_compound(p->score.unit, plumb_compound(p->score.unit, p->score.unit));
    double computed = row->scale * magnitude * product + page_underflow(row, magnitude, absolute);
    return (page_key){.score = score,
                      .score_error = computed + plumb_compound(inputs, stores) * (score + computed)};
}

/* [L] of a key whose score is known, once the largest is. */
static inline double page_exponent(const page_row *row, const page_key *key) {
    const plumb_precision *p = row->precision;
    double scores = key->score + key->score_error + row->largest_score;
    double shift = plumb_gamma(28, p->exponent.unit) * row->largest_score +
                   plumb_gamma(12, p->exponent.unit) * row->log_keys + (6 * row->rescalings + 32) * p->exponent.tiny;
    double exponentials = plumb_gamma(1, p->exponential) + plumb_gamma(row->rescalings + 3, p->rescaling);
    return key->score_error + (plumb_gamma(6, p->exponent.unit) + p->shifted) * scores + shift + exponentials;
}

/* Section 17: tensors between two steps are stored in the coarser of both formats; a row of size `row`, off by `off`
   besides, is rounded and added, and the sum stored. */
static inline double page_added(const plumb_precision *p, double row, double off, double sum) {
    plumb_rounding tensor = plumb_tensor_rounding(p);
    double rounded = tensor.unit * (row + off);
    double stores = plumb_compound(plumb_compound(tensor.unit, tensor.unit), p->exponent.unit);
    return rounded + stores * (sum + off + rounded) + 4 * tensor.tiny;
}
#endif
