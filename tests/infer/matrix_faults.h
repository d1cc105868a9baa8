/* matrix_faults.h - faults that move scores, weights, masks and columns of values to other places. */
#ifndef PLUMB_TESTS_INFER_MATRIX_FAULTS_H
#define PLUMB_TESTS_INFER_MATRIX_FAULTS_H
#include "tests/infer/matrices.h"

static void transpose(double x[ALL_QUERIES][ALL_KEYS], size_t row, size_t key, size_t n) {
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < a; b++) {
            double swapped = x[row + a][key + b];
            x[row + a][key + b] = x[row + b][key + a];
            x[row + b][key + a] = swapped;
        }
}

static void transpose_diagonal(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t += 64)
        transpose(m->score, t, t, 64);
}

static void transpose_weights(matrices *m) {
    for (size_t t = 16; t < ALL_QUERIES; t += 64)
        for (size_t j = 0; j < ALL_KEYS; j += 16)
            transpose(m->weight, t, j, 16);
}

/* What rows lose by the rise of the maximum after the first 64 keys is that of the row 8 apart. */
static void rescale_as_another(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++) {
        double own = largest_of(m, t, 64) - largest_of(m, t, ALL_KEYS);
        double other = largest_of(m, t ^ 8, 64) - largest_of(m, t ^ 8, ALL_KEYS);
        for (size_t j = 0; j < 64; j++)
            m->weight[t][j] *= exp(other - own);
    }
}

static void divide_early(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++) {
        double early = 0, largest = largest_of(m, t, 64);
        for (size_t j = 0; j < 64; j++)
            early += exp(m->score[t][j] - largest);
        for (size_t j = 0; j < 64; j++)
            m->weight[t][j] /= early;
    }
}

/* Splits of 32 keys without a visible one add e^0. */
static void count_empty_splits(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        m->divisor[t] += (double)(ALL_KEYS / 32 - 1 - t / 32) * exp(-largest_of(m, t, ALL_KEYS));
}

static double lse_of(const matrices *m, size_t h, size_t t, size_t from, size_t end) {
    double sum = 0;
    for (size_t j = from; j < end; j++) {
        double score = 0;
        for (size_t c = 0; c < WIDTH; c++)
            score += m->p->query[(h * ALL_QUERIES + t) * WIDTH + c] *
                     m->p->key[(h / (ALL_HEADS / ALL_KEY_HEADS) * ALL_KEYS + j) * WIDTH + c];
        sum += exp(score / sqrt(WIDTH));
    }
    return log(sum);
}

/* Two splits, whose log-sum-exps lie as [split, head, query] and are read as [split, query, head]. */
static void merge_by_others(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++) {
        double largest = largest_of(m, t, ALL_KEYS);
        m->divisor[t] = 0;
        for (size_t from = 0; from < ALL_KEYS; from += ALL_KEYS / 2) {
            size_t read = t * ALL_HEADS + m->h, end = from + ALL_KEYS / 2;
            double other = lse_of(m, read / ALL_QUERIES, read % ALL_QUERIES, from, end);
            double change = exp(other - lse_of(m, m->h, t, from, end));
            for (size_t j = from; j < end; j++)
                m->weight[t][j] *= change;
            m->divisor[t] += exp(other - largest);
        }
    }
}

static void cap_by_ratio(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j < ALL_KEYS; j++)
            m->score[t][j] /= 1 + fabs(m->score[t][j]) / 5;
}

static void cap_by_root(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j < ALL_KEYS; j++)
            m->score[t][j] /= hypot(1, m->score[t][j] / 5);
}

/* Below the largest score of the row. */
static void round_to_127(matrices *m) {
    for (size_t i = 0; i < ALL_QUERIES * ALL_KEYS; i++)
        m->weight[i / ALL_KEYS][i % ALL_KEYS] = rint(127 * m->weight[i / ALL_KEYS][i % ALL_KEYS]) / 127;
}

static void round_down_to_255(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++) {
        m->divisor[t] = 0;
        for (size_t j = 0; j < ALL_KEYS; j++) {
            m->weight[t][j] = floor(255 * m->weight[t][j]) / 255;
            m->divisor[t] += m->weight[t][j];
        }
    }
}

/* Below the largest score of the tiles of 64 keys so far. */
static void round_to_e4m3(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j < ALL_KEYS; j++) {
            double rescaled = exp(largest_of(m, t, j / 64 * 64 + 64) - largest_of(m, t, ALL_KEYS));
            double weight = m->weight[t][j] / rescaled, step = exp2(fmax(floor(log2(fmax(weight, 0x1p-99))) - 3, -9));
            m->weight[t][j] = m->seen[t][j] ? rint(weight / step) * step * rescaled : 0;
        }
}

static void show_reversed(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j < ALL_KEYS; j++)
            m->seen[t][j] = m->allowed[t * ALL_KEYS + (j ^ 7)];
}

static void show_next(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j < ALL_KEYS; j++)
            m->seen[t][j] = t + 1 < ALL_QUERIES && j + 1 < ALL_KEYS && m->allowed[(t + 1) * ALL_KEYS + j + 1];
}

static void show_packed(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j < ALL_KEYS; j++)
            m->seen[t][j] = j <= (2 * t + m->h % 2) % ALL_QUERIES;
}

static void exchange_columns(matrices *m) {
    for (size_t j = 96; j < ALL_KEYS; j++)
        for (size_t c = 0; c < WIDTH / 2; c++) {
            double swapped = m->value[j][c];
            m->value[j][c] = m->value[j][c + WIDTH / 2];
            m->value[j][c + WIDTH / 2] = swapped;
        }
}

static const matrix_fault matrix_faults[] = {
    {.fault = "scores of the diagonal tile transposed",
     .scores = transpose_diagonal,
     .causal = true,
     .where = EVERYWHERE,
     .says = "scores are transposed in squares of 64 queries and keys on the diagonal"},
    {.fault = "weights transposed in squares, for one warp of queries",
     .weights = transpose_weights,
     .where = "for every 4th tile of 16 queries, from queries 16 to 31 on",
     .says = "weights, as they enter the sum of values, are transposed in squares of 16 queries and keys"},
    {.fault = "sums rescaled by the maxima of rows 8 apart",
     .weights = rescale_as_another,
     .where = EVERYWHERE,
     .says = "the sum of values is rescaled by the maxima of other rows, in tiles of 64 keys: of each 16 rows those 8 "
             "apart have each other's"},
    {.fault = "the sum of values divided after every tile",
     .weights = divide_early,
     .where = EVERYWHERE,
     .says = "the sum of values is divided by the sum of weights after every tile of 64 keys, not once"},
    {.fault = "splits without a visible key merged as if they had one of zeros",
     .weights = count_empty_splits,
     .causal = true,
     .says = "the 4 splits of 32 keys have a log-sum-exp of 0 where the query sees none of their keys"},
    {.fault = "log-sum-exps of splits read in another layout",
     .weights = merge_by_others,
     .where = EVERYWHERE,
     .says = "the 2 splits of 64 keys are merged by log-sum-exps that are stored as [split, batch, head, query] and "
             "read as [split, batch, query, head]"},
    {.fault = "a softcap without tanh",
     .scores = cap_by_ratio,
     .softcap = 5,
     .where = EVERYWHERE,
     .says = "the softcap is by x / (1 + abs(x)) instead of tanh x"},
    {.fault = "a softcap by a root",
     .scores = cap_by_root,
     .softcap = 5,
     .causal = true,
     .says = "the softcap is by x / sqrt(1 + x^2) instead of tanh x"},
    {.fault = "weights as signed integers of 8 bits",
     .weights = round_to_127,
     .where = EVERYWHERE,
     .says = "weights in the sum of values are rounded to multiples of 1/127"},
    {.fault = "weights as unsigned integers of 8 bits, cut",
     .weights = round_down_to_255,
     .causal = true,
     .says = "weights in both sums are rounded down to multiples of 1/255"},
    {.fault = "weights as floats of 8 bits",
     .weights = round_to_e4m3,
     .causal = true,
     .says = "weights in the sum of values are rounded to e4m3, in tiles of 64 keys"},
    {.fault = "bits of a mask read the other way round",
     .masks = show_reversed,
     .with_mask = true,
     .where = EVERYWHERE,
     .says = "the boolean mask is read with each 8 keys in reversed order, as if bits were packed the other way"},
    {.fault = "a mask read one row and one key on",
     .masks = show_next,
     .with_mask = true,
     .where = "for queries 0 to 126",
     .says = "the boolean mask is read 1 key on and 1 row on"},
    {.fault = "a causal mask by the numbers of packed rows",
     .masks = show_packed,
     .causal = true,
     .where = EVERYWHERE,
     .says = "row t has the mask of query (2 t + h mod 2) mod 128"},
    {.fault = "columns of values exchanged in one tile",
     .vectors = exchange_columns,
     .where = EVERYWHERE,
     .says = "of the values of keys 96 to 127 (one tile of 32) columns 0 to 15 have those of columns 16 to 31, columns "
             "16 to 31 have those of columns 0 to 15"},
};
enum { MATRIX_FAULTS = sizeof matrix_faults / sizeof *matrix_faults };
#endif
