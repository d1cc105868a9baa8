/* neighbours_claims_factors.c - a factor that all numbers of a tensor have: what dropout leaves
   when it is not switched off, a scale of values, a count that is divided by. */
#include "bundle/rows.h"
#include "case/quantised.h"
#include "judge/compare.h"
#include "diagnose/fit.h"
#include "diagnose/rows.h"
#include "exact/quantity.h"
#include <math.h>

/* So many rows are looked at; a factor is one if what is left of the numbers is so small, in
   squares; a factor so close to 1 is an error and not a factor; so close to a number that has a
   meaning, it is that number. */
enum { ROWS = 64 };
#define LEFT 0x1p-10
#define LEAST 0x1p-8
#define CLOSE 0x1p-8
#define CLOSE_DIGITS 0x1p-14

/* Sums over elements that an engine e and the kernels x have; of rows with any, and of their ex/xx. */
typedef struct {
    double ex, xx, ee;
    double rows, ratios;
} products;

static void add_products(products *all, const double *engine, const plumb_row *row, plumb_quantity quantity,
                         size_t width) {
    products sums = {0};
    for (size_t column = 0; column < width; column++) {
        plumb_ball right = plumb_row_ball(row, quantity, column);
        double e = engine[column], x = right.mid;
        if (!isfinite(e) || !isfinite(right.rad))
            continue;
        sums.ex += e * x;
        sums.xx += x * x;
        sums.ee += e * e;
    }
    all->ex += sums.ex;
    all->xx += sums.xx;
    all->ee += sums.ee;
    all->rows += sums.xx > 0;
    all->ratios += sums.xx > 0 ? sums.ex / sums.xx : 0;
}

/* Least squares; or where that is near, the mean over rows: the rounding of a few large numbers counts for less. */
static double factor_of(const products *sums) {
    double factor = sums->ex / sums->xx, mean = sums->ratios / sums->rows;
    return fabs(mean / factor - 1) < CLOSE ? mean : factor;
}

/* NaN where memory is short. */
static products sum_products(const plumb_case *stated, plumb_quantity quantity, const plumb_claim *claim) {
    const plumb_problem *p = &stated->problem;
    size_t rows = plumb_rows_of(p), step = rows / plumb_fit_rows(p, ROWS);
    size_t width = plumb_quantity_width(quantity, p);
    products sums = {0};
    plumb_rows some;
    if (plumb_rows_init(&some, p, 1, PLUMB_KEEP_ALL) != 0)
        return (products){.ex = NAN};
    some.row.without_lse = true;
    for (size_t n = 0; n < rows; n += step)
        add_products(&sums, claim->value + n * width, plumb_rows_number(&some, n), quantity, width);
    plumb_rows_free(&some);
    return sums;
}

/* Alpha of a scaled softmax, which output and weights have in common: a number of three digits where the factor is
   close to one. */
static void add_alpha(const plumb_case *stated, plumb_neighbourhood *neighbourhood, double factor) {
    double rounded = plumb_fit_rounded(factor, 3);
    double alpha = fabs(factor / rounded - 1) < CLOSE_DIGITS ? rounded : plumb_fit_rounded(factor, 9);
    bool softmax = stated->problem.op.kind == PLUMB_SOFTMAX && stated->problem.extra.value_bias == NULL;
    ROW(CONVENTION, "operator", softmax && factor > 0,
        FITTED(STATE("\"operator\":\"scaled-softmax\",\"alpha\":%.9g", alpha)), "multiplies the softmax by alpha %.6g",
        alpha)
}

typedef struct {
    double number;
    const char *name;
} meaning;

static const meaning *meaning_of(const meaning *list, size_t count, double factor) {
    for (size_t i = 0; i < count; i++)
        if (fabs(factor / list[i].number - 1) < CLOSE)
            return &list[i];
    return NULL;
}

static void add(const plumb_case *stated, plumb_neighbourhood *neighbourhood, plumb_quantity quantity, double factor,
                const char *about, const char *name) {
    static const char *const tensor[] = {
        [PLUMB_OUTPUT] = "out", [PLUMB_WEIGHTS] = "weights", [PLUMB_SCORES] = "scores"};
    plumb_neighbour row = MULTIPLY(tensor[quantity], 1 / factor);
    row.fitted = about[0] != '\0';
    ROW(FAULT, plumb_quantity_name(quantity), true, row, "multiplies the %s by %s%.6g%s",
        plumb_quantity_name(quantity), about, factor, name)
}

static bool is_one_number(const plumb_grid *grid) {
    return grid->number != NULL && grid->size[0] * grid->size[1] * grid->size[2] * grid->size[3] == 1;
}

/* A factor that the one scale of all values leaves, of which the neighbours of scales speak by its name. */
static bool is_of_scale(const plumb_quantised *values, double factor) {
    const plumb_grid *grids[] = {values != NULL ? &values->scale : NULL, values != NULL ? &values->global_scale : NULL};
    for (size_t i = 0; values != NULL && i < sizeof grids / sizeof *grids; i++) {
        double scale = is_one_number(grids[i]) ? grids[i]->number[0] : 0;
        const double left[] = {scale, 1 / scale, 1 / (scale * scale)};
        for (size_t j = 0; scale != 0 && j < sizeof left / sizeof *left; j++)
            if (fabs(factor / left[j] - 1) < CLOSE)
                return true;
    }
    return false;
}

static void add_factor(const plumb_case *stated, plumb_neighbourhood *list, plumb_quantity quantity, double factor) {
    const plumb_problem *p = &stated->problem;
    double dim = (double)p->head_dim, keys = (double)p->key_length;
    double groups = (double)(p->query_heads / p->key_heads), heads = (double)p->query_heads;
    const meaning meanings[] = {
        {1 / 0.9, ", 1/(1 - 0.1), as dropout does"},
        {1 / 0.5, ", 1/(1 - 0.5), as dropout does"},
        {0.5, ""},
        {-1, ""},
        {sqrt(dim), ", sqrt(head_dim)"},
        {1 / sqrt(dim), ", 1/sqrt(head_dim)"},
        {keys, ", key_length"},
        {1 / keys, ", 1/key_length"},
        {groups, ", query_heads / key_heads"},
        {1 / groups, ", key_heads / query_heads"},
        {heads, ", query_heads"},
        {1 / heads, ", 1/query_heads"},
    };
    if (quantity == PLUMB_OUTPUT && is_of_scale(stated->quantised[2], factor))
        return;
    const meaning *near = meaning_of(meanings, sizeof meanings / sizeof *meanings, factor);
    if (near != NULL)
        add(stated, list, quantity, near->number, "", near->name);
    if (quantity == PLUMB_OUTPUT)
        add_alpha(stated, list, near != NULL ? near->number : factor);
    if (near == NULL || near->number != factor)
        add(stated, list, quantity, factor, "about ", "");
}

void plumb_neighbours_of_factors(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    static const plumb_quantity quantities[] = {PLUMB_OUTPUT, PLUMB_WEIGHTS, PLUMB_SCORES};
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++) {
        const plumb_claim *claim = plumb_claim_of(stated, quantities[i]);
        if (!claim->present)
            continue;
        products sums = sum_products(stated, quantities[i], claim);
        double factor = factor_of(&sums);
        double left = 1 - sums.ex / sums.xx * sums.ex / sums.ee;
        if (isfinite(factor) && factor != 0 && fabs(factor - 1) > LEAST && left < LEFT)
            add_factor(stated, neighbourhood, quantities[i], factor);
    }
}
