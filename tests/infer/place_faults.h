/* place_faults.h - weights, and values, that no rule describes; and softmax over another axis, heads that were pooled,
   levels of NF4, rows of another length, a softcap that some heads lack. */
#ifndef PLUMB_TESTS_INFER_PLACE_FAULTS_H
#define PLUMB_TESTS_INFER_PLACE_FAULTS_H
#include "tests/infer/matrices.h"

static void pool_keys(matrices *m) {
    for (size_t j = 0; j < ALL_KEYS; j++)
        for (size_t c = 0; c < WIDTH; c++)
            m->key[j][c] = (m->p->key[j * WIDTH + c] + m->p->key[(ALL_KEYS + j) * WIDTH + c]) / 2;
}

static double nearest_level(double x) {
    static const double level[] = {-1, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453,
                                   -0.28444138169288635, -0.18477343022823334, -0.09105003625154495, 0,
                                   0.07958029955625534, 0.16093020141124725, 0.24611230194568634,
                                   0.33791524171829224, 0.44070982933044434, 0.5626170039176941,
                                   0.7229568362236023, 1};
    size_t best = 0;
    for (size_t i = 1; i < 16; i++)
        best = fabs(level[i] - x) < fabs(level[best] - x) ? i : best;
    return level[best];
}

static void take_levels(double x[][WIDTH]) {
    for (size_t i = 0; i < ALL_KEYS * WIDTH; i += 16) {
        double *group = x[i / WIDTH] + i % WIDTH, largest = 0;
        for (size_t c = 0; c < 16; c++)
            largest = fmax(largest, fabs(group[c]));
        for (size_t c = 0; c < 16; c++)
            group[c] = (double)(float)largest * nearest_level((double)(float)(group[c] / (double)(float)largest));
    }
}

static void take_levels_of_cache(matrices *m) {
    take_levels(m->key);
    take_levels(m->value);
}

/* Rows of keys as if 32 columns were padded to 48, while heads begin where they should. */
static void read_padded_rows(matrices *m) {
    size_t of = m->h / (ALL_HEADS / ALL_KEY_HEADS), end = ALL_KEY_HEADS * ALL_KEYS * WIDTH;
    for (size_t i = 0; i < ALL_KEYS * WIDTH; i++) {
        size_t at = of * ALL_KEYS * WIDTH + i / WIDTH * 48 + i % WIDTH;
        m->value[i / WIDTH][i % WIDTH] = at < end ? m->p->value[at] : 0;
    }
}

/* What other numbers there are in place of a tile of values. */
static void spoil_values(matrices *m) {
    for (size_t i = 32 * WIDTH; i < 48 * WIDTH; i++)
        m->value[i / WIDTH][i % WIDTH] = sin((double)(i * i % 1009));
}

static void read_keys_for_values(matrices *m) {
    memcpy(m->value[64], m->key[64], 32 * sizeof *m->value);
}

static void cap_some(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j < ALL_KEYS; j++)
            m->score[t][j] = m->h == 2 ? m->score[t][j] : 3 * tanh(m->score[t][j] / 3);
}

static void cap_all(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j < ALL_KEYS; j++)
            m->score[t][j] = 3 * tanh(m->score[t][j] / 3);
}

static void shorten_window(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j + 45 < t; j++)
            m->seen[t][j] = 0;
}

/* RoPE in the other pairs for the keys of the second key head. */
static void pair_neighbours(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t i = 0; i < WIDTH / 2; i++) {
            double *key = m->key[t], pair[WIDTH] = {0};
            turn_pair(m->query[t], (double)t, i, 1);
            pair[i] = key[2 * i];
            pair[i + WIDTH / 2] = key[2 * i + 1];
            turn_pair(m->h < 2 ? key : pair, (double)t, i, 1);
            key[2 * i] = m->h < 2 ? key[2 * i] : pair[i];
            key[2 * i + 1] = m->h < 2 ? key[2 * i + 1] : pair[i + WIDTH / 2];
        }
}

static void divide_over_queries(matrices *m) {
    for (size_t j = 0; j < ALL_KEYS; j++) {
        double sum = 0;
        for (size_t t = 0; t < ALL_QUERIES; t++)
            sum += exp(m->score[t][j]);
        for (size_t t = 0; t < ALL_QUERIES; t++)
            m->weight[t][j] = exp(m->score[t][j]) / sum;
    }
    for (size_t t = 0; t < ALL_QUERIES; t++)
        m->divisor[t] = 1;
}

/* Any weights of some keys, of those that the mask hides, too, or of tiles. */
static void weigh_anyhow(matrices *m, size_t from, size_t to, size_t tile) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = from; j < to; j++) {
            double other = tile == 1 ? 0.01 + m->weight[t][j] : m->weight[t][j];
            other *= 1 + (double)((7 * (t % 5) + 5 * (j / tile) + t * (j / tile) % 3) % 8) / 4;
            m->divisor[t] += other - m->weight[t][j];
            m->weight[t][j] = other;
        }
}

static void weigh_some(matrices *m) {
    weigh_anyhow(m, 100, 111, 1);
}

static void weigh_tiles(matrices *m) {
    weigh_anyhow(m, 0, ALL_KEYS, 32);
}

static const matrix_fault place_faults[] = {
    {.fault = "key heads pooled into one",
     .vectors = pool_keys,
     .where = EVERYWHERE,
     .says = "keys are the mean of each 2 heads in a row"},
    {.fault = "keys and values of 4 bits, NF4",
     .vectors = take_levels_of_cache,
     .where = EVERYWHERE,
     .says = "keys and values are quantised to NF4, with one scale for each 16 columns of a row"},
    {.fault = "rows of values padded to 48 columns",
     .vectors = read_padded_rows,
     .where = EVERYWHERE,
     .says = "rows of values are read 48 numbers apart, although they are stored 32 apart"},
    {.fault = "a softcap that one head lacks",
     .scores = cap_some,
     .softcap = 3,
     .where = "in head 2",
     .says = "the softcap is left out"},
    {.fault = "a softmax over queries",
     .weights = divide_over_queries,
     .where = EVERYWHERE,
     .says = "weights are divided by their sums over queries, not over keys"},
    {.fault = "a window that is shorter, of a clipped softmax",
     .masks = shorten_window,
     .causal = true,
     .left = 50,
     .where = EVERYWHERE,
     .says = "the query at position p sees keys p - 45 to the last that the mask shows, whatever the mask says"},
    {.fault = "RoPE in other pairs for the keys of one key head",
     .vectors = pair_neighbours,
     .with_rope = true,
     .where = "in heads 2 to 3",
     .says = "keys are rotated in pairs (2m, 2m + 1)"},
    {.fault = "keys read in place of values",
     .vectors = read_keys_for_values,
     .where = EVERYWHERE,
     .says = "the values of keys 64 to 95 are read from the keys"},
    {.fault = "other numbers in a tile of values (a place)",
     .vectors = spoil_values,
     .where = EVERYWHERE,
     .says = "the values of keys 32 to 47 are not those given; all weights are right"},
    {.fault = "any weights of some keys (a place)",
     .weights = weigh_some,
     .causal = true,
     .says = "keys 100 to 110 do not weigh what they should, and are seen where the mask hides them; all other keys "
             "do, up to one number for each row, 0.666 to 0.993; weights add up to 1"},
    {.fault = "any weights of tiles (a place)",
     .weights = weigh_tiles,
     .where = EVERYWHERE,
     .says = "within each tile of 32 keys the weights are right, but in each row a tile weighs a number of its own, "
             "0.427 to 1.69 times what it should"},
};
enum { PLACE_FAULTS = sizeof place_faults / sizeof *place_faults };

/* The right kernel of a case with a softcap. */
static const matrix_fault capped = {.scores = cap_all, .softcap = 3, .says = "nothing"};
#endif
