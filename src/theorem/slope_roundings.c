/* slope_roundings.c - see slope_roundings.h. */
#include "theorem/slope_roundings.h"

/* The largest power of two that is not above n, n > 0. */
static size_t power_of_two_below(size_t n) {
    size_t power = 1;
    while (power <= n / 2)
        power *= 2;
    return power;
}

/* Slopes 2^-(8 i / n) are the i-th powers of a ratio, 2^-(8 / n), and powers of two without error. */
static size_t roundings_of_power(size_t heads, size_t h) {
    size_t n = power_of_two_below(heads);
    size_t i = h < n ? h + 1 : 2 * (h - n) + 1;
    size_t eighths = h < n ? 8 : 4;
    return eighths * i % n == 0 ? 0 : 8 + 2 * i;
}

size_t plumb_slope_roundings(const plumb_problem *problem, size_t h) {
    return problem->position.slopes != NULL ? 0 : roundings_of_power(problem->query_heads, h);
}
