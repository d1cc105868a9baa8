#include "infer/gram.h"
#include "fast/lanes.h"

/* Numbers of the matrix that are added to at once, as many as registers hold: all equations go into them before they
   are written. */
enum { ROWS = 4, LANES = 8 };
typedef double lanes_of __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double)), may_alias));

#define LANES_AT(array) (*(const lanes_of *)(array))

/* Columns j to j + LANES - 1 of rows i to i + ROWS - 1. */
PLUMB_INTO_LOOP
static inline void add_to_tile(const double *x, size_t equations, size_t n, size_t i, size_t j, double *gram) {
    lanes_of tile[ROWS];
    for (size_t r = 0; r < ROWS; r++)
        tile[r] = LANES_AT(gram + (i + r) * n + j);
    for (const double *row = x; row < x + equations * n; row += n)
        for (size_t r = 0; r < ROWS; r++)
            tile[r] += row[i + r] * LANES_AT(row + j);
    for (size_t r = 0; r < ROWS; r++)
        *(lanes_of *)(gram + (i + r) * n + j) = tile[r];
}

PLUMB_INTO_LOOP
static inline void add_to_rows(const double *x, size_t equations, size_t n, size_t i, size_t rows, size_t j,
                               double *gram) {
    for (size_t r = 0; r < rows; r++)
        for (size_t k = j; k < n; k++)
            for (const double *row = x; row < x + equations * n; row += n)
                gram[(i + r) * n + k] += row[i + r] * row[k];
}

/* Hidden keys have equations of zeros. */
static int any(const double *x, size_t equations, size_t n, size_t i, size_t rows) {
    for (size_t e = 0; e < equations; e++)
        for (size_t r = 0; r < rows; r++)
            if (x[e * n + i + r] != 0)
                return 1;
    return 0;
}

/* The tiles of the first columns fill numbers below the diagonal, too. */
PLUMB_FOR_EACH_PROCESSOR
void plumb_gram_add(const double *x, size_t equations, size_t n, double *gram) {
    for (size_t i = 0; i < n; i += ROWS) {
        size_t rows = i + ROWS <= n ? ROWS : n - i, j = i;
        if (!any(x, equations, n, i, rows))
            continue;
        for (; rows == ROWS && j + LANES <= n; j += LANES)
            add_to_tile(x, equations, n, i, j, gram);
        add_to_rows(x, equations, n, i, rows, j, gram);
    }
}
