#include "exact/feature.h"
#include "exact/function.h"

bool plumb_exact_has_features(const plumb_problem *problem) {
    return problem->op.kind == PLUMB_MLP_KERNEL || problem->op.kind == PLUMB_ELU_KERNEL;
}

size_t plumb_exact_feature_count(const plumb_problem *problem) {
    return problem->op.kind == PLUMB_MLP_KERNEL ? problem->extra.feature_dim : problem->head_dim;
}

/* product = matrix [rows][columns] times vector [columns] */
static void multiply(arb_ptr product, const double *matrix, size_t rows, arb_srcptr vector, size_t columns,
                     slong precision) {
    arb_ptr line = _arb_vec_init((slong)columns);
    for (size_t r = 0; r < rows; r++) {
        plumb_exact_vector(line, matrix + r * columns, columns);
        arb_dot(product + r, NULL, 0, line, 1, vector, 1, (slong)columns, precision);
    }
    _arb_vec_clear(line, (slong)columns);
}

/* W2 max(0, W1 vector) */
static void mlp(arb_ptr feature, const plumb_problem *problem, arb_srcptr vector, slong precision) {
    const plumb_extras *extra = &problem->extra;
    arb_ptr hidden = _arb_vec_init((slong)extra->hidden_dim);
    multiply(hidden, extra->mlp_inner, extra->hidden_dim, vector, problem->head_dim, precision);
    for (size_t r = 0; r < extra->hidden_dim; r++)
        plumb_exact_positive_part(hidden + r, hidden + r, precision);
    multiply(feature, extra->mlp_outer, extra->feature_dim, hidden, extra->hidden_dim, precision);
    _arb_vec_clear(hidden, (slong)extra->hidden_dim);
}

void plumb_exact_feature(arb_ptr feature, const plumb_problem *problem, arb_srcptr vector, slong precision) {
    if (problem->op.kind == PLUMB_MLP_KERNEL)
        mlp(feature, problem, vector, precision);
    else
        for (size_t c = 0; c < problem->head_dim; c++)
            if (problem->op.kind == PLUMB_ELU_KERNEL)
                plumb_exact_elu_plus_one(feature + c, vector + c, precision);
            else
                arb_set(feature + c, vector + c);
}
