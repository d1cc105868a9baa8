#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/verbs.h"
#include <math.h>

/* Of the mean square, as RMSNorm layers have it. */
#define LEAST_SQUARE 1e-6

static void normalise_all(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    size_t width = view->size[PLUMB_ELEMENTS];
    const double *from = *view->place;
    double *divided = to;
    for (size_t first = view->first; first < view->end; first += width) {
        double sum = 0;
        for (size_t c = 0; c < width; c++)
            sum += from[first + c] * from[first + c];
        double root = m->by->integer == PLUMB_BY_LENGTH ? sqrt(sum) : sqrt(sum / (double)width + LEAST_SQUARE);
        for (size_t c = 0; c < width; c++)
            divided[first + c] = root > 0 ? from[first + c] / root : 0;
    }
}

int plumb_normalise_vectors(const plumb_making *m) {
    return plumb_change_tensors(m, normalise_all);
}
