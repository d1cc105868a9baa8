/* narrow.c - see narrow.h. */
#define PLUMB_LEMMAS_EXPONENTIALS
#define PLUMB_LEMMAS_NARROW
#include "attention/narrow.h"
#include "number/exp.h"
#include "number/twofold.h"
#include "weight/exponentials.h"

plumb_ball plumb_narrow_terms(const plumb_ball *score, const unsigned char *visible, size_t keys,
                              double shift, plumb_ball *term) {
    plumb_exponentials(score, visible, keys, shift, term);
    /*@ assert terms: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          encloses_visible(term, visible, shifted_exponentials(x, m, shift), m, keys); */
    return plumb_twofold_total(term, visible, keys);
}

plumb_ball plumb_narrow_sum_with_sink(plumb_ball sum, plumb_ball sink, double shift) {
    return plumb_ball_add(sum, plumb_ball_exp(plumb_shifted_score(sink, shift)));
}

plumb_ball plumb_narrow_output(const plumb_ball *term, plumb_ball sum, const unsigned char *visible,
                               const double *value, size_t keys, size_t value_dim, size_t column) {
    /*@ assert terms: \forall seq x, subset m, real shift; exponential_terms(term, x, m, shift, keys) ==>
          encloses_among(term, shifted_exponentials(x, m, shift), m, keys); */
    plumb_ball total = plumb_twofold_weighted(term, visible, value, keys, value_dim, column);
    return plumb_ball_divide(total, sum);
}
