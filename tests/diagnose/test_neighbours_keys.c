/* test_neighbours_keys.c - engines that lose keys, count them twice, pad them or read them from elsewhere: their
   neighbours explain them. */
#include "exact/round.h"
#include "tests/diagnose/naive_engine.h"

/* ---- keys that are lost ---- */

static bool sees_but_last(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    return j != 10 && naive_sees(e, b, h, t, j);
}

static void lose_last(naive *e) {
    e->sees = sees_but_last;
}

static void lose_last_by_loop(naive *e) {
    e->keys = 10;
}

static bool sees_but_first(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    return j != 0 && naive_sees(e, b, h, t, j);
}

static void lose_first(naive *e) {
    e->sees = sees_but_first;
}

static void lose_newest(naive *e) {
    e->keys = 4;
}

static void lose_tail(naive *e) {
    e->keys = 8;
}

/* ---- keys that are counted twice: once more in the sum and the values ---- */

static double score_of_last_twice(const naive *e, size_t b, size_t h, size_t t, size_t j,
                                  double product) {
    return naive_score(e, b, h, t, j, product) + (j == 10 ? log(2) : 0);
}

static void count_last_twice(naive *e) {
    e->score = score_of_last_twice;
}

static double score_of_own_twice(const naive *e, size_t b, size_t h, size_t t, size_t j,
                                 double product) {
    return naive_score(e, b, h, t, j, product) + (j == t + 4 ? log(2) : 0);
}

static void count_own_twice(naive *e) {
    e->score = score_of_own_twice;
}

/* ---- keys of zeros after the last ---- */

static bool sees_padding(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    return j >= 11 || naive_sees(e, b, h, t, j);
}

static double padded_key(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return j >= 11 ? 0 : naive_key(e, b, h, j, c);
}

static double padded_value(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return j >= 11 ? 0 : naive_value(e, b, h, j, c);
}

static double padded_score(const naive *e, size_t b, size_t h, size_t t, size_t j, double product) {
    return j >= 11 ? 0 : naive_score(e, b, h, t, j, product);
}

static void pad_to(naive *e, size_t keys) {
    e->keys = keys;
    e->sees = sees_padding;
    e->key = padded_key;
    e->value = padded_value;
    e->score = padded_score;
}

static void pad_to_16(naive *e) {
    pad_to(e, 16);
}

static void pad_to_32(naive *e) {
    pad_to(e, 32);
}

static void pad_to_128(naive *e) {
    pad_to(e, 128);
}

static void give_allowed_and_bias(random_cases *cases, drawn_problem *drawn) {
    give_allowed(cases, drawn);
    give_bias(cases, drawn);
}

/* Normalised sigmoids: a key of zeros adds 1/2 to their sum. */
static void state_sigmoids(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.op.kind = PLUMB_SIGMOID;
    drawn->problem.op.normalisation = PLUMB_SUM;
}

/* ---- a cache in few bits: every number as an engine in binary32 holds it ---- */

/* The numbers of a matrix [11][width] that share a scale with (j, c). */
static void bounds_of(const double *matrix, size_t width, int by, size_t j, size_t c, float *least, float *most) {
    *least = INFINITY;
    *most = -INFINITY;
    for (size_t i = 0; i < 11; i++)
        for (size_t d = 0; d < width; d++) {
            bool shares = by == 'h' || (by == 't' && i == j) || (by == 'c' && d == c);
            float x = (float)matrix[i * width + d];
            *least = shares && x < *least ? x : *least;
            *most = shares && x > *most ? x : *most;
        }
}

static double integer_of(const double *matrix, size_t width, int by, float largest, size_t j, size_t c) {
    float least, most;
    bounds_of(matrix, width, by, j, c, &least, &most);
    float scale = fmaxf(fabsf(least), fabsf(most)) / largest;
    return (double)(rintf((float)matrix[j * width + c] / scale) * scale);
}

static double ranged_of(const double *matrix, size_t width, int by, float largest, size_t j, size_t c) {
    float least, most;
    bounds_of(matrix, width, by, j, c, &least, &most);
    float scale = (most - least) / largest;
    return (double)(rintf(((float)matrix[j * width + c] - least) / scale) * scale + least);
}

/* The nearest of all numbers of that many digits and least exponent. */
static double minifloat_of(double x, int digits, int least, double largest) {
    double best = 0;
    for (int exponent = least; exponent <= 15; exponent++)
        for (int i = exponent == least ? 0 : 1 << digits; i < 2 << digits; i++) {
            double y = ldexp(i, exponent - digits);
            if (y <= largest && fabs(fabs(x) - y) < fabs(fabs(x) - best))
                best = y;
        }
    return x < 0 ? -best : best;
}

static double e4m3_of(const double *matrix, size_t width, int by, float unused, size_t j, size_t c) {
    float least, most;
    (void)unused;
    if (by == 'n')
        return minifloat_of(matrix[j * width + c], 3, -6, 448);
    bounds_of(matrix, width, by, j, c, &least, &most);
    float scale = fmaxf(fabsf(least), fabsf(most)) / 448;
    return (double)((float)minifloat_of((double)((float)matrix[j * width + c] / scale), 3, -6, 448) * scale);
}

static double e5m2_of(const double *matrix, size_t width, int by, float unused, size_t j, size_t c) {
    (void)by, (void)unused;
    return minifloat_of(matrix[j * width + c], 2, -14, 57344);
}

#define HELD(name, function, by, largest)                                                                              \
    static double key_##name(const naive *e, size_t b, size_t h, size_t j, size_t c) {                                 \
        size_t head = b * e->p->key_heads + naive_key_head(e->p, h);                                                   \
        return function(e->p->key + head * 11 * 8, 8, by, largest, j, c);                                              \
    }                                                                                                                  \
    static double value_##name(const naive *e, size_t b, size_t h, size_t j, size_t c) {                               \
        size_t head = b * e->p->key_heads + naive_key_head(e->p, h);                                                   \
        return function(e->p->value + head * 11 * 6, 6, by, largest, j, c);                                            \
    }                                                                                                                  \
    static void name(naive *e) {                                                                                       \
        e->key = key_##name;                                                                                           \
        e->value = value_##name;                                                                                       \
    }
#define HELD_ALONE(name, tensor, as)                                                                                   \
    static void name(naive *e) {                                                                                       \
        e->tensor = tensor##_##as;                                                                                     \
    }

HELD(int8_of_token, integer_of, 't', 127)
HELD(int8_of_channel, integer_of, 'c', 127)
HELD(int8_of_head, integer_of, 'h', 127)
HELD(int8_ranged, ranged_of, 't', 255)
HELD(int4_of_token, integer_of, 't', 7)
HELD(int4_of_channel, integer_of, 'c', 7)
HELD(int4_ranged, ranged_of, 't', 15)
HELD(int4_ranged_channel, ranged_of, 'c', 15)
HELD(e4m3, e4m3_of, 'n', 0)
HELD(e4m3_of_head, e4m3_of, 'h', 0)
HELD(e4m3_of_token, e4m3_of, 't', 0)
HELD(e5m2, e5m2_of, 'n', 0)
HELD_ALONE(int8_keys, key, int8_of_token)
HELD_ALONE(int8_values, value, int8_of_token)
HELD_ALONE(int8_keys_of_channel, key, int8_of_channel)
HELD_ALONE(int8_values_of_channel, value, int8_of_channel)
HELD_ALONE(int8_keys_of_head, key, int8_of_head)
HELD_ALONE(int8_values_of_head, value, int8_of_head)
HELD_ALONE(e4m3_keys, key, e4m3)
HELD_ALONE(e4m3_values, value, e4m3)
HELD_ALONE(e4m3_keys_of_head, key, e4m3_of_head)
HELD_ALONE(e4m3_values_of_head, value, e4m3_of_head)
HELD_ALONE(e4m3_keys_of_token, key, e4m3_of_token)
HELD_ALONE(e4m3_values_of_token, value, e4m3_of_token)
HELD_ALONE(int4_keys, key, int4_of_token)
HELD_ALONE(int4_values, value, int4_of_token)
HELD_ALONE(int4_keys_of_channel, key, int4_of_channel)
HELD_ALONE(int4_values_of_channel, value, int4_of_channel)

/* One scale for a whole tensor. */
static double in_tensor(const double *all, size_t count, double x, float largest) {
    float most = 0;
    for (size_t i = 0; i < count; i++)
        most = fmaxf(most, fabsf((float)all[i]));
    float scale = most / largest, steps = (float)x / scale;
    return (double)((largest < 448 ? rintf(steps) : (float)minifloat_of((double)steps, 3, -6, 448)) * scale);
}

#define HELD_BY_TENSOR(name, largest)                                                                                  \
    static double key_##name(const naive *e, size_t b, size_t h, size_t j, size_t c) {                                 \
        return in_tensor(e->p->key, key_numbers(e->p), naive_key(e, b, h, j, c), largest);                             \
    }                                                                                                                  \
    static double value_##name(const naive *e, size_t b, size_t h, size_t j, size_t c) {                               \
        return in_tensor(e->p->value, value_numbers(e->p), naive_value(e, b, h, j, c), largest);                       \
    }                                                                                                                  \
    static void name(naive *e) {                                                                                       \
        e->key = key_##name;                                                                                           \
        e->value = value_##name;                                                                                       \
    }
HELD_BY_TENSOR(int8_of_tensor, 127)
HELD_BY_TENSOR(e4m3_of_tensor, 448)
static double query_e4m3_of_tensor(const naive *e, size_t b, size_t h, size_t t, size_t c) {
    return in_tensor(e->p->query, query_numbers(e->p), naive_query(e, b, h, t, c), 448);
}

static void e4m3_of_all(naive *e) {
    e4m3_of_tensor(e);
    e->query = query_e4m3_of_tensor;
}

HELD_ALONE(int8_keys_of_tensor, key, int8_of_tensor)
HELD_ALONE(int8_values_of_tensor, value, int8_of_tensor)
HELD_ALONE(e4m3_keys_of_tensor, key, e4m3_of_tensor)
HELD_ALONE(e4m3_values_of_tensor, value, e4m3_of_tensor)

static double query_int8_of_token(const naive *e, size_t b, size_t h, size_t t, size_t c) {
    double vector[8];
    for (size_t i = 0; i < 8; i++)
        vector[i] = naive_query(e, b, h, t, i);
    return in_tensor(vector, 8, vector[c], 127);
}

static void int8_products(naive *e) {
    e->query = query_int8_of_token;
    e->key = key_int8_of_token;
}

/* ---- norms ---- */

typedef double naive_vector(const naive *e, size_t b, size_t h, size_t t, size_t c);

static double normalised(const naive *e, naive_vector *of, size_t b, size_t h, size_t t, size_t c, bool cosine) {
    double sum = 0;
    for (size_t i = 0; i < 8; i++)
        sum += of(e, b, h, t, i) * of(e, b, h, t, i);
    return of(e, b, h, t, c) / sqrt(cosine ? sum : sum / 8 + 1e-6);
}

static double query_of_norm(const naive *e, size_t b, size_t h, size_t t, size_t c) {
    return normalised(e, naive_query, b, h, t, c, false);
}

static double key_of_norm(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return normalised(e, naive_key, b, h, j, c, false);
}

static double query_of_length_1(const naive *e, size_t b, size_t h, size_t t, size_t c) {
    return normalised(e, naive_query, b, h, t, c, true);
}

static double key_of_length_1(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return normalised(e, naive_key, b, h, j, c, true);
}

static void normalise_queries(naive *e) {
    e->query = query_of_norm;
}

static void normalise_keys(naive *e) {
    e->key = key_of_norm;
}

static void normalise_both(naive *e) {
    normalise_queries(e);
    normalise_keys(e);
}

static void take_cosines(naive *e) {
    e->query = query_of_length_1;
    e->key = key_of_length_1;
}

static double scaled_in(const naive *e, double x, plumb_format format) {
    return plumb_round_double((double)((float)x * (float)e->scale), format) / e->scale;
}

static double query_in_bf16(const naive *e, size_t b, size_t h, size_t t, size_t c) {
    return scaled_in(e, naive_query(e, b, h, t, c), PLUMB_BF16);
}

static double query_in_f16(const naive *e, size_t b, size_t h, size_t t, size_t c) {
    return scaled_in(e, naive_query(e, b, h, t, c), PLUMB_F16);
}

static void scale_queries_in_bf16(naive *e) {
    e->query = query_in_bf16;
}

static void scale_queries_in_f16(naive *e) {
    e->query = query_in_f16;
}

/* ---- other contents ---- */

static double zero_last_key(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return j == 10 ? 0 : naive_key(e, b, h, j, c);
}

static double zero_last_value(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return j == 10 ? 0 : naive_value(e, b, h, j, c);
}

static void zero_last(naive *e) {
    e->key = zero_last_key;
    e->value = zero_last_value;
}

static void zero_value_of_last(naive *e) {
    e->value = zero_last_value;
}

static double newest_zero_key(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return j >= 4 ? 0 : naive_key(e, b, h, j, c);
}

static double newest_zero_value(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return j >= 4 ? 0 : naive_value(e, b, h, j, c);
}

static void zero_newest(naive *e) {
    e->key = newest_zero_key;
    e->value = newest_zero_value;
}

static double stale_key(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return naive_key(e, b, h, j == 10 ? 9 : j, c);
}

static double stale_value(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return naive_value(e, b, h, j == 10 ? 9 : j, c);
}

static void read_stale_key(naive *e) {
    e->key = stale_key;
    e->value = stale_value;
}

static double value_before(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return naive_value(e, b, h, (j + 10) % 11, c);
}

static double key_before(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return naive_key(e, b, h, (j + 10) % 11, c);
}

static void ask_key_before(naive *e) {
    e->key = key_before;
}

static double key_after(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return naive_key(e, b, h, (j + 1) % 11, c);
}

static void ask_key_after(naive *e) {
    e->key = key_after;
}

static void weigh_value_before(naive *e) {
    e->value = value_before;
}

static double value_after_or_0(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    return j == 10 ? 0 : naive_value(e, b, h, j + 1, c);
}

static void weigh_value_after(naive *e) {
    e->value = value_after_or_0;
}

static void state_square(random_cases *cases, drawn_problem *drawn) {
    free_problem(drawn);
    plumb_problem shape = usual_shape();
    shape.value_dim = 8;
    *drawn = draw_problem(cases, shape, ORDINARY);
}

static double key_at_8(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    const plumb_problem *p = e->p;
    size_t head = b * p->key_heads + naive_key_head(p, h);
    return p->key[(head * p->key_length + j) * 8 + c];
}

static double value_at_8(const naive *e, size_t b, size_t h, size_t j, size_t c) {
    const plumb_problem *p = e->p;
    size_t head = b * p->key_heads + naive_key_head(p, h);
    return p->value[(head * p->key_length + j) * 8 + c];
}

static void exchange(naive *e) {
    e->key = value_at_8;
    e->value = key_at_8;
}

static void weigh_keys(naive *e) {
    e->value = key_at_8;
}

static void state_eleven(random_cases *cases, drawn_problem *drawn) {
    free_problem(drawn);
    plumb_problem shape = usual_shape();
    shape.head_dim = 11;
    *drawn = draw_problem(cases, shape, ORDINARY);
}

static double query_of_8(const naive *e, size_t b, size_t h, size_t t, size_t c) {
    return c < 8 ? naive_query(e, b, h, t, c) : 0;
}

static void sum_over_8(naive *e) {
    e->query = query_of_8;
}

/* Weights of a key that counts twice stand for both; tensors without them. */
enum { SUMS = HAS_OUTPUT | HAS_LSE };

#define FEWER " in fewer bits than is stated: "

static const mistake mistakes[] = {
    {"holds keys and values" FEWER "int8, a scale for each token", state_nothing, int8_of_token, 0},
    {"holds keys and values" FEWER "int8, a scale for each channel", state_nothing, int8_of_channel, 0},
    {"holds keys and values" FEWER "int8, a scale for each head", state_nothing, int8_of_head, 0},
    {"holds keys and values" FEWER "int8, scale and zero", state_nothing, int8_ranged, 0},
    {"holds keys and values" FEWER "int4, a scale for each token", state_nothing, int4_of_token, 0},
    {"holds keys and values" FEWER "int4, a scale for each channel", state_nothing, int4_of_channel, 0},
    {"holds keys and values" FEWER "int4, scale and zero point for each token", state_nothing, int4_ranged, 0},
    {"holds keys and values" FEWER "int4, scale and zero point for each channel",
     state_nothing, int4_ranged_channel, 0},
    {"holds keys and values" FEWER "fp8 e4m3 without", state_nothing, e4m3, 0},
    {"holds keys and values" FEWER "fp8 e4m3, a scale for each head", state_nothing, e4m3_of_head, 0},
    {"holds keys and values" FEWER "fp8 e4m3, a scale for each token", state_nothing, e4m3_of_token, 0},
    {"holds keys and values" FEWER "fp8 e5m2", state_nothing, e5m2, 0},
    {"holds keys, not values," FEWER "int8, a scale for each token", state_nothing, int8_keys, 0},
    {"holds keys, not values," FEWER "int8, a scale for each channel", state_nothing, int8_keys_of_channel, 0},
    {"holds keys, not values," FEWER "int8, a scale for each head", state_nothing, int8_keys_of_head, 0},
    {"holds keys, not values," FEWER "fp8 e4m3 without", state_nothing, e4m3_keys, 0},
    {"holds keys, not values," FEWER "fp8 e4m3, a scale for each head", state_nothing, e4m3_keys_of_head, 0},
    {"holds values, not keys," FEWER "int8, a scale for each token", state_nothing, int8_values, HAS_OUTPUT},
    {"holds values, not keys," FEWER "int8, a scale for each channel",
     state_nothing, int8_values_of_channel, HAS_OUTPUT},
    {"holds values, not keys," FEWER "int8, a scale for each head", state_nothing, int8_values_of_head, HAS_OUTPUT},
    {"holds values, not keys," FEWER "fp8 e4m3 without", state_nothing, e4m3_values, HAS_OUTPUT},
    {"holds values, not keys," FEWER "fp8 e4m3, a scale for each head", state_nothing, e4m3_values_of_head, HAS_OUTPUT},
    {"holds keys, not values," FEWER "fp8 e4m3, a scale for each token", state_nothing, e4m3_keys_of_token, 0},
    {"holds values, not keys," FEWER "fp8 e4m3, a scale for each token",
     state_nothing, e4m3_values_of_token, HAS_OUTPUT},
    {"holds keys, not values," FEWER "int4, a scale for each token", state_nothing, int4_keys, 0},
    {"holds values, not keys," FEWER "int4, a scale for each token", state_nothing, int4_values, HAS_OUTPUT},
    {"holds keys, not values," FEWER "int4, a scale for each channel", state_nothing, int4_keys_of_channel, 0},
    {"holds values, not keys," FEWER "int4, a scale for each channel",
     state_nothing, int4_values_of_channel, HAS_OUTPUT},
    {"holds keys and values" FEWER "int8, a scale for each tensor", state_nothing, int8_of_tensor, 0},
    {"holds keys and values" FEWER "fp8 e4m3, a scale for each tensor", state_nothing, e4m3_of_tensor, 0},
    {"holds keys, not values," FEWER "int8, a scale for each tensor", state_nothing, int8_keys_of_tensor, 0},
    {"holds values, not keys," FEWER "int8, a scale for each tensor", state_nothing, int8_values_of_tensor, HAS_OUTPUT},
    {"holds keys, not values," FEWER "fp8 e4m3, a scale for each tensor", state_nothing, e4m3_keys_of_tensor, 0},
    {"holds values, not keys," FEWER "fp8 e4m3, a scale for each tensor",
     state_nothing, e4m3_values_of_tensor, HAS_OUTPUT},
    {"holds queries, keys and values" FEWER "fp8 e4m3, a scale for each tensor", state_nothing, e4m3_of_all, 0},
    {"holds queries and keys, not values," FEWER "int8, a scale for each token", state_nothing, int8_products, 0},
    {"divides queries and keys by the root", state_nothing, normalise_both, 0},
    {"divides queries by the root", state_nothing, normalise_queries, 0},
    {"divides keys by the root", state_nothing, normalise_keys, 0},
    {"divides queries and keys by their lengths", state_nothing, take_cosines, 0},
    {"multiplies queries by the scale and stores them in bf16", state_nothing, scale_queries_in_bf16, 0},
    {"multiplies queries by the scale and stores them in f16", state_nothing, scale_queries_in_f16, 0},
    {"leaves out the last key", state_causal, lose_last, 0},
    {"leaves out the last key", state_nothing, lose_last_by_loop, 0},
    {"leaves out key 0", state_causal, lose_first, 0},
    {"leaves out the last query_length keys", state_nothing, lose_newest, 0},
    {"leaves out the keys from 8 on, beyond the last full block of 8", state_nothing, lose_tail, 0},
    {"counts the last key twice", give_allowed, count_last_twice, SUMS},
    {"counts the key at a query's own position twice", state_causal, count_own_twice, SUMS},
    {"lets queries see 5 keys of zeros", state_nothing, pad_to_16, 0},
    {"lets queries see 5 keys of zeros", give_allowed_and_bias, pad_to_16, 0},
    {"lets queries see 21 keys of zeros", state_nothing, pad_to_32, SUMS},
    {"lets queries see 117 keys of zeros", state_nothing, pad_to_128, SUMS},
    {"lets queries see 5 keys of zeros", state_sigmoids, pad_to_16, 0},
    {"lets every query see 5 keys of zeros", state_causal, pad_to_16, 0},
    {"has zeros for the last key and its value", state_nothing, zero_last, 0},
    {"has zeros for the value of the last key", state_nothing, zero_value_of_last, 0},
    {"has zeros for the last query_length keys", state_nothing, zero_newest, 0},
    {"reads the key before the last in its place", state_nothing, read_stale_key, 0},
    {"multiplies queries by the key before", state_nothing, ask_key_before, 0},
    {"multiplies queries by the key after", state_nothing, ask_key_after, 0},
    {"weighs the value of the key before, for the first that", state_nothing, weigh_value_before,
     0},
    {"weighs the value of the key after, for the last 0", state_nothing, weigh_value_after, 0},
    {"exchanges keys and values", state_square, exchange, 0},
    {"weights the keys instead", state_square, weigh_keys, 0},
    {"sums q.k over 8 of 11 elements", state_eleven, sum_over_8, 0},
};

enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

START_TEST(told_by_their_neighbours) {
    check_mistake(&mistakes[_i], plumb_neighbours_of_keys);
}
END_TEST

/* Positions that are stated go on from the last, segments are 0. */
START_TEST(padding_counts_on) {
    random_cases cases = random_begin("padding counts on", 3);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, usual_shape(), ORDINARY);
        plumb_neighbourhood list = {0};
        plumb_storage storage = {0};
        plumb_case changed = {.problem = drawn.problem};
        int64_t position[22], segment[22] = {0}, of_queries[14] = {0};
        for (int64_t i = 0; i < 22; i++)
            position[i] = 3 * i;
        changed.problem.position.kind = PLUMB_POSITION_ALIBI;
        changed.problem.position.alibi = PLUMB_ALIBI_KEY;
        changed.problem.position.key_position = position;
        changed.problem.mask.query_segment = of_queries;
        changed.problem.mask.key_segment = segment;
        plumb_neighbours_of_keys(&changed, &list);
        const plumb_neighbour *pad = neighbour_that(&list, "lets queries see 5 keys of zeros");
        ck_assert_int_eq(plumb_neighbour_make(pad, &storage, &changed), 1);
        const int64_t *padded = changed.problem.position.key_position;
        for (size_t b = 0; b < 2; b++)
            for (size_t j = 0; j < 16; j++) {
                int64_t last = position[b * 11 + 10];
                ck_assert_int_eq(padded[b * 16 + j],
                                 j < 11 ? position[b * 11 + j] : last + (int64_t)j - 10);
                ck_assert_int_eq(changed.problem.mask.key_segment[b * 16 + j], 0);
            }
        plumb_storage_free(&storage);
        plumb_neighbourhood_free(&list);
        free_problem(&drawn);
    }
}
END_TEST

/* Values of hidden keys are NaN, and 0 times NaN is no 0. */
START_TEST(padding_that_is_not_a_number_is_read) {
    random_cases cases = random_begin("padding that is not a number", 3);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, usual_shape(), ORDINARY);
        state_causal(&cases, &drawn);
        naive engine = naive_engine(&drawn.problem);
        naive_answers wrong = naive_run(&engine);
        for (size_t i = 0; i < drawn.problem.batch * drawn.problem.key_heads; i++)
            for (size_t c = 0; c < 6; c++)
                drawn.value[(i * 11 + 10) * 6 + c] = NAN;
        for (size_t i = 0; i < wrong.rows * 6; i++)
            wrong.output[i] = NAN;
        plumb_case stated = naive_case(&drawn.problem, &wrong, HAS_OUTPUT);
        plumb_neighbourhood list = {0};
        plumb_storage storage = {0};
        plumb_case changed = stated;
        plumb_neighbours_of_keys(&stated, &list);
        const plumb_neighbour *reads = neighbour_that(&list, "reads keys and values that are not finite");
        ck_assert_int_eq(verdict_of(&stated), PLUMB_FAIL);
        ck_assert_int_eq(plumb_neighbour_make(reads, &storage, &changed), 1);
        ck_assert_msg(verdict_of(&changed) != PLUMB_FAIL, "%s", plumb_verdict_name(verdict_of(&changed)));
        plumb_storage_free(&storage);
        plumb_neighbourhood_free(&list);
        naive_free(&wrong);
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(every_neighbour_is_a_case) {
    check_family("neighbours of keys", plumb_neighbours_of_keys, 60);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/neighbours_keys");
    TCase *cases = tcase_create("neighbours_keys");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, told_by_their_neighbours, 0, MISTAKES);
    tcase_add_test(cases, padding_counts_on);
    tcase_add_test(cases, padding_that_is_not_a_number_is_read);
    tcase_add_test(cases, every_neighbour_is_a_case);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
