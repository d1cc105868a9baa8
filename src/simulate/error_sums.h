/* error_sums.h - sums of the errors of simulated evaluations over rows, and the larger of two such errors. */
#ifndef PLUMB_SIMULATED_ERROR_SUMS_H
#define PLUMB_SIMULATED_ERROR_SUMS_H
#include "simulate/level.h"
#include "simulate/bias.h"
#include "simulate/factor.h"

/* Sums over rows, for one form. */
typedef struct {
    double square, count, row, element;
    plumb_bias_sums bias;
    double key;              /* of the output: as in plumb_simulated_errors, */
    plumb_factor_sums scale; /* and its sums */
} plumb_error_sums;

void plumb_error_sums_add(plumb_error_sums *to, const plumb_error_sums *from);
plumb_simulated_errors plumb_errors_of_sums(const plumb_error_sums *sums);

/* Biases beyond what the scatter of the sample explains, in units of the level. */
plumb_simulated_bias plumb_common_bias(const plumb_bias_sums *sums, double level);

void plumb_keep_larger_bias(plumb_simulated_bias *kept, plumb_simulated_bias bias);
void plumb_keep_larger_errors(plumb_simulated_errors *kept, plumb_simulated_errors errors);
#endif
