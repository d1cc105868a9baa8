/* Section 15 of spec/budget.md: min(1, max(0, (zeta - gamma) w_j + gamma)), w the softmax. */
#include "compare/column_budget.h"
#include "compare/mean_budget.h"
#include "compare/operator_budget.h"
#include <math.h>

static plumb_numerator clip(const plumb_budget_row *budget, plumb_ball weight, plumb_bound bound) {
    const plumb_precision *p = budget->terms.precision;
    double gamma = budget->problem->op.gamma, width = budget->problem->op.zeta - gamma;
    double unit = plumb_compound(plumb_compound(p->input.unit, p->input.unit), plumb_gamma(4, p->exponent.unit));
    unit = plumb_compound(unit, plumb_gamma(3, p->probability.unit));
    double line = width * weight.mid + gamma;
    double size = width * (plumb_upper(weight) + bound.provable) + fabs(gamma);
    double roundings = (unit + 4 * PLUMB_OWN_UNIT) * size;
    double error = width * (bound.provable + weight.rad) + roundings + 4 * (p->probability.tiny + p->exponent.tiny);
    double clipped = fmin(1, fmax(0, line + width * weight.rad));
    plumb_numerator n = {.size = clipped, .summed = clipped};
    bool always_clipped = line + error < 0 || line - error > 1;
    if (always_clipped)
        return n;
    n.error = fmin(error, 1); /* both are within [0, 1] */
    return n;
}

void plumb_clipped_budget(plumb_budget_row *budget, const plumb_row *row) {
    for (size_t i = 0; i < budget->problem->key_length; i++) {
        if (!budget->takes_part[i])
            continue;
        plumb_ball weight = plumb_budget_softmax_weight(budget, row, i);
        plumb_column_sums sums = plumb_budget_weight_sums(budget, i, weight);
        budget->quotient.numerator[i] = clip(budget, weight, plumb_mean_bound(budget, &sums, weight));
    }
}
