/* A parameter is fitted by least squares to the engine's numbers in a few rows, spread evenly from the last row back.
   A grid of 48 values, even in the logarithm, finds the right valley; Gauss-Newton steps in the logarithm, with the
   slope from a finite difference, then go down it.  Four rows come first and reject most cases, up to sixteen confirm;
   of long texts a few columns do.  Products of queries and keys that do not depend on the parameter are kept.
   With a free factor on all numbers, the best factor is known for each parameter, and the step leaves out what it would
   do (variable projection). */
#include "diagnose/fit.h"
#include "bundle/rows.h"
#include "diagnose/kept_scores.h"
#include "judge/compare.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows looked at, and of these the first few, on which values are tried first; how many values, and how many steps
   are taken from the best of them. */
enum { ROWS = 16, FIRST_ROWS = 4, GRID = 48, STEPS = 8 };

/* Products of queries and keys in all rows together, to compute them a hundred times. */
#define MOST_PRODUCTS 0x1p23

/* Weights times values of the first rows, to sum them a hundred times; but so many columns at least. */
#define MOST_FIRST 0x1p22
enum { LEAST_COLUMNS = 8 };

/* What is left of the squares where a parameter explains them, and numbers that a fit cannot tell
   apart. */
#define LEFT 0x1p-6
#define FIRST_LEFT 0x1p-4
#define SAME 0x1p-7
#define EQUAL 0x1p-20

/* Where parameters are looked for: from here no step of a fit leaves the binary64 numbers. */
#define SMALLEST 0x1p-960
#define LARGEST 0x1p960

typedef struct {
    plumb_problem problem;
    const plumb_claim *claim;
    plumb_quantity quantity;
    const plumb_fitted *fitted;
    plumb_neighbourhood *list;
    bool keeps; /* the products */
    plumb_kept_scores kept;
    size_t width, row[ROWS], rows;
    size_t columns; /* the first of `width` that are looked at */
    double *number; /* [rows][width]; NaN where there is none */
    double factor;  /* of these numbers, 1 unless any will do */
} fitting;

size_t plumb_fit_rows(const plumb_problem *p, size_t most) {
    double products = (double)p->key_length * (double)p->head_dim + 1;
    size_t rows = plumb_rows_of(p);
    size_t few = (size_t)fmax(2, fmin((double)most, MOST_PRODUCTS / products));
    return rows < few ? rows : few;
}

/* The first tensor that the case holds. */
static bool choose_claim(const plumb_case *stated, fitting *f) {
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        f->quantity = (plumb_quantity)q;
        f->claim = plumb_claim_of(stated, f->quantity);
        f->width = plumb_quantity_width(f->quantity, &stated->problem);
        if (f->claim->present)
            return true;
    }
    return false;
}

static bool begin(fitting *f, const plumb_case *stated, const plumb_fitted *fitted, plumb_neighbourhood *list) {
    const plumb_problem *p = &stated->problem;
    size_t rows = plumb_rows_of(p);
    *f = (fitting){.problem = *p, .fitted = fitted, .list = list};
    if (!choose_claim(stated, f))
        return false;
    f->rows = plumb_fit_rows(p, ROWS);
    for (size_t i = 0; i < f->rows; i++)
        f->row[i] = rows - 1 - i * (rows / f->rows); /* late rows see more keys */
    f->columns = f->width;
    f->number = malloc((f->rows * f->width + 1) * sizeof *f->number);
    f->keeps = f->number != NULL && f->quantity == PLUMB_OUTPUT && !fitted->moves_vectors &&
               plumb_keep_scores(&f->kept, p, f->row, f->rows);
    return f->number != NULL;
}

static void end(fitting *f) {
    plumb_kept_scores_free(&f->kept);
    free(f->number);
}

/* A key that takes no part has no score to compare. */
static bool is_compared(const fitting *f, const plumb_row *row, size_t column) {
    return f->quantity != PLUMB_SCORES || row->visible[column];
}

static double engine_at(const fitting *f, size_t i) {
    return f->claim->value[f->row[i / f->width] * f->width + i % f->width];
}

/* The squares of what the engine's numbers differ by, and the factor with which that is least. */
static double sum_squares(fitting *f) {
    double ee = 0, ex = 0, xx = 0, squares = 0;
    for (size_t i = 0; i < f->rows * f->width; i++) {
        double e = engine_at(f, i), x = f->number[i];
        if (!isfinite(x))
            continue;
        ee += e * e;
        ex += e * x;
        xx += x * x;
        squares += (e - x) * (e - x);
    }
    bool any = f->fitted->up_to_factor && xx > 0 && ex != 0;
    f->factor = any ? ex / xx : 1;
    return any ? fmax(0, ee - ex * f->factor) : squares;
}

static bool evaluate_rows(fitting *f, const plumb_problem *p) {
    plumb_rows some;
    if (plumb_rows_init(&some, p, 1, PLUMB_KEEP_ALL) != 0)
        return false;
    some.row.without_lse = f->quantity != PLUMB_LSE;
    for (size_t i = 0; i < f->rows; i++) {
        const plumb_row *row = plumb_rows_number(&some, f->row[i]);
        for (size_t c = 0; c < f->width; c++)
            f->number[i * f->width + c] = is_compared(f, row, c) ? plumb_row_ball(row, f->quantity, c).mid : NAN;
    }
    plumb_rows_free(&some);
    return true;
}

/* Fills the numbers, and returns the squares. */
static double evaluate(fitting *f, const plumb_problem *p) {
    if (!f->keeps && !evaluate_rows(f, p))
        return INFINITY;
    for (size_t i = 0; f->keeps && i < f->rows; i++)
        plumb_kept_output(&f->kept, p, i, f->columns, f->number + i * f->width);
    for (size_t i = 0; i < f->rows * f->width; i++)
        if (i % f->width >= f->columns || !isfinite(engine_at(f, i) - f->number[i]))
            f->number[i] = NAN;
    return sum_squares(f);
}

static bool is_late(const fitting *f) {
    return plumb_neighbourhood_is_late(f->list);
}

static double squares_at(fitting *f, double parameter) {
    plumb_problem problem = f->problem;
    f->fitted->set(&problem, parameter, f->fitted->context);
    return evaluate(f, &problem);
}

/* slope, of the numbers here, without what a factor would do as well; the step of Gauss and Newton. */
static double step_by(const fitting *f, const double *here, double factor, const double *slope) {
    double along = 0, xx = 0, slope_off = 0, slope_slope = 0;
    for (size_t i = 0; f->fitted->up_to_factor && i < f->rows * f->width; i++) {
        bool counts = isfinite(slope[i]) && isfinite(here[i]);
        along += counts ? slope[i] * here[i] : 0;
        xx += counts ? here[i] * here[i] : 0;
    }
    for (size_t i = 0; i < f->rows * f->width; i++) {
        double s = factor * (slope[i] - (xx > 0 ? along / xx * here[i] : 0)), off = engine_at(f, i) - factor * here[i];
        if (!isfinite(s) || !isfinite(off))
            continue;
        slope_off += s * off;
        slope_slope += s * s;
    }
    return slope_slope > 0 ? slope_off / slope_slope : 0;
}

/* In the logarithm of the parameter, where the numbers stand. */
static double newton_step(fitting *f, double parameter) {
    const double nearby = 0x1p-16;
    size_t count = f->rows * f->width;
    double *here = malloc((count + 1) * sizeof *here), factor = f->factor;
    if (here == NULL)
        return 0;
    for (size_t i = 0; i < count; i++)
        here[i] = f->number[i];
    squares_at(f, parameter * exp(nearby));
    for (size_t i = 0; i < count; i++)
        f->number[i] = (f->number[i] - here[i]) / nearby;
    double step = step_by(f, here, factor, f->number);
    free(here);
    return step;
}

/* From a parameter near the best one; *least are its squares. */
static double refine(fitting *f, double parameter, double *least) {
    for (int i = 0; i < STEPS && !is_late(f); i++) {
        squares_at(f, parameter);
        double step = newton_step(f, parameter);
        double next = parameter * exp(fmax(-0.5, fmin(0.5, step)));
        double squares = squares_at(f, next);
        if (!(squares < *least))
            break;
        parameter = next;
        *least = squares;
    }
    return parameter;
}

/* The best of many parameters; false if it is at an end. */
static bool find_near(fitting *f, double *parameter) {
    double low = f->fitted->low, high = f->fitted->high, least = INFINITY;
    int best = 0;
    for (int i = 0; i <= GRID && !is_late(f); i++) {
        double squares = squares_at(f, low * pow(high / low, (double)i / GRID));
        if (squares < least) {
            least = squares;
            best = i;
        }
    }
    *parameter = low * pow(high / low, (double)best / GRID);
    if (best == 0 || best == GRID)
        return false;
    *parameter = refine(f, *parameter, &least);
    return true;
}

static size_t first_columns(const fitting *f) {
    double columns = MOST_FIRST / ((double)f->rows * (double)f->problem.key_length);
    size_t few = columns < LEAST_COLUMNS ? LEAST_COLUMNS : (size_t)fmin(columns, (double)f->width);
    return f->keeps && few < f->width ? few : f->width;
}

/* On a few rows first, which most cases that it does not explain differ on. */
static bool fit(fitting *f, double *parameter) {
    size_t rows = f->rows;
    f->rows = rows < FIRST_ROWS ? rows : FIRST_ROWS;
    f->columns = first_columns(f);
    double stated = evaluate(f, &f->problem);
    if (!find_near(f, parameter) || !(squares_at(f, *parameter) < FIRST_LEFT * stated))
        return false;
    f->rows = rows;
    f->columns = f->width;
    stated = evaluate(f, &f->problem);
    double least = squares_at(f, *parameter);
    *parameter = refine(f, *parameter, &least);
    return least < LEFT * stated;
}

bool plumb_fit(const plumb_case *stated, const plumb_fitted *fitted, plumb_neighbourhood *list, double *parameter) {
    fitting f = {.rows = 0};
    if (!(fitted->low >= SMALLEST && fitted->high <= LARGEST))
        return false;
    bool found = !plumb_neighbourhood_is_late(list) && begin(&f, stated, fitted, list) && fit(&f, parameter);
    bool late = plumb_neighbourhood_is_late(list);
    list->untried += late;
    end(&f);
    return found && !late;
}

bool plumb_fit_same(double one, double other) {
    return fabs(one / other - 1) < SAME;
}

bool plumb_fit_is(double one, double other) {
    return fabs(one / other - 1) < EQUAL;
}

double plumb_fit_rounded(double x, int digits) {
    char text[40];
    snprintf(text, sizeof text, "%.*e", digits - 1, x);
    return strtod(text, NULL);
}

bool plumb_fit_listed(const plumb_neighbourhood *list, const char *member) {
    for (size_t i = 0; i < list->count; i++)
        if (member[0] != '\0' && strcmp(list->list[i].member, member) == 0)
            return true;
    return false;
}
