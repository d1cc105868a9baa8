/* test_proved_alone.c - bfloat16 outputs with almost no error beyond the expected one, but some values excluded by
   proof: only a change under which the case passes explains them. */
#include "diagnose/diagnose.h"
#include "tests/simulate/drawn_case.h"

/* Rows that see one key err by the last rounding alone, and the error bound is narrow there. */
static const drawn_size size = {
    .heads = 4, .queries = 160, .keys = 160, .dim = 64, .largest = 4, .model = "bf16-flash", .format = PLUMB_BF16};

/* The output of these heads times the factor, diagnosed. */
static plumb_diagnosis diagnose_scaled(drawn_problem *drawn, double *output, size_t heads, double factor) {
    size_t count = plumb_rows_of(&drawn->problem) * size.dim, spoilt = count / size.heads * heads;
    for (size_t i = count - spoilt; i < count; i++)
        output[i] *= factor;
    round_tensor(output, count, size.format);
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

int main(void) {
    Suite *suite = suite_create("diagnose/proved_alone");
    TCase *tests = tcase_create("proved_alone");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, only_what_passes_explains, 0, sizeof scaled / sizeof *scaled);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
