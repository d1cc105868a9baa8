/* test_proved_alone.c - bfloat16 outputs with almost no error beyond the expected one, but some values excluded by
   proof: only a change under which the case passes explains them. */
#include "diagnose/diagnose.h"
#include "tests/simulate/drawn_case.h"

/* Rows that see one key err by the last rounding alone, and the error bound is narrow there. */
static const drawn_size size = {
    .heads = 4, .queries = 160, .keys = 160, .dim = 64, .largest = 4, .model = "bf16-flash", .format = PLUMB_BF16};

static plumb_diagnosis diagnosed(const drawn_problem *drawn, double *output, size_t count) {
    const plumb_case stated = {.problem = drawn->problem,
                               .input_format = size.format,
                               .precision = size.model,
                               .source = "drawn",
                               .output = {true, size.format, count, output}};
    const plumb_diagnose_options how = {.seconds = 600, .without_pairs = true}; /* for all changes */
    plumb_diagnosis diagnosis;
    plumb_error error;
    ck_assert_int_eq(plumb_diagnose(&stated, &how, &diagnosis, &error), 0);
    return diagnosis;
}

/* The output of these heads times the factor, diagnosed. */
static plumb_diagnosis diagnose_scaled(drawn_problem *drawn, double *output, size_t heads, double factor) {
    size_t count = plumb_rows_of(&drawn->problem) * size.dim, spoilt = count / size.heads * heads;
    for (size_t i = count - spoilt; i < count; i++)
        output[i] *= factor;
    round_tensor(output, count, size.format);
    return diagnosed(drawn, output, count);
}

static const struct {
    size_t heads;
    double factor;
    const char *does; /* what is said first begins so; NULL: nothing explains it, coarser precisions aside */
} scaled[] = {{4, 1.01, "multiplies the softmax by alpha 1.0"}, {1, 1.02, NULL}};

START_TEST(only_what_passes_explains) {
    random_cases cases = random_begin("proved alone", 1);
    random_next(&cases);
    drawn_problem drawn = draw_case(&cases, &size);
    size_t count = plumb_rows_of(&drawn.problem) * size.dim;
    double *output = malloc(count * sizeof *output);
    const simulated_engine engine = draw_engine(&cases, &size);
    answer_case(&drawn.problem, &engine, size.format, output);
    plumb_diagnosis diagnosis = diagnose_scaled(&drawn, output, scaled[_i].heads, scaled[_i].factor);
    const plumb_tensor_report *tensor = &diagnosis.stated.tensor[PLUMB_OUTPUT];
    const plumb_explanations *all = &diagnosis.explanations;
    ck_assert_int_eq(diagnosis.stated.verdict, PLUMB_FAIL);
    ck_assert_uint_le(tensor->beyond, tensor->refuted + 1);
    for (size_t i = 0; i < all->count; i++)
        ck_assert_msg(all->list[i].passes || plumb_only_excuses(&all->list[i]), "%s", all->list[i].change[0]->does);
    bool found = all->count > 0 && !plumb_only_excuses(&all->list[0]);
    ck_assert(found == (scaled[_i].does != NULL));
    if (found)
        ck_assert_int_eq(strncmp(all->list[0].change[0]->does, scaled[_i].does, strlen(scaled[_i].does)), 0);
    plumb_diagnosis_free(&diagnosis);
    free(output);
    free_problem(&drawn);
}
END_TEST

/* Correct engines that round once more than is stated: their outputs are nearly as expected, and a change that has
   almost no effect, such as hidden keys of score -10, must not explain what only a proof or a mean excludes. */
static const char *const rounded_once_more[] = {"bf16-flash-scaled-query", "bf16-eager-shifted"};
enum { DRAWN = 8 };

START_TEST(one_more_rounding_is_no_fault) {
    static const double largest[] = {7, 9, 12};
    random_cases cases = random_begin("one more rounding", 1);
    size_t wrong = 0;
    for (size_t i = 0; i < DRAWN; i++) {
        const drawn_size drawn_of = {.heads = 1, .queries = 33 + i, .keys = 50 + i, .dim = 64,
                                     .largest = largest[i % 3], .model = rounded_once_more[_i], .format = PLUMB_BF16};
        random_next(&cases);
        drawn_problem drawn = draw_case(&cases, &drawn_of);
        size_t count = plumb_rows_of(&drawn.problem) * drawn_of.dim;
        double *output = malloc(count * sizeof *output);
        const simulated_engine engine = draw_engine(&cases, &drawn_of);
        answer_case(&drawn.problem, &engine, PLUMB_BF16, output);
        plumb_diagnosis diagnosis = diagnosed(&drawn, output, count);
        const plumb_explanations *all = &diagnosis.explanations;
        wrong += diagnosis.stated.verdict != PLUMB_PASS;
        for (size_t j = 0; diagnosis.stated.verdict != PLUMB_PASS && j < all->count; j++)
            ck_assert_msg(plumb_only_excuses(&all->list[j]), "%s", all->list[j].change[0]->does);
        plumb_diagnosis_free(&diagnosis);
        free(output);
        free_problem(&drawn);
    }
    ck_assert_uint_ge(wrong, 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/proved_alone");
    TCase *tests = tcase_create("proved_alone");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, only_what_passes_explains, 0, sizeof scaled / sizeof *scaled);
    tcase_add_loop_test(tests, one_more_rounding_is_no_fault, 0, sizeof rounded_once_more / sizeof *rounded_once_more);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
