#include "simulate/error_sums.h"
#include <math.h>

void plumb_error_sums_add(plumb_error_sums *to, const plumb_error_sums *from) {
    to->square += from->square;
    to->count += from->count;
    to->row = fmax(to->row, from->row);
    to->element = fmax(to->element, from->element);
    to->key = fmax(to->key, from->key);
    plumb_factor_add(&to->scale, &from->scale);
    plumb_bias_add(&to->bias, &from->bias);
}

/* What is more than the scatter of the sample explains. */
static double common_factor(const plumb_factor_sums *sums, double level) {
    plumb_factor factor = plumb_factor_of(sums, level);
    return fmax(0, fabs(factor.factor) - 3 * factor.error);
}

plumb_simulated_bias plumb_common_bias(const plumb_bias_sums *sums, double level) {
    return (plumb_simulated_bias){.along = common_factor(&sums->along, level),
                                  .mean = common_factor(&sums->mean, level)};
}

void plumb_keep_larger_bias(plumb_simulated_bias *kept, plumb_simulated_bias bias) {
    kept->along = fmax(kept->along, bias.along);
    kept->mean = fmax(kept->mean, bias.mean);
}

plumb_simulated_errors plumb_errors_of_sums(const plumb_error_sums *sums) {
    double level = sums->count > 0 ? sqrt(sums->square / sums->count) : 0;
    return (plumb_simulated_errors){.level = level,
                                    .row = sums->row,
                                    .element = sums->element,
                                    .bias = plumb_common_bias(&sums->bias, level),
                                    .scale = common_factor(&sums->scale, level),
                                    .key = sums->key};
}

void plumb_keep_larger_errors(plumb_simulated_errors *kept, plumb_simulated_errors errors) {
    kept->level = fmax(kept->level, errors.level);
    kept->row = fmax(kept->row, errors.row);
    kept->element = fmax(kept->element, errors.element);
    kept->scale = fmax(kept->scale, errors.scale);
    plumb_keep_larger_bias(&kept->bias, errors.bias);
    kept->key = fmax(kept->key, errors.key);
}
