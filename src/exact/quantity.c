#include "exact/quantity.h"

const char *plumb_quantity_name(plumb_quantity quantity) {
    static const char *const names[PLUMB_ANSWERS] = {"output", "weights", "scores", "lse",  "dq",
                                                     "dk",     "dv",      "dsinks", "dbias", "dslopes", "dtable"};
    return names[quantity];
}

size_t plumb_quantity_width(plumb_quantity quantity, const plumb_problem *problem) {
    switch (quantity) {
    case PLUMB_OUTPUT:
        return problem->value_dim;
    case PLUMB_WEIGHTS:
    case PLUMB_SCORES:
        return problem->key_length;
    case PLUMB_LSE:
    default:
        return 1;
    }
}

const plumb_ball *plumb_row_balls(const plumb_row *row, plumb_quantity quantity) {
    switch (quantity) {
    case PLUMB_OUTPUT:
        return row->output;
    case PLUMB_WEIGHTS:
        return row->weight;
    case PLUMB_SCORES:
        return row->score;
    case PLUMB_LSE:
    default:
        return &row->lse;
    }
}

plumb_ball plumb_row_ball(const plumb_row *row, plumb_quantity quantity, size_t column) {
    return plumb_row_balls(row, quantity)[column];
}
