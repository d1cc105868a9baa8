/* sums.c - sums and products of a simulated engine, in the format of the model: binary64 and binary32 by the
   processor's arithmetic, coarser formats with a rounding at each addition. */
#include "fast/lanes.h"
#include "simulate/engine.h"

enum { PARTS = 8 }; /* of a sum in lanes */

typedef float singles __attribute__((vector_size(PARTS * sizeof(float))));
typedef double doubles __attribute__((vector_size(PARTS * sizeof(double))));
typedef unsigned words __attribute__((vector_size(PARTS * sizeof(unsigned))));
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

/* Numbers of that many bits, of lanes in binary32 that are neither too small nor too large for the format. */
static inline PLUMB_INTO_LOOP bool narrow_lanes(const plumb_simulated_format *format, singles *single) {
    unsigned lost = (unsigned)(24 - format->bits), ulp = 1U << lost, smallest, largest;
    float least = (float)(format->least * (double)(1U << format->bits)), beyond = (float)format->beyond;
    uint64_t odd[sizeof(words) / sizeof(uint64_t)];
    words word;
    memcpy(&smallest, &least, sizeof smallest);
    memcpy(&largest, &beyond, sizeof largest);
    memcpy(&word, single, sizeof word);
    words magnitude = word & 0x7fffffffU;
    words either = (words)(magnitude - 1U < smallest - 1U) | (words)(magnitude >= largest - ulp);
    memcpy(odd, &either, sizeof odd);
    if ((odd[0] | odd[1] | odd[2] | odd[3]) != 0)
        return false;
    if (!format->cut)
        word += ulp / 2 - 1 + (word >> lost & 1U);
    word &= ~(ulp - 1);
    memcpy(single, &word, sizeof word);
    return true;
}

/* Operands in binary32, of a format that has no more bits; NULL: as they are. */
static inline PLUMB_INTO_LOOP void load_operands(const plumb_simulated_format *format, const double *x,
                                                 singles *single) {
    load_singles(x, single);
    if (format != NULL && !narrow_lanes(format, single))
        for (size_t i = 0; i < LANES; i++)
            (*single)[i] = (float)plumb_simulated_narrow(format, x[i]);
}

static float operand(const plumb_simulated_format *format, double x) {
    return format != NULL ? (float)plumb_simulated_narrow(format, x) : (float)x;
}

static inline PLUMB_INTO_LOOP double dot_in_chain(const plumb_simulated_format *format, const double *x,
                                                  const double *y, size_t n) {
    singles a, b;
    float sum = 0;
    size_t whole = n - n % LANES;
    for (size_t c = 0; c < whole; c += LANES) {
        load_operands(format, x + c, &a);
        load_operands(format, y + c, &b);
        singles product = a * b;
        for (size_t i = 0; i < LANES; i++)
            sum += product[i];
    }
    for (size_t c = whole; c < n; c++)
        sum += operand(format, x[c]) * operand(format, y[c]);
    return (double)sum;
}

static inline PLUMB_INTO_LOOP double dot_in_parts(const plumb_simulated_format *format, const double *x,
                                                  const double *y, size_t n) {
    singles parts = {0}, a, b;
    float part[PARTS], sum = 0;
    size_t whole = n - n % PARTS;
    for (size_t c = 0; c < whole; c += LANES) {
        load_operands(format, x + c, &a);
        load_operands(format, y + c, &b);
        parts += a * b;
    }
    memcpy(part, &parts, sizeof part);
    for (size_t c = whole; c < n; c++)
        part[c % PARTS] += operand(format, x[c]) * operand(format, y[c]);
    for (size_t i = 0; i < PARTS; i++)
        sum += part[i];
    return (double)sum;
}

PLUMB_FOR_EACH_PROCESSOR
static double dot_single(bool chain, const double *x, const double *y, size_t n) {
    return chain ? dot_in_chain(NULL, x, y, n) : dot_in_parts(NULL, x, y, n);
}

PLUMB_FOR_EACH_PROCESSOR
static double dot_narrowed(const plumb_simulated_format *format, bool chain, const double *x, const double *y,
                           size_t n) {
    return chain ? dot_in_chain(format, x, y, n) : dot_in_parts(format, x, y, n);
}

static double dot_coarse(const plumb_simulated_engine *engine, const double *x, const double *y, size_t n) {
    double sum = 0;
    for (size_t c = 0; c < n; c++) {
        double a = plumb_simulated_round(&engine->operand, x[c]), b = plumb_simulated_round(&engine->operand, y[c]);
        sum = plumb_simulated_round(&engine->product, sum + a * b);
    }
    return sum;
}

/* What a sum in binary32 is to make of operands that are rounded; those in binary32 it takes so anyway. */
static const plumb_simulated_format *narrowed(const plumb_simulated_format *operand) {
    return operand->bits == 0 || operand->bits >= 24 ? NULL : operand;
}

/* Matrix units that flush take numbers one by one. */
static bool sums_in_single(const plumb_simulated_format *sum, const plumb_simulated_format *operand) {
    return sum->bits == 24 && (operand->bits != 0 ? operand->bits <= 24 : operand->flushed == 0);
}

double plumb_simulated_dot(const plumb_simulated_engine *engine, const double *x, const double *y, size_t n) {
    const plumb_simulated_format *format = narrowed(&engine->operand);
    bool chain = engine->form->one_chain;
    if (engine->product.bits >= 53)
        return dot_double(x, y, n, chain ? 1 : PARTS);
    if (sums_in_single(&engine->product, &engine->operand))
        return format == NULL ? dot_single(chain, x, y, n) : dot_narrowed(format, chain, x, y, n);
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

static inline PLUMB_INTO_LOOP void add_lanes(const plumb_simulated_format *format, double factor, const double *x,
                                             size_t n, double *sum) {
    singles sums, terms;
    float weight = (float)factor;
    size_t whole = n - n % LANES;
    for (size_t c = 0; c < whole; c += LANES) {
        load_singles(sum + c, &sums);
        load_operands(format, x + c, &terms);
        sums += weight * terms;
        doubles grown = __builtin_convertvector(sums, doubles);
        memcpy(sum + c, &grown, sizeof grown);
    }
    for (size_t c = whole; c < n; c++)
        sum[c] = (double)((float)sum[c] + weight * operand(format, x[c]));
}

PLUMB_FOR_EACH_PROCESSOR
static void add_single(double factor, const double *x, size_t n, double *sum) {
    add_lanes(NULL, factor, x, n, sum);
}

PLUMB_FOR_EACH_PROCESSOR
static void add_narrowed(const plumb_simulated_format *format, double factor, const double *x, size_t n, double *sum) {
    add_lanes(format, factor, x, n, sum);
}

static void add_coarse(const plumb_simulated_engine *engine, double factor, const double *x, size_t n, double *sum) {
    for (size_t c = 0; c < n; c++)
        sum[c] =
            plumb_simulated_round(&engine->accumulate, sum[c] + factor * plumb_simulated_round(&engine->operand, x[c]));
}

void plumb_simulated_add(const plumb_simulated_engine *engine, double factor, const double *x, size_t n, double *sum) {
    if (engine->accumulate.bits >= 53)
        add_double(factor, x, n, sum);
    else if (!sums_in_single(&engine->accumulate, &engine->operand))
        add_coarse(engine, factor, x, n, sum);
    else if (narrowed(&engine->operand) == NULL)
        add_single(factor, x, n, sum);
    else
        add_narrowed(&engine->operand, factor, x, n, sum);
}
