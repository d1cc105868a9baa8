/* test_diagnosed.c - what a diagnosis says of a kernel with a fault, in text and JSON, and what it then need not
   try. */
#include "base/json.h"
#include "diagnose/diagnose.h"
#include "tests/infer/inferred.h"
#include "tests/support/check.h"
#include "tests/support/json_format.h"
#include "tests/support/suite.h"

typedef struct {
    plumb_diagnosis diagnosis;
    char text[1 << 14], json[1 << 16];
} told;

static void write_reports(told *all) {
    FILE *text = fmemopen(all->text, sizeof all->text, "w"), *json = fmemopen(all->json, sizeof all->json, "w");
    plumb_diagnosis_text(&all->diagnosis, text);
    ck_assert_int_eq(plumb_diagnosis_json(&all->diagnosis, json), 0);
    fclose(text);
    fclose(json);
}

static void diagnose_in(double seconds, void (*make)(faulty_case *c), bool faulty, told *all) {
    random_cases cases = random_begin("diagnosed", 1);
    random_next(&cases);
    faulty_case c = {.cases = &cases, .kernel = {.format = PLUMB_F32}};
    plumb_error error;
    make(&c);
    if (!faulty)
        c.kernel.fault = no_fault();
    double *out = run_kernel(&c.kernel);
    plumb_case judged = case_of_kernel(&c.kernel, out);
    plumb_diagnose_options how = {.seconds = seconds};
    ck_assert_msg(plumb_diagnose(&judged, &how, &all->diagnosis, &error) == 0, "%s", error.text);
    write_reports(all);
    plumb_diagnosis_free(&all->diagnosis);
    free(out);
    free_problem(&c.drawn);
}

static void diagnose(void (*make)(faulty_case *c), bool faulty, told *all) {
    diagnose_in(600, make, faulty, all);
}

/* The member of a report. */
static json_t *member(const char *json, const char *name) {
    json_t *object = json_of_format("diagnose", json), *value = json_object_get(object, name);
    ck_assert_msg(value != NULL, "%s", name);
    json_incref(value);
    json_decref(object);
    return value;
}

START_TEST(what_the_kernel_did_is_said) {
    static told all;
    diagnose(fault_values_not_rescaled, true, &all);
    ck_assert_uint_eq(all.diagnosis.pairs, 0);
    ck_assert_msg(strstr(all.text, "the output shows what the kernel did\n") != NULL, "%s", all.text);
    ck_assert_msg(strstr(all.text, "\ninferred   the sum of values is not rescaled when the maximum") != NULL, "%s",
                  all.text);
    json_t *inferred = member(all.json, "inferred"), *first = json_array_get(inferred, 0);
    ck_assert_uint_eq(json_array_size(inferred), 1);
    ck_assert_str_eq(json_string_value(json_object_get(first, "cause")), "rescale");
    ck_assert_int_eq(json_integer_value(json_object_get(first, "explains")),
                     json_integer_value(json_object_get(first, "of")));
    json_decref(inferred);
}
END_TEST

/* The engine is right as another convention, and nothing is inferred beside that. */
START_TEST(a_convention_is_enough) {
    static told all;
    diagnose(fault_all_scaled, true, &all);
    ck_assert_msg(strstr(all.text, "\nexplained  the engine multiplies the softmax by alpha 1.25\n") != NULL, "%s",
                  all.text);
    ck_assert_ptr_null(strstr(all.text, "\ninferred "));
}
END_TEST

START_TEST(of_a_right_kernel_nothing_is_said) {
    static told all;
    diagnose(fault_values_not_rescaled, false, &all);
    ck_assert_ptr_null(strstr(all.text, "inferred"));
    json_t *inferred = member(all.json, "inferred");
    ck_assert_uint_eq(json_array_size(inferred), 0);
    json_decref(inferred);
}
END_TEST

START_TEST(what_time_did_not_allow_is_said) {
    static told all;
    diagnose_in(1e-9, fault_values_not_rescaled, true, &all);
    ck_assert_uint_eq(all.diagnosis.inferences.count, 0);
    ck_assert_msg(strstr(all.text, ", inference not") != NULL, "%s", all.text);
    json_t *whether = member(all.json, "inferred_all");
    ck_assert(json_is_false(whether));
    json_decref(whether);
    diagnose(fault_values_not_rescaled, true, &all);
    whether = member(all.json, "inferred_all");
    ck_assert(json_is_true(whether));
    json_decref(whether);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnosed");
    TCase *tests = tcase_create("diagnosed");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, what_the_kernel_did_is_said);
    tcase_add_test(tests, what_time_did_not_allow_is_said);
    tcase_add_test(tests, a_convention_is_enough);
    tcase_add_test(tests, of_a_right_kernel_nothing_is_said);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
