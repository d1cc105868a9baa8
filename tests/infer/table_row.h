/* table_row.h - a line of docs/kernel-faults.md. */
#ifndef PLUMB_TESTS_INFER_TABLE_ROW_H
#define PLUMB_TESTS_INFER_TABLE_ROW_H
#include "tests/infer/inferred.h"

enum { TABLE_ROW = 4 * PLUMB_INFERENCE_TEXT };

static inline void table_row(const kernel_fault_row *fault, const outcome_of_kernel *in_f32,
                             const outcome_of_kernel *in_bf16, char row[TABLE_ROW]) {
    const plumb_inference *first = &in_f32->inferences.list[0];
    bool any = in_f32->inferences.count > 0;
    snprintf(row, TABLE_ROW, "| %s | %s | %s | %s | %s%s%s |\n", fault->family, fault->fault,
             result_name(in_f32->result), result_name(in_bf16->result), any ? first->says : "-",
             any && first->where[0] != 0 ? ", " : "", any ? first->where : "");
}
#endif
