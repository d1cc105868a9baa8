#include "diagnose/wrong_places.h"
#include <math.h>

/* What is said by chance in fewer cases than this is said. */
#define CHANCE 1e-3

static void note_step(plumb_wrong_places *p, size_t from, size_t to) {
    size_t step = to - from;
    p->step = p->wrong == 1 || p->step == step ? step : 0;
}

plumb_wrong_places plumb_wrong_places_of(const plumb_axis_count *count) {
    plumb_wrong_places p = {0};
    bool in_gap = false;
    for (size_t i = 0; i < count->places; i++) {
        if (count->compared[i] == 0)
            continue;
        if (p.compared++ == 0)
            p.first_of_all = i;
        if (count->wrong[i] == 0) {
            if (p.wrong > 0 && !in_gap)
                p.after = i;
            in_gap = p.wrong > 0;
            p.before = p.wrong == 0 ? i : p.before;
        } else {
            p.gaps += in_gap;
            in_gap = false;
            if (p.wrong > 0)
                note_step(&p, p.last, i);
            else
                p.first = i;
            p.wrong++;
            p.last = i;
        }
        p.last_of_all = i;
    }
    return p;
}

size_t plumb_rows_in_places(const plumb_axis_count *count) {
    size_t rows = 0;
    for (size_t i = 0; i < count->places; i++)
        rows += count->wrong[i] > 0 ? count->rows[i] : 0;
    return rows;
}

/* The logarithm of how many sets of places there are that would be told as shortly: runs, evenly
   spread ones, or any with as many places. */
static double log_choices(const plumb_wrong_places *p) {
    double n = (double)p->compared, k = (double)p->wrong;
    if (p->gaps == 0 || p->step > 1)
        return 2 * log(n);
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);
}

bool plumb_places_are_telling(const plumb_wrong_places *p, size_t things) {
    if (p->wrong == p->compared)
        return false;
    double share = (double)p->wrong / (double)p->compared;
    return (double)things * log(share) + log_choices(p) < log(CHANCE);
}
