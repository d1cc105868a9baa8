/* factor.h - estimates the factor 1 + x by which the scores of all rows seem to be multiplied, with its standard error.

   Each row has its own least-squares factor.  Their scatter gives the standard error, which is at least that of
   independent errors of the expected level. */
#ifndef PLUMB_SIMULATED_FACTOR_H
#define PLUMB_SIMULATED_FACTOR_H

/* Sums over rows. */
typedef struct {
    double along, tilt; /* errors times tilts, and squared tilts (deviation.h), both in standard deviations */
    double along_square, product, tilt_square;
    double root; /* of tilts */
} plumb_factor_sums;

void plumb_factor_add_row(plumb_factor_sums *sums, double along, double tilt);
void plumb_factor_add(plumb_factor_sums *to, const plumb_factor_sums *more);

typedef struct {
    double factor; /* x */
    double error;  /* its standard error, larger if few rows determine it; infinite if none does */
} plumb_factor;

/* level: of the errors, in standard deviations */
plumb_factor plumb_factor_of(const plumb_factor_sums *sums, double level);
#endif
