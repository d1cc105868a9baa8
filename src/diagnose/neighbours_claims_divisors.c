/* neighbours_claims_divisors.c - a number that an engine adds to the sum of weights before it divides by it, so that no
   row is divided by 0. */
#include "bundle/rows.h"
#include "diagnose/changes.h"
#include "diagnose/fit.h"
#include "diagnose/rows.h"
#include "row/largest_key.h"
#include <math.h>

/* So many rows are looked at; a number is added if what is left of the errors is so small, in squares; so close to a
   power of 10 it is that. */
enum { ROWS = 64 };
#define LEFT 0.125
#define CLOSE 0x1p-6

/* Of an engine that divides by Z + epsilon, in units of e^M or of 1: x - e = epsilon b, b = e/Z or e e^-M/Z. */
typedef struct {
    double ab, aa, bb;
} products;

static void add_products(products *sums, const double *engine, const plumb_row *row, double unit, size_t width) {
    for (size_t column = 0; column < width; column++) {
        double a = row->output[column].mid - engine[column], b = engine[column] * unit;
        if (!isfinite(a) || !isfinite(b))
            continue;
        sums->ab += a * b;
        sums->aa += a * a;
        sums->bb += b * b;
    }
}

/* False where memory is short. */
static bool sum_products(const plumb_case *stated, products *at_largest, products *at_0) {
    const plumb_problem *p = &stated->problem;
    size_t rows = plumb_rows_of(p), step = rows / plumb_fit_rows(p, ROWS), width = p->value_dim;
    plumb_rows some;
    if (plumb_rows_init(&some, p, 1, PLUMB_KEEP_ALL) != 0)
        return false;
    some.row.without_lse = true;
    for (size_t n = 0; n < rows; n += step) {
        const plumb_row *row = plumb_rows_number(&some, n);
        const double *engine = stated->output.value + n * width;
        size_t most = plumb_row_largest_key(row, p->key_length);
        if (most == p->key_length)
            continue;
        double share = row->weight[most].mid;
        add_products(at_largest, engine, row, share, width);
        add_products(at_0, engine, row, share * exp(-row->score[most].mid), width);
    }
    plumb_rows_free(&some);
    return true;
}

/* The power of 10 where it is close to one. */
static double nice(double epsilon) {
    double power = pow(10, round(log10(epsilon)));
    return fabs(epsilon / power - 1) < CLOSE ? power : plumb_fit_rounded(epsilon, 4);
}

static void add(const plumb_case *stated, plumb_neighbourhood *neighbourhood, const products *sums,
                plumb_holding what, const char *where) {
    double epsilon = sums->ab / sums->bb;
    if (!(epsilon > 0) || !isfinite(epsilon) || !(1 - sums->ab * sums->ab / (sums->aa * sums->bb) < LEFT))
        return;
    ROW(FAULT, "output", true, CALL(plumb_hold, .integer = what, .number = nice(epsilon), .fitted = true),
        "adds about %.4g to the sum of weights%s", nice(epsilon), where)
}

void plumb_neighbours_of_divisors(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    products at_largest = {0, 0, 0}, at_0 = {0, 0, 0};
    if (!plumb_may_hold(stated, PLUMB_OUTPUT_EPSILON) || !sum_products(stated, &at_largest, &at_0))
        return;
    add(stated, neighbourhood, &at_largest, PLUMB_OUTPUT_EPSILON, "");
    add(stated, neighbourhood, &at_0, PLUMB_OUTPUT_EPSILON_AT_0, ", before the maximum is taken out");
}
