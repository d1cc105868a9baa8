#include "diagnose/fit.h"
#include "compare/compare.h"
#include "row/evaluate.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows looked at, values tried first, steps taken from the best of them. */
enum { ROWS = 16, GRID = 48, STEPS = 8 };

/* Products of queries and keys in all rows together, to compute them a hundred times. */
#define MOST_PRODUCTS 0x1p23

/* What is left of the squares where a parameter explains them, and numbers that a fit cannot tell
   apart. */
#define LEFT 0x1p-6
#define SAME 0x1p-7
#define EQUAL 0x1p-20

/* Where parameters are looked for: from here no step of a fit leaves the binary64 numbers. */
#define SMALLEST 0x1p-960
#define LARGEST 0x1p960

typedef struct {
    plumb_problem problem;
    const plumb_claim *claim;
    plumb_quantity quantity;
    size_t width, row[ROWS], rows;
    plumb_row room;
    double *number; /* [rows][width]; NaN where there is none */
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

static bool begin(fitting *f, const plumb_case *stated) {
    const plumb_problem *p = &stated->problem;
    size_t rows = plumb_rows_of(p);
    *f = (fitting){.problem = *p};
    if (!choose_claim(stated, f))
        return false;
    f->rows = plumb_fit_rows(p, ROWS);
    for (size_t i = 0; i < f->rows; i++)
        f->row[i] = rows - 1 - i * (rows / f->rows); /* late rows see more keys */
    f->number = malloc((f->rows * f->width + 1) * sizeof *f->number);
    if (f->number == NULL || plumb_row_init(&f->room, p) != 0) {
        free(f->number);
        return false;
    }
    f->room.without_lse = f->quantity != PLUMB_LSE;
    return true;
}

static void end(fitting *f) {
    plumb_row_free(&f->room);
    free(f->number);
}

/* A key that takes no part has no score to compare. */
static bool is_compared(const fitting *f, size_t column) {
    return f->quantity != PLUMB_SCORES || f->room.visible[column];
}

/* Fills the numbers, and returns the squares of what the engine's differ by. */
static double evaluate(fitting *f, const plumb_problem *p) {
    plumb_ball scale = plumb_problem_scale(p);
    double squares = 0;
    for (size_t i = 0; i < f->rows; i++) {
        size_t head = f->row[i] / p->query_length;
        plumb_evaluate_row(p, scale, head / p->query_heads, head % p->query_heads,
                           f->row[i] % p->query_length, &f->room);
        for (size_t c = 0; c < f->width; c++) {
            double x = is_compared(f, c) ? plumb_row_ball(&f->room, f->quantity, c).mid : NAN;
            double off = f->claim->value[f->row[i] * f->width + c] - x;
            f->number[i * f->width + c] = isfinite(off) ? x : NAN;
            squares += isfinite(off) ? off * off : 0;
        }
    }
    return squares;
}

static double squares_at(fitting *f, plumb_fit_set *set, void *context, double parameter) {
    plumb_problem problem = f->problem;
    set(&problem, parameter, context);
    return evaluate(f, &problem);
}

/* The step of Gauss and Newton in the logarithm of the parameter, where the numbers stand. */
static double newton_step(fitting *f, plumb_fit_set *set, void *context, double parameter) {
    const double nearby = 0x1p-16;
    double slope_off = 0, slope_slope = 0;
    size_t count = f->rows * f->width;
    double *here = malloc((count + 1) * sizeof *here);
    if (here == NULL)
        return 0;
    for (size_t i = 0; i < count; i++)
        here[i] = f->number[i];
    squares_at(f, set, context, parameter * exp(nearby));
    for (size_t i = 0; i < count; i++) {
        double engine = f->claim->value[f->row[i / f->width] * f->width + i % f->width];
        double slope = (f->number[i] - here[i]) / nearby;
        if (!isfinite(slope) || !isfinite(engine - here[i]))
            continue;
        slope_off += slope * (engine - here[i]);
        slope_slope += slope * slope;
    }
    free(here);
    return slope_slope > 0 ? slope_off / slope_slope : 0;
}

/* From a parameter near the best one; *least are its squares. */
static double refine(fitting *f, plumb_fit_set *set, void *context, double parameter,
                     double *least) {
    for (int i = 0; i < STEPS; i++) {
        squares_at(f, set, context, parameter);
        double step = newton_step(f, set, context, parameter);
        double next = parameter * exp(fmax(-0.5, fmin(0.5, step)));
        double squares = squares_at(f, set, context, next);
        if (!(squares < *least))
            break;
        parameter = next;
        *least = squares;
    }
    return parameter;
}

bool plumb_fit(const plumb_case *stated, plumb_fit_set *set, void *context, double low, double high,
               double *parameter) {
    fitting f;
    if (!(low >= SMALLEST && high <= LARGEST) || !begin(&f, stated))
        return false;
    double as_stated = evaluate(&f, &f.problem), least = INFINITY;
    int best = 0;
    for (int i = 0; i <= GRID; i++) {
        double squares = squares_at(&f, set, context, low * pow(high / low, (double)i / GRID));
        if (squares < least) {
            least = squares;
            best = i;
        }
    }
    *parameter = low * pow(high / low, (double)best / GRID);
    if (best > 0 && best < GRID)
        *parameter = refine(&f, set, context, *parameter, &least);
    end(&f);
    return best > 0 && best < GRID && least < LEFT * as_stated;
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
