/* Sums that stay as they are where the maximum rises little.  Between two rises of a row all limits do the same: each
   sample narrows the limit to the rises beside it, and the roundest number between these is meant, in base e or 2. */
#include "infer/forms.h"
#include "infer/predict.h"
#include <math.h>

/* Of one row, the maxima in order rarely rise more often; samples that may contradict, as a part; digits. */
enum { MOST_RISES = 64, CONTRADICT = 8, DIGITS = 4 };

/* The finite rises of the maximum, from tile to tile, ascending. */
static size_t list_rises(const plumb_inquiry *q, const plumb_hypothesis *h, const plumb_evidence *at, double *rise) {
    size_t keys = q->judged->problem.key_length, tiles = (keys + h->tile - 1) / h->tile, count = 0;
    double so_far = -INFINITY;
    for (size_t i = 0; i < tiles; i++) {
        size_t from = (h->descending ? tiles - 1 - i : i) * h->tile;
        double after = so_far;
        for (size_t j = from; j < from + h->tile && j < keys; j++)
            after = at->visible[j] ? fmax(after, at->score[j]) : after;
        double by = after - so_far; /* NaN before the first key */
        so_far = after;
        if (!(by > 0) || isinf(by) || count == MOST_RISES)
            continue;
        size_t place = count++;
        for (; place > 0 && rise[place - 1] > by; place--)
            rise[place] = rise[place - 1];
        rise[place] = by;
    }
    return count;
}

/* Between which rises the limit lies that this row tells; false: none explains it. */
static bool narrow(plumb_inquiry *q, plumb_hypothesis h, const plumb_evidence *at, double *low, double *high) {
    double rise[MOST_RISES + 1], first = INFINITY, last = 0;
    size_t count = list_rises(q, &h, at, rise);
    rise[count] = INFINITY;
    for (size_t k = 0; k <= count; k++) {
        double from = fmax(*low, k > 0 ? rise[k - 1] : 0), to = fmin(*high, rise[k]);
        h.factor = isinf(to) ? from + 1 : (from + to) / 2;
        if (!(from < to) || !plumb_fits(q, &h, at))
            continue;
        first = fmin(first, from);
        last = to;
    }
    if (!(first < last))
        return false;
    *low = first;
    *high = last;
    return true;
}

/* The number with the fewest digits; how many these are. */
static double roundest(double low, double high, int *digits) {
    for (*digits = 1; *digits <= DIGITS; ++*digits) {
        double step = pow(10, floor(log10(high)) - *digits + 1), x = (floor(low / step) + 1) * step;
        if (x < high)
            return x;
    }
    return (low + high) / 2;
}

void plumb_consider_rises(plumb_inquiry *q, const plumb_hypothesis *unrescaled, plumb_hypotheses *kept) {
    const double base_2 = log(2);
    double low = 0, high = INFINITY;
    int digits, digits_of_2;
    size_t contradict = 0;
    for (size_t i = 0; i < q->samples && CONTRADICT * contradict <= i; i++)
        contradict += !narrow(q, *unrescaled, &q->sample[i], &low, &high);
    if (CONTRADICT * contradict > q->samples || isinf(high))
        return;
    plumb_hypothesis h = *unrescaled;
    double of_2 = base_2 * roundest(low / base_2, high / base_2, &digits_of_2);
    h.factor = roundest(low, high, &digits);
    h.factor = digits_of_2 < digits ? of_2 : h.factor;
    plumb_consider(q, &h, kept);
}
