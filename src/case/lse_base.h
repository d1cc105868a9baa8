/* lse_base.h - log-sum-exps in other conventions: in base 2, of engines with exponentials in base 2, or with a term
   added. */
#ifndef PLUMB_CASE_LSE_BASE_H
#define PLUMB_CASE_LSE_BASE_H
#include "base/error.h"
#include "base/storage.h"
#include "case/case.h"
#include "case/tensor.h"

/* Makes the numbers of a tensor of base 2 natural logarithms, which are rounded to binary64. */
int plumb_lse_to_base_e(const plumb_tensor *tensor, plumb_storage *storage, plumb_claim *claim, plumb_error *error);

/* Takes the numbers of lse_added off the natural logarithms of a case, which are rounded to binary64; NULL: there are
   none. */
int plumb_lse_subtract(const plumb_tensor *tensor, plumb_storage *storage, plumb_case *c, plumb_error *error);
#endif
