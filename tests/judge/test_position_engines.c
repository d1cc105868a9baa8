/* test_position_engines.c - simulated engines of every positional encoding: none that is right ever fails. */
#include "tests/judge/judged_engines.h"

/* Problems of each encoding. */
#define PROBLEMS 120

static const char *const encodings[] = {
#define POSITION(kind, way, name) [kind] = #name,
#include "problem/positions.def"
};

/* Far positions are for `right_engines_never_fail`: there binary32 says little of a fast pair. */
static void bring_near(random_cases *cases, drawn_problem *drawn) {
    const plumb_problem *p = &drawn->problem;
    bool table = p->position.kind == PLUMB_POSITION_LEARNED || p->position.rope.cosine != NULL;
    drawn->problem.position.offset %= 64;
    if (table || drawn->query_position == NULL)
        return;
    for (size_t i = 0; i < plumb_query_places(p); i++)
        drawn->query_position[i] = (int64_t)random_below(cases, 4096);
    for (size_t i = 0; drawn->key_position != NULL && i < plumb_key_places(p); i++)
        drawn->key_position[i] = (int64_t)random_below(cases, 4096);
}

static void check_encoding(plumb_position_kind kind, problem_character character, bool near,
                           usage *used) {
    uint64_t usual = character == ORDINARY ? PROBLEMS : PROBLEMS / 4;
    random_cases cases = random_begin("position budgets", usual);
    while (random_next(&cases)) {
        random_round(&cases, (int)kind);
        const operator_engine *by = &operator_engines[random_below(&cases, OPERATOR_ENGINES)];
        bool softmax = random_below(&cases, 2) == 0;
        size_t variant = softmax ? 0 : random_below(&cases, OPERATOR_VARIANTS);
        drawn_problem drawn =
            draw_position_problem(&cases, operator_of_variant(variant), kind, character);
        plumb_report report;
        if (near)
            bring_near(&cases, &drawn);
        if (round_problem(&drawn, by->output) && judge(&drawn.problem, by, NO_MISTAKE, &report))
            check_none_fails(&report, &drawn.problem, by, cases.number, used);
        free_problem(&drawn);
    }
}

START_TEST(right_engines_pass) {
    usage used = {.problems = 0};
    check_encoding((plumb_position_kind)_i, ORDINARY, true, &used);
    show_usage(encodings[_i], &used);
    ck_assert_double_gt((double)used.problems, 0.6 * random_effort() * PROBLEMS - 5);
    check_shares(&used, 0.85);
}
END_TEST

START_TEST(right_engines_never_fail) {
    usage used = {.problems = 0};
    check_encoding((plumb_position_kind)_i, ORDINARY, false, &used);
    check_encoding((plumb_position_kind)_i, INTEGERS, false, &used);
    check_encoding((plumb_position_kind)_i, COMPANIONS, false, &used);
    check_encoding((plumb_position_kind)_i, LARGE_SCORES, false, &used);
    check_encoding((plumb_position_kind)_i, TINY, false, &used);
    show_usage(encodings[_i], &used);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/position_engines");
    TCase *cases = tcase_create("position_engines");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, right_engines_pass, 0, PLUMB_POSITION_COUNT);
    tcase_add_loop_test(cases, right_engines_never_fail, 0, PLUMB_POSITION_COUNT);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
