/* neighbours_claims_lse.c - log-sum-exps that are all off by one number, or by one factor: a logarithm to another base,
   a sum that lacks a factor or has one too many. */
#include "bundle/rows.h"
#include "diagnose/change.h"
#include "diagnose/fit.h"
#include "diagnose/rows.h"
#include <math.h>

/* So many rows are looked at; a number or factor is one if what is left of the numbers is so small, and if it is so far
   from none; so close to one that has a meaning, it is that one. */
enum { ROWS = 64 };
#define LEFT 0x1p-8
#define LEAST 0x1p-8
#define CLOSE 0x1p-10

/* Numbers of the engine, and of the kernels, where both are finite. */
typedef struct {
    size_t count;
    double engine[ROWS], exact[ROWS];
} pairs;

static bool find_pairs(const plumb_case *stated, pairs *found) {
    const plumb_problem *p = &stated->problem;
    size_t rows = plumb_rows_of(p), step = rows / plumb_fit_rows(p, ROWS);
    plumb_rows some;
    found->count = 0;
    if (plumb_rows_init(&some, p, 1, PLUMB_KEEP_ALL) != 0)
        return false;
    for (size_t n = 0; n < rows && found->count < ROWS; n += step) {
        double engine = stated->lse.value[n], exact = plumb_rows_number(&some, n)->lse.mid;
        if (!isfinite(engine) || !isfinite(exact))
            continue;
        found->engine[found->count] = engine;
        found->exact[found->count++] = exact;
    }
    plumb_rows_free(&some);
    return found->count > 1;
}

typedef struct {
    double number;
    const char *name;
} meaning;

static const char *name_of(const meaning *list, size_t count, double *number) {
    for (size_t i = 0; i < count; i++)
        if (fabs(*number - list[i].number) < CLOSE * fabs(*number)) {
            *number = list[i].number;
            return list[i].name;
        }
    return NULL;
}

/* The number that all differ by, or 0. */
static double summand_of(const pairs *found) {
    double mean = 0, most = 0;
    for (size_t i = 0; i < found->count; i++)
        mean += (found->engine[i] - found->exact[i]) / (double)found->count;
    for (size_t i = 0; i < found->count; i++)
        most = fmax(most, fabs(found->engine[i] - found->exact[i] - mean));
    return most < LEFT * fabs(mean) && fabs(mean) > LEAST ? mean : 0;
}

/* The factor that all have, or 1. */
static double factor_of(const pairs *found) {
    double ex = 0, xx = 0, left = 0, all = 0;
    for (size_t i = 0; i < found->count; i++) {
        ex += found->engine[i] * found->exact[i];
        xx += found->exact[i] * found->exact[i];
    }
    double factor = ex / xx;
    for (size_t i = 0; i < found->count; i++) {
        left = fmax(left, fabs(found->engine[i] - factor * found->exact[i]));
        all = fmax(all, fabs(found->engine[i]));
    }
    return left < LEFT * all && isfinite(factor) && fabs(factor - 1) > LEAST ? factor : 1;
}

static void add_summand(const plumb_case *stated, plumb_neighbourhood *neighbourhood, double summand) {
    const plumb_problem *p = &stated->problem;
    double keys = log((double)p->key_length), dim = log((double)p->head_dim);
    const meaning meanings[] = {{keys, "the logarithm of key_length"}, {-keys, "minus the logarithm of key_length"},
                                {dim, "the logarithm of head_dim"},    {-dim, "minus the logarithm of head_dim"},
                                {dim / 2, "log(sqrt(head_dim))"},      {-dim / 2, "-log(sqrt(head_dim))"}};
    const char *name = name_of(meanings, sizeof meanings / sizeof *meanings, &summand);
    size_t first = neighbourhood->count;
    ROW(FAULT, "lse", name != NULL, RAISE("lse", -summand), "adds %.6g, %s, to the log-sum-exp", summand, name)
    ROW(FAULT, "lse", name == NULL, RAISE("lse", -summand), "adds about %.6g to the log-sum-exp", summand)
    plumb_neighbourhood_mark_fitted(neighbourhood, first);
}

/* The table of claims has these. */
static bool is_listed(double factor) {
    static const double listed[] = {PLUMB_LOG2_E, PLUMB_LN_2, -1};
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        if (fabs(factor - listed[i]) < CLOSE)
            return true;
    return false;
}

static void add_factor(const plumb_case *stated, plumb_neighbourhood *neighbourhood, double factor) {
    const plumb_problem *p = &stated->problem;
    double root = sqrt((double)p->head_dim);
    const meaning meanings[] = {
        {1 / log(10), "as to the base 10"}, {root, "sqrt(head_dim)"}, {1 / root, "1/sqrt(head_dim)"}};
    const char *name = name_of(meanings, sizeof meanings / sizeof *meanings, &factor);
    size_t first = neighbourhood->count;
    ROW(FAULT, "lse", name != NULL, MULTIPLY("lse", 1 / factor), "multiplies the log-sum-exp by %.6g, %s", factor, name)
    ROW(FAULT, "lse", name == NULL, MULTIPLY("lse", 1 / factor), "multiplies the log-sum-exp by about %.6g", factor)
    plumb_neighbourhood_mark_fitted(neighbourhood, first);
}

void plumb_neighbours_of_lse(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    pairs found;
    if (!stated->lse.present || !find_pairs(stated, &found))
        return;
    double summand = summand_of(&found), factor = factor_of(&found);
    if (summand != 0)
        add_summand(stated, neighbourhood, summand);
    if (factor != 1 && !is_listed(factor))
        add_factor(stated, neighbourhood, factor);
}
