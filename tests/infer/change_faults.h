/* change_faults.h - vectors that are changed before they are multiplied, scores that are mapped, distances that are
   others, splits that are weighed as others, and weights that are dropped. */
#ifndef PLUMB_TESTS_INFER_CHANGE_FAULTS_H
#define PLUMB_TESTS_INFER_CHANGE_FAULTS_H
#include "tests/infer/matrices.h"

/* To 127 steps either way of the largest of so many rows. */
static void quantise(double x[][WIDTH], size_t rows) {
    for (size_t first = 0; first < ALL_KEYS; first += rows) {
        double largest = 0;
        for (size_t i = 0; i < rows * WIDTH; i++)
            largest = fmax(largest, fabs(x[first + i / WIDTH][i % WIDTH]));
        float step = (float)(largest / 127);
        for (size_t i = 0; i < rows * WIDTH; i++) {
            double *number = &x[first + i / WIDTH][i % WIDTH];
            *number = (double)step * rint((double)((float)*number / step));
        }
    }
}

static void quantise_queries(matrices *m) {
    quantise(m->query, 32);
}

static void normalise_keys(matrices *m) {
    for (size_t j = 0; j < ALL_KEYS; j++) {
        double square = 0;
        for (size_t c = 0; c < WIDTH; c++)
            square += m->key[j][c] * m->key[j][c];
        for (size_t c = 0; c < WIDTH; c++)
            m->key[j][c] *= 6 / sqrt(square);
    }
}

static void stretch_queries(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t c = 0; c < WIDTH; c++)
            m->query[t][c] *= 1 + (double)(t * 5 % 8) / 16;
}

static void take_columns(matrices *m) {
    if (m->h < ALL_HEADS / ALL_KEY_HEADS)
        for (size_t j = 0; j < ALL_KEYS; j++)
            memcpy(m->key[j] + 24, m->p->key + (ALL_KEYS + j) * WIDTH + 24, 8 * sizeof(double));
}

static void turn_all_rows(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t i = 0; i < WIDTH / 2; i++) {
            turn_pair(m->query[t], (double)t, i, 1);
            turn_pair(m->key[t], (double)t, i, 1);
        }
}

static void exchange_before(matrices *m) {
    static double tile[16][WIDTH];
    memcpy(tile, m->key[32], sizeof tile);
    memcpy(m->key[32], m->key[80], sizeof tile);
    memcpy(m->key[80], tile, sizeof tile);
    turn_all_rows(m);
}

/* A page of a cache that is rotated when it is read. */
static void replace_before(matrices *m) {
    memcpy(m->key[64], m->key[32], 32 * sizeof m->key[0]);
    memcpy(m->value[64], m->value[32], 32 * sizeof m->value[0]);
    turn_all_rows(m);
}

static void count_queries_in_tiles(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t i = 0; i < WIDTH / 2; i++) {
            turn_pair(m->query[t], (double)(t % 32), i, 1);
            turn_pair(m->key[t], (double)t, i, 1);
        }
}

static void turn_keys_by_another(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t i = 0; i < WIDTH / 2; i++) {
            double angle = (double)t * pow(1e6, -2.0 * (double)i / WIDTH), a = m->key[t][i];
            double b = m->key[t][i + WIDTH / 2];
            m->key[t][i] = a * cos(angle) - b * sin(angle);
            m->key[t][i + WIDTH / 2] = b * cos(angle) + a * sin(angle);
            turn_pair(m->query[t], (double)t, i, 1);
        }
}

static void clamp_scores(matrices *m) {
    for (size_t i = 0; i < ALL_QUERIES * ALL_KEYS; i++) {
        double *score = &m->score[i / ALL_KEYS][i % ALL_KEYS];
        *score = fmin(fmax(*score, -1.5), 1.5);
    }
}

static void round_scores(matrices *m) {
    for (size_t i = 0; i < ALL_QUERIES * ALL_KEYS; i++)
        m->score[i / ALL_KEYS][i % ALL_KEYS] = narrow(PLUMB_BF16, m->score[i / ALL_KEYS][i % ALL_KEYS]);
}

static void clamp_distances(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j < ALL_KEYS; j++)
            m->score[t][j] -= slope_of(m->h) * fmin(fabs((double)t - (double)j), 50);
}

static void show_even_distances(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j <= t; j++)
            m->seen[t][j] = (t - j) % 2 == 0;
}

/* Splits of 64 keys, each weighed as the other. */
static void weigh_as_others(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++) {
        double sum[2] = {0, 0};
        for (size_t j = 0; j < ALL_KEYS; j++)
            sum[j / 64] += m->weight[t][j];
        for (size_t j = 0; j < ALL_KEYS; j++)
            m->weight[t][j] *= sum[1 - j / 64] / sum[j / 64];
    }
}

/* One in four, at random. */
static void drop(matrices *m) {
    static uint64_t state = 1;
    for (size_t i = 0; i < ALL_QUERIES * ALL_KEYS; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        m->weight[i / ALL_KEYS][i % ALL_KEYS] *= state >> 62 == 0 ? 0 : 1 / 0.75;
    }
}

static double sum_of_split(const matrices *m, size_t t, size_t from) {
    double sum = 0;
    for (size_t j = from; j < from + 32; j++)
        sum += m->weight[t][j];
    return sum;
}

/* Four splits that are merged one by one: what has been merged weighs as the first did, or as the last. */
static void merge_by_turns(matrices *m, bool by_last) {
    for (size_t t = 0; t < ALL_QUERIES; t++) {
        double so_far = sum_of_split(m, t, 0), first = so_far;
        for (size_t j = 0; j < 32; j++)
            m->weight[t][j] /= first;
        for (size_t from = 32; from < ALL_KEYS; from += 32) {
            double own = sum_of_split(m, t, from), part = own / (own + so_far);
            for (size_t j = 0; j < from; j++)
                m->weight[t][j] *= 1 - part;
            for (size_t j = from; j < from + 32; j++)
                m->weight[t][j] *= part / own;
            so_far = by_last ? own : so_far;
        }
        m->divisor[t] = 1;
    }
}

static void merge_by_first(matrices *m) {
    merge_by_turns(m, false);
}

static void merge_by_last(matrices *m) {
    merge_by_turns(m, true);
}

/* The third of four splits has the result of the query after, and its own sum of weights. */
static void take_next_result(matrices *m) {
    for (size_t t = 0; t + 1 < ALL_QUERIES; t++) {
        double own = sum_of_split(m, t, 64), other = 0;
        for (size_t j = 64; j < 96; j++)
            other += exp(m->score[t + 1][j]);
        for (size_t j = 64; j < 96; j++)
            m->weight[t][j] = own * exp(m->score[t + 1][j]) / other;
    }
}

static void weigh_by_base_2(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++) {
        m->divisor[t] = 0;
        for (size_t j = 0; j < ALL_KEYS; j++)
            m->divisor[t] += exp2(m->score[t][j] - largest_of(m, t, ALL_KEYS));
    }
}

/* Sums are rescaled by what the products' maxima rise, without the scale. */
static void rescale_without_scale(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++) {
        double last = largest_of(m, t, ALL_KEYS);
        m->divisor[t] = 0;
        for (size_t j = 0; j < ALL_KEYS; j++) {
            double lag = largest_of(m, t, (j / 32 + 1) * 32) - last;
            m->weight[t][j] *= isfinite(lag) ? exp((sqrt(WIDTH) - 1) * lag) : 1;
            m->divisor[t] += m->weight[t][j];
        }
    }
}

static void take_keys_for_values(matrices *m) {
    memcpy(m->value, m->key, sizeof m->value);
}

static void repeat_columns(matrices *m) {
    for (size_t j = 0; j < ALL_KEYS; j++)
        memcpy(m->key[j] + 24, m->key[j] + 16, 8 * sizeof m->key[j][0]);
}

/* The second head of each group returns the result of the first, too. */
static void add_head_before(matrices *m) {
    static matrices before;
    if (m->h % 2 == 0)
        return;
    before = (matrices){.h = m->h - 1, .p = m->p};
    read_head(&before, &(matrix_fault){.fault = ""});
    weigh_head(&before, &(matrix_fault){.fault = ""});
    for (size_t t = 0; t < ALL_QUERIES; t++) {
        for (size_t j = 0; j < ALL_KEYS; j++)
            m->weight[t][j] = m->weight[t][j] / m->divisor[t] + before.weight[t][j] / before.divisor[t];
        m->divisor[t] = 1;
    }
}

/* A cached prefix of 48 keys that is masked by the place of the query behind it. */
static void hide_of_prefix(matrices *m) {
    for (size_t t = 48; t < ALL_QUERIES; t++)
        for (size_t j = t - 47; j < 48; j++)
            m->seen[t][j] = 0;
}

static void hide_tile_before(matrices *m) {
    for (size_t t = 16; t < ALL_QUERIES; t++)
        for (size_t j = t / 16 * 16 - 16; j < t / 16 * 16; j++)
            m->seen[t][j] = 0;
}

static void show_some_behind(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = t + 10; j <= t + 20 && j < ALL_KEYS; j++)
            m->seen[t][j] = 1;
}

/* Packed bits that are read from their sixth byte on. */
static void show_later_bytes(matrices *m) {
    for (size_t i = 0; i < ALL_QUERIES * ALL_KEYS; i++)
        m->seen[i / ALL_KEYS][i % ALL_KEYS] = i + 40 < ALL_QUERIES * ALL_KEYS && m->allowed[i + 40] != 0;
}

/* A fragment of 8 weights that the next one overwrites. */
static void overwrite_weights(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j < ALL_KEYS; j++)
            if (j % 32 < 8)
                m->weight[t][j] = m->weight[t][j + 8];
}

static const matrix_fault change_faults[] = {
    {.fault = "queries of 8 bits",
     .vectors = quantise_queries,
     .where = EVERYWHERE,
     .says = "queries are quantised to 8-bit integers, with one scale for each 32 rows"},
    {.fault = "keys that are normalised",
     .vectors = normalise_keys,
     .where = EVERYWHERE,
     .says = "keys are normalised: their length is 6"},
    {.fault = "queries without their norm",
     .vectors = stretch_queries,
     .says = "the products q.k of each row are multiplied by a number of its own, 1.062 to 1.438, as by queries of "
             "another length"},
    {.fault = "the last columns of keys of the next head",
     .vectors = take_columns,
     .where = "in heads 0 to 1",
     .says = "columns 24 to 31 of keys are those of the key head 1 further (mod 2)"},
    {.fault = "keys exchanged before RoPE",
     .vectors = exchange_before,
     .with_rope = true,
     .says = "keys 32 to 47 and 80 to 95 are exchanged before RoPE"},
    {.fault = "a page replaced before RoPE",
     .vectors = replace_before,
     .with_rope = true,
     .where = EVERYWHERE,
     .says = "keys and values 64 to 95 are those of 32 to 63, before RoPE"},
    {.fault = "positions of queries within tiles",
     .vectors = count_queries_in_tiles,
     .with_rope = true,
     .says = "queries are rotated to positions modulo 32"},
    {.fault = "another base of RoPE for keys",
     .vectors = turn_keys_by_another,
     .with_rope = true,
     .says = "keys are rotated by powers of the base 1000000, queries of 10000"},
    {.fault = "scores that are clamped",
     .scores = clamp_scores,
     .where = EVERYWHERE,
     .says = "scores are clamped: of at most 1.5, and at least minus that"},
    {.fault = "scores in bfloat16",
     .scores = round_scores,
     .where = EVERYWHERE,
     .says = "scores are rounded to bfloat16"},
    {.fault = "distances of ALiBi that are clamped",
     .scores = clamp_distances,
     .causal = true,
     .with_slopes = true,
     .says = "distances are clamped: of at most 50"},
    {.fault = "keys at even distances alone",
     .masks = show_even_distances,
     .causal = true,
     .says = "counted back from the query's position, every 2nd key, from key 1 on, is missing"},
    {.fault = "a packed mask that begins later",
     .masks = show_later_bytes,
     .with_mask = true,
     .where = EVERYWHERE,
     .says = "the boolean mask is read 40 places on"},
    {.fault = "weights overwritten by the next fragment",
     .weights = overwrite_weights,
     .where = EVERYWHERE,
     .says = "weights of other keys, in the sum of values alone, are read: each key in the first quarter of 32 has "
             "that of the key 8 after"},
    {.fault = "a prefix masked by places behind it",
     .masks = hide_of_prefix,
     .causal = true,
     .where = "for queries from 48 on",
     .says = "the query at position p does not see keys p - 47 to 47"},
    {.fault = "the tile before the query's own lost",
     .masks = hide_tile_before,
     .causal = true,
     .where = EVERYWHERE,
     .says = "the query at position p does not see keys f - 16 to f - 1; f is the first position of its tile of 16 "
             "queries"},
    {.fault = "some later keys seen",
     .masks = show_some_behind,
     .causal = true,
     .where = EVERYWHERE,
     .says = "the query at position p also sees keys p + 10 to p + 20"},
    {.fault = "splits merged one by one, the sum of weights that of the first",
     .weights = merge_by_first,
     .where = EVERYWHERE,
     .says = "the 4 splits of 32 keys are merged one by one, with the log-sum-exp of the first for that of all so far"},
    {.fault = "splits merged one by one, the sum of weights that of the last",
     .weights = merge_by_last,
     .where = EVERYWHERE,
     .says = "the 4 splits of 32 keys are merged one by one, with the log-sum-exp of the one before for that of all so "
             "far"},
    {.fault = "a split with the result of the next query",
     .weights = take_next_result,
     .where = EVERYWHERE,
     .says = "the 4 splits of 32 keys are merged with another result of number 2, counted from 0: rows have that "
             "of the query 1 after"},
    {.fault = "a sum of weights in base 2",
     .weights = weigh_by_base_2,
     .where = EVERYWHERE,
     .says = "the exponential is one of base 2 in the sum of weights, not in the sum of values"},
    {.fault = "sums rescaled by maxima without the scale",
     .weights = rescale_without_scale,
     .causal = true,
     .where = EVERYWHERE,
     .says = "the sums of values and of weights are rescaled by a power of e^5.657 instead of e when the maximum "
             "rises, in tiles of 32 keys"},
    {.fault = "keys in place of all values",
     .vectors = take_keys_for_values,
     .where = EVERYWHERE,
     .says = "the values are read from the keys"},
    {.fault = "the last columns of keys those before them",
     .vectors = repeat_columns,
     .where = EVERYWHERE,
     .says = "columns 24 to 31 of keys are those 8 columns before"},
    {.fault = "a head's result added to the next",
     .weights = add_head_before,
     .where = "in heads 1, 3",
     .says = "1 times what another row should return is added: head 0 has that of head 3, head 1 has that of head 0, "
             "head 2 has that of head 1, head 3 has that of head 2"},
    {.fault = "two splits weighed as each other",
     .weights = weigh_as_others,
     .where = EVERYWHERE,
     .says = "the parts of 64 and 64 keys are merged by the log-sum-exps of others: neighbours have each other's"},
    {.fault = "dropout that is left on",
     .weights = drop,
     .causal = true,
     .where = EVERYWHERE,
     .says = "weights are 0 or 1.333 times what they should be, at random: dropout of 0.25 is left on"},
};
enum { CHANGE_FAULTS = sizeof change_faults / sizeof *change_faults };
#endif
