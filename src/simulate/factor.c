#include "simulate/factor.h"
#include <math.h>

void plumb_factor_add_row(plumb_factor_sums *sums, double along, double tilt) {
    plumb_factor_add(sums, &(plumb_factor_sums){along, tilt, along * along, along * tilt, tilt * tilt, sqrt(tilt)});
}

void plumb_factor_add(plumb_factor_sums *to, const plumb_factor_sums *more) {
    to->along += more->along;
    to->tilt += more->tilt;
    to->along_square += more->along_square;
    to->product += more->product;
    to->tilt_square += more->tilt_square;
    to->root += more->root;
}

/* The scatter of few rows is known badly: of m of them in effect it counts 1 + 8 / m times. */
plumb_factor plumb_factor_of(const plumb_factor_sums *sums, double level) {
    if (!(sums->tilt > 0) || !isfinite(sums->tilt_square) || !isfinite(sums->along))
        return (plumb_factor){0, INFINITY};
    double x = sums->along / sums->tilt;
    double scatter = fmax(0, sums->along_square - 2 * x * sums->product + x * x * sums->tilt_square);
    double error = fmax(sqrt(scatter), level * sqrt(sums->tilt)) / sums->tilt;
    return (plumb_factor){x, error * (1 + 8 * sums->tilt_square / (sums->tilt * sums->tilt))};
}
