#include "infer/gram.h"
#include "fast/lanes.h"

/* Equations that go through the matrix together, so that it is read once for all of them: as many as leave registers
   for their numbers. */
enum { TOGETHER = 4, LANES = 4 };
typedef double lanes_of __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double)), may_alias));

#define LANES_AT(array) (*(const lanes_of *)(array))

/* Row i of the matrix from its diagonal on, in lanes or one by one with the same bits. */
PLUMB_INTO_LOOP
static inline void add_to_row(const double *x, size_t n, size_t i, double *row) {
    const double *y = x + n, *z = y + n, *w = z + n;
    double a = x[i], b = y[i], c = z[i], d = w[i];
    size_t j = i;
    for (; j + LANES <= n; j += LANES)
        *(lanes_of *)(row + j) += (a * LANES_AT(x + j) + b * LANES_AT(y + j)) +
                                  (c * LANES_AT(z + j) + d * LANES_AT(w + j));
    for (; j < n; j++)
        row[j] += (a * x[j] + b * y[j]) + (c * z[j] + d * w[j]);
}

PLUMB_FOR_EACH_PROCESSOR
static void add_together(const double *x, size_t n, double *gram) {
    for (size_t i = 0; i < n; i++)
        if (x[i] != 0 || x[n + i] != 0 || x[2 * n + i] != 0 || x[3 * n + i] != 0)
            add_to_row(x, n, i, gram + i * n);
}

static void add_one(const double *x, size_t n, double *gram) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; x[i] != 0 && j < n; j++)
            gram[i * n + j] += x[i] * x[j];
}

void plumb_gram_add(const double *x, size_t equations, size_t n, double *gram) {
    size_t done = 0;
    for (; done + TOGETHER <= equations; done += TOGETHER)
        add_together(x + done * n, n, gram);
    for (; done < equations; done++)
        add_one(x + done * n, n, gram);
}
