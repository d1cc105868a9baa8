/* vector_faults.h - faults of vectors, positions and sums. */
#ifndef PLUMB_TESTS_INFER_VECTOR_FAULTS_H
#define PLUMB_TESTS_INFER_VECTOR_FAULTS_H
#include "tests/infer/matrices.h"

static void turn_to(matrices *m, size_t t, double position, size_t end) {
    for (size_t i = 0; i < WIDTH / 2; i++) {
        turn_pair(m->query[t], position, i, i < end ? 1 : -1);
        turn_pair(m->key[t], position, i, i < end ? 1 : -1);
    }
}

static void turn_half_back(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        turn_to(m, t, (double)t, WIDTH / 4);
}

static void end_table(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        turn_to(m, t, t < 100 ? (double)t : 99, WIDTH);
}

static void turn_part(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t i = 0; i < WIDTH / 4; i++) {
            turn_pair(m->query[t], (double)t, i, 1);
            turn_pair(m->key[t], (double)t, i, 1);
        }
}

static void turn_from(matrices *m, size_t first, double later) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t i = 0; i < WIDTH / 2; i++) {
            turn_pair(m->query[t], (double)t, i, 1);
            turn_pair(m->key[t], (double)t + (t < first ? 0 : later), i, 1);
        }
}

static void turn_later(matrices *m) {
    turn_from(m, 64, 1);
}

static void leave_prefix(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t i = 0; i < WIDTH / 2; i++) {
            turn_pair(m->query[t], (double)t, i, 1);
            turn_pair(m->key[t], t < 32 ? 0 : (double)t, i, 1);
        }
}

static void take_mean_off(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t += 32)
        for (size_t c = 0; c < WIDTH; c++) {
            double mean = 0;
            for (size_t i = t; i < t + 32; i++)
                mean += m->query[i][c] / 32;
            for (size_t i = t; i < t + 32; i++)
                m->query[i][c] -= mean;
        }
}

static void transform_keys(matrices *m) {
    for (size_t j = 0; j < ALL_KEYS; j++)
        for (size_t apart = 1; apart < WIDTH; apart *= 2)
            for (size_t c = 0; c < WIDTH; c++)
                if ((c & apart) == 0) {
                    double a = m->key[j][c], b = m->key[j][c + apart];
                    m->key[j][c] = (a + b) / sqrt(2);
                    m->key[j][c + apart] = (a - b) / sqrt(2);
                }
}

static void permute_keys(matrices *m) {
    static double before[ALL_KEYS][WIDTH];
    memcpy(before, m->key, sizeof before);
    for (size_t j = 0; j < ALL_KEYS; j++)
        memcpy(m->key[j], before[j / 32 * 32 + j % 2 * 16 + j % 32 / 2], sizeof *before);
}

static void overwrite_half(matrices *m) {
    for (size_t j = 0; j + 32 < ALL_KEYS; j++)
        if (j % 32 >= 16)
            memcpy(m->value[j], m->value[j + 32], sizeof *m->value);
}

static void read_queries_by_halves(matrices *m) {
    for (size_t t = ALL_QUERIES; t-- > 0;)
        memcpy(m->query[t], m->query[t / 32 * 16 + t % 32], sizeof *m->query);
}

static void keep_last_queries(matrices *m) {
    if (m->h > 0)
        memcpy(m->query, m->p->query + (m->h - 1) * ALL_QUERIES * WIDTH, 64 * sizeof *m->query);
}

static void scale_values(matrices *m) {
    for (size_t j = 0; j < ALL_KEYS; j++)
        for (size_t c = 0; c < WIDTH; c++)
            m->value[j][c] *= 1 + (double)((7 * j + 5 * (m->h / (ALL_HEADS / ALL_KEY_HEADS))) % 4) / 4;
}

static void leave_chunk_out(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j < ALL_KEYS; j++)
            if (j / 64 + 1 == t / 64) {
                m->divisor[t] -= m->weight[t][j];
                m->weight[t][j] = 0;
            }
}

static void lag_values(matrices *m) {
    for (size_t t = 1; t < ALL_QUERIES; t++)
        m->weight[t][t] = 0;
}

static void scale_tiles(matrices *m) {
    static const double scale[ALL_KEY_HEADS][ALL_KEYS / 32] = {{1, 0.5, 1, 1}, {1, 1, 1, 1.5}};
    for (size_t j = 0; j < ALL_KEYS; j++)
        for (size_t c = 0; c < WIDTH; c++)
            m->key[j][c] *= scale[m->h / (ALL_HEADS / ALL_KEY_HEADS)][j / 32];
}

static void count_in_tiles(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j < ALL_KEYS; j++)
            m->score[t][j] += slope_of(m->h) * ((double)(j % 32) - (double)t);
}

/* 2^n times a parabola of the rest. */
static void bend_exponential(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++) {
        double largest = largest_of(m, t, ALL_KEYS);
        m->divisor[t] = 0;
        for (size_t j = 0; j < ALL_KEYS; j++) {
            double y = (m->score[t][j] - largest) / log(2), f = y - floor(y);
            m->weight[t][j] = m->seen[t][j] ? exp2(floor(y)) * (1 + f * (0.75 + 0.25 * f)) : 0;
            m->divisor[t] += m->weight[t][j];
        }
    }
}

static void round_sums(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        m->divisor[t] *= 1 + ((double)(t * 37 % 64) - 32) / 4096;
}

static const matrix_fault vector_faults[] = {
    {.fault = "RoPE with the other sign in half the pairs",
     .vectors = turn_half_back,
     .causal = true,
     .with_rope = true,
     .says = "every 2nd tile of 8 columns, from columns 8 to 15 on, of queries and keys is turned the other way"},
    {.fault = "a table of RoPE that ends too early",
     .vectors = end_table,
     .causal = true,
     .with_rope = true,
     .where = EVERYWHERE,
     .says = "positions from 100 on are read as 99, as if a table ended there"},
    {.fault = "RoPE of half the pairs",
     .vectors = turn_part,
     .causal = true,
     .with_rope = true,
     .says = "every 2nd tile of 8 columns, from columns 8 to 15 on, of queries and keys is not turned"},
    {.fault = "a cached prefix without RoPE",
     .vectors = leave_prefix,
     .causal = true,
     .with_rope = true,
     .says = "keys 0 to 31 are not turned"},
    {.fault = "queries less the mean of their tile",
     .vectors = take_mean_off,
     .where = EVERYWHERE,
     .says = "queries are less the mean of each tile of 32, and the products of that are not added"},
    {.fault = "keys of a tile in the order of another thread layout",
     .vectors = permute_keys,
     .causal = true,
     .says = "other keys, not their values, are read: key i of each 32 has that of key 16 (i mod 2) + i / 2 (rounded "
             "down)"},
    {.fault = "values overwritten by the next tile's second half",
     .vectors = overwrite_half,
     .causal = true,
     .says = "values of other keys are read: each key in the last half of 32 has that of the key 32 after"},
    {.fault = "tiles of 32 queries that begin at multiples of 16",
     .vectors = read_queries_by_halves,
     .causal = true,
     .says = "row t reads query 16 m + t mod 32 (m = t / 32, rounded down) instead of its own"},
    {.fault = "a tile of queries kept from the head before",
     .vectors = keep_last_queries,
     .where = "in heads 1 to 3, for queries 0 to 63 (one tile of 64)",
     .says = "head 1 reads the queries of head 0, head 2 reads the queries of head 1, head 3 reads the queries of head "
             "2"},
    {.fault = "scales of other values, in each key head",
     .vectors = scale_values,
     .where = EVERYWHERE,
     .says = "the value of each key is multiplied by a number of its own: key 1 of key head 0 by 1.75, key 2 of key head "
             "0 by 1.5, key 3 of key head 0 by 1.25, key 5 of key head 0 by 1.75, and 188 more"},
    {.fault = "linear attention without the state of the chunk before",
     .weights = leave_chunk_out,
     .causal = true,
     .linear = true,
     .where = "for queries from 64 on (one tile of 64)",
     .says = "keys 0 to 63 (one tile of 64) are missing"},
    {.fault = "linear attention whose state of values lags a key",
     .weights = lag_values,
     .causal = true,
     .linear = true,
     .says = "the key at the query's own position is missing in the sum of values, not in the sum of weights"},
    {.fault = "keys alone rotated by Hadamard matrices",
     .vectors = transform_keys,
     .where = EVERYWHERE,
     .says = "queries, or keys, alone are Hadamard transforms, in blocks of 32 columns"},
    {.fault = "scales of keys of another block, in each key head",
     .vectors = scale_tiles,
     .where = EVERYWHERE,
     .says = "parts of the products q.k are multiplied by numbers of their own: keys 32 to 63 of key head 0 by 0.5, "
             "keys 96 to 127 of key head 1 by 1.5"},
    {.fault = "distances of ALiBi within tiles",
     .scores = count_in_tiles,
     .causal = true,
     .with_slopes = true,
     .where = EVERYWHERE,
     .says = "distances are those of a key's place in its tile of 32 keys"},
    {.fault = "an exponential that is a parabola between powers of 2",
     .weights = bend_exponential,
     .says = "the exponential is 2^n (1 + 0.75 f + 0.25 f^2), n the exponent rounded down, f the rest"},
    {.fault = "keys of later pages one position off",
     .vectors = turn_later,
     .causal = true,
     .with_rope = true,
     .says = "keys from 64 on are turned to positions 1 later than theirs"},
    {.fault = "sums of weights in few bits",
     .weights = round_sums,
     .where = EVERYWHERE,
     .says =
         "each row is multiplied by a number of its own, 0.9925 to 1.008, as by a wrong sum of weights: one that is "
         "kept or divided in few bits"},
};
/* The last are hidden by rounding to 16 bits. */
enum { VECTOR_FAULTS = sizeof vector_faults / sizeof *vector_faults, SHOWN_IN_16_BITS = VECTOR_FAULTS - 3 };
#endif
