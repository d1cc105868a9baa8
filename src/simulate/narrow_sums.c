/* Values are kept in binary32, which halves the memory to read and doubles the numbers in a vector.  Rows are taken in
   turn over 32 keys at a time, whose values are still in the nearest cache for the next row.  Such a block is summed
   separately and then added: sums of sums round less.  The order of every sum is fixed here, so that the width of the
   processor's registers does not change the bits. */
#include "simulate/narrow_sums.h"
#include "fast/lanes.h"
#include <math.h>
#include <string.h>

enum {
    VECTOR = 8,  /* columns in one register */
    VECTORS = 4, /* so many registers' columns have their sums in others: none waits for the last addition to it */
    KEYS = 32,   /* whose values stay in the nearest cache while rows are summed */
};

PLUMB_FOR_EACH_PROCESSOR
void plumb_narrow_factors(const double *restrict x, double factor, size_t keys, float *restrict narrow) {
    for (size_t j = 0; j < keys; j++)
        narrow[j] = (float)(x[j] * factor);
}

/* So many columns as an instruction may hold. */
typedef float columns_of __attribute__((vector_size(VECTOR * sizeof(float))));

static inline void add_columns(const columns_of *more, float *sum) {
    columns_of whole;
    memcpy(&whole, sum, sizeof whole);
    whole += *more;
    memcpy(sum, &whole, sizeof whole);
}

/* Some keys and a block of columns: sums of sums, which round less. */
PLUMB_INTO_LOOP
static inline void add_block(const plumb_value_moments *sums, size_t from, size_t to, const float *value,
                             size_t columns, size_t c, size_t vectors, bool tilts) {
    columns_of first[VECTORS] = {0}, second[VECTORS] = {0}, tilt[VECTORS] = {0}, v, u;
    for (size_t j = from; j < to; j++) {
        float spread = sums->spread[j], scored = tilts ? sums->scored[j] : 0;
        for (size_t i = 0; i < vectors; i++) {
            memcpy(&v, value + j * columns + c + i * VECTOR, sizeof v);
            u = spread * v;
            first[i] += u;
            second[i] += u * v;
            if (tilts)
                tilt[i] += scored * v;
        }
    }
    for (size_t i = 0; i < vectors; i++) {
        add_columns(&first[i], sums->first + c + i * VECTOR);
        add_columns(&second[i], sums->second + c + i * VECTOR);
        if (tilts)
            add_columns(&tilt[i], sums->tilt + c + i * VECTOR);
    }
}

/* The columns from c on, fewer than a register holds. */
static inline void add_rest(const plumb_value_moments *sums, size_t from, size_t to, const float *value, size_t columns,
                            size_t c) {
    for (size_t i = c; i < columns; i++) {
        float first = 0, second = 0, tilt = 0;
        for (size_t j = from; j < to; j++) {
            float v = value[j * columns + i], u = sums->spread[j] * v;
            first += u;
            second += u * v;
            tilt += sums->scored != NULL ? sums->scored[j] * v : 0;
        }
        sums->first[i] += first;
        sums->second[i] += second;
        if (sums->scored != NULL)
            sums->tilt[i] += tilt;
    }
}

static bool any_counts(const plumb_value_moments *sums, size_t from, size_t to) {
    for (size_t j = from; j < to; j++)
        if (sums->spread[j] != 0 || (sums->scored != NULL && sums->scored[j] != 0))
            return true;
    return false;
}

PLUMB_FOR_EACH_PROCESSOR
static void add_keys(const plumb_value_moments *sums, size_t from, size_t to, const float *value, size_t columns) {
    size_t c = 0;
    for (; columns - c >= VECTORS * VECTOR; c += VECTORS * VECTOR)
        if (sums->scored != NULL)
            add_block(sums, from, to, value, columns, c, VECTORS, true);
        else
            add_block(sums, from, to, value, columns, c, VECTORS, false);
    for (; columns - c >= VECTOR; c += VECTOR)
        add_block(sums, from, to, value, columns, c, 1, sums->scored != NULL);
    add_rest(sums, from, to, value, columns, c);
}

static void clear_sums(const plumb_value_moments *sums, size_t columns) {
    float *const arrays[] = {sums->first, sums->second, sums->tilt};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        memset(arrays[i], 0, columns * sizeof **arrays);
}

void plumb_sum_values(const plumb_value_moments *rows, size_t count, const float *value, size_t columns) {
    size_t keys = 0;
    for (size_t r = 0; r < count; r++) {
        clear_sums(&rows[r], columns);
        keys = rows[r].keys > keys ? rows[r].keys : keys;
    }
    for (size_t j = 0; j < keys; j += KEYS)
        for (size_t r = 0; r < count; r++) {
            size_t to = rows[r].keys < j + KEYS ? rows[r].keys : j + KEYS;
            if (any_counts(&rows[r], j, to))
                add_keys(&rows[r], j, to, value, columns);
        }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_add_magnitudes(const float *restrict size, size_t keys, const float *restrict value, size_t columns,
                          float *restrict sum) {
    for (size_t j = 0; j < keys; j++)
        for (size_t i = 0; i < columns; i++)
            sum[i] += size[j] * fabsf(value[j * columns + i]);
}

static inline float add_up_columns(const columns_of *part) {
    float sum = 0;
    for (size_t i = 0; i < VECTOR; i++)
        sum += (*part)[i];
    return sum;
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_sum_directions(const float *value, size_t keys, const float *terms, size_t columns, float *along,
                          float *tilt) {
    const float *mean = terms, *inverse = terms + columns, *answer = terms + 2 * columns;
    size_t whole = columns - columns % VECTOR;
    for (size_t j = 0; j < keys; j++) {
        const float *v = value + j * columns;
        columns_of along_of = {0}, tilt_of = {0}, x, m, a, i;
        for (size_t c = 0; c < whole; c += VECTOR) {
            memcpy(&x, v + c, sizeof x);
            memcpy(&m, mean + c, sizeof m);
            memcpy(&i, inverse + c, sizeof i);
            memcpy(&a, answer + c, sizeof a);
            x -= m;
            along_of += x * a;
            tilt_of += x * x * i;
        }
        along[j] = add_up_columns(&along_of);
        tilt[j] = add_up_columns(&tilt_of);
        for (size_t c = whole; c < columns; c++) {
            float rest = v[c] - mean[c];
            along[j] += rest * answer[c];
            tilt[j] += rest * rest * inverse[c];
        }
    }
}

PLUMB_FOR_EACH_PROCESSOR
bool plumb_any_above(const float *x, size_t keys, float limit) {
    int above = 0;
    for (size_t j = 0; j < keys; j++)
        above |= x[j] > limit;
    return above != 0;
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_add_away(const float *restrict value, const double *restrict mean, double factor, size_t columns,
                    double *restrict away, double *restrict square) {
    for (size_t c = 0; c < columns; c++) {
        double x = factor * ((double)value[c] - mean[c]);
        away[c] = x;
        square[c] += x * x;
    }
}
