/* test_stored.c - outputs that were stored in 16 bits, although binary32 is stated: by themselves they are explained by
   that alone; beside a fault, the fault is found under the precision that they show. */
#include "diagnose/diagnose.h"
#include "tests/simulate/drawn_case.h"

enum { KEYS = 96, LOST = 37 };

static const drawn_size size = {.heads = 2,
                                .queries = 48,
                                .keys = KEYS,
                                .dim = 32,
                                .largest = 4,
                                .model = "f32",
                                .format = PLUMB_F32};

/* What an engine in binary32 gives, with a lost key or without, stored through that format. */
static void diagnose_stored(bool loses, plumb_format format, void check(const plumb_diagnosis *)) {
    random_cases cases = random_begin("stored outputs", 3);
    unsigned char allowed[KEYS];
    memset(allowed, 1, sizeof allowed);
    allowed[LOST] = 0;
    while (random_next(&cases)) {
        drawn_problem drawn = draw_case(&cases, &size);
        drawn.problem.causal.causal = false;
        simulated_engine engine = draw_engine(&cases, &size);
        plumb_problem by = drawn.problem;
        size_t count = plumb_rows_of(&by) * size.dim;
        double *output = malloc(count * sizeof *output);
        by.mask.allowed = loses ? allowed : NULL;
        answer_case(&by, &engine, size.format, output);
        round_tensor(output, count, format);
        const plumb_case stated = {.problem = drawn.problem,
                                   .input_format = size.format,
                                   .precision = size.model,
                                   .source = "drawn",
                                   .output = {true, size.format, count, output}};
        const plumb_diagnose_options how = {.without_pairs = true, .seconds = 600};
        plumb_diagnosis diagnosis;
        plumb_error error;
        ck_assert_int_eq(plumb_diagnose(&stated, &how, &diagnosis, &error), 0);
        ck_assert_int_eq(diagnosis.stated.verdict, PLUMB_FAIL);
        check(&diagnosis);
        plumb_diagnosis_free(&diagnosis);
        free(output);
        free_problem(&drawn);
    }
}

static void is_explained_by_binary16(const plumb_diagnosis *diagnosis) {
    ck_assert_ptr_null(diagnosis->stored_as);
    ck_assert_uint_gt(diagnosis->explanations.count, 0);
    ck_assert_str_eq(diagnosis->explanations.list[0].change[0]->does, "rounds as f32 and stores its output in f16");
}

static void is_explained_by_bfloat16(const plumb_diagnosis *diagnosis) {
    ck_assert_ptr_null(diagnosis->stored_as);
    ck_assert_uint_gt(diagnosis->explanations.count, 0);
    ck_assert_str_eq(diagnosis->explanations.list[0].change[0]->does, "rounds as f32 and stores its output in bf16");
}

static void loses_the_key(const plumb_diagnosis *diagnosis, const char *stored_as) {
    ck_assert(stored_as == NULL ? diagnosis->stored_as == NULL
                                : diagnosis->stored_as != NULL && strcmp(diagnosis->stored_as, stored_as) == 0);
    ck_assert_uint_gt(diagnosis->inferences.count, 0);
    ck_assert_str_eq(diagnosis->inferences.list[0].says, "key 37 is missing");
}

static void is_in_binary16(const plumb_diagnosis *diagnosis) {
    loses_the_key(diagnosis, "f32,output=f16");
}

static void is_in_bfloat16(const plumb_diagnosis *diagnosis) {
    loses_the_key(diagnosis, "f32,output=bf16");
}

static void is_in_binary32(const plumb_diagnosis *diagnosis) {
    loses_the_key(diagnosis, NULL);
}

START_TEST(storing_alone_explains) {
    diagnose_stored(false, PLUMB_F16, is_explained_by_binary16);
    diagnose_stored(false, PLUMB_BF16, is_explained_by_bfloat16);
}
END_TEST

START_TEST(a_fault_is_found_under_the_precision_that_outputs_show) {
    diagnose_stored(true, PLUMB_F16, is_in_binary16);
    diagnose_stored(true, PLUMB_BF16, is_in_bfloat16);
    diagnose_stored(true, PLUMB_F32, is_in_binary32);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/stored");
    TCase *tests = tcase_create("stored");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, storing_alone_explains);
    tcase_add_test(tests, a_fault_is_found_under_the_precision_that_outputs_show);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
