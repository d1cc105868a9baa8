#include "infer/gram.h"

/* Equations that go through the matrix together, so that it is read once for all of them. */
enum { TOGETHER = 4 };

static void add_one(const double *restrict x, size_t n, double *restrict gram) {
    for (size_t i = 0; i < n; i++) {
        double *restrict row = gram + i * n;
        double a = x[i];
        if (a == 0)
            continue;
        for (size_t j = i; j < n; j++)
            row[j] += a * x[j];
    }
}

static void add_together(const double *restrict x, size_t n, double *restrict gram) {
    const double *restrict y = x + n, *restrict z = y + n, *restrict w = z + n;
    for (size_t i = 0; i < n; i++) {
        double *restrict row = gram + i * n;
        double a = x[i], b = y[i], c = z[i], d = w[i];
        if (a == 0 && b == 0 && c == 0 && d == 0)
            continue;
        for (size_t j = i; j < n; j++)
            row[j] += a * x[j] + b * y[j] + c * z[j] + d * w[j];
    }
}

void plumb_gram_add(const double *x, size_t equations, size_t n, double *gram) {
    size_t done = 0;
    for (; done + TOGETHER <= equations; done += TOGETHER)
        add_together(x + done * n, n, gram);
    for (; done < equations; done++)
        add_one(x + done * n, n, gram);
}
