/* faults.h - faults of real engines, each put into one step of a right one. */
#ifndef PLUMB_TESTS_FAULTS_FAULTS_H
#define PLUMB_TESTS_FAULTS_FAULTS_H
#include "tests/faults/scenarios.h"

/* ---- scale and scores ---- */

static inline void unscaled(engine *e) {
    e->scale = 1;
}

static inline void scaled_twice(engine *e) {
    e->scale *= e->scale;
}

static inline void power_of_two(engine *e) {
    e->scale *= log(2);
}

static inline void padded_head(engine *e) {
    e->scale = 1 / sqrt(2 * (double)e->p->head_dim);
}

static inline double no_bias(const engine *e, place at, size_t j) {
    (void)e;
    (void)at;
    (void)j;
    return 0;
}

static inline void without_bias(engine *e) {
    e->added = no_bias;
}

static inline double twice_biased(const engine *e, place at, size_t j) {
    return 2 * bias_of(e, at, j);
}

static inline void bias_twice(engine *e) {
    e->added = twice_biased;
}

static inline double scaled_bias(const engine *e, place at, size_t j) {
    return e->scale * bias_of(e, at, j);
}

static inline void bias_scaled(engine *e) {
    e->added = scaled_bias;
}

static inline double transposed_bias(const engine *e, place at, size_t j) {
    const plumb_extras *x = &e->p->extra;
    return x->bias[at.h * x->bias_head + j * x->bias_query + at.t];
}

static inline void bias_transposed(engine *e) {
    e->added = transposed_bias;
}

static inline double add_then_cap(const engine *e, place at, size_t j, double product) {
    return capped(e, e->scale * product + e->added(e, at, j));
}

static inline void cap_late(engine *e) {
    e->score = add_then_cap;
}

static inline double uncapped(const engine *e, place at, size_t j, double product) {
    return e->scale * product + e->added(e, at, j);
}

static inline void without_cap(engine *e) {
    e->score = uncapped;
}

static inline double capped_twice(const engine *e, place at, size_t j, double product) {
    return capped(e, capped(e, e->scale * product)) + e->added(e, at, j);
}

static inline void cap_twice(engine *e) {
    e->score = capped_twice;
}

static inline double capped_unscaled(const engine *e, place at, size_t j, double product) {
    return e->scale * capped(e, product) + e->added(e, at, j);
}

static inline void cap_before_scale(engine *e) {
    e->score = capped_unscaled;
}

static inline bool sees_all(const engine *e, place at, size_t j) {
    (void)e;
    (void)at;
    (void)j;
    return true;
}

/* The cap of -infinity is -softcap: what was hidden takes part. */
static inline double cap_after_mask_score(const engine *e, place at, size_t j, double product) {
    return sees_right(e, at, j) ? add_then_cap(e, at, j, product) : -e->p->op.softcap;
}

static inline void cap_after_mask(engine *e) {
    e->sees = sees_all;
    e->score = cap_after_mask_score;
}

/* ---- masks ---- */

static inline void see_all(engine *e) {
    e->sees = sees_all;
}

static inline bool sees_by_offset(const engine *e, place at, size_t j, int64_t more) {
    return (int64_t)j <= (int64_t)at.t + e->p->causal.offset + more;
}

static inline bool sees_next(const engine *e, place at, size_t j) {
    return sees_by_offset(e, at, j, 1);
}

static inline void see_future(engine *e) {
    e->sees = sees_next;
}

static inline bool sees_before(const engine *e, place at, size_t j) {
    return sees_by_offset(e, at, j, -1);
}

static inline void see_strictly_before(engine *e) {
    e->sees = sees_before;
}

static inline bool sees_from_zero(const engine *e, place at, size_t j) {
    (void)e;
    return j <= at.t;
}

static inline void top_left(engine *e) {
    e->sees = sees_from_zero;
}

static inline bool sees_causal(const engine *e, place at, size_t j) {
    return sees_by_offset(e, at, j, 0);
}

static inline void causal_alone(engine *e) {
    e->sees = sees_causal;
}

static inline bool sees_window(const engine *e, place at, size_t j, int64_t more) {
    return sees_causal(e, at, j) && (int64_t)at.t - (int64_t)j <= e->p->mask.left + more;
}

static inline bool sees_longer_window(const engine *e, place at, size_t j) {
    return sees_window(e, at, j, 1);
}

static inline void window_one_longer(engine *e) {
    e->sees = sees_longer_window;
}

static inline bool sees_shorter_window(const engine *e, place at, size_t j) {
    return sees_window(e, at, j, -1);
}

static inline void window_one_shorter(engine *e) {
    e->sees = sees_shorter_window;
}

static inline bool sees_own_chunk(const engine *e, place at, size_t j) {
    size_t width = (size_t)e->p->mask.left + 1;
    return j <= at.t && j / width == at.t / width;
}

static inline void window_is_chunk(engine *e) {
    e->sees = sees_own_chunk;
}

static inline bool sees_width_of_chunk(const engine *e, place at, size_t j) {
    return j <= at.t && (int64_t)(at.t - j) < e->p->mask.chunk;
}

static inline void chunk_is_window(engine *e) {
    e->sees = sees_width_of_chunk;
}

static inline bool sees_longer_prefix(const engine *e, place at, size_t j) {
    return j <= at.t || (int64_t)j < e->p->mask.prefix + 1;
}

static inline void prefix_one_longer(engine *e) {
    e->sees = sees_longer_prefix;
}

static inline bool sees_late_document(const engine *e, place at, size_t j) {
    const int64_t *key = e->p->mask.key_segment;
    return j <= at.t && e->p->mask.query_segment[at.t] == key[j == 0 ? 0 : j - 1];
}

static inline void documents_late(engine *e) {
    e->sees = sees_late_document;
}

static inline bool sees_forbidden(const engine *e, place at, size_t j) {
    return !sees_right(e, at, j);
}

static inline void other_polarity(engine *e) {
    e->sees = sees_forbidden;
}

static inline bool sees_as_head_0(const engine *e, place at, size_t j) {
    return sees_right(e, (place){at.b, 0, at.t}, j);
}

static inline void mask_of_head_0(engine *e) {
    e->sees = sees_as_head_0;
}

static inline double one_where_allowed(const engine *e, place at, size_t j) {
    return sees_right(e, at, j) ? 1 : 0;
}

static inline void mask_added(engine *e) {
    e->sees = sees_all;
    e->added = one_where_allowed;
}

static inline bool sees_any(const engine *e, place at) {
    bool any = false;
    for (size_t i = 0; i < e->p->key_length; i++)
        any = any || sees_right(e, at, i);
    return any;
}

/* A row of equal, finite fill is the mean of all values. */
static inline bool sees_all_if_none(const engine *e, place at, size_t j) {
    return sees_right(e, at, j) || !sees_any(e, at);
}

static inline double fill_if_none(const engine *e, place at, size_t j, double product) {
    return sees_right(e, at, j) ? cap_then_add(e, at, j, product) : 0;
}

static inline void finite_fill(engine *e) {
    e->sees = sees_all_if_none;
    e->score = fill_if_none;
}

static inline void empty_is_nan(engine *e) {
    e->empty = NAN;
}

/* ---- heads, keys, batches ---- */

static inline size_t tiled(const engine *e, size_t h) {
    return h % e->p->key_heads;
}

static inline void heads_tiled(engine *e) {
    e->key_head = tiled;
}

static inline size_t head_zero(const engine *e, size_t h) {
    (void)e;
    (void)h;
    return 0;
}

static inline void all_on_head_0(engine *e) {
    e->key_head = head_zero;
}

static inline size_t first_entry(const engine *e, size_t b) {
    (void)e;
    (void)b;
    return 0;
}

static inline void keys_of_first_entry(engine *e) {
    e->entry = first_entry;
}

static inline bool sees_without_last(const engine *e, place at, size_t j) {
    return sees_right(e, at, j) && j + 1 < e->p->key_length;
}

static inline void last_key_lost(engine *e) {
    e->sees = sees_without_last;
}

static inline bool sees_without_first(const engine *e, place at, size_t j) {
    return sees_right(e, at, j) && j > 0;
}

static inline void first_key_lost(engine *e) {
    e->sees = sees_without_first;
}

static inline bool sees_cache_alone(const engine *e, place at, size_t j) {
    return sees_right(e, at, j) && j + e->p->query_length < e->p->key_length;
}

static inline void new_keys_lost(engine *e) {
    e->sees = sees_cache_alone;
}

static inline size_t value_before(const engine *e, place at, size_t j) {
    (void)e;
    (void)at;
    return j == 0 ? 0 : j - 1;
}

static inline void values_shifted(engine *e) {
    e->value_of = value_before;
}

/* Zeros up to a whole block of 64, with a score of 0. */
static inline void padding_leaks(engine *e) {
    e->keys = (e->p->key_length + 63) / 64 * 64;
}

/* ---- sinks, weights, output ---- */

static inline double no_sink(const engine *e, size_t h) {
    (void)e;
    (void)h;
    return -INFINITY;
}

static inline void without_sink(engine *e) {
    e->sink = no_sink;
}

static inline double scaled_sink(const engine *e, size_t h) {
    return e->scale * e->p->extra.sinks[h];
}

static inline void sink_scaled(engine *e) {
    e->sink = scaled_sink;
}

static inline double first_sink(const engine *e, size_t h) {
    (void)h;
    return e->p->extra.sinks[0];
}

static inline void sink_of_head_0(engine *e) {
    e->sink = first_sink;
}

static inline double sink_of_zero(const engine *e, size_t h) {
    (void)e;
    (void)h;
    return 0;
}

static inline void zero_sink(engine *e) {
    e->sink = sink_of_zero;
}

static inline void undivided(engine *e) {
    e->divide = by_nothing;
}

static inline void divided_by_sum(engine *e) {
    e->divide = by_sum;
}

static inline void weigh_by_softmax(engine *e) {
    e->weigh = exponential;
    e->divide = by_sum;
}

static inline void weights_in_bf16(engine *e) {
    e->weight = PLUMB_BF16;
}

static inline double gated_as_given(const engine *e, place at, size_t c, double sum) {
    sum += e->p->extra.value_bias[at.h * e->p->value_dim + c];
    return sum * gate_of(e, at, c);
}

static inline void gate_as_given(engine *e) {
    e->leave = gated_as_given;
}

static inline double ungated(const engine *e, place at, size_t c, double sum) {
    return sum + e->p->extra.value_bias[at.h * e->p->value_dim + c];
}

static inline void without_gate(engine *e) {
    e->leave = ungated;
}

static inline double unbiased(const engine *e, place at, size_t c, double sum) {
    return sum / (1 + exp(-gate_of(e, at, c)));
}

static inline void without_value_bias(engine *e) {
    e->leave = unbiased;
}

/* ---- rotations ---- */

static inline void other_pairs(engine *e) {
    e->adjacent = !e->adjacent;
}

static inline void base_10000(engine *e) {
    e->base = 10000;
}

static inline void unrotated(engine *e) {
    e->query_turns = e->key_turns = 0;
}

static inline void rotated_twice(engine *e) {
    e->query_turns = e->key_turns = 2;
}

static inline void keys_unrotated(engine *e) {
    e->key_turns = 0;
}

static inline void rotated_back(engine *e) {
    e->query_turns = e->key_turns = -1;
}

static inline double next_position(const engine *e, place at) {
    return query_at_right(e, at) + 1;
}

static inline void queries_one_later(engine *e) {
    e->query_at = next_position;
}

static inline double query_in_bf16(const engine *e, place at) {
    return plumb_round_double(query_at_right(e, at), PLUMB_BF16);
}

static inline double key_in_bf16(const engine *e, size_t b, size_t j) {
    return plumb_round_double(key_at_right(e, b, j), PLUMB_BF16);
}

static inline void positions_in_bf16(engine *e) {
    e->query_at = query_in_bf16;
    e->key_at = key_in_bf16;
}

static inline double theta_in_bf16(const engine *e, size_t m) {
    return plumb_round_double(power_theta(e, m), PLUMB_BF16);
}

static inline void frequencies_in_bf16(engine *e) {
    e->theta = theta_in_bf16;
}

static inline double count_keys(const engine *e, size_t b, size_t j) {
    (void)e;
    (void)b;
    return (double)j;
}

static inline void ids_of_keys_ignored(engine *e) {
    e->key_at = count_keys;
}

static inline void whole_head_rotated(engine *e) {
    e->dim = e->p->head_dim;
}

static inline void half_as_much_rotated(engine *e) {
    e->dim /= 2;
}

static inline double theta_of_whole_head(const engine *e, size_t m) {
    return pow(e->base, -2 * (double)m / (double)e->p->head_dim);
}

static inline void frequencies_of_whole_head(engine *e) {
    e->theta = theta_of_whole_head;
}

static inline void unscaled_rope(engine *e) {
    e->theta = power_theta;
    e->mu = 1;
}

static inline double multiplied_theta(const engine *e, size_t m) {
    return power_theta(e, m) * e->p->position.rope.factor;
}

static inline void positions_multiplied(engine *e) {
    e->theta = multiplied_theta;
}

static inline void scaled_linearly(engine *e) {
    e->theta = linear_theta;
}

static inline double truncated_theta(const engine *e, size_t m) {
    const plumb_rope *rope = &e->p->position.rope;
    return yarn_between(e, m, floor(yarn_end(e, rope->beta_fast)),
                        ceil(yarn_end(e, rope->beta_slow)));
}

static inline void ramp_truncated(engine *e) {
    e->theta = truncated_theta;
}

static inline void without_multiplier(engine *e) {
    e->mu = 1;
}

static inline void multiplier_squared(engine *e) {
    e->mu *= e->mu;
}

static inline double longest_theta(const engine *e, size_t m) {
    const plumb_rope *rope = &e->p->position.rope;
    double growth = rope->factor * rope->factor - (rope->factor - 1);
    double base = e->base * pow(growth, (double)e->dim / ((double)e->dim - 2));
    return pow(base, -2 * (double)m / (double)e->dim);
}

static inline void scaled_for_the_longest(engine *e) {
    e->theta = longest_theta;
}

/* ---- ALiBi, T5, absolute positions ---- */

static inline double uniform_added(const engine *e, place at, size_t j) {
    double slope = exp2(-8 * (double)(at.h + 1) / (double)e->p->query_heads);
    return slope * (double)distance_of(e, at, j);
}

static inline void slopes_uniform(engine *e) {
    e->added = uniform_added;
}

static inline double uphill_added(const engine *e, place at, size_t j) {
    return -alibi_added(e, at, j);
}

static inline void alibi_uphill(engine *e) {
    e->added = uphill_added;
}

static inline double head_0_added(const engine *e, place at, size_t j) {
    return alibi_added(e, (place){at.b, 0, at.t}, j);
}

static inline void slopes_of_head_0(engine *e) {
    e->added = head_0_added;
}

static inline double next_slope_added(const engine *e, place at, size_t j) {
    return alibi_added(e, (place){at.b, (at.h + 1) % e->p->query_heads, at.t}, j);
}

static inline void slopes_of_next_head(engine *e) {
    e->added = next_slope_added;
}

static inline double scaled_alibi(const engine *e, place at, size_t j) {
    return e->scale * alibi_added(e, at, j);
}

static inline void alibi_scaled(engine *e) {
    e->added = scaled_alibi;
}

static inline double t5_one_way(const engine *e, place at, size_t j) {
    return t5_entry(e, t5_bucket(distance_of(e, at, j), 32, 128, false), at.h);
}

static inline void buckets_one_way(engine *e) {
    e->added = t5_one_way;
}

static inline double t5_reversed(const engine *e, place at, size_t j) {
    return t5_entry(e, t5_bucket(-distance_of(e, at, j), 32, 128, true), at.h);
}

static inline void buckets_reversed(engine *e) {
    e->added = t5_reversed;
}

static inline double t5_nearer(const engine *e, place at, size_t j) {
    return t5_entry(e, t5_bucket(distance_of(e, at, j), 32, 64, true), at.h);
}

static inline void furthest_halved(engine *e) {
    e->added = t5_nearer;
}

/* The table read as [heads][buckets]. */
static inline double t5_transposed(const engine *e, place at, size_t j) {
    size_t bucket = t5_bucket(distance_of(e, at, j), 32, 128, true);
    return e->p->position.table[at.h * 32 + bucket];
}

static inline void table_transposed(engine *e) {
    e->added = t5_transposed;
}

static inline void add_alternating(const engine *e, double position, bool of_query, const float *x,
                                   float *moved) {
    size_t half = e->p->head_dim / 2;
    (void)of_query;
    for (size_t m = 0; m < half; m++) {
        double angle = position * pow(10000, -(double)m / (double)half);
        moved[2 * m] = (float)(x[2 * m] + sin(angle));
        moved[2 * m + 1] = (float)(x[2 * m + 1] + cos(angle));
    }
}

static inline void sinusoids_alternate(engine *e) {
    e->move = add_alternating;
}

static inline void add_one_less(const engine *e, double position, bool of_query, const float *x,
                                float *moved) {
    size_t half = e->p->head_dim / 2;
    (void)of_query;
    for (size_t m = 0; m < half; m++) {
        double angle = position * pow(10000, -(double)m / (double)(half - 1));
        moved[m] = (float)(x[m] + sin(angle));
        moved[half + m] = (float)(x[half + m] + cos(angle));
    }
}

static inline void denominator_one_less(engine *e) {
    e->move = add_one_less;
}

static inline void unmoved(engine *e) {
    e->move = NULL;
}

static inline void add_from_row_0(const engine *e, double position, bool of_query, const float *x,
                                  float *moved) {
    add_learned(e, position - 2, of_query, x, moved);
}

static inline void offset_ignored(engine *e) {
    e->move = add_from_row_0;
}

static inline void add_one_row_on(const engine *e, double position, bool of_query, const float *x,
                                  float *moved) {
    add_learned(e, position + 1, of_query, x, moved);
}

static inline void offset_one_more(engine *e) {
    e->move = add_one_row_on;
}
#endif
