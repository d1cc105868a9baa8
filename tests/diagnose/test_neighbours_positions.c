/* test_neighbours_positions.c - neighbours of positions and their encodings: each is a valid case, and an independently
   written engine with the mistake is correct under it and wrong as stated. */
#include "tests/diagnose/encoding_engine.h"

#define PROBLEMS 100

START_TEST(every_neighbour_is_a_case) {
    static tallies all;
    for (int kind = 0; kind < PLUMB_POSITION_COUNT; kind++) {
        random_cases cases = random_begin("neighbours of positions", PROBLEMS);
        while (random_next(&cases)) {
            drawn_problem drawn;
            random_round(&cases, kind);
            if (!draw_stated(&cases, (plumb_position_kind)kind, &drawn))
                continue;
            check_neighbours(&cases, plumb_neighbours_of_positions, &drawn, &all);
            free_problem(&drawn);
        }
    }
    check_tallies(&all);
}
END_TEST

/* The neighbours of a case of each encoding, whatever its shape. */
static plumb_neighbourhood pool_of_all(random_cases *cases) {
    plumb_neighbourhood pool = {.list = NULL};
    for (int kind = 0; kind < PLUMB_POSITION_COUNT; kind++) {
        drawn_problem drawn;
        if (!draw_stated(cases, (plumb_position_kind)kind, &drawn))
            continue;
        plumb_case stated = {.problem = drawn.problem, .input_format = PLUMB_F64};
        plumb_neighbours_of_rope(&stated, &pool);
        plumb_neighbours_of_positions(&stated, &pool);
        free_problem(&drawn);
    }
    return pool;
}

START_TEST(neighbours_of_other_cases_do_no_harm) {
    random_cases cases = random_begin("neighbours of other cases", 4 * PROBLEMS);
    while (random_next(&cases)) {
        plumb_neighbourhood pool = pool_of_all(&cases);
        drawn_problem drawn;
        plumb_position_kind kind =
            (plumb_position_kind)random_below(&cases, PLUMB_POSITION_COUNT);
        if (pool.count > 0 && draw_stated(&cases, kind, &drawn)) {
            uint64_t hash = hash_drawn(&drawn);
            check_foreign(&cases, &pool, &drawn, 30);
            ck_assert(hash_drawn(&drawn) == hash);
            free_problem(&drawn);
        }
        plumb_neighbourhood_free(&pool);
    }
}
END_TEST

/* ---- where queries and keys stand ---- */

static void queries_earlier(engine *e) {
    e->shift_queries = -1;
}

static void queries_later(engine *e) {
    e->shift_queries = 1;
}

static void keys_earlier(engine *e) {
    e->shift_keys = -1;
}

static void keys_later(engine *e) {
    e->shift_keys = 1;
}

static void all_earlier(engine *e) {
    e->shift_queries = e->shift_keys = -1;
}

static void output_as_summed(engine *e) {
    e->move_output = NULL;
}

static void output_forward(engine *e) {
    e->query_turns = 1;
}

static void all_later(engine *e) {
    e->shift_queries = e->shift_keys = 1;
}

static double query_from_0(const engine *e, size_t b, size_t t) {
    (void)e;
    (void)b;
    return (double)t;
}

static double query_from_end(const engine *e, size_t b, size_t t) {
    (void)b;
    return (double)t + (double)e->p->key_length - (double)e->p->query_length;
}

static double query_from_offset(const engine *e, size_t b, size_t t) {
    (void)b;
    return (double)t + (double)e->p->causal.offset;
}

static double query_from_twice(const engine *e, size_t b, size_t t) {
    (void)b;
    return (double)t + 2 * (double)e->p->causal.offset;
}

static double new_key_from_0(const engine *e, size_t b, size_t t, size_t j) {
    double offset = (double)e->p->causal.offset;
    (void)b;
    (void)t;
    return (double)j < offset ? (double)j : (double)j - offset;
}

static double key_counted(const engine *e, size_t b, size_t t, size_t j) {
    (void)e;
    (void)b;
    (void)t;
    return (double)j;
}

static void from_0(engine *e) {
    e->query_at = query_from_0;
}

static void from_end(engine *e) {
    e->query_at = query_from_end;
}

static void offset_twice(engine *e) {
    e->query_at = query_from_twice;
}

static void all_from_0(engine *e) {
    e->query_at = query_from_0;
    e->key_at = new_key_from_0;
}

static double query_at_0(const engine *e, size_t b, size_t t) {
    (void)e, (void)b, (void)t;
    return 0;
}

static double new_key_at_0(const engine *e, size_t b, size_t t, size_t j) {
    (void)b, (void)t;
    return (double)j < (double)e->p->causal.offset ? (double)j : 0;
}

static double new_key_later(const engine *e, size_t b, size_t t, size_t j) {
    (void)b, (void)t;
    return (double)j < (double)e->p->causal.offset ? (double)j : (double)j + 1;
}

static double new_key_earlier(const engine *e, size_t b, size_t t, size_t j) {
    (void)b, (void)t;
    return (double)j < (double)e->p->causal.offset ? (double)j : (double)j - 1;
}

static void all_new_at_0(engine *e) {
    e->query_at = query_at_0;
    e->key_at = new_key_at_0;
}

static void all_new_later(engine *e) {
    e->shift_queries = 1;
    e->key_at = new_key_later;
}

static void all_new_earlier(engine *e) {
    e->shift_queries = -1;
    e->key_at = new_key_earlier;
}

static void queries_at_0(engine *e) {
    e->query_at = query_at_0;
}

static double where_the_first(const engine *e, size_t b, size_t t) {
    (void)t;
    return own_query_at(e, b, 0);
}

static double where_the_last(const engine *e, size_t b, size_t t) {
    (void)t;
    return own_query_at(e, b, e->p->query_length - 1);
}

static void first_for_all(engine *e) {
    e->query_at = where_the_first;
}

static void last_for_all(engine *e) {
    e->query_at = where_the_last;
}

static void without_ids(engine *e) {
    e->query_at = query_from_offset;
    e->key_at = key_counted;
}

static void without_ids_from_end(engine *e) {
    e->query_at = query_from_end;
    e->key_at = key_counted;
}

static void keys_without_ids(engine *e) {
    e->key_at = key_counted;
}

static void queries_without_ids(engine *e) {
    e->query_at = query_from_offset;
}

static void queries_without_ids_from_end(engine *e) {
    e->query_at = query_from_end;
}

static double query_of_batch_0(const engine *e, size_t b, size_t t) {
    (void)b;
    return own_query_at(e, 0, t);
}

static double key_of_batch_0(const engine *e, size_t b, size_t t, size_t j) {
    (void)b;
    return own_key_at(e, 0, t, j);
}

static void ids_of_batch_0(engine *e) {
    e->query_at = query_of_batch_0;
    e->key_at = key_of_batch_0;
}

static double query_in_few(const engine *e, size_t b, size_t t) {
    return in_few(own_query_at(e, b, t), e->format);
}

static double key_in_few(const engine *e, size_t b, size_t t, size_t j) {
    return in_few(own_key_at(e, b, t, j), e->format);
}

static void positions_in(engine *e, plumb_format format) {
    e->format = format;
    e->query_at = query_in_few;
    e->key_at = key_in_few;
}

static void positions_in_bf16(engine *e) {
    positions_in(e, PLUMB_BF16);
}

static void positions_in_f16(engine *e) {
    positions_in(e, PLUMB_F16);
}

enum { DOCUMENT = 8 };

static double query_in_document(const engine *e, size_t b, size_t t) {
    return fmod(own_query_at(e, b, t), DOCUMENT);
}

static double key_in_document(const engine *e, size_t b, size_t t, size_t j) {
    return fmod(own_key_at(e, b, t, j), DOCUMENT);
}

static void within_documents(engine *e) {
    e->query_at = query_in_document;
    e->key_at = key_in_document;
}

static void within_cache(engine *e) {
    e->query_at = cached_query_at;
    e->key_at = cached_key_at;
}

static void within_text(engine *e) {
    e->query_at = own_query_at;
    e->key_at = own_key_at;
}

static void left_out(engine *e) {
    e->move = NULL;
    e->bias = NULL;
    e->key_row = e->value_row = NULL;
}

/* ---- ALiBi ---- */

static void alibi_relative(engine *e) {
    e->distance = relative_distance;
}

static void alibi_key(engine *e) {
    e->distance = key_distance;
}

static void alibi_symmetric(engine *e) {
    e->distance = symmetric_distance;
}

static void alibi_scaled(engine *e) {
    e->distance = scaled_distance;
}

static double distance_in_few(const engine *e, double slope, double distance) {
    return slope * in_few(distance, e->format);
}

static double product_in_few(const engine *e, double slope, double distance) {
    return in_few(slope * distance, e->format);
}

static double all_in_few(const engine *e, double slope, double distance) {
    return in_few(in_few(slope, e->format) * in_few(distance, e->format), e->format);
}

static void alibi_in(engine *e, plumb_format format,
                     double (*product)(const engine *, double, double)) {
    e->format = format;
    e->product = product;
}

static void distances_in_bf16(engine *e) {
    alibi_in(e, PLUMB_BF16, distance_in_few);
}

static void products_in_bf16(engine *e) {
    alibi_in(e, PLUMB_BF16, product_in_few);
}

static void alibi_in_bf16(engine *e) {
    alibi_in(e, PLUMB_BF16, all_in_few);
}

static void distances_in_f16(engine *e) {
    alibi_in(e, PLUMB_F16, distance_in_few);
}

static void products_in_f16(engine *e) {
    alibi_in(e, PLUMB_F16, product_in_few);
}

static void alibi_in_f16(engine *e) {
    alibi_in(e, PLUMB_F16, all_in_few);
}

static void negated(engine *e) {
    e->factor_of_bias = -1;
}

static void scaled(engine *e) {
    e->factor_of_bias = e->scale;
}

static void in_base_2(engine *e) {
    e->factor_of_bias = log(2);
}

static void added_twice(engine *e) {
    e->factor_of_bias = 2;
}

static double slope_of_rule(const engine *e, size_t h) {
    return rule_slope(e->p->query_heads, h);
}

static double slope_of_ratio(const engine *e, size_t h) {
    return pow(2, -8 * (double)(h + 1) / (double)e->p->query_heads);
}

static double slope_from_1(const engine *e, size_t h) {
    return pow(2, -8 * (double)h / (double)e->p->query_heads);
}

/* Of 6 heads, the slopes of 8. */
static double slope_of_8(const engine *e, size_t h) {
    (void)e;
    return pow(2, -(double)(h + 1));
}

/* Of 6 heads: 2^-1, 2^-2, 2^-3, 2^-4, 2^-6, 2^-8 in that order: the rule has 2^-2, 2^-4, 2^-6,
   2^-8, 2^-1, 2^-3. */
static double slope_in_order(const engine *e, size_t h) {
    static const double exponents[] = {1, 2, 3, 4, 6, 8};
    (void)e;
    return pow(2, -exponents[h]);
}

static double slope_of_key_head(const engine *e, size_t h) {
    const plumb_problem *p = e->p;
    return rule_slope(p->key_heads, h / (p->query_heads / p->key_heads));
}

static double slope_of_next(const engine *e, size_t h) {
    return own_slope(e, (h + 1) % e->p->query_heads);
}

static double slope_of_first(const engine *e, size_t h) {
    (void)h;
    return own_slope(e, 0);
}

static double slope_backwards(const engine *e, size_t h) {
    return own_slope(e, e->p->query_heads - 1 - h);
}

static double slope_of_rank(const engine *e, size_t h) {
    return own_slope(e, h % 2);
}

static double slope_of_own_rank(const engine *e, size_t h) {
    (void)e;
    return rule_slope(2, h % 2);
}

static void own_ranks(engine *e) {
    e->slope = slope_of_own_rank;
}

static void rule_slopes(engine *e) {
    e->slope = slope_of_rule;
}

static void one_ratio(engine *e) {
    e->slope = slope_of_ratio;
}

static void from_1(engine *e) {
    e->slope = slope_from_1;
}

static void power_above(engine *e) {
    e->slope = slope_of_8;
}

static void in_order(engine *e) {
    e->slope = slope_in_order;
}

static void key_heads(engine *e) {
    e->slope = slope_of_key_head;
}

static void next_head(engine *e) {
    e->slope = slope_of_next;
}

static void first_head(engine *e) {
    e->slope = slope_of_first;
}

static void heads_backwards(engine *e) {
    e->slope = slope_backwards;
}

static void ranks(engine *e) {
    e->slope = slope_of_rank;
}

/* ---- buckets and tables ---- */

static void other_direction(engine *e) {
    e->both = !e->both;
}

static void reversed(engine *e) {
    e->keys_reversed = e->values_reversed = true;
}

static void bucket_itself(engine *e) {
    e->bias = index_bias;
}

static void buckets_32(engine *e) {
    e->buckets = 32;
}

static void buckets_16(engine *e) {
    e->buckets = 16;
}

static void max_distance_20(engine *e) {
    e->max_distance = 20;
}

static void max_distance_128(engine *e) {
    e->max_distance = 128;
}

static void keys_reversed_alone(engine *e) {
    e->keys_reversed = true;
}

static void values_reversed_alone(engine *e) {
    e->values_reversed = true;
}

static void values_left_out(engine *e) {
    e->value_row = NULL;
}

static void rows_unscaled(engine *e) {
    e->row_scale = 1;
}

static void rows_twice(engine *e) {
    e->row_scale *= 2;
}

static void rows_left_out(engine *e) {
    e->row_scale = 0;
}

static void transposed(engine *e) {
    e->transposed = true;
}

static size_t column_of_next(const engine *e, size_t h) {
    return (h + 1) % e->p->query_heads;
}

static size_t column_of_before(const engine *e, size_t h) {
    return (h + e->p->query_heads - 1) % e->p->query_heads;
}

static void column_before(engine *e) {
    e->column = column_of_before;
}

static size_t row_after(const engine *e, size_t bucket) {
    return bucket + 1 < e->p->position.buckets ? bucket + 1 : bucket;
}

static size_t row_before(const engine *e, size_t bucket) {
    (void)e;
    return bucket > 0 ? bucket - 1 : 0;
}

static size_t row_backwards(const engine *e, size_t bucket) {
    return e->p->position.buckets - 1 - bucket;
}

static size_t row_of_other_half(const engine *e, size_t bucket) {
    return (bucket + e->p->position.buckets / 2) % e->p->position.buckets;
}

static void next_rows(engine *e) {
    e->row = row_after;
}

static void rows_before(engine *e) {
    e->row = row_before;
}

static void rows_backwards(engine *e) {
    e->row = row_backwards;
}

static void rows_of_other_half(engine *e) {
    e->row = row_of_other_half;
}

static size_t column_of_first(const engine *e, size_t h) {
    (void)e;
    (void)h;
    return 0;
}

static size_t column_backwards(const engine *e, size_t h) {
    return e->p->query_heads - 1 - h;
}

static size_t column_of_key_head(const engine *e, size_t h) {
    return h / (e->p->query_heads / e->p->key_heads);
}

static void next_column(engine *e) {
    e->column = column_of_next;
}

static void first_column(engine *e) {
    e->column = column_of_first;
}

static void columns_backwards(engine *e) {
    e->column = column_backwards;
}

static void key_columns(engine *e) {
    e->column = column_of_key_head;
}

/* ---- vectors that are added ---- */

static void other_layout(engine *e) {
    e->interleaved = !e->interleaved;
}

static void cosines_first(engine *e) {
    e->cosines_first = true;
}

static void one_less(engine *e) {
    e->pairs = (double)(DIM / 2 - 1);
}

static void one_more(engine *e) {
    e->pairs = (double)(DIM / 2);
}

static void sinusoidal_base_10000(engine *e) {
    e->base = 10000;
}

static void entries_in_bf16(engine *e) {
    e->format = PLUMB_BF16;
    e->rounded = in_few;
}

static void entries_in_f16(engine *e) {
    e->format = PLUMB_F16;
    e->rounded = in_few;
}

static void offset_0(engine *e) {
    e->offset = 0;
}

static void offset_2(engine *e) {
    e->offset = 2;
}

static void offset_below_0(engine *e) {
    e->offset = -1;
}

static void to_queries_alone(engine *e) {
    e->key_sums = 0;
}

static void to_keys_alone(engine *e) {
    e->query_sums = 0;
}

static void to_values_too(engine *e) {
    e->moves_values = true;
}

static void to_larger(engine *e) {
    e->enlarged = 4; /* sqrt(16) */
}

static void sums_twice(engine *e) {
    e->query_sums = e->key_sums = 2;
}

static void sums_negated(engine *e) {
    e->query_sums = e->key_sums = -1;
}

/* ---- temperatures ---- */

static void not_heated(engine *e) {
    e->heat = 0;
}

static void heated_by_base_2(engine *e) {
    e->heat /= log(2);
}

static void heated_from_0(engine *e) {
    e->heat_offset = 0;
}

static void heated_from_1(engine *e) {
    e->heat_offset = 1;
}

static void heated_by_steps_of_10(engine *e) {
    e->heat_length = 10;
}

/* ---- encodings that none stated ---- */

static void set_rotation(engine *e, bool adjacent, double base) {
    e->move = rotate;
    e->adjacent = adjacent;
    e->dim = DIM;
    e->apart = DIM / 2;
    e->base = base;
    e->exponent_dim = DIM;
    e->theta = unscaled_theta;
    e->angle = plain_angle;
    e->query_turns = e->key_turns = e->query_mu = e->key_mu = 1;
}

static void rotated_halves(engine *e) {
    set_rotation(e, false, 10000);
}

static void rotated_pairs(engine *e) {
    set_rotation(e, true, 500000);
}

static void rotated_halves_at_end(engine *e) {
    set_rotation(e, false, 1000000);
    e->query_at = query_from_end;
}

static void rotated_pairs_at_end(engine *e) {
    set_rotation(e, true, 10000);
    e->query_at = query_from_end;
}

static void biased_by(engine *e, double (*distance)(const engine *, double, double)) {
    e->bias = alibi_bias;
    e->distance = distance;
}

static void with_alibi(engine *e) {
    biased_by(e, relative_distance);
}

static void with_alibi_of_keys(engine *e) {
    biased_by(e, key_distance);
}

static void with_alibi_symmetric(engine *e) {
    biased_by(e, symmetric_distance);
}

static void with_alibi_at_end(engine *e) {
    biased_by(e, relative_distance);
    e->query_at = query_from_end;
}

static void with_alibi_symmetric_at_end(engine *e) {
    biased_by(e, symmetric_distance);
    e->query_at = query_from_end;
}

static void with_sinusoids(engine *e) {
    e->move = add_entries;
    e->entry = sinusoid;
    e->base = 10000;
    e->pairs = (double)(DIM / 2);
}

static void with_interleaved_sinusoids(engine *e) {
    with_sinusoids(e);
    e->interleaved = true;
}

static void with_sinusoids_at_end(engine *e) {
    with_sinusoids(e);
    e->query_at = query_from_end;
}

static void with_interleaved_sinusoids_at_end(engine *e) {
    with_interleaved_sinusoids(e);
    e->query_at = query_from_end;
}

/* ---- and the cases that show them ---- */

/* clang-format off */
#define NONE .position = {.kind = PLUMB_POSITION_NONE}
#define ROPE .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.dim = DIM, .base = 10000}}
#define ALIBI .position = {.kind = PLUMB_POSITION_ALIBI}
#define ALIBI_OF(form) .position = {.kind = PLUMB_POSITION_ALIBI, .alibi = form}
#define T5 .position = {.kind = PLUMB_POSITION_T5, .buckets = 16, .max_distance = 20}
#define T5_BOTH .position = {.kind = PLUMB_POSITION_T5, .buckets = 16, .max_distance = 20, .bidirectional = true}
#define BUCKETS .position = {.kind = PLUMB_POSITION_BUCKET_INDEX, .buckets = 16, .max_distance = 20}
#define RELATIVE .position = {.kind = PLUMB_POSITION_RELATIVE_TABLE, .table_rows = 11}
#define SHAW .position = {.kind = PLUMB_POSITION_SHAW, .table_rows = 11}
#define SINES(...) .position = {.kind = PLUMB_POSITION_SINUSOIDAL, .sinusoidal_base = 10000, __VA_ARGS__}
#define LEARNED(...) .position = {.kind = PLUMB_POSITION_LEARNED, .table_rows = 64, __VA_ARGS__}
#define STREAMING {.streaming = true, .first = 2, .recent = 7}
#define CACHE {.streaming = true, .first = 2, .recent = 7, .in_cache = true}

#define HEATED(...) .position = {.kind = PLUMB_POSITION_TEMPERATURE, .temperature = {__VA_ARGS__}}
#define ROPE_HEATED .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 16, .base = 10000}, .temperature = {0.5, 4, 0}}

#define ROPE_OUTPUT .position = {.kind = PLUMB_POSITION_ROPE_OUTPUT, .rope = {.dim = DIM, .base = 10000}}

static const round_trip trips[] = {
    {"does not rotate the output back", output_as_summed, ROPE_OUTPUT},
    {"rotates the output forward, not back", output_forward, ROPE_OUTPUT, .first = 10, .apart = 1},
    {"subtracts 1 from the positions of queries, or adds 1 to those of keys", queries_earlier, ROPE},
    {"subtracts 1 from the positions of queries, or adds 1 to those of keys", keys_later, ROPE},
    {"subtracts 1 from the positions of queries, or adds 1 to those of keys", queries_earlier, ROPE, .queries = KEYS},
    {"subtracts 1 from the positions of queries, or adds 1 to those of keys", queries_earlier, T5},
    {"subtracts 1 from the positions of queries, or adds 1 to those of keys", keys_later, SHAW, .has_values = true},
    {"adds 1 to the positions of queries, or subtracts 1 from those of keys", queries_later, ROPE},
    {"adds 1 to the positions of queries, or subtracts 1 from those of keys", keys_earlier, ROPE},
    {"adds 1 to the positions of queries, or subtracts 1 from those of keys",
     queries_later, ALIBI_OF(PLUMB_ALIBI_SYMMETRIC), .bidirectional = true},
    {"adds 1 to the positions of queries, or subtracts 1 from those of keys", keys_earlier, RELATIVE},
    {"subtracts 1 from the positions of queries", queries_earlier, SINES(.offset = 0)},
    {"subtracts 1 from the positions of queries", queries_earlier, ROPE, .sink = true},
    {"adds 1 to the positions of queries", queries_later, LEARNED(.offset = 0)},
    {"adds 1 to the positions of queries", queries_later, ROPE, .sink = true},
    {"subtracts 1 from the positions of keys", keys_earlier, SINES(.offset = 0), .first = 10, .apart = 1},
    {"subtracts 1 from the positions of keys", keys_earlier, LEARNED(.offset = 0), .first = 10, .apart = 1},
    {"adds 1 to the positions of keys", keys_later, ALIBI_OF(PLUMB_ALIBI_KEY), .sink = true},
    {"adds 1 to the positions of keys", keys_later, LEARNED(.offset = 0)},
    {"subtracts 1 from every position", all_earlier, ROPE, .first = 10, .apart = 1, .sink = true},
    {"adds 1 to every position", all_later, ROPE, .sink = true},

    {"counts positions of queries from 0, not from 18", from_0, ROPE},
    {"counts positions of queries from 0, not from 18", from_0, LEARNED(.offset = 0)},
    {"counts positions of queries from 0, not from 18", from_0, T5},
    {"counts positions of queries from 18, not from 5: the last query stands at the last key", from_end, ROPE, .offset = 5},
    {"counts positions of queries from 18, not from 0: the last query stands at the last key", from_end, ALIBI_OF(PLUMB_ALIBI_SYMMETRIC), .offset = -1, .bidirectional = true},
    {"counts positions of queries from 18, not from 0: the last query stands at the last key", from_end, ROPE, .offset = -1},
    {"adds the offset 18 to positions of queries twice", offset_twice, ROPE},
    {"adds the offset 18 to positions of queries twice", offset_twice, SINES(.offset = 0)},
    {"counts queries, and the keys from 18 on, from position 0", all_from_0, ROPE},
    {"counts queries, and the keys from 18 on, from position 0", all_from_0, ALIBI},
    {"gives every query, and each key from 18 on, position 0", all_new_at_0, ROPE},
    {"adds 1 to the positions of queries and of the keys from 18 on", all_new_later, ROPE},
    {"subtracts 1 from the positions of queries and of the keys from 18 on", all_new_earlier, ROPE},
    {"gives every query position 0", queries_at_0, ROPE},
    {"gives every query the position of the first", first_for_all, ROPE},
    {"gives every query the position of the first", first_for_all, T5},
    {"gives every query the position of the last", last_for_all, LEARNED(.offset = 0)},

    {"ignores position ids and counts, queries from 18", without_ids, ROPE, .apart = 3},
    {"ignores position ids and counts, queries from 18", without_ids, ALIBI, .first = 5, .apart = 2},
    {"ignores position ids and counts, queries from 18", without_ids_from_end, ROPE, .apart = 3, .offset = 5},
    {"ignores position ids of keys and counts from 0", keys_without_ids, ROPE, .first = 5, .apart = 2},
    {"ignores position ids of keys and counts from 0",
     keys_without_ids, ALIBI_OF(PLUMB_ALIBI_SYMMETRIC), .apart = 3, .bidirectional = true},
    {"ignores position ids of queries and counts from 18", queries_without_ids, ROPE, .first = 5, .apart = 2},
    {"ignores position ids of queries and counts from 18", queries_without_ids_from_end, T5, .apart = 3, .offset = 5},
    {"uses the position ids of batch entry 0 for all", ids_of_batch_0, ROPE, .first = 5, .apart = 2, .differs_in_ids = true},
    {"rounds positions to bf16", positions_in_bf16, ROPE, .first = 300, .apart = 1},
    {"rounds positions to bf16", positions_in_bf16, ALIBI, .first = 300, .apart = 1},
    {"rounds positions to f16", positions_in_f16, SINES(.offset = 0), .first = 3000, .apart = 1},
    {"rounds positions to f16", positions_in_f16, ROPE, .first = 3000, .apart = 1},
    {"counts positions from the start of each document", within_documents, LEARNED(.offset = 0), .document = DOCUMENT},
    {"counts positions from the start of each document", within_documents, SINES(.offset = 0), .document = DOCUMENT},
    {"counts positions within the cache of the streaming mask", within_cache, ROPE, .mask = STREAMING},
    {"counts positions within the cache of the streaming mask", within_cache, ALIBI, .mask = STREAMING},
    {"counts positions in the text, not within the cache", within_text, ROPE, .mask = CACHE},
    {"leaves the positional encoding out", left_out, ROPE},
    {"leaves the positional encoding out", left_out, ROPE, .mask = CACHE},
    {"leaves the positional encoding out", left_out, LEARNED(.offset = 0)},
    {"leaves the positional encoding out", left_out, T5},
    {"leaves the positional encoding out", left_out, SHAW, .has_values = true},

    {"adds slope (p_j - p_t)", alibi_relative, ALIBI_OF(PLUMB_ALIBI_KEY)},
    {"adds slope (p_j - p_t)", alibi_relative, ALIBI_OF(PLUMB_ALIBI_SYMMETRIC), .bidirectional = true},
    {"adds slope p_j", alibi_key, ALIBI, .sink = true},
    {"adds slope p_j", alibi_key, ALIBI, .first = 3, .apart = 2},
    {"adds slope p_j", alibi_key, ALIBI_OF(PLUMB_ALIBI_SCALED_KEY)},
    {"adds -slope |p_j - p_t|", alibi_symmetric, ALIBI, .bidirectional = true, .offset = 5},
    {"adds scale slope p_j", alibi_scaled, ALIBI_OF(PLUMB_ALIBI_KEY)},
    {"rounds ALiBi's distances to bf16", distances_in_bf16, ALIBI, .apart = 37},
    {"computes ALiBi's distances, slopes and products in bf16", alibi_in_bf16, ALIBI, .apart = 37, .query_heads = 6},
    {"rounds what ALiBi adds to bf16", products_in_bf16, ALIBI_OF(PLUMB_ALIBI_SYMMETRIC), .apart = 37},
    {"rounds ALiBi's distances to f16", distances_in_f16, ALIBI_OF(PLUMB_ALIBI_KEY), .first = 3000, .apart = 3},
    {"computes ALiBi's distances, slopes and products in f16", alibi_in_f16, ALIBI_OF(PLUMB_ALIBI_SCALED_KEY), .apart = 137},
    {"rounds what ALiBi adds to f16", products_in_f16, ALIBI, .first = 3, .apart = 137},
    {"adds ALiBi with the other sign", negated, ALIBI},
    {"adds ALiBi with the other sign", negated, ALIBI_OF(PLUMB_ALIBI_SCALED_KEY)},
    {"multiplies ALiBi by the scale, too", scaled, ALIBI},
    {"adds ALiBi to scores in base 2 without log2 e", in_base_2, ALIBI},
    {"adds ALiBi twice", added_twice, ALIBI_OF(PLUMB_ALIBI_KEY)},
    {"computes ALiBi's slopes and ignores the stated ones",
     rule_slopes, .position = {.kind = PLUMB_POSITION_ALIBI, .table_rows = 1}},
    {"uses the slopes 2^(-8 (h + 1)/H) of ALiBi", one_ratio, ALIBI, .query_heads = 6},
    {"uses the slopes 2^(-8 h/H) of ALiBi, from 1 on", from_1, ALIBI},
    {"uses the first slopes of ALiBi for the next power of two of heads", power_above, ALIBI, .query_heads = 6},
    {"uses ALiBi's slopes in falling order", in_order, ALIBI, .query_heads = 6},
    {"uses ALiBi's slopes for the key heads", key_heads, ALIBI},
    {"uses the slope of the next head", next_head, ALIBI},
    {"uses the slope of head 0 for all heads", first_head, ALIBI},
    {"uses the slopes of the heads in reverse order", heads_backwards, .position = {.kind = PLUMB_POSITION_ALIBI, .table_rows = 1}},
    {"repeats the slopes of the first 2 heads", ranks, ALIBI},
    {"uses the slopes of 2 heads on each of 2 ranks", own_ranks, ALIBI},

    {"has half of the buckets for keys after the query", other_direction, T5},
    {"has no buckets for keys after the query", other_direction, T5_BOTH, .bidirectional = true, .offset = 9},
    {"takes the bucket of p_t - p_j", reversed, T5_BOTH},
    {"takes the bucket of p_t - p_j", reversed, BUCKETS, .bidirectional = true, .offset = 9},
    {"adds the number of the bucket itself", bucket_itself, T5},
    {"has 32 buckets instead of 16", buckets_32, BUCKETS},
    {"has 16 buckets instead of 32",
     buckets_16, .position = {.kind = PLUMB_POSITION_T5, .buckets = 32, .max_distance = 40}},
    {"has 16 buckets instead of 8",
     buckets_16, .position = {.kind = PLUMB_POSITION_BUCKET_INDEX, .buckets = 8, .max_distance = 40}},
    {"has max_distance 20 instead of 40",
     max_distance_20, .position = {.kind = PLUMB_POSITION_T5, .buckets = 16, .max_distance = 40}},
    {"has max_distance 20 instead of 10",
     max_distance_20, .position = {.kind = PLUMB_POSITION_BUCKET_INDEX, .buckets = 16, .max_distance = 10}},
    {"has max_distance 128 instead of 20", max_distance_128, T5},

    {"reads row p_t - p_j + reach of position_table", reversed, RELATIVE},
    {"reads row p_t - p_j + reach of position_table", reversed, SHAW, .has_values = true},
    {"reads row p_t - p_j + reach of position_table, not of position_values", keys_reversed_alone, SHAW, .has_values = true},
    {"reads row p_t - p_j + reach of position_values alone", values_reversed_alone, SHAW, .has_values = true},
    {"leaves position_values out", values_left_out, SHAW, .has_values = true},
    {"adds position_table twice", added_twice, T5},
    {"reads the row after in position_table", next_rows, T5},
    {"reads the row before in position_table", rows_before, T5},
    {"reads the rows of position_table in reverse order", rows_backwards, T5},
    {"reads the other half of position_table", rows_of_other_half, T5_BOTH, .bidirectional = true},
    {"reads the column of the head before in position_table", column_before, T5},
    {"adds position_table twice", rows_twice, SHAW},
    {"adds position_table twice", sums_twice, LEARNED(.offset = 0)},
    {"subtracts position_table", negated, RELATIVE},
    {"subtracts position_table", sums_negated, LEARNED(.offset = 0)},
    {"multiplies position_table by the scale, too", scaled, T5},
    {"adds position_table to scores in base 2 without log2 e", in_base_2, RELATIVE},
    {"adds q.position_table to scores without the scale", rows_unscaled, SHAW},
    {"leaves position_table out, but not position_values", rows_left_out, SHAW, .has_values = true},
    {"reads position_table transposed in memory", transposed, T5},
    {"reads position_table transposed in memory", transposed, RELATIVE},
    {"reads position_table transposed in memory", transposed, LEARNED(.offset = 0)},
    {"reads the column of the next head in position_table", next_column, T5},
    {"reads the column of head 0 in position_table for all heads", first_column, RELATIVE},
    {"reads the columns of position_table in reverse order of heads", columns_backwards, T5},
    {"reads the column of the key head's number in position_table", key_columns, T5},

    {"interleaves sines and cosines", other_layout, SINES(.offset = 0)},
    {"puts all sines before all cosines", other_layout, SINES(.sinusoidal = PLUMB_SINUSOIDAL_INTERLEAVED)},
    {"puts cosines before sines", cosines_first, SINES(.offset = 0)},
    {"puts cosines before sines", cosines_first, SINES(.sinusoidal = PLUMB_SINUSOIDAL_INTERLEAVED, .offset = 3)},
    {"uses sinusoidal frequencies base^(-m/7)", one_less, SINES(.offset = 0)},
    {"uses sinusoidal frequencies base^(-m/8)", one_more, SINES(.sinusoidal_one_less = true)},
    {"uses sinusoidal base 10000 instead of 100",
     sinusoidal_base_10000, .position = {.kind = PLUMB_POSITION_SINUSOIDAL, .sinusoidal_base = 100}},
    {"rounds sines and cosines to bf16", entries_in_bf16, SINES(.offset = 0)},
    {"rounds sines and cosines to f16", entries_in_f16, SINES(.sinusoidal_one_less = true)},
    {"adds 0 to positions, not the position_offset 2", offset_0, LEARNED(.offset = 2)},
    {"adds 2 to positions, not the position_offset 0", offset_2, SINES(.offset = 0)},
    {"adds 2 to positions, not the position_offset 1", offset_2, LEARNED(.offset = 1)},
    {"adds -1 to positions, not the position_offset 0", offset_below_0, SINES(.offset = 0), .first = 5, .apart = 1},
    {"adds the encoding to queries, but not to keys", to_queries_alone, SINES(.offset = 0)},
    {"adds the encoding to queries, but not to keys", to_queries_alone, LEARNED(.offset = 2)},
    {"adds the encoding to keys, but not to queries", to_keys_alone, SINES(.offset = 2), .sink = true},
    {"adds the encoding to values, too", to_values_too, SINES(.offset = 0)},
    {"adds the encoding to values, too", to_values_too, LEARNED(.offset = 1)},
    {"multiplies queries and keys by sqrt(head_dim) before it adds the encoding", to_larger, SINES(.offset = 0)},
    {"adds the encoding twice", sums_twice, SINES(.offset = 4)},

    {"does not multiply queries by the temperature of their position", not_heated, ROPE_HEATED},
    {"does not multiply queries by the temperature of their position", not_heated, HEATED(0.5, 4, 0)},
    {"takes the temperature's logarithm to the base 2", heated_by_base_2, HEATED(0.5, 4, 0)},
    {"takes the temperature's logarithm to the base 2", heated_by_base_2, ROPE_HEATED},
    {"adds 0 to positions whose temperature it takes", heated_from_0, HEATED(0.5, 4, 1)},
    {"adds 1 to positions whose temperature it takes", heated_from_1, ROPE_HEATED},
    {"has steps of temperature every 10 positions", heated_by_steps_of_10, HEATED(0.5, 5, 0)},
    {"has steps of temperature every 10 positions", heated_by_steps_of_10, HEATED(0.5, 20, 1)},

    {"rotates halves (RoPE, base 10000), although no position is stated", rotated_halves, NONE},
    {"rotates pairs (2m, 2m + 1) (RoPE, base 500000), although no position is stated", rotated_pairs, NONE},
    {"rotates halves (RoPE, base 1000000), queries from position 18 on, although none is stated", rotated_halves_at_end, NONE, .offset = -1, .bidirectional = true},
    {"rotates pairs (2m, 2m + 1) (RoPE, base 10000), queries from position 18 on, although none is stated", rotated_pairs_at_end, NONE, .offset = -1, .bidirectional = true},
    {"adds ALiBi's slope (p_j - p_t), although no position is stated", with_alibi, NONE},
    {"adds ALiBi's slope p_j, although no position is stated", with_alibi_of_keys, NONE},
    {"adds ALiBi's -slope |p_j - p_t|, although no position is stated", with_alibi_symmetric, NONE, .bidirectional = true, .offset = 5},
    {"adds ALiBi's slope (p_j - p_t), queries from position 18 on, although none is stated", with_alibi_at_end, NONE, .offset = -1, .bidirectional = true},
    {"adds ALiBi's -slope |p_j - p_t|, queries from position 18 on, although none is stated", with_alibi_symmetric_at_end, NONE, .offset = -1, .bidirectional = true},
    {"adds sinusoids, sines first, although no position is stated", with_sinusoids, NONE},
    {"adds interleaved sinusoids, although no position is stated", with_interleaved_sinusoids, NONE},
    {"adds sinusoids, sines first, queries from position 18 on, although none is stated", with_sinusoids_at_end, NONE, .offset = -1, .bidirectional = true},
    {"adds interleaved sinusoids, queries from position 18 on, although none is stated", with_interleaved_sinusoids_at_end, NONE, .offset = -1, .bidirectional = true},
};
/* clang-format on */

enum { TRIPS = sizeof trips / sizeof *trips };

/* ALiBi with slopes of its own is told by a row in its table, which it has not otherwise. */
static void give_tables(drawn_problem *drawn, const round_trip *trip) {
    plumb_position *position = &drawn->problem.position;
    bool needs = position->kind == PLUMB_POSITION_T5 || position->kind == PLUMB_POSITION_LEARNED ||
                 position->kind >= PLUMB_POSITION_RELATIVE_TABLE;
    if (position->kind == PLUMB_POSITION_ALIBI && position->table_rows > 0) {
        position->table_rows = 0;
        draw_tensor_of(drawn, SLOPES, 0.2);
    }
    if (needs)
        draw_tensor_of(drawn, POSITION_TABLE, 1);
    if (trip->has_values)
        draw_tensor_of(drawn, POSITION_VALUES, 1);
}

START_TEST(wrong_engines_are_right_under_their_neighbour) {
    const round_trip *trip = &trips[_i];
    drawn_problem drawn = draw_trip(trip);
    give_tables(&drawn, trip);
    engine right = engine_of(&drawn.problem);
    check_trip(trip, plumb_neighbours_of_positions, &drawn.problem, &right);
    free_problem(&drawn);
}
END_TEST

/* Whether the neighbour applies that passes over the stated slopes. */
static int passes_over(const plumb_case *stated) {
    plumb_neighbourhood list = {.list = NULL};
    plumb_storage storage = {0};
    plumb_case changed = *stated;
    int applies = -1;
    plumb_neighbours_of_positions(stated, &list);
    for (size_t i = 0; i < list.count; i++)
        if (strstr(list.list[i].does, "ignores the stated ones") != NULL)
            applies = plumb_neighbour_make(&list.list[i], &storage, &changed);
    plumb_storage_free(&storage);
    plumb_neighbourhood_free(&list);
    return applies;
}

START_TEST(stated_slopes_of_the_rule_are_not_passed_over) {
    static const double slope[] = {0x1p-2, 0x1p-4, 0x1p-6, 0x1p-8, 0x1p-1, 0x1p-3};
    static const double others[] = {0x1p-2, 0x1p-4, 0x1p-6, 0x1p-8, 0x1p-1, 0x1p-5};
    random_cases cases = random_begin("slopes of the rule", 1);
    plumb_problem shape = one_head(4, 4, 4, 4);
    shape.query_heads = shape.key_heads = 6;
    random_next(&cases);
    drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
    plumb_case stated = {.problem = drawn.problem, .input_format = PLUMB_F64};
    stated.problem.position = (plumb_position){.kind = PLUMB_POSITION_ALIBI, .slopes = slope};
    ck_assert_int_eq(passes_over(&stated), 0);
    stated.problem.position.slopes = others;
    ck_assert_int_eq(passes_over(&stated), 1);
    free_problem(&drawn);
}
END_TEST

START_TEST(every_neighbour_has_an_engine) {
    static tallies all;
    for (int kind = 0; kind < PLUMB_POSITION_COUNT; kind++) {
        random_cases cases = random_begin("neighbours of positions", PROBLEMS);
        while (random_next(&cases)) {
            drawn_problem drawn;
            random_round(&cases, kind);
            if (!draw_stated(&cases, (plumb_position_kind)kind, &drawn))
                continue;
            gather_neighbours(plumb_neighbours_of_positions, &drawn, &all);
            free_problem(&drawn);
        }
    }
    check_shown(&all, trips, TRIPS);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/neighbours_positions");
    TCase *tests = tcase_create("neighbours of positions");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, every_neighbour_is_a_case);
    tcase_add_test(tests, neighbours_of_other_cases_do_no_harm);
    tcase_add_loop_test(tests, wrong_engines_are_right_under_their_neighbour, 0, TRIPS);
    tcase_add_test(tests, stated_slopes_of_the_rule_are_not_passed_over);
    tcase_add_test(tests, every_neighbour_has_an_engine);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
