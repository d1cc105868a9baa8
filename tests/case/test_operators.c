/* test_operators.c - the table of operators names every enumerator once, and finds it again. */
#include "case/operators.h"
#include "tests/support/suite.h"
#include <string.h>

static const size_t counts[PLUMB_LISTS] = {
    [PLUMB_LIST_OPERATORS] = PLUMB_MLP_KERNEL + 1,
    [PLUMB_LIST_NORMALISATIONS] = PLUMB_AT_LEAST_ONE + 1,
    [PLUMB_LIST_SINKS] = PLUMB_SINK_KEY0_BIAS + 1,
    [PLUMB_LIST_SOFTCAP_ORDERS] = PLUMB_BIAS_MASK_CAP + 1,
    [PLUMB_LIST_POSITIONS] = PLUMB_POSITION_SHAW + 1,
    [PLUMB_LIST_ROPE_SCALINGS] = PLUMB_ROPE_LONGROPE + 1,
    [PLUMB_LIST_ALIBI_FORMS] = PLUMB_ALIBI_SCALED_KEY + 1,
    [PLUMB_LIST_MASKS] = 8,
    [PLUMB_LIST_MODIFIERS] = 4,
};

START_TEST(entries_are_complete) {
    const plumb_list *list = plumb_list_of((plumb_list_name)_i);
    ck_assert_uint_eq(list->count, counts[_i]);
    for (size_t i = 0; i < list->count; i++) {
        const plumb_entry *entry = &list->entry[i];
        ck_assert_ptr_nonnull(entry->name);
        ck_assert_ptr_nonnull(entry->formula);
        ck_assert_ptr_nonnull(entry->source);
        ck_assert_ptr_nonnull(entry->kernels);
        /* they stand in rows of a Markdown table */
        ck_assert_ptr_null(strchr(entry->formula, '|'));
        ck_assert_ptr_null(strchr(entry->source, '|'));
        ck_assert_uint_eq(entry->needs & entry->takes, 0);
    }
}
END_TEST

START_TEST(names_are_found) {
    const plumb_list *list = plumb_list_of((plumb_list_name)_i);
    size_t number = 99;
    for (size_t i = 0; i < list->count; i++) {
        ck_assert(plumb_list_find(list, list->entry[i].name, &number));
        ck_assert_uint_eq(number, i); /* so no name stands twice */
    }
    ck_assert(!plumb_list_find(list, "Softmax", &number));
    ck_assert(!plumb_list_find(list, "", &number));
}
END_TEST

START_TEST(inputs_have_names_of_their_own) {
    for (int i = 0; i < PLUMB_INPUTS; i++) {
        ck_assert_ptr_nonnull(plumb_input_name((plumb_input)i));
        for (int j = 0; j < i; j++)
            ck_assert_str_ne(plumb_input_name((plumb_input)i), plumb_input_name((plumb_input)j));
    }
}
END_TEST

START_TEST(parameters_are_found) {
    plumb_input found;
    for (int i = 0; i < PLUMB_INPUTS; i++) {
        bool parameter = i >= PLUMB_INPUT_TENSORS;
        ck_assert_int_eq(plumb_input_kind((plumb_input)i) != PLUMB_VALUE_TENSOR, parameter);
        ck_assert_int_eq(plumb_input_find(plumb_input_name((plumb_input)i), &found), parameter);
        if (parameter)
            ck_assert_int_eq(found, i);
    }
    ck_assert(!plumb_input_find("version", &found));
}
END_TEST

/* What is of positions is taken by positions alone. */
START_TEST(positions_and_operators_take_different_inputs) {
    plumb_input_set positions = 0, others = 0;
    for (int name = 0; name < PLUMB_LISTS; name++) {
        const plumb_list *list = plumb_list_of((plumb_list_name)name);
        bool of_positions = name >= PLUMB_LIST_POSITIONS && name <= PLUMB_LIST_ALIBI_FORMS;
        for (size_t i = 0; i < list->count; i++)
            *(of_positions ? &positions : &others) |= list->entry[i].needs | list->entry[i].takes;
    }
    ck_assert_uint_eq(positions, plumb_inputs_of_positions());
    ck_assert_uint_eq(positions & others, 0);
}
END_TEST

/* An input that nothing takes could never be stated. */
START_TEST(inputs_are_taken_by_something) {
    plumb_input_set taken = 0;
    for (int name = 0; name < PLUMB_LISTS; name++) {
        const plumb_list *list = plumb_list_of((plumb_list_name)name);
        for (size_t i = 0; i < list->count; i++)
            taken |= list->entry[i].needs | list->entry[i].takes;
    }
    ck_assert_uint_eq(taken, PLUMB_INPUT_SET(PLUMB_INPUTS) - 1);
}
END_TEST

START_TEST(softmaxes_have_a_log_sum_exp) {
    static const bool have[] = {[PLUMB_SOFTMAX] = true,
                                [PLUMB_SCALED_SOFTMAX] = true,
                                [PLUMB_CLIPPED_SOFTMAX] = true,
                                [PLUMB_MLP_KERNEL] = false};
    for (int kind = PLUMB_SOFTMAX; kind <= PLUMB_MLP_KERNEL; kind++)
        ck_assert_int_eq(plumb_has_log_sum_exp((plumb_operator_kind)kind), have[kind]);
}
END_TEST

START_TEST(sinks_with_a_logit_may_leave_it_out_of_the_log_sum_exp) {
    const plumb_list *list = plumb_list_of(PLUMB_LIST_SINKS);
    for (size_t i = 0; i < list->count; i++)
        ck_assert_int_eq(plumb_sink_adds_logit((plumb_sink)i),
                         (list->entry[i].takes & PLUMB_INPUT_SET(PLUMB_INPUT_LSE_SINK)) != 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("operators");
    TCase *tests = tcase_create("table");
    tcase_add_loop_test(tests, entries_are_complete, 0, PLUMB_LISTS);
    tcase_add_loop_test(tests, names_are_found, 0, PLUMB_LISTS);
    tcase_add_test(tests, inputs_have_names_of_their_own);
    tcase_add_test(tests, parameters_are_found);
    tcase_add_test(tests, positions_and_operators_take_different_inputs);
    tcase_add_test(tests, inputs_are_taken_by_something);
    tcase_add_test(tests, softmaxes_have_a_log_sum_exp);
    tcase_add_test(tests, sinks_with_a_logit_may_leave_it_out_of_the_log_sum_exp);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
