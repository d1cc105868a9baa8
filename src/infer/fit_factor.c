#include "infer/fit_factor.h"
#include "infer/predict.h"
#include <math.h>

/* Steps of the search between two numbers. */
enum { STEPS = 60 };

double plumb_misfit_with(plumb_inquiry *q, plumb_hypothesis h, double factor, size_t samples) {
    double sum = 0;
    h.factor = factor;
    for (size_t i = 0; i < q->samples && i < samples; i++) {
        const plumb_evidence *at = &q->sample[i];
        if (plumb_predict(q, &h, at, q->workspace) || plumb_predict(q, NULL, at, q->workspace))
            sum += fmin(plumb_misfit_of(q, at, q->workspace).mean, 1e6);
    }
    return sum;
}

/* Golden section. */
double plumb_factor_between(plumb_inquiry *q, plumb_hypothesis h, double low, double high, size_t samples) {
    const double golden = 0.6180339887498949;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double of_a = plumb_misfit_with(q, h, a, samples), of_b = plumb_misfit_with(q, h, b, samples);
    for (int i = 0; i < STEPS && high - low > 1e-10 * fabs(high) && !plumb_inquiry_is_late(q); i++) {
        if (of_a < of_b) {
            high = b;
            b = a;
            of_b = of_a;
            a = high - golden * (high - low);
            of_a = plumb_misfit_with(q, h, a, samples);
        } else {
            low = a;
            a = b;
            of_a = of_b;
            b = low + golden * (high - low);
            of_b = plumb_misfit_with(q, h, b, samples);
        }
    }
    return of_a < of_b ? a : b;
}

double plumb_factor_near(plumb_inquiry *q, plumb_hypothesis h, double unit, int powers, size_t samples) {
    double best = unit, least = INFINITY;
    for (int i = -powers; i <= powers && !plumb_inquiry_is_late(q); i++) {
        double factor = unit * exp2(0.5 * i), misfit = plumb_misfit_with(q, h, factor, samples);
        best = misfit < least ? factor : best;
        least = fmin(misfit, least);
    }
    return plumb_factor_between(q, h, best / sqrt(2), best * sqrt(2), samples);
}
