#include "infer/cholesky.h"
#include <math.h>

int plumb_cholesky(double *a, size_t n) {
    for (size_t k = 0; k < n; k++) {
        double *restrict pivot = a + k * n;
        if (!(pivot[k] > 0))
            return -1;
        double root = sqrt(pivot[k]);
        for (size_t j = k; j < n; j++)
            pivot[j] /= root;
        for (size_t i = k + 1; i < n; i++) {
            double *restrict row = a + i * n;
            double factor = pivot[i];
            for (size_t j = i; j < n; j++)
                row[j] -= factor * pivot[j];
        }
    }
    return 0;
}

void plumb_cholesky_solve(const double *r, size_t n, double *x) {
    for (size_t k = 0; k < n; k++) {
        x[k] /= r[k * n + k];
        for (size_t j = k + 1; j < n; j++)
            x[j] -= r[k * n + j] * x[k];
    }
    for (size_t k = n; k-- > 0;) {
        for (size_t j = k + 1; j < n; j++)
            x[k] -= r[k * n + j] * x[j];
        x[k] /= r[k * n + k];
    }
}

/* Row i of S = R^-1 is (e_i - sum over k > i of R_ik S_k) / R_ii, and A^-1 = S S^T. */
void plumb_cholesky_inverse_diagonal(double *r, size_t n, double *diagonal) {
    for (size_t i = n; i-- > 0;) {
        double *restrict row = r + i * n;
        double pivot = row[i];
        for (size_t j = i + 1; j < n; j++)
            diagonal[j] = row[j];
        for (size_t j = i + 1; j < n; j++)
            row[j] = 0;
        for (size_t k = i + 1; k < n; k++) {
            const double *restrict below = r + k * n;
            double factor = -diagonal[k] / pivot;
            for (size_t j = k; j < n; j++)
                row[j] += factor * below[j];
        }
        row[i] = 1 / pivot;
    }
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = i; j < n; j++)
            sum += r[i * n + j] * r[i * n + j];
        diagonal[i] = sum;
    }
}
