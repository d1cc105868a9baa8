/* test_matrices.c - faults that move scores, weights, masks and columns of values to other places, named from the
   numbers. */
#include "tests/infer/matrices.h"

#define EVERYWHERE "in all heads, for all queries"

static void transpose(double x[QUERIES][KEYS], size_t row, size_t key, size_t n) {
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < a; b++) {
            double swapped = x[row + a][key + b];
            x[row + a][key + b] = x[row + b][key + a];
            x[row + b][key + a] = swapped;
        }
}

static void transpose_diagonal(matrices *m) {
    for (size_t t = 0; t < QUERIES; t += 64)
        transpose(m->score, t, t, 64);
}

static void transpose_weights(matrices *m) {
    for (size_t t = 16; t < QUERIES; t += 64)
        for (size_t j = 0; j < KEYS; j += 16)
            transpose(m->weight, t, j, 16);
}

/* What rows lose by the rise of the maximum after the first 64 keys is that of the row 8 apart. */
static void rescale_as_another(matrices *m) {
    for (size_t t = 0; t < QUERIES; t++) {
        double own = largest_of(m, t, 64) - largest_of(m, t, KEYS);
        double other = largest_of(m, t ^ 8, 64) - largest_of(m, t ^ 8, KEYS);
        for (size_t j = 0; j < 64; j++)
            m->weight[t][j] *= exp(other - own);
    }
}

static void divide_early(matrices *m) {
    for (size_t t = 0; t < QUERIES; t++) {
        double early = 0, largest = largest_of(m, t, 64);
        for (size_t j = 0; j < 64; j++)
            early += exp(m->score[t][j] - largest);
        for (size_t j = 0; j < 64; j++)
            m->weight[t][j] /= early;
    }
}

static void show_reversed(matrices *m) {
    for (size_t t = 0; t < QUERIES; t++)
        for (size_t j = 0; j < KEYS; j++)
            m->seen[t][j] = m->allowed[t * KEYS + (j ^ 7)];
}

static void show_next(matrices *m) {
    for (size_t t = 0; t < QUERIES; t++)
        for (size_t j = 0; j < KEYS; j++)
            m->seen[t][j] = t + 1 < QUERIES && j + 1 < KEYS && m->allowed[(t + 1) * KEYS + j + 1];
}

static void show_packed(matrices *m) {
    for (size_t t = 0; t < QUERIES; t++)
        for (size_t j = 0; j < KEYS; j++)
            m->seen[t][j] = j <= (2 * t + m->h % 2) % QUERIES;
}

static void exchange_columns(matrices *m) {
    for (size_t j = 96; j < KEYS; j++)
        for (size_t c = 0; c < DIM / 2; c++) {
            double swapped = m->value[j][c];
            m->value[j][c] = m->value[j][c + DIM / 2];
            m->value[j][c + DIM / 2] = swapped;
        }
}

static const matrix_fault faults[] = {
    {.scores = transpose_diagonal, .causal = true, .where = EVERYWHERE,
     .says = "scores are transposed in squares of 64 queries and keys on the diagonal"},
    {.weights = transpose_weights, .where = "for every 4th tile of 16 queries, from queries 16 to 31 on",
     .says = "weights, as they enter the sum of values, are transposed in squares of 16 queries and keys"},
    {.weights = rescale_as_another, .where = EVERYWHERE,
     .says = "the sum of values is rescaled by the maxima of other rows, in tiles of 64 keys: of each 16 rows those 8 "
             "apart have each other's"},
    {.weights = divide_early, .where = EVERYWHERE,
     .says = "the sum of values is divided by the sum of weights after every tile of 64 keys, not once"},
    {.masks = show_reversed, .with_mask = true, .where = EVERYWHERE,
     .says = "the boolean mask is read with each 8 keys in reversed order, as if bits were packed the other way"},
    {.masks = show_next, .with_mask = true, .where = "for queries 0 to 126",
     .says = "the boolean mask is read 1 key on and 1 row on"},
    {.masks = show_packed, .causal = true, .where = EVERYWHERE,
     .says = "row t has the mask of query (2 t + h mod 2) mod 128"},
    {.vectors = exchange_columns, .where = EVERYWHERE,
     .says = "of the values of keys 96 to 127 (one tile of 32) columns 0 to 15 have those of columns 16 to 31, columns "
             "16 to 31 have those of columns 0 to 15"},
};
enum { FAULTS = sizeof faults / sizeof *faults };

START_TEST(faults_are_told) {
    expect_told(&faults[_i / 2], _i % 2 == 0 ? PLUMB_F32 : PLUMB_BF16);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/matrices");
    TCase *tests = tcase_create("matrices");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, faults_are_told, 0, 2 * FAULTS);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
