#include "exact/attention.h"
#include "exact/output.h"
#include "exact/row.h"
#include "exact/score.h"
#include "exact/visible.h"
#include "exact/weight.h"

void plumb_exact_row_weights(const plumb_problem *problem, size_t b, size_t h, size_t t, slong precision, arb_ptr score,
                             arb_ptr weight, arb_t sink_weight, arb_t lse) {
    plumb_exact_stages row = {.problem = problem,
                              .b = b,
                              .h = h,
                              .t = t,
                              .precision = precision,
                              .score = score,
                              .weight = weight,
                              .lse = lse};
    arb_init(row.sink_logit);
    arb_init(row.sink_weight);
    plumb_exact_scores(&row);
    plumb_exact_weights(&row);
    arb_set(sink_weight, row.sink_weight);
    arb_clear(row.sink_logit);
    arb_clear(row.sink_weight);
}

void plumb_exact_row_columns(const plumb_problem *problem, size_t b, size_t h, size_t t, slong precision,
                             arb_ptr weight, const arb_t sink_weight, size_t from, size_t to, arb_ptr output) {
    plumb_exact_stages row = {
        .problem = problem, .b = b, .h = h, .t = t, .precision = precision, .weight = weight, .output = output};
    arb_init(row.sink_weight);
    arb_set(row.sink_weight, sink_weight);
    plumb_exact_output(&row, from, to);
    arb_clear(row.sink_weight);
}

size_t plumb_exact_row(const plumb_problem *problem, size_t b, size_t h, size_t t, slong precision, arb_ptr score,
                       arb_ptr weight, arb_ptr output, arb_t lse) {
    arb_t sink_weight;
    arb_init(sink_weight);
    plumb_exact_row_weights(problem, b, h, t, precision, score, weight, sink_weight, lse);
    plumb_exact_row_columns(problem, b, h, t, precision, weight, sink_weight, 0, problem->value_dim, output);
    arb_clear(sink_weight);
    return plumb_exact_visible_count(problem, b, h, t);
}
