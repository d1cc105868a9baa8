#include "backward/deviation_rows.h"

int plumb_deviation_rows_init(plumb_deviation_rows *r, const plumb_problem *problem, const plumb_precision *precision,
                              size_t terms) {
    if (plumb_rows_init(&r->rows, problem, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) != 0)
        return -1;
    r->rows.row.without_lse = true;
    if (plumb_backward_row_init(&r->row, problem) == 0) {
        if (plumb_gradient_deviation_init(&r->deviation, problem, precision, terms) == 0)
            return 0;
        plumb_backward_row_free(&r->row);
    }
    plumb_rows_free(&r->rows);
    return -1;
}

void plumb_deviation_rows_free(plumb_deviation_rows *r) {
    plumb_gradient_deviation_free(&r->deviation);
    plumb_backward_row_free(&r->row);
    plumb_rows_free(&r->rows);
}

void plumb_deviation_rows_add(plumb_deviation_rows *r, size_t b, size_t h, size_t t,
                              const plumb_gradient_variances *to) {
    plumb_backward_row_set(&r->row, plumb_rows_get(&r->rows, b, h, t), b, h, t);
    plumb_gradient_deviation_add(&r->deviation, &r->row, to);
}
