/* test_features.c - queries and keys are mapped, and mapped anew when the keys change. */
#include "row/features.h"
#include "score/elu_feature.h"
#include "score/mlp_feature.h"
#include "tests/support/contain.h"
#include "tests/support/suite.h"

#define KEYS 3
#define DIM 2
#define HIDDEN 3
#define FEATURES 4

static const double query[DIM] = {0.5, -1};
static const double keys[2][KEYS * DIM] = {{1, 2, -3, 4, 0, -0.5}, {3, 1, 1, 1, -2, 2}};
static const double inner[HIDDEN * DIM] = {1, -1, 0.5, 2, -2, 0.25};
static const double outer[FEATURES * HIDDEN] = {1, 2, 3, -1, 0, 1, 0.5, 0.5, 0.5, 2, -2, 1};

static plumb_problem problem_of(plumb_operator_kind kind) {
    return (plumb_problem){
        .head_dim = DIM,
        .key_length = KEYS,
        .op = {.kind = kind},
        .extra = {
            .mlp_inner = inner, .mlp_outer = outer, .hidden_dim = HIDDEN, .feature_dim = FEATURES}};
}

static void map(plumb_operator_kind kind, const double *vector, plumb_ball *feature) {
    plumb_ball hidden[HIDDEN];
    if (kind == PLUMB_ELU_KERNEL)
        plumb_elu_feature(vector, DIM, feature);
    else
        plumb_mlp_feature(vector, DIM, inner, HIDDEN, outer, FEATURES, hidden, feature);
}

static void check(plumb_operator_kind kind, size_t feature_dim) {
    plumb_problem problem = problem_of(kind);
    plumb_features features;
    plumb_ball expected[FEATURES];
    ck_assert(plumb_has_features(&problem));
    ck_assert_int_eq(plumb_features_init(&features, &problem), 0);
    ck_assert_uint_eq(features.feature_dim, feature_dim);
    for (int round = 0; round < 3; round++) {
        plumb_features_set(&features, &problem, query, keys[round % 2]);
        for (size_t j = 0; j < KEYS; j++) {
            map(kind, keys[round % 2] + j * DIM, expected);
            for (size_t c = 0; c < feature_dim; c++)
                ck_assert(balls_identical(features.key[j * feature_dim + c], expected[c]));
        }
        map(kind, query, expected);
        for (size_t c = 0; c < feature_dim; c++)
            ck_assert(balls_identical(features.query[c], expected[c]));
    }
    plumb_features_free(&features);
}

START_TEST(both_maps) {
    check(PLUMB_ELU_KERNEL, DIM);
    check(PLUMB_MLP_KERNEL, FEATURES);
}
END_TEST

START_TEST(other_operators_map_nothing) {
    for (int kind = PLUMB_SOFTMAX; kind < PLUMB_ELU_KERNEL; kind++) {
        plumb_problem problem = problem_of((plumb_operator_kind)kind);
        plumb_features features;
        ck_assert(!plumb_has_features(&problem));
        ck_assert_int_eq(plumb_features_init(&features, &problem), 0);
        ck_assert_ptr_null(features.key);
        plumb_features_free(&features);
    }
}
END_TEST

/* As many numbers as a size_t takes for 0. */
START_TEST(too_much_memory_is_refused) {
    plumb_problem huge = problem_of(PLUMB_ELU_KERNEL);
    plumb_features features;
    huge.key_length = (size_t)1 << 56;
    huge.head_dim = 256;
    ck_assert_int_eq(plumb_features_init(&features, &huge), -1);
    ck_assert_ptr_null(features.key);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/features");
    TCase *tests = tcase_create("features");
    tcase_add_test(tests, both_maps);
    tcase_add_test(tests, other_operators_map_nothing);
    tcase_add_test(tests, too_much_memory_is_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
