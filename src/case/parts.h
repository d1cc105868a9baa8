/* parts.h - results of parts of the keys that an engine merged: part_out and part_lse, the part of each key from
   part_starts or part_of_key (spec/merge.md), and the base of the logarithms. */
#ifndef PLUMB_CASE_PARTS_H
#define PLUMB_CASE_PARTS_H
#include "case/assemble.h"

/* Fills out->parts, where the case states parts, and makes its log-sum-exps natural ones; the problem and the claims
   are known. */
int plumb_parts_read(const plumb_case_tensors *tensors, const plumb_description *description, plumb_storage *storage,
                     plumb_case *out, plumb_error *error);
#endif
