/* sums.c - sums and products of a simulated engine, in the format of the model: binary64 and binary32 as the processor
   has them, coarser ones addition by addition. */
#include "fast/lanes.h"
#include "simulate/engine.h"

enum { PARTS = 8 }; /* of a sum in lanes */

typedef float singles __attribute__((vector_size(PARTS * sizeof(float))));
typedef double doubles __attribute__((vector_size(PARTS * sizeof(double))));
enum { LANES = sizeof(singles) / sizeof(float) };

static inline void load_singles(const double *x, singles *single) {
    doubles all;
    memcpy(&all, x, sizeof all);
    *single = __builtin_convertvector(all, singles);
}

static double dot_double(const double *x, const double *y, size_t n, size_t parts) {
    double part[PARTS] = {0}, sum = 0;
    for (size_t c = 0; c < n; c++)
        part[c % parts] += x[c] * y[c];
    for (size_t i = 0; i < parts; i++)
        sum += part[i];
    return sum;
}

static double dot_single_in_chain(const double *x, const double *y, size_t n) {
    float sum = 0;
    for (size_t c = 0; c < n; c++)
        sum += (float)x[c] * (float)y[c];
    return (double)sum;
}

PLUMB_FOR_EACH_PROCESSOR
static double dot_single(const double *x, const double *y, size_t n) {
    singles parts = {0}, a, b;
    float part[PARTS], sum = 0;
    size_t whole = n - n % PARTS;
    for (size_t c = 0; c < whole; c += PARTS) {
        load_singles(x + c, &a);
        load_singles(y + c, &b);
        parts += a * b;
    }
    memcpy(part, &parts, sizeof part);
    for (size_t c = whole; c < n; c++)
        part[c % PARTS] += (float)x[c] * (float)y[c];
    for (size_t i = 0; i < PARTS; i++)
        sum += part[i];
    return (double)sum;
}

static double dot_coarse(const plumb_simulated_engine *engine, const double *x, const double *y, size_t n) {
    double sum = 0;
    for (size_t c = 0; c < n; c++) {
        double a = plumb_simulated_round(&engine->operand, x[c]), b = plumb_simulated_round(&engine->operand, y[c]);
        sum = plumb_simulated_round(&engine->product, sum + a * b);
    }
    return sum;
}

double plumb_simulated_dot(const plumb_simulated_engine *engine, const double *x, const double *y, size_t n) {
    bool chain = engine->form->one_chain;
    if (engine->product.bits >= 53)
        return dot_double(x, y, n, chain ? 1 : PARTS);
    if (engine->product.bits == 24 && !plumb_simulated_changes(&engine->operand))
        return chain ? dot_single_in_chain(x, y, n) : dot_single(x, y, n);
    return dot_coarse(engine, x, y, n);
}

double plumb_simulated_sum(const plumb_simulated_engine *engine, const double *x, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = plumb_simulated_round(&engine->accumulate, sum + x[i]);
    return sum;
}

static void add_double(double factor, const double *x, size_t n, double *sum) {
    for (size_t c = 0; c < n; c++)
        sum[c] += factor * x[c];
}

PLUMB_FOR_EACH_PROCESSOR
static void add_single(double factor, const double *x, size_t n, double *sum) {
    float weight = (float)factor;
    size_t whole = n - n % LANES;
    singles added, before;
    for (size_t c = 0; c < whole; c += LANES) {
        load_singles(x + c, &added);
        load_singles(sum + c, &before);
        doubles grown = __builtin_convertvector(before + weight * added, doubles);
        memcpy(sum + c, &grown, sizeof grown);
    }
    for (size_t c = whole; c < n; c++)
        sum[c] = (double)((float)sum[c] + weight * (float)x[c]);
}

static void add_coarse(const plumb_simulated_engine *engine, double factor, const double *x, size_t n, double *sum) {
    for (size_t c = 0; c < n; c++)
        sum[c] =
            plumb_simulated_round(&engine->accumulate, sum[c] + factor * plumb_simulated_round(&engine->operand, x[c]));
}

void plumb_simulated_add(const plumb_simulated_engine *engine, double factor, const double *x, size_t n, double *sum) {
    if (engine->accumulate.bits >= 53)
        add_double(factor, x, n, sum);
    else if (engine->accumulate.bits == 24 && !plumb_simulated_changes(&engine->operand))
        add_single(factor, x, n, sum);
    else
        add_coarse(engine, factor, x, n, sum);
}
