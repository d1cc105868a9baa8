/* product_budget.h - what rounding can do to the product of a query and a key that were computed
   themselves: feature maps, or moved to their positions (spec/budget.md, sections 9, 17 and 18). */
#ifndef PLUMB_COMPARE_PRODUCT_BUDGET_H
#define PLUMB_COMPARE_PRODUCT_BUDGET_H
#include "compare/feature_budget.h"
#include "compare/key_budget.h"
#include "number/ball.h"

/* What the errors of its vectors do to a product, at most. */
double plumb_product_inherits(const plumb_feature_room *room, plumb_ball scale, plumb_feature_vector query,
                              plumb_feature_vector key);

/* The product. */
plumb_ball plumb_multiply_features(const plumb_feature_room *room, plumb_ball scale, plumb_feature_vector query,
                                   plumb_feature_vector key, double inherited);

/* parts: the magnitudes of what is stored and then summed to the score; the score itself if that is
   one product.  Fills the key as plumb_key_score_budget does. */
void plumb_product_budget(plumb_key_budget *key, const plumb_row_terms *row, plumb_feature_vector query,
                          plumb_feature_vector other, double inherited, double parts, double score);
#endif
