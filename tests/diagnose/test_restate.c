/* test_restate.c - changed statements of cases: what a statement changes, which members are removed with it, and
   refusals. */
#include "diagnose/restate.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <stdio.h>

static const double numbers[64];
static const int64_t positions[8] = {0, 1, 2, 3, 4, 5, 6, 7};

static plumb_case small_case(void) {
    plumb_case c = {.problem = one_head(3, 4, 4, 2), .input_format = PLUMB_F32};
    c.problem.query = c.problem.key = c.problem.value = numbers;
    return c;
}

static plumb_case rotated_case(void) {
    plumb_case c = small_case();
    c.problem.position = (plumb_position){.kind = PLUMB_POSITION_ROPE,
                                          .query_position = positions,
                                          .key_position = positions,
                                          .rope = {.dim = 4, .base = 10000}};
    return c;
}

/* 1 where the case changed, 0 where it does not apply and stays as it was. */
static int restate(plumb_case *c, const char *without, const char *states) {
    plumb_neighbour neighbour = {.make = plumb_restate, .of = without};
    plumb_storage storage = {0};
    plumb_case before = *c;
    snprintf(neighbour.states, sizeof neighbour.states, "%s", states);
    int result = plumb_neighbour_make(&neighbour, &storage, c);
    if (result == 0)
        ck_assert_mem_eq(c, &before, sizeof before);
    plumb_storage_free(&storage);
    return result;
}

START_TEST(a_statement_is_read_again) {
    plumb_case c = small_case();
    ck_assert_int_eq(restate(&c, NULL, "\"window\":{\"left\":1,\"right\":0},\"causal_alignment\":\"bottom-right\""), 1);
    ck_assert(c.problem.mask.windowed);
    ck_assert_int_eq(c.problem.mask.left, 1);
    ck_assert_int_eq(c.problem.mask.right, 0);
    ck_assert_int_eq(c.problem.causal.offset, 1);
    ck_assert_int_eq(restate(&c, NULL, "\"mask\":\"causal\""), 0); /* hides what the window hides */
    ck_assert_int_eq(restate(&c, NULL, "\"mask\":\"prefix\",\"prefix\":2"), 0);
    ck_assert_int_eq(restate(&c, "window", ""), 1);
    ck_assert(!c.problem.mask.windowed);
    ck_assert_int_eq(restate(&c, NULL, "\"mask\":\"prefix\",\"prefix\":0"), 1);
    ck_assert(c.problem.mask.prefixed);
    ck_assert_int_eq(restate(&c, NULL, "\"mask\":\"causal\""), 0); /* the same as a prefix of none */
}
END_TEST

START_TEST(a_word_takes_its_own_with_it) {
    plumb_case c = rotated_case();
    ck_assert_int_eq(restate(&c, NULL, "\"rope_scaling\":\"yarn\",\"rope_factor\":4,\"rope_original\":32"), 1);
    ck_assert(c.problem.position.rope.beta_fast == 32 && c.problem.position.rope.beta_slow == 1);
    ck_assert_int_eq(restate(&c, NULL, "\"rope_mscale\":1,\"rope_mscale_all\":2"), 1);
    ck_assert_int_eq(restate(&c, NULL, "\"rope_multiplier\":1.5"), 1);
    ck_assert(c.problem.position.rope.mscale == 0 && c.problem.position.rope.mscale_all == 0);
    ck_assert_int_eq(restate(&c, NULL, "\"position\":\"alibi\",\"alibi_form\":\"key\""), 1);
    ck_assert_ptr_null(c.problem.position.query_position); /* would be passed over */
    ck_assert_ptr_eq(c.problem.position.key_position, positions);
    ck_assert(c.problem.position.rope.base == 0);
    ck_assert_int_eq(restate(&c, NULL, "\"position\":\"none\""), 1);
    ck_assert_ptr_null(c.problem.position.key_position);
    ck_assert_int_eq(restate(&c, NULL, "\"position\":\"rope\""), 1);
    ck_assert(c.problem.position.rope.base == 10000);
    ck_assert_uint_eq(c.problem.position.rope.dim, 4);
}
END_TEST

START_TEST(sinks_and_softcaps_leave_nothing_behind) {
    plumb_case c = small_case();
    c.problem.op.sink = PLUMB_SINK_LOGIT;
    c.problem.extra.sinks = numbers;
    ck_assert_int_eq(restate(&c, NULL, "\"lse_sink\":\"excluded\""), 1);
    ck_assert_int_eq(restate(&c, NULL, "\"sink\":\"none\""), 1);
    ck_assert_ptr_null(c.problem.extra.sinks);
    ck_assert(!c.problem.op.sink_outside_lse);
    ck_assert_int_eq(restate(&c, NULL, "\"softcap\":2,\"softcap_order\":\"bias-cap-mask\""), 1);
    ck_assert_int_eq(c.problem.op.softcap_order, PLUMB_BIAS_CAP_MASK);
    ck_assert_int_eq(restate(&c, NULL, "\"softcap\":0"), 1);
    ck_assert_int_eq(c.problem.op.softcap_order, PLUMB_CAP_BIAS_MASK);
}
END_TEST

START_TEST(what_no_case_states_does_not_apply) {
    static const char *const statements[] = {
        "\"rope_base\":500000",                       /* no rotation takes it */
        "\"sink\":\"logit\"",                         /* its tensor is missing */
        "\"operator\":\"sigmoid\",\"sink\":\"zero\"", /* not together */
        "\"softcap\":-1",                             /* out of its domain */
        "\"softcap_order\":\"bias-cap-mask\"",        /* passed over */
        "\"position\":\"learned\"",                   /* its table is missing */
        "\"position\":\"t5\"",
        "\"chunk\":0",
        "\"operator\":\"softmax\"", /* is stated */
        "\"no_such_member\":1",
    };
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        plumb_case c = small_case();
        ck_assert_msg(restate(&c, NULL, statements[i]) == 0, "%s applies", statements[i]);
    }
}
END_TEST

START_TEST(rotations_that_turn_alike_are_no_change) {
    static const struct {
        const char *states;
        int result;
    } changes[] = {{"\"rope_base\":10000", 0},    {"\"rope_base\":10001", 1},      {"\"rope_multiplier\":1", 0},
                   {"\"rope_multiplier\":2", 1},  {"\"rope_dim\":2", 1},           {"\"rope_dim\":6", 0},
                   {"\"rope_dim\":3", 0},         {"\"rope_layout\":\"interleaved\"", 1},
                   {"\"rope_scaling\":\"linear\",\"rope_factor\":1", 0}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        plumb_case c = rotated_case();
        ck_assert_msg(restate(&c, NULL, changes[i].states) == changes[i].result, "%s", changes[i].states);
    }
}
END_TEST

/* Masks alone move, and an encoding that counts stays where it was; or both move. */
START_TEST(masks_move_alone) {
    plumb_neighbour neighbour = {.make = plumb_restate_masks, .states = "\"causal_alignment\":{\"offset\":0}"};
    plumb_storage storage = {0};
    plumb_case c = rotated_case();
    c.problem.causal = (plumb_causal){true, 1};
    c.problem.position.query_position = c.problem.position.key_position = NULL;
    plumb_case alone = c, both = c;
    ck_assert_int_eq(plumb_neighbour_make(&neighbour, &storage, &alone), 1);
    ck_assert_int_eq(alone.problem.causal.offset, 0);
    ck_assert_int_eq(alone.problem.position.query_position[0], 1);
    neighbour.make = plumb_restate;
    ck_assert_int_eq(plumb_neighbour_make(&neighbour, &storage, &both), 1);
    ck_assert_int_eq(both.problem.causal.offset, 0);
    ck_assert_ptr_null(both.problem.position.query_position);
    plumb_storage_free(&storage);
}
END_TEST

START_TEST(what_is_left_out_is_told) {
    plumb_case c = rotated_case();
    plumb_neighbour neighbour = {.of = "rope_multiplier", .states = "\"rope_layout\":\"half\""};
    bool all;
    ck_assert_int_eq(plumb_says_other(&c, &neighbour, &all), 0);
    ck_assert(all);
    c.problem.position.rope.multiplier = 2;
    ck_assert_int_eq(plumb_says_other(&c, &neighbour, &all), 1);
    ck_assert(!all);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/restate");
    TCase *tests = tcase_create("restate");
    tcase_add_test(tests, a_statement_is_read_again);
    tcase_add_test(tests, a_word_takes_its_own_with_it);
    tcase_add_test(tests, sinks_and_softcaps_leave_nothing_behind);
    tcase_add_test(tests, what_no_case_states_does_not_apply);
    tcase_add_test(tests, rotations_that_turn_alike_are_no_change);
    tcase_add_test(tests, masks_move_alone);
    tcase_add_test(tests, what_is_left_out_is_told);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
