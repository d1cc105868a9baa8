/* seen_errors.h - what is known of the errors of an online softmax before its values are: of the exponents of the keys
   that the query sees (spec/budget.md, section 4). */
#ifndef PLUMB_BUDGET_SEEN_ERRORS_H
#define PLUMB_BUDGET_SEEN_ERRORS_H
#include "budget/exponent.h"
#include "budget/model.h"
#include "number/index.h"
#include "spec/budget/seen.h"

typedef struct {
    int known;    /* 0: the rest says nothing */
    size_t count; /* of the keys */
    double size;  /* at least that of every score as computed */
    double most;  /* at least the error of every exponent */
    plumb_exponent_error exponent;
} plumb_seen_errors;

/*@ predicate are_seen_errors(plumb_seen_errors e, seq u, seq t, seq s, seq d, subset m, integer n, integer r) =
      is_roundings(u, t) && bears_keys(u, e.count, r) && 0 < e.count && e.count == visible_count(m, n) &&
      seen_sizes(s, d, m, n, e.size) && is_exponent_error(e.exponent, u, t, e.count, r, e.size) &&
      seen_exponents(u, t, s, d, m, n, e.count, r, e.size, e.most); */

/* score, off, visible [keys]: balls around the exact scores and the most by which they are off as computed;
   rescalings: at most so often a sum is rescaled. */
/*@ requires counts: keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures count: \result.count <= keys;
    ensures finite: \result.known != 0 ==> \is_finite(\result.most);
    ensures errors: \result.known != 0 ==> \forall seq u, t, s, d, subset m;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && encloses_visible(score, visible, s, m, keys) &&
      encloses_among(off, d, m, keys) ==> are_seen_errors(\result, u, t, s, d, m, keys, rescalings);
*/
plumb_seen_errors plumb_seen_errors_of(const double *unit, const double *tiny, const plumb_ball *score,
                                       const plumb_ball *off, const unsigned char *visible, size_t keys,
                                       size_t rescalings);
#endif
