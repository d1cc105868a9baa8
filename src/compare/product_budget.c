#include "compare/product_budget.h"
#include "exact/visible.h"
#include <math.h>

static double part_of(const double *part, size_t c) {
    return part != NULL ? part[c] : 0;
}

/* Both vectors turned by angles that are off: the product feels the difference of the two. */
static bool turn_together(plumb_feature_vector query, plumb_feature_vector key) {
    return query.norm != NULL && key.norm != NULL;
}

static double turns(const plumb_moved_budget *moved, plumb_feature_vector query, plumb_feature_vector key) {
    double sum = 0;
    for (size_t m = 0; m < moved->problem->position.rope.dim / 2; m++) {
        double angle =
            plumb_angle_difference_error(moved->frequency[m], moved->precision, query.position, key.position);
        sum += query.norm[m] * key.norm[m] * fmin(angle, 2);
    }
    return sum;
}

/* What the errors of its vectors do to a product, but for the scale. */
static double inherited(const plumb_feature_room *room, plumb_feature_vector query, plumb_feature_vector key) {
    bool together = turn_together(query, key), mapped = plumb_has_features(room->problem);
    if (query.error == NULL && key.error == NULL)
        return 0;
    double sum = together ? turns(&room->moved, query, key) : 0;
    for (size_t c = 0; c < room->dim; c++) {
        double by_key = mapped ? fabs(query.value[c]) : fabs(query.upper[c]);
        double query_error = part_of(together ? query.rounding : query.error, c);
        double key_error = part_of(together ? key.rounding : key.error, c);
        sum += query_error * fabs(key.upper[c]) + by_key * key_error;
    }
    return sum;
}

plumb_product plumb_multiply_features(const plumb_feature_room *room, plumb_ball scale, plumb_feature_vector query,
                                      plumb_feature_vector key) {
    double sum = 0, magnitude = 0, factor = plumb_upper(scale);
    for (size_t c = 0; c < room->dim; c++) {
        sum += query.value[c] * key.value[c];
        magnitude += fabs(query.value[c] * key.value[c]);
    }
    plumb_product x = {.inherited = inherited(room, query, key) * factor};
    double own = ((double)room->dim + 4) * PLUMB_OWN_UNIT * factor + scale.rad;
    x.value = (plumb_ball){scale.mid * sum, own * magnitude + x.inherited};
    return x;
}

void plumb_product_budget(plumb_key_budget *key, const plumb_row_terms *row, plumb_feature_vector query,
                          plumb_feature_vector other, plumb_product x, double parts, double score) {
    plumb_key_score_budget(key, row, query.upper, other.upper, parts + x.inherited);
    key->score = score;
    key->score_error += x.inherited;
}
