/* test_moved.c - vectors moved to their positions, by hand. */
#include "exact/moved.h"
#include "tests/exact/balls.h"
#include "tests/support/suite.h"

/* The vector 1, 2, 3, ... at a position. */
static arb_ptr moved_count(const plumb_problem *problem, int64_t position) {
    arb_ptr vector = _arb_vec_init((slong)problem->head_dim);
    plumb_exact_movement movement;
    plumb_exact_movement_init(&movement, problem, PRECISION);
    for (size_t c = 0; c < problem->head_dim; c++)
        arb_set_ui(vector + c, c + 1);
    plumb_exact_move(vector, &movement, (plumb_point){{position}});
    plumb_exact_movement_clear(&movement);
    return vector;
}

static void check_moved(const plumb_problem *problem, int64_t position, const double *expected) {
    arb_ptr vector = moved_count(problem, position);
    for (size_t c = 0; c < problem->head_dim; c++)
        check_near(vector + c, expected[c], 1e-15);
    _arb_vec_clear(vector, (slong)problem->head_dim);
}

/* Exactly, without any radius. */
static void check_unmoved(const plumb_problem *problem, int64_t position) {
    arb_ptr vector = moved_count(problem, position);
    for (size_t c = 0; c < problem->head_dim; c++)
        ck_assert(arb_equal_si(vector + c, (slong)c + 1));
    _arb_vec_clear(vector, (slong)problem->head_dim);
}

static plumb_problem with_rope(size_t head_dim, plumb_rope rope) {
    plumb_problem problem = plain(1, 1, head_dim);
    problem.position.kind = PLUMB_POSITION_ROPE;
    problem.position.rope = rope;
    return problem;
}

START_TEST(one_pair_turns_by_its_position) {
    plumb_problem problem = with_rope(2, (plumb_rope){.dim = 2, .base = 10000});
    const double by_one[] = {cos(1) - 2 * sin(1), sin(1) + 2 * cos(1)};
    const double back[] = {cos(3) + 2 * sin(3), -sin(3) + 2 * cos(3)};
    check_moved(&problem, 1, by_one);
    check_moved(&problem, -3, back);
    check_unmoved(&problem, 0);
    problem.position.rope.multiplier = 0.5;
    const double halved[] = {by_one[0] / 2, by_one[1] / 2};
    check_moved(&problem, 1, halved);
}
END_TEST

/* Head dimension 5, of which 4 are rotated: frequencies 1 and 1/100. */
START_TEST(layouts_pair_other_elements) {
    plumb_problem problem = with_rope(5, (plumb_rope){.dim = 4, .base = 10000});
    double c = cos(2), s = sin(2), slow_c = cos(0.02), slow_s = sin(0.02);
    const double half[] = {c - 3 * s, 2 * slow_c - 4 * slow_s, s + 3 * c, 2 * slow_s + 4 * slow_c,
                           5};
    const double interleaved[] = {c - 2 * s, s + 2 * c, 3 * slow_c - 4 * slow_s,
                                  3 * slow_s + 4 * slow_c, 5};
    const double deinterleaved[] = {interleaved[0], interleaved[2], interleaved[1], interleaved[3],
                                    5};
    check_moved(&problem, 2, half);
    problem.position.rope.layout = PLUMB_ROPE_INTERLEAVED;
    check_moved(&problem, 2, interleaved);
    problem.position.rope.layout = PLUMB_ROPE_DEINTERLEAVED;
    check_moved(&problem, 2, deinterleaved);
}
END_TEST

/* The last two of four elements, neighbours that stay so or not. */
START_TEST(the_last_elements_may_turn) {
    plumb_problem problem = with_rope(4, (plumb_rope){.dim = 2, .last = true, .base = 10000});
    const double turned[] = {1, 2, 3 * cos(2) - 4 * sin(2), 3 * sin(2) + 4 * cos(2)};
    for (int layout = 0; layout < 3; layout++) {
        problem.position.rope.layout = (plumb_rope_layout)layout;
        check_moved(&problem, 2, turned);
    }
}
END_TEST

START_TEST(stated_sines_and_cosines) {
    const double cosine[] = {7, 0.5, 0.25, 2}, sine[] = {7, 7, 0, -1};
    plumb_problem problem = with_rope(
        4,
        (plumb_rope){
            .dim = 4, .base = 10000, .multiplier = 9, .cosine = cosine, .sine = sine, .rows = 2});
    const double second_row[] = {0.25, 2 * 2 + 4, 0.25 * 3, -2 + 4 * 2};
    check_moved(&problem, 1, second_row);
    arb_ptr outside = moved_count(&problem, 2);
    ck_assert(!arb_is_finite(outside));
    _arb_vec_clear(outside, 4);
}
END_TEST

static plumb_problem with_sinusoidal(size_t head_dim, plumb_sinusoidal_layout layout) {
    plumb_problem problem = plain(1, 1, head_dim);
    problem.position.kind = PLUMB_POSITION_SINUSOIDAL;
    problem.position.sinusoidal = layout;
    problem.position.sinusoidal_base = 10000;
    return problem;
}

/* PE(0) = 0, 0, 1, 1, and PE(2) from frequencies 1 and 1/100, or 1 and 1/10000. */
START_TEST(sinusoidal_encodings) {
    plumb_problem problem = with_sinusoidal(4, PLUMB_SINUSOIDAL_CONCATENATED);
    const double start[] = {1, 2, 4, 5}, alternating[] = {1, 3, 3, 5};
    const double second[] = {1 + sin(2), 2 + sin(0.02), 3 + cos(2), 4 + cos(0.02)};
    const double one_less[] = {1 + sin(2), 2 + sin(0.0002), 3 + cos(2), 4 + cos(0.0002)};
    const double second_alternating[] = {1 + sin(2), 2 + cos(2), 3 + sin(0.02), 4 + cos(0.02)};
    check_moved(&problem, 0, start);
    check_moved(&problem, 2, second);
    problem.position.offset = 3;
    check_moved(&problem, -1, second);
    problem.position.offset = 0;
    problem.position.sinusoidal_one_less = true;
    check_moved(&problem, 2, one_less);
    problem = with_sinusoidal(4, PLUMB_SINUSOIDAL_INTERLEAVED);
    check_moved(&problem, 0, alternating);
    check_moved(&problem, 2, second_alternating);
}
END_TEST

START_TEST(learned_rows_start_at_the_offset) {
    const double table[] = {10, 20, 30, 40, 50, 60}, third[] = {51, 62}, first[] = {11, 22};
    plumb_problem problem = plain(1, 1, 2);
    problem.position = (plumb_position){
        .kind = PLUMB_POSITION_LEARNED, .offset = 2, .table = table, .table_rows = 3};
    check_moved(&problem, 0, third);
    check_moved(&problem, -2, first);
    for (int64_t outside = -3; outside <= 1; outside += 4) {
        arb_ptr vector = moved_count(&problem, outside);
        ck_assert(!arb_is_finite(vector));
        _arb_vec_clear(vector, 2);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact/moved");
    TCase *tests = tcase_create("moved");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, one_pair_turns_by_its_position);
    tcase_add_test(tests, layouts_pair_other_elements);
    tcase_add_test(tests, the_last_elements_may_turn);
    tcase_add_test(tests, stated_sines_and_cosines);
    tcase_add_test(tests, sinusoidal_encodings);
    tcase_add_test(tests, learned_rows_start_at_the_offset);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
