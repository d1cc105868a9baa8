#include "compare/position_budget.h"
#include "compare/key_budget.h"
#include "compare/moved_budget.h"

double plumb_scale_unit(const plumb_precision *p) {
    return plumb_compound(p->input.unit, plumb_gamma(2, p->exponent.unit));
}

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

static double alibi(const plumb_problem *problem, const plumb_precision *p, size_t h, double a) {
    plumb_rounding tensor = plumb_tensor_rounding(p);
    double own = (double)plumb_slope_roundings(problem, h);
    double slope = plumb_compound(tensor.unit, plumb_gamma(own, p->exponent.unit));
    if (problem->position.alibi == PLUMB_ALIBI_SCALED_KEY)
        slope = plumb_compound(slope, plumb_scale_unit(p));
    double stores =
        plumb_compound(plumb_compound(tensor.unit, tensor.unit), plumb_compound(p->score.unit, 4 * p->exponent.unit));
    double tiny = 4 * (tensor.tiny + p->score.tiny + p->exponent.tiny);
    return slope * a + (stores * (a + slope * a) + tiny);
}

/* A number of a table, or one that is known exactly. */
static double stored(const plumb_problem *problem, const plumb_precision *p, size_t h, double a) {
    (void)problem;
    (void)h;
    return p->score.unit * a + p->score.tiny;
}

double plumb_position_bias_error(const plumb_problem *problem, const plumb_precision *p, size_t h, double a) {
#define ERROR_alibi alibi
#define ERROR_t5 stored
#define ERROR_bucket_index stored
#define ERROR_relative_table stored
    typedef double error_of(const plumb_problem *, const plumb_precision *, size_t, double);
    static error_of *const errors[] = {
#define ADDS_BIAS(kind, name) [kind] = ERROR_##name,
#include "problem/positions.def"
    };
    return errors[problem->position.kind](problem, p, h, a);
}
