#include "compare/product_budget.h"
#include "compare/vector_sums.h"
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

double plumb_product_inherits(const plumb_feature_room *room, plumb_ball scale, plumb_feature_vector query,
                              plumb_feature_vector key) {
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
    return sum * plumb_upper(scale);
}

plumb_ball plumb_multiply_features(const plumb_feature_room *room, plumb_ball scale, plumb_feature_vector query,
                                   plumb_feature_vector key, double inherited) {
    plumb_vector_sums sums = plumb_sum_vectors(query.value, key.value, room->dim);
    double own = ((double)room->dim + 4) * PLUMB_OWN_UNIT * plumb_upper(scale) + scale.rad;
    return (plumb_ball){scale.mid * sums.product, own * sums.magnitude + inherited};
}

void plumb_product_budget(plumb_key_budget *key, const plumb_row_terms *row, plumb_feature_vector query,
                          plumb_feature_vector other, double inherited, double parts, double score) {
    plumb_key_score_budget(key, row, query.upper, other.upper, parts + inherited);
    key->score = score;
    key->score_error += inherited;
}
