/* lse_base.h - log-sum-exps in base 2, of engines with exponentials in base 2. */
#ifndef PLUMB_CASE_LSE_BASE_H
#define PLUMB_CASE_LSE_BASE_H
#include "base/error.h"
#include "base/storage.h"
#include "case/case.h"
#include "case/tensor.h"

/* Makes the numbers of a tensor of base 2 natural logarithms, which are rounded to binary64. */
int plumb_lse_to_base_e(const plumb_tensor *tensor, plumb_storage *storage, plumb_claim *claim, plumb_error *error);
#endif
