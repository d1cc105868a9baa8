/* test_moved.c - queries and keys at their positions are within the largest radius of their middles, and are kept as
   long as the key head does not change. */
#include "bundle/moved.h"
#include "bundle/places.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

static drawn_problem rotated(random_cases *cases) {
    plumb_problem shape = one_head(9, 7, 8, 4);
    shape.query_heads = 4;
    shape.key_heads = 2;
    shape.position = (plumb_position){.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 6, .base = 10000}};
    return draw_problem(cases, shape, ORDINARY);
}

/* By another way: one vector after the other. */
static void check_rows(const plumb_moved_vectors *moved, plumb_rows *rows, plumb_positions *alone) {
    const plumb_problem *p = rows->problem;
    const double *key = p->key + (rows->h / 2) * p->key_length * p->head_dim;
    for (size_t r = 0; r < rows->count; r++) {
        plumb_move_query(alone, p, rows->b, rows->first + r, plumb_query_of_row(rows, r));
        for (size_t c = 0; c < p->head_dim; c++) {
            ck_assert(moved->query[r * p->head_dim + c] == alone->query[c].mid);
            ck_assert(alone->query[c].rad <= moved->of_query);
        }
    }
    plumb_move_keys(alone, p, rows->b, 0, key, 0, p->key_length);
    for (size_t i = 0; i < p->key_length * p->head_dim; i++)
        ck_assert(moved->key[i] == alone->key[i].mid && alone->key[i].rad <= moved->of_key);
    ck_assert(moved->of_key < 1e-12 && moved->of_query < 1e-12);
}

START_TEST(vectors_are_at_their_positions) {
    random_cases cases = random_begin("moved vectors", 50);
    while (random_next(&cases)) {
        drawn_problem drawn = rotated(&cases);
        plumb_rows rows;
        plumb_positions alone;
        plumb_moved_vectors moved;
        ck_assert_int_eq(plumb_rows_init(&rows, &drawn.problem, 4, PLUMB_KEEP_WEIGHTS), 0);
        ck_assert_int_eq(plumb_positions_init(&alone, &drawn.problem), 0);
        ck_assert_int_eq(plumb_moved_vectors_init(&moved, &drawn.problem), 0);
        for (size_t h = 0; h < 4; h++)
            for (size_t t = 0; t < drawn.problem.query_length; t += rows.count) {
                plumb_rows_get(&rows, 0, h, t);
                ck_assert_int_eq(plumb_moved_vectors_set(&moved, &rows), h % 2 == 0 && t == 0);
                check_rows(&moved, &rows, &alone);
            }
        plumb_moved_vectors_free(&moved);
        plumb_positions_free(&alone);
        plumb_rows_free(&rows);
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(nothing_moves_without_a_position) {
    random_cases cases = random_begin("vectors as given", 1);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, one_head(3, 3, 4, 4), ORDINARY);
        plumb_moved_vectors moved;
        ck_assert_int_eq(plumb_moved_vectors_init(&moved, &drawn.problem), 0);
        ck_assert(!moved.moves && moved.query == NULL);
        plumb_moved_vectors_free(&moved);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bundle/moved");
    TCase *tests = tcase_create("moved");
    tcase_add_test(tests, vectors_are_at_their_positions);
    tcase_add_test(tests, nothing_moves_without_a_position);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
