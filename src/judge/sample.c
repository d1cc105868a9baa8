#include "judge/sample.h"
#include <string.h>

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t draw(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* Below `end`, each as likely as every other: draws from the uneven rest are drawn again. */
static uint64_t draw_below(uint64_t *state, uint64_t end) {
    uint64_t rest = (UINT64_MAX % end + 1) % end, drawn;
    do
        drawn = draw(state);
    while (drawn > UINT64_MAX - rest);
    return drawn % end;
}

size_t plumb_rows_between(const plumb_problem *problem, size_t from, size_t to) {
    size_t rows = 0;
    for (size_t b = 0; b < problem->batch; b++)
        for (size_t t = from; t < to; t++)
            rows += plumb_query_exists(problem, b, t);
    return rows * problem->query_heads;
}

/* One pass: of the rows that are left, each is taken with the chance that it is among those still wanted. */
size_t plumb_sample_rows(const plumb_problem *problem, size_t from, size_t to, size_t count, uint64_t seed,
                         unsigned char *chosen) {
    size_t rows = plumb_rows_of(problem), left = plumb_rows_between(problem, from, to);
    size_t wanted = count < left ? count : left, taken = 0;
    uint64_t state = seed;
    memset(chosen, 0, rows);
    for (size_t row = 0; row < rows && taken < wanted; row++) {
        size_t t = row % problem->query_length, b = row / problem->query_length / problem->query_heads;
        if (t < from || t >= to || !plumb_query_exists(problem, b, t))
            continue;
        chosen[row] = draw_below(&state, left--) < wanted - taken;
        taken += chosen[row];
    }
    return taken;
}

static double within(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

size_t plumb_keys_in_reach(const plumb_problem *problem, size_t t) {
    const plumb_mask *mask = &problem->mask;
    double keys = (double)problem->key_length, p = (double)t + (double)problem->causal.offset;
    double first = 0, end = keys;
    if (mask->group != NULL)
        return problem->key_length > 1 ? problem->key_length : 1;
    if (problem->causal.causal || mask->prefixed)
        end = within(p + 1, mask->prefixed ? within((double)mask->prefix, 0, keys) : 0, keys);
    if (mask->windowed && mask->left >= 0)
        first = within(p - (double)mask->left, 0, keys);
    if (mask->windowed && mask->right >= 0)
        end = within(p + (double)mask->right + 1, 0, end);
    return end > first + 1 ? (size_t)(end - first) : 1;
}
