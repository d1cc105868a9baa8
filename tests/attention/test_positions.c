/* test_positions.c - every encoding through whole rows: where positions come from, what is moved and
   what is added, and the laws that each encoding is known for. */
#include "attention/evaluate.h"
#include "number/index.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <flint/flint.h>
#include <math.h>
#include <string.h>

#define BATCH 2
#define HEADS 4
#define QUERIES 3
#define KEYS 6
#define DIM 8
#define VALUES 2
#define PAIRS (DIM / 2)

typedef struct {
    plumb_ball score[KEYS], weight[KEYS], output[VALUES];
} answer;

static drawn_problem draw(void) {
    random_cases cases = random_begin("positions", 1);
    ck_assert(random_next(&cases));
    plumb_problem shape = one_head(QUERIES, KEYS, DIM, VALUES);
    shape.batch = BATCH;
    shape.query_heads = HEADS;
    shape.key_heads = HEADS / 2;
    shape.causal.offset = 2; /* not causal: it only places the queries */
    return draw_problem(&cases, shape, ORDINARY);
}

static answer answer_in(plumb_row *row, const plumb_problem *p, size_t b, size_t h, size_t t) {
    answer result;
    plumb_evaluate_row(p, plumb_problem_scale(p), b, h, t, row);
    memcpy(result.score, row->score, p->key_length * sizeof *row->score);
    memcpy(result.weight, row->weight, p->key_length * sizeof *row->weight);
    memcpy(result.output, row->output, p->value_dim * sizeof *row->output);
    return result;
}

static answer answer_of(const plumb_problem *p, size_t b, size_t h, size_t t) {
    plumb_row row;
    ck_assert_int_eq(plumb_row_init(&row, p), 0);
    answer result = answer_in(&row, p, b, h, t);
    plumb_row_free(&row);
    return result;
}

static bool near(plumb_ball ball, double x) {
    return ball.rad <= 1e-12 && fabs(ball.mid - x) <= 1e-12 * (1 + fabs(x));
}

static void check_scores(const answer *found, const double *expected) {
    for (size_t j = 0; j < KEYS; j++)
        ck_assert_msg(near(found->score[j], expected[j]), "key %zu: %.17g +- %g, not %.17g", j,
                      found->score[j].mid, found->score[j].rad, expected[j]);
}

/* Two narrow enclosures of the same numbers. */
static bool agree(const plumb_ball *a, const plumb_ball *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!(a[i].rad <= 1e-12 && b[i].rad <= 1e-12 && balls_overlap(a[i], b[i])))
            return false;
    return true;
}

static bool informs(const plumb_ball *a, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (ball_informs(a[i]))
            return true;
    return false;
}

static const double *query_at(const plumb_problem *p, size_t b, size_t h, size_t t) {
    return p->query + ((b * HEADS + h) * QUERIES + t) * DIM;
}

static const double *key_at(const plumb_problem *p, size_t b, size_t h, size_t j) {
    return p->key + ((b * (HEADS / 2) + h / 2) * KEYS + j) * DIM;
}

static double dot(const double *a, const double *b) {
    double sum = 0;
    for (size_t c = 0; c < DIM; c++)
        sum += a[c] * b[c];
    return sum;
}

/* The scores without positions. */
static void plain_scores(const plumb_problem *p, size_t b, size_t h, size_t t, double *score) {
    for (size_t j = 0; j < KEYS; j++)
        score[j] = dot(query_at(p, b, h, t), key_at(p, b, h, j)) / sqrt(DIM);
}

static const plumb_rope_layout layouts[] = {PLUMB_ROPE_HALF, PLUMB_ROPE_INTERLEAVED,
                                            PLUMB_ROPE_DEINTERLEAVED};

static plumb_position rope(plumb_rope_layout layout, size_t dim) {
    return (plumb_position){.kind = PLUMB_POSITION_ROPE,
                            .rope = {.layout = layout, .dim = dim, .base = 10000}};
}

static void place(int64_t *ids, size_t count, int64_t first) {
    for (size_t i = 0; i < count; i++)
        ids[i] = first + (int64_t)(3 * i % count);
}

START_TEST(none_changes_nothing) {
    drawn_problem drawn = draw();
    drawn.problem.op.softcap = 3;
    answer before = answer_of(&drawn.problem, 1, 2, 1);
    int64_t ids[BATCH * KEYS] = {7, 8, 9};
    drawn.problem.position = rope(PLUMB_ROPE_HALF, DIM);
    drawn.problem.position.kind = PLUMB_POSITION_NONE;
    drawn.problem.position.query_position = ids;
    drawn.problem.position.key_position = ids;
    answer after = answer_of(&drawn.problem, 1, 2, 1);
    ck_assert_mem_eq(&before, &after, sizeof after);
    free_problem(&drawn);
}
END_TEST

/* A pair is rotated by position * base^{-2m/dim}: by the C library's sine. */
static void rotate(const double *x, plumb_rope_layout layout, size_t dim, double position,
                   double *rotated) {
    memcpy(rotated, x, DIM * sizeof *x);
    for (size_t m = 0; m < dim / 2; m++) {
        size_t first = layout == PLUMB_ROPE_HALF ? m : 2 * m;
        size_t second = layout == PLUMB_ROPE_HALF ? m + dim / 2 : 2 * m + 1;
        double angle = position * pow(10000, -2.0 * (double)m / (double)dim);
        rotated[first] = x[first] * cos(angle) - x[second] * sin(angle);
        rotated[second] = x[first] * sin(angle) + x[second] * cos(angle);
    }
}

START_TEST(rope_rotates) {
    drawn_problem drawn = draw();
    const plumb_problem *p = &drawn.problem;
    for (size_t dim = 2; dim <= DIM; dim += 2) {
        drawn.problem.causal.offset = (int64_t)dim - 5; /* the query stands before 0, then after */
        drawn.problem.position = rope(layouts[_i], dim);
        answer found = answer_of(p, 1, 3, 2);
        double query[DIM], key[DIM], expected[KEYS];
        rotate(query_at(p, 1, 3, 2), layouts[_i], dim, (double)dim - 3, query);
        for (size_t j = 0; j < KEYS; j++) {
            rotate(key_at(p, 1, 3, j), layouts[_i], dim, (double)j, key);
            expected[j] = dot(query, key) / sqrt(DIM);
        }
        check_scores(&found, expected);
    }
    free_problem(&drawn);
}
END_TEST

/* Moved together, query and keys have the same scores, however far; the query alone has others. */
START_TEST(rope_is_relative) {
    static const int64_t shifts[] = {
        1, -2, 1000, INT64_C(1) << 24, -(INT64_C(1) << 52), INT64_C(1) << 52};
    drawn_problem drawn = draw();
    int64_t queries[BATCH * QUERIES], keys[BATCH * KEYS];
    drawn.problem.position = rope(layouts[_i], DIM - 2);
    drawn.problem.position.query_position = queries;
    drawn.problem.position.key_position = keys;
    place(queries, BATCH * QUERIES, 0);
    place(keys, BATCH * KEYS, 0);
    answer before = answer_of(&drawn.problem, 1, 2, 2);
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        place(queries, BATCH * QUERIES, shifts[i]);
        place(keys, BATCH * KEYS, 0);
        answer apart = answer_of(&drawn.problem, 1, 2, 2);
        ck_assert(!agree(before.score, apart.score, KEYS));
        place(keys, BATCH * KEYS, shifts[i]);
        answer after = answer_of(&drawn.problem, 1, 2, 2);
        ck_assert(agree(before.score, after.score, KEYS));
        ck_assert(agree(before.output, after.output, VALUES));
    }
    free_problem(&drawn);
}
END_TEST

/* frequency + backward = a whole turn, exactly: a position counts either of them many times.  The second
   base makes frequencies that are 0 in all their digits. */
START_TEST(backward_is_a_turn_less_forward) {
    static const double bases[] = {0.37, 1e300};
    plumb_problem problem = one_head(1, 1, DIM, 1);
    plumb_positions positions;
    problem.position = rope(PLUMB_ROPE_HALF, DIM);
    problem.position.rope.base = bases[_i];
    ck_assert_int_eq(plumb_positions_init(&positions, &problem), 0);
    for (size_t m = 0; m < PAIRS; m++) {
        plumb_turns a = positions.frequency[m], b = positions.backward[m];
        const uint32_t forward[] = {a.fourth, a.third, a.second, a.first};
        const uint32_t backward[] = {b.fourth, b.third, b.second, b.first};
        uint64_t carry = 0;
        for (int digit = 0; digit < 4; digit++) {
            carry += (uint64_t)forward[digit] + backward[digit];
            ck_assert_uint_eq((uint32_t)carry, 0);
            carry >>= 32;
        }
    }
    plumb_positions_free(&positions);
}
END_TEST

/* x_m, x_{m + dim/2} to the places of pair m when interleaved */
static void interleave(double *x, size_t rows) {
    double row[DIM];
    for (size_t i = 0; i < rows; i++, x += DIM) {
        memcpy(row, x, sizeof row);
        for (size_t m = 0; m < PAIRS; m++) {
            x[2 * m] = row[m];
            x[2 * m + 1] = row[m + PAIRS];
        }
    }
}

START_TEST(rope_layouts_are_permutations) {
    drawn_problem drawn = draw();
    answer found[3], same;
    for (size_t i = 0; i < 3; i++) {
        drawn.problem.position = rope(layouts[i], DIM);
        found[i] = answer_of(&drawn.problem, 0, 1, 2);
    }
    ck_assert(agree(found[1].score, found[2].score, KEYS));
    ck_assert(!agree(found[0].score, found[1].score, KEYS));
    interleave(drawn.query, BATCH * HEADS * QUERIES);
    interleave(drawn.key, BATCH * HEADS / 2 * KEYS);
    drawn.problem.position = rope(PLUMB_ROPE_INTERLEAVED, DIM);
    same = answer_of(&drawn.problem, 0, 1, 2);
    ck_assert(agree(found[0].score, same.score, KEYS));
    free_problem(&drawn);
}
END_TEST

START_TEST(rope_multiplies_both_vectors) {
    drawn_problem drawn = draw();
    drawn.problem.position = rope(PLUMB_ROPE_HALF, DIM);
    answer once = answer_of(&drawn.problem, 0, 0, 1);
    drawn.problem.position.rope.multiplier = 1.5;
    answer twice = answer_of(&drawn.problem, 0, 0, 1);
    for (size_t j = 0; j < KEYS; j++)
        ck_assert(near(twice.score[j], 2.25 * once.score[j].mid));
    free_problem(&drawn);
}
END_TEST

/* An engine's own cosines and sines: row p for position p, nothing multiplied. */
START_TEST(rope_tables) {
    drawn_problem drawn = draw();
    double cosine[KEYS * 2], sine[KEYS * 2];
    drawn.problem.position = rope(PLUMB_ROPE_HALF, 4);
    answer computed = answer_of(&drawn.problem, 0, 0, 1);
    for (size_t position = 0; position < KEYS; position++)
        for (size_t m = 0; m < 2; m++) {
            cosine[2 * position + m] = cos((double)position * pow(10000, -(double)m / 2));
            sine[2 * position + m] = sin((double)position * pow(10000, -(double)m / 2));
        }
    drawn.problem.position.rope.cosine = cosine;
    drawn.problem.position.rope.sine = sine;
    drawn.problem.position.rope.rows = KEYS;
    drawn.problem.position.rope.multiplier = 3;
    answer stated = answer_of(&drawn.problem, 0, 0, 1);
    for (size_t j = 0; j < KEYS; j++)
        ck_assert(near(stated.score[j], computed.score[j].mid));
    drawn.problem.position.rope.rows = KEYS - 1;
    answer without = answer_of(&drawn.problem, 0, 0, 1);
    ck_assert(ball_informs(without.score[KEYS - 2]) && !ball_informs(without.score[KEYS - 1]));
    free_problem(&drawn);
}
END_TEST

START_TEST(sinusoids_are_added) {
    drawn_problem drawn = draw();
    const plumb_problem *p = &drawn.problem;
    for (int which = 0; which < 4; which++) {
        bool interleaved = which % 2 == 1, one_less = which / 2 == 1;
        drawn.problem.position =
            (plumb_position){.kind = PLUMB_POSITION_SINUSOIDAL,
                             .sinusoidal = interleaved ? PLUMB_SINUSOIDAL_INTERLEAVED
                                                       : PLUMB_SINUSOIDAL_CONCATENATED,
                             .sinusoidal_one_less = one_less,
                             .sinusoidal_base = 1000,
                             .offset = -2};
        answer found = answer_of(p, 0, 2, 1);
        double expected[KEYS];
        for (size_t j = 0; j < KEYS; j++) {
            expected[j] = 0;
            for (size_t m = 0; m < PAIRS; m++) {
                double f = pow(1000, -(double)m / (one_less ? PAIRS - 1 : PAIRS));
                size_t s = interleaved ? 2 * m : m, c = interleaved ? 2 * m + 1 : m + PAIRS;
                const double *query = query_at(p, 0, 2, 1), *key = key_at(p, 0, 2, j);
                double at_query = (1 + 2 - 2) * f, at_key = ((double)j - 2) * f;
                expected[j] += (query[s] + sin(at_query)) * (key[s] + sin(at_key)) +
                               (query[c] + cos(at_query)) * (key[c] + cos(at_key));
            }
            expected[j] /= sqrt(DIM);
        }
        check_scores(&found, expected);
    }
    free_problem(&drawn);
}
END_TEST

START_TEST(learned_rows_are_added) {
    drawn_problem drawn = draw();
    const plumb_problem *p = &drawn.problem;
    double table[(KEYS + 1) * DIM], query[DIM], key[DIM], expected[KEYS];
    for (size_t i = 0; i < (KEYS + 1) * DIM; i++)
        table[i] = (double)(i * i % 11) - 5;
    drawn.problem.position = (plumb_position){
        .kind = PLUMB_POSITION_LEARNED, .table = table, .table_rows = KEYS + 1, .offset = 1};
    answer found = answer_of(p, 1, 0, 0);
    for (size_t j = 0; j < KEYS; j++) {
        for (size_t c = 0; c < DIM; c++) {
            query[c] = query_at(p, 1, 0, 0)[c] + table[(2 + 1) * DIM + c];
            key[c] = key_at(p, 1, 0, j)[c] + table[(j + 1) * DIM + c];
        }
        expected[j] = dot(query, key) / sqrt(DIM);
    }
    check_scores(&found, expected);
    free_problem(&drawn);
}
END_TEST

/* Readers refuse such cases; here nothing is claimed, and no table is read where it has no row. */
START_TEST(positions_without_an_encoding_say_nothing) {
    drawn_problem drawn = draw();
    double table[KEYS * DIM] = {0};
    const plumb_position positions[] = {
        rope(PLUMB_ROPE_HALF, DIM),
        {.kind = PLUMB_POSITION_SINUSOIDAL, .sinusoidal_base = 10000},
        {.kind = PLUMB_POSITION_LEARNED, .table = table, .table_rows = KEYS}};
    int64_t ids[BATCH * KEYS] = {0, 0, 0, -1};
    drawn.problem.position = positions[2];
    drawn.problem.position.key_position = ids;
    answer found = answer_of(&drawn.problem, 0, 0, 0);
    ck_assert(!ball_informs(found.score[3]) && ball_informs(found.score[2]));
    drawn.problem.causal.offset = KEYS;
    ck_assert(!informs(answer_of(&drawn.problem, 0, 0, 0).score, KEYS));
    drawn.problem.position = positions[1];
    drawn.problem.position.sinusoidal_base = 0;
    ck_assert(!informs(answer_of(&drawn.problem, 0, 0, 0).score, KEYS));
    drawn.problem.position = positions[0];
    drawn.problem.position.rope.base = -1;
    ck_assert(!informs(answer_of(&drawn.problem, 0, 0, 0).score, KEYS));
    free_problem(&drawn);
}
END_TEST

/* The keys of a batch and head stay: whatever the order of rows, they are the right ones. */
START_TEST(moved_keys_are_those_of_the_row) {
    drawn_problem drawn = draw();
    int64_t queries[BATCH * QUERIES], keys[BATCH * KEYS];
    place(queries, BATCH * QUERIES, 3);
    place(keys, BATCH * KEYS, 1);
    drawn.problem.position = rope(PLUMB_ROPE_HALF, DIM);
    drawn.problem.position.query_position = queries;
    drawn.problem.position.key_position = keys;
    plumb_row row;
    ck_assert_int_eq(plumb_row_init(&row, &drawn.problem), 0);
    for (size_t i = 0; i < 2 * BATCH * HEADS * QUERIES; i++) {
        size_t b = i % BATCH, h = i * 3 % HEADS, t = i / 2 % QUERIES;
        answer fresh = answer_of(&drawn.problem, b, h, t);
        answer found = answer_in(&row, &drawn.problem, b, h, t);
        ck_assert_mem_eq(&fresh, &found, sizeof found);
    }
    plumb_row_free(&row);
    free_problem(&drawn);
}
END_TEST

/* k* equal to the only key, which stands at position 0: both meet the moved query, half and half. */
/* The keys that a query sees, in order, are its cache; its own is the last of them. */
static void place_in_cache(const plumb_row *row, int64_t *query_position, int64_t *key_position) {
    int64_t kept = 0;
    for (size_t j = 0; j < KEYS; j++)
        key_position[j] = row->visible[j] ? kept++ : 0;
    *query_position = kept - 1;
}

/* StreamingLLM: the same row as with position ids that count the keys of the cache. */
START_TEST(positions_within_the_cache) {
    static const plumb_position_kind kinds[] = {PLUMB_POSITION_ROPE, PLUMB_POSITION_ALIBI,
                                                PLUMB_POSITION_SINUSOIDAL};
    drawn_problem drawn = draw();
    drawn.problem.causal.causal = true;
    drawn.problem.mask = (plumb_mask){.streaming = true, .first = 1, .recent = 2, .in_cache = true};
    drawn.problem.position = rope(PLUMB_ROPE_HALF, DIM);
    drawn.problem.position.sinusoidal_base = 10000;
    drawn.problem.position.kind = kinds[_i];
    plumb_row row;
    ck_assert_int_eq(plumb_row_init(&row, &drawn.problem), 0);
    for (size_t t = 0; t < QUERIES; t++) {
        int64_t queries[QUERIES] = {0}, keys[KEYS];
        answer found = answer_in(&row, &drawn.problem, 0, 1, t);
        place_in_cache(&row, &queries[t], keys);
        plumb_problem stated = drawn.problem;
        stated.mask.in_cache = false;
        stated.position.query_position = queries;
        stated.position.key_position = keys;
        answer expected = answer_of(&stated, 0, 1, t);
        ck_assert_int_eq(queries[t], 2);
        ck_assert_mem_eq(found.weight, expected.weight, sizeof found.weight);
        ck_assert_mem_eq(found.output, expected.output, sizeof found.output);
    }
    plumb_row_free(&row);
    free_problem(&drawn);
}
END_TEST

START_TEST(the_sink_meets_the_moved_query) {
    drawn_problem drawn = draw();
    double table[QUERIES * DIM];
    drawn.problem.key_length = 1;
    drawn.problem.key_heads = HEADS;
    drawn.problem.causal.offset = 0;
    drawn.problem.op.sink = PLUMB_SINK_KEY;
    drawn.problem.extra.sink_key = drawn.problem.key;
    for (size_t i = 0; i < QUERIES * DIM; i++)
        table[i] = i < DIM ? 0 : (double)i;
    const plumb_position positions[] = {
        rope(PLUMB_ROPE_HALF, DIM),
        {.kind = PLUMB_POSITION_LEARNED, .table = table, .table_rows = QUERIES}};
    for (size_t i = 0; i < 2; i++) {
        drawn.problem.position = positions[i];
        for (size_t t = 0; t < QUERIES; t++)
            ck_assert(near(answer_of(&drawn.problem, 0, 2, t).weight[0], 0.5));
    }
    free_problem(&drawn);
}
END_TEST

/* relative, key, symmetric, scaled-key at distance p_j - p_t */
static double alibi_bias(plumb_alibi_form form, double slope, double query, double key) {
    double scale = form == PLUMB_ALIBI_SCALED_KEY ? 1 / sqrt(DIM) : 1;
    return form == PLUMB_ALIBI_RELATIVE    ? slope * (key - query)
           : form == PLUMB_ALIBI_SYMMETRIC ? -slope * fabs(key - query)
                                           : slope * scale * key;
}

START_TEST(alibi_forms) {
    static const double slopes[HEADS] = {0.5, 0.3, -2, 0};
    drawn_problem drawn = draw();
    const plumb_problem *p = &drawn.problem;
    int64_t queries[BATCH * QUERIES], keys[BATCH * KEYS];
    place(queries, BATCH * QUERIES, -3);
    place(keys, BATCH * KEYS, -6);
    for (int form = PLUMB_ALIBI_RELATIVE; form <= PLUMB_ALIBI_SCALED_KEY; form++)
        for (int stated = 0; stated < 2; stated++)
            for (size_t h = 0; h < HEADS; h++) {
                drawn.problem.position = (plumb_position){.kind = PLUMB_POSITION_ALIBI,
                                                          .alibi = (plumb_alibi_form)form,
                                                          .slopes = stated ? slopes : NULL,
                                                          .query_position = queries,
                                                          .key_position = keys};
                double slope = stated ? slopes[h] : pow(2, -2.0 * (double)(h + 1));
                double expected[KEYS];
                plain_scores(p, 1, h, 2, expected);
                for (size_t j = 0; j < KEYS; j++)
                    expected[j] += alibi_bias((plumb_alibi_form)form, slope,
                                              (double)queries[QUERIES + 2], (double)keys[KEYS + j]);
                answer found = answer_of(p, 1, h, 2);
                check_scores(&found, expected);
            }
    free_problem(&drawn);
}
END_TEST

/* One number more in every score: nothing to a softmax, something to a sink or a sigmoid. */
START_TEST(alibi_of_keys_is_relative_under_a_softmax) {
    static const double sinks[HEADS] = {0.5, 0.5, 0.5, 0.5};
    drawn_problem drawn = draw();
    for (int which = 0; which < 3; which++) {
        drawn.problem.op.kind = which == 2 ? PLUMB_SIGMOID : PLUMB_SOFTMAX;
        drawn.problem.op.sink = which == 1 ? PLUMB_SINK_LOGIT : PLUMB_SINK_NONE;
        drawn.problem.extra.sinks = sinks;
        drawn.problem.position = (plumb_position){.kind = PLUMB_POSITION_ALIBI};
        answer relative = answer_of(&drawn.problem, 0, 1, 1);
        drawn.problem.position.alibi = PLUMB_ALIBI_KEY;
        answer key = answer_of(&drawn.problem, 0, 1, 1);
        ck_assert_int_eq(agree(relative.weight, key.weight, KEYS), which == 0);
        ck_assert(!agree(relative.score, key.score, KEYS));
    }
    free_problem(&drawn);
}
END_TEST

START_TEST(a_position_stands_where_the_bias_does) {
    drawn_problem drawn = draw();
    static double bias[KEYS] = {1, -1, 0.5, 2, 0, -3};
    drawn.problem.extra.bias = bias;
    drawn.problem.op.softcap = 0.75;
    drawn.problem.position = (plumb_position){.kind = PLUMB_POSITION_ALIBI};
    for (int order = PLUMB_CAP_BIAS_MASK; order <= PLUMB_BIAS_CAP_MASK; order++) {
        drawn.problem.op.softcap_order = (plumb_softcap_order)order;
        double expected[KEYS];
        plain_scores(&drawn.problem, 0, 0, 0, expected);
        for (size_t j = 0; j < KEYS; j++) {
            double added = bias[j] + 0.25 * ((double)j - 2);
            expected[j] = order == PLUMB_CAP_BIAS_MASK ? 0.75 * tanh(expected[j] / 0.75) + added
                                                       : 0.75 * tanh((expected[j] + added) / 0.75);
        }
        answer found = answer_of(&drawn.problem, 0, 0, 0);
        check_scores(&found, expected);
    }
    free_problem(&drawn);
}
END_TEST

/* 8 buckets up to 16, causal: 4 6 8 12 from bucket 4 on; both: 4 each way, 0 1 2 6 ... */
START_TEST(t5_buckets) {
    static const int64_t distances[KEYS] = {0, -3, -5, -200, 5, 200};
    static const double causal[KEYS] = {0, 3, 4, 7, 0, 0}, both[KEYS] = {0, 2, 2, 3, 6, 7};
    drawn_problem drawn = draw();
    double table[8 * HEADS], expected[KEYS];
    int64_t queries[BATCH * QUERIES], keys[BATCH * KEYS];
    for (size_t i = 0; i < 8 * HEADS; i++)
        table[i] = (double)(i % HEADS) * 100 + (double)(i / HEADS);
    for (size_t i = 0; i < BATCH * KEYS; i++)
        keys[i] = 1000 + distances[i % KEYS];
    for (size_t i = 0; i < BATCH * QUERIES; i++)
        queries[i] = 1000;
    for (int bidirectional = 0; bidirectional < 2; bidirectional++)
        for (size_t h = 0; h < HEADS; h++) {
            drawn.problem.position = (plumb_position){.kind = PLUMB_POSITION_T5,
                                                      .bidirectional = bidirectional == 1,
                                                      .buckets = 8,
                                                      .max_distance = 16,
                                                      .table = table,
                                                      .query_position = queries,
                                                      .key_position = keys};
            plain_scores(&drawn.problem, 1, h, 1, expected);
            for (size_t j = 0; j < KEYS; j++)
                expected[j] += 100 * (double)h + (bidirectional ? both : causal)[j];
            answer found = answer_of(&drawn.problem, 1, h, 1);
            check_scores(&found, expected);
            for (size_t j = 0; j < KEYS; j++)
                expected[j] -= 100 * (double)h;
            drawn.problem.position.kind = PLUMB_POSITION_BUCKET_INDEX;
            drawn.problem.position.table = NULL;
            found = answer_of(&drawn.problem, 1, h, 1);
            check_scores(&found, expected);
        }
    free_problem(&drawn);
}
END_TEST

START_TEST(relative_table_is_clipped) {
    drawn_problem drawn = draw();
    double table[5 * HEADS], expected[KEYS];
    for (size_t i = 0; i < 5 * HEADS; i++)
        table[i] = (double)(i * i % 13);
    drawn.problem.position =
        (plumb_position){.kind = PLUMB_POSITION_RELATIVE_TABLE, .table = table, .table_rows = 5};
    plain_scores(&drawn.problem, 0, 3, 1, expected);
    for (size_t j = 0; j < KEYS; j++) { /* the query stands at 3 */
        size_t row = j < 1 ? 0 : j > 5 ? 4 : j - 1;
        expected[j] += table[row * HEADS + 3];
    }
    answer found = answer_of(&drawn.problem, 0, 3, 1);
    check_scores(&found, expected);
    free_problem(&drawn);
}
END_TEST

START_TEST(shaw_adds_to_keys_and_values) {
    drawn_problem drawn = draw();
    const plumb_problem *p = &drawn.problem;
    double table[3 * DIM], values[3 * VALUES], key[DIM], expected[KEYS];
    for (size_t i = 0; i < 3 * DIM; i++)
        table[i] = (double)(i * i % 7) - 3;
    for (size_t i = 0; i < 3 * VALUES; i++)
        values[i] = (double)(i * i) - 2;
    drawn.problem.position = (plumb_position){
        .kind = PLUMB_POSITION_SHAW, .table = table, .value_table = values, .table_rows = 3};
    answer found = answer_of(p, 0, 1, 0);
    double output[VALUES] = {0, 0};
    for (size_t j = 0; j < KEYS; j++) { /* the query stands at 2 */
        size_t row = j < 2 ? 0 : j > 2 ? 2 : 1;
        for (size_t c = 0; c < DIM; c++)
            key[c] = key_at(p, 0, 1, j)[c] + table[row * DIM + c];
        expected[j] = dot(query_at(p, 0, 1, 0), key) / sqrt(DIM);
        for (size_t c = 0; c < VALUES; c++)
            output[c] +=
                found.weight[j].mid * (p->value[j * VALUES + c] + values[row * VALUES + c]);
    }
    check_scores(&found, expected);
    for (size_t c = 0; c < VALUES; c++)
        ck_assert(near(found.output[c], output[c]));
    free_problem(&drawn);
}
END_TEST

START_TEST(shaw_with_a_table_of_zeros_is_none) {
    static const double zeros[3 * DIM];
    drawn_problem drawn = draw();
    answer none = answer_of(&drawn.problem, 1, 1, 1);
    drawn.problem.position = (plumb_position){
        .kind = PLUMB_POSITION_SHAW, .table = zeros, .value_table = zeros, .table_rows = 3};
    answer shaw = answer_of(&drawn.problem, 1, 1, 1);
    ck_assert(agree(none.score, shaw.score, KEYS));
    ck_assert(agree(none.weight, shaw.weight, KEYS));
    ck_assert(agree(none.output, shaw.output, VALUES));
    free_problem(&drawn);
}
END_TEST

START_TEST(too_much_memory_is_refused) {
    plumb_positions positions;
    plumb_problem huge = {.key_length = PLUMB_MOST_ELEMENTS, .head_dim = 2};
    huge.position = rope(PLUMB_ROPE_HALF, 2);
    ck_assert_int_eq(plumb_positions_init(&positions, &huge), -1);
    ck_assert_ptr_null(positions.key);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/positions");
    TCase *tests = tcase_create("positions");
    tcase_add_test(tests, none_changes_nothing);
    tcase_add_loop_test(tests, rope_rotates, 0, 2);
    tcase_add_loop_test(tests, rope_is_relative, 0, 3);
    tcase_add_loop_test(tests, backward_is_a_turn_less_forward, 0, 2);
    tcase_add_test(tests, rope_layouts_are_permutations);
    tcase_add_test(tests, rope_multiplies_both_vectors);
    tcase_add_test(tests, rope_tables);
    tcase_add_test(tests, sinusoids_are_added);
    tcase_add_test(tests, learned_rows_are_added);
    tcase_add_test(tests, positions_without_an_encoding_say_nothing);
    tcase_add_test(tests, moved_keys_are_those_of_the_row);
    tcase_add_loop_test(tests, positions_within_the_cache, 0, 3);
    tcase_add_test(tests, the_sink_meets_the_moved_query);
    tcase_add_test(tests, alibi_forms);
    tcase_add_test(tests, alibi_of_keys_is_relative_under_a_softmax);
    tcase_add_test(tests, a_position_stands_where_the_bias_does);
    tcase_add_test(tests, t5_buckets);
    tcase_add_test(tests, relative_table_is_clipped);
    tcase_add_test(tests, shaw_adds_to_keys_and_values);
    tcase_add_test(tests, shaw_with_a_table_of_zeros_is_none);
    tcase_add_test(tests, too_much_memory_is_refused);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
