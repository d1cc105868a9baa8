/* test_positions.c - the encodings that move or add to vectors, through whole rows: the source of positions, and which
   vectors are moved. */
#include "exact/position.h"
#include "number/index.h"
#include "tests/row/positioned_rows.h"
#include "tests/support/suite.h"
#include <flint/flint.h>

#define PAIRS (DIM / 2)

static bool informs(const plumb_ball *a, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (ball_informs(a[i]))
            return true;
    return false;
}

static const plumb_rope_layout layouts[] = {PLUMB_ROPE_HALF, PLUMB_ROPE_INTERLEAVED,
                                            PLUMB_ROPE_DEINTERLEAVED};

static plumb_position rope(plumb_rope_layout layout, size_t dim) {
    return (plumb_position){.kind = PLUMB_POSITION_ROPE,
                            .rope = {.layout = layout, .dim = dim, .base = 10000}};
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

/* What an entry adds to the offset is the offset of a problem of its own, also within a cache, and the reference has
   its positions. */
START_TEST(entries_stand_where_they_say) {
    const int64_t later[] = {-1, 3};
    drawn_problem drawn = draw();
    for (int in_cache = 0; in_cache < 2; in_cache++)
        for (size_t b = 0; b < BATCH; b++) {
            plumb_problem *p = &drawn.problem, alone;
            p->position = rope(PLUMB_ROPE_HALF, DIM);
            p->mask = (plumb_mask){.entry_offset = later};
            if (in_cache)
                p->mask.streaming = p->mask.in_cache = true, p->mask.first = 1, p->mask.recent = 2;
            alone = *p;
            alone.mask.entry_offset = NULL;
            alone.causal.offset += later[b];
            answer found = answer_of(p, b, 1, 2), same = answer_of(&alone, b, 1, 2);
            ck_assert_mem_eq(&found, &same, sizeof found);
            for (size_t j = 0; j < KEYS; j++)
                ck_assert_int_eq(plumb_exact_distance(p, b, 2, j), plumb_exact_distance(&alone, b, 2, j));
            p->mask.entry_offset = NULL;
            same = answer_of(p, b, 1, 2);
            ck_assert(!agree(found.score, same.score, KEYS));
        }
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

/* k* equal to the only key, which stands at position 0: both meet the moved query, half and half. */
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

START_TEST(too_much_memory_is_refused) {
    plumb_positions positions;
    plumb_problem huge = {.key_length = PLUMB_MOST_ELEMENTS, .head_dim = 2};
    huge.position = rope(PLUMB_ROPE_HALF, 2);
    ck_assert_int_eq(plumb_positions_init(&positions, &huge), -1);
    ck_assert_ptr_null(positions.key);
    /* as many numbers as a size_t takes for 0 */
    huge.key_length = (size_t)1 << 56;
    huge.head_dim = 256;
    ck_assert_int_eq(plumb_positions_init(&positions, &huge), -1);
    ck_assert_ptr_null(positions.key);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/positions");
    TCase *tests = tcase_create("positions");
    tcase_add_test(tests, none_changes_nothing);
    tcase_add_loop_test(tests, rope_rotates, 0, 2);
    tcase_add_loop_test(tests, rope_is_relative, 0, 3);
    tcase_add_loop_test(tests, backward_is_a_turn_less_forward, 0, 2);
    tcase_add_test(tests, rope_layouts_are_permutations);
    tcase_add_test(tests, entries_stand_where_they_say);
    tcase_add_test(tests, rope_multiplies_both_vectors);
    tcase_add_test(tests, rope_tables);
    tcase_add_test(tests, sinusoids_are_added);
    tcase_add_test(tests, learned_rows_are_added);
    tcase_add_test(tests, positions_without_an_encoding_say_nothing);
    tcase_add_test(tests, moved_keys_are_those_of_the_row);
    tcase_add_loop_test(tests, positions_within_the_cache, 0, 3);
    tcase_add_test(tests, the_sink_meets_the_moved_query);
    tcase_add_test(tests, too_much_memory_is_refused);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
