/* chunks_verdict.c - see chunks_verdict.h. */
#include "budget/chunks_verdict.h"
#include "budget/activation.h"
#include "budget/chunks.h"
#include "budget/divided.h"

plumb_possibility plumb_chunks_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                       const plumb_ball *query, const plumb_ball *key, const double *value,
                                       size_t width, size_t column, size_t rescalings, plumb_mapping mapping,
                                       plumb_finish finish, double number, plumb_verdict_workspace work) {
    plumb_linear_sums first =
        plumb_total_features(query, key, row.visible, value, row.keys, row.head_dim, width, column);
    /*@ assert first: \forall seq u, t, q, k, y, v, subset m;
          row_scored(unit, tiny, row, u, t, y, m) && encloses(query, q, row.head_dim) &&
          features_within(key, k, m, row.keys, row.head_dim) &&
          given_column(value, v, m, row.keys, width, column) ==>
          linear_sums(first, q, k, v, m, row.keys, row.head_dim) && linear_counts(first, v, m, row.keys); */
    /*@ assert placed: \forall seq v, subset m; given_column(value, v, m, row.keys, width, column) ==>
          placed_column(value, v, m, row.keys, width, column); */
    if (!plumb_maps_are_borne(unit) || !plumb_score_row(unit, tiny, row, work.score, work.off))
        return PLUMB_POSSIBLE;
    /*@ assert scored: \forall seq u, t, y, subset m; \at(row_scored(unit, tiny, row, u, t, y, m), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && bears_maps(u) &&
          shows(row.visible, m, row.keys) && all_computed(work.score, work.off, y, m, row.keys); */
    plumb_weigh_scores(unit, tiny, mapping, work.score, work.off, row.visible, row.keys, work.weight);
    /*@ assert weighed: \forall seq u, t, c, subset m;
          \at(row_weighed(unit, tiny, row, u, t, mapping, c, m), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(row.visible, m, row.keys) &&
          encloses_among(work.weight, c, m, row.keys); */
    /*@ assert column: \forall seq v, subset m; \at(given_column(value, v, m, row.keys, width, column), Pre) ==>
          given_column(value, v, m, row.keys, width, column); */
    plumb_product_sums second = plumb_total_products(work.weight, row.visible, value, row.keys, width, column);
    /*@ assert second: \forall seq u, t, c, v, subset m;
          \at(row_weighed(unit, tiny, row, u, t, mapping, c, m) &&
              given_column(value, v, m, row.keys, width, column), Pre) ==> sums_of(second, c, v, m, row.keys); */
    /*@ assert both: \forall seq u, t, q, k, c, v, subset m;
          \at(row_weighed(unit, tiny, row, u, t, mapping, c, m) && encloses(query, q, row.head_dim) &&
              features_within(key, k, m, row.keys, row.head_dim) &&
              given_column(value, v, m, row.keys, width, column), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          sums_of_row(first, second, q, k, c, v, m, row.keys, row.head_dim); */
    if (plumb_chunks_excluded(unit, tiny, first, second, row.keys, row.head_dim, rescalings, row.scale, mapping, finish,
                              number))
        return PLUMB_IMPOSSIBLE;
    return PLUMB_POSSIBLE;
}
