#include "exact/attention.h"
#include "exact/output.h"
#include "exact/row.h"
#include "exact/score.h"
#include "exact/visible.h"
#include "exact/weight.h"

size_t plumb_exact_row(const plumb_problem *problem, size_t b, size_t h, size_t t, slong precision,
                       arb_ptr score, arb_ptr weight, arb_ptr output, arb_t lse) {
    plumb_exact_stages row = {.problem = problem,
                              .b = b,
                              .h = h,
                              .t = t,
                              .precision = precision,
                              .score = score,
                              .weight = weight,
                              .output = output,
                              .lse = lse};
    arb_init(row.sink_logit);
    arb_init(row.sink_weight);
    plumb_exact_scores(&row);
    plumb_exact_weights(&row);
    plumb_exact_output(&row);
    arb_clear(row.sink_logit);
    arb_clear(row.sink_weight);
    return plumb_exact_visible_count(problem, b, h, t);
}
