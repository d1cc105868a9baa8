/* test_beside.c - one wrong convention and one fault of a kernel together: both are reported. */
#include "diagnose/diagnose.h"
#include "tests/infer/matrices.h"

/* Of key heads h mod 2, not h / 2. */
static void read_modulo(matrices *m) {
    size_t of = m->h % ALL_KEY_HEADS;
    memcpy(m->key, m->p->key + of * ALL_KEYS * WIDTH, sizeof m->key);
    memcpy(m->value, m->p->value + of * ALL_KEYS * WIDTH, sizeof m->value);
}

/* What the last of four warps has, 16 keys of each 64, is not in the sum of weights. */
static void lose_a_warp(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 0; j < ALL_KEYS; j++)
            m->divisor[t] -= j % 64 >= 48 ? m->weight[t][j] : 0;
}

static void count_twice(matrices *m) {
    for (size_t t = 0; t < ALL_QUERIES; t++)
        for (size_t j = 32; j < 48; j++) {
            m->divisor[t] += m->weight[t][j];
            m->weight[t][j] *= 2;
        }
}

static const struct {
    matrix_fault fault;
    const char *state;
} cases[] = {
    {{.vectors = read_modulo,
      .weights = lose_a_warp,
      .says =
          "the engine gives query head h the key head h mod key_heads; in addition, every 4th tile of 16 keys, from "
          "keys 48 to 63 on, is missing in the sum of weights, not in the sum of values"},
     "\"gqa\":\"tile\""},
    {{.vectors = read_modulo,
      .weights = count_twice,
      .says = "the engine gives query head h the key head h mod key_heads; in addition, keys 32 to 47 (one tile of 16) "
              "are counted twice"},
     "\"gqa\":\"tile\""},
};
enum { CASES = sizeof cases / sizeof *cases };

START_TEST(both_are_said) {
    const matrix_fault *fault = &cases[_i].fault;
    drawn_problem drawn = draw_matrices(fault, PLUMB_F32);
    plumb_case judged = run_matrices(fault, PLUMB_F32, &drawn);
    plumb_diagnosis diagnosis;
    plumb_error error;
    char text[1 << 14] = "";
    ck_assert_msg(plumb_diagnose(&judged, &(plumb_diagnose_options){.seconds = 600}, &diagnosis, &error) == 0, "%s",
                  error.text);
    ck_assert_ptr_nonnull(diagnosis.beside);
    ck_assert_str_eq(diagnosis.inferences.list[0].says, fault->says);
    ck_assert_str_eq(diagnosis.beside->member, cases[_i].state);
    ck_assert_uint_eq(diagnosis.inferences.explained, diagnosis.inferences.failed);
    FILE *stream = fmemopen(text, sizeof text, "w");
    plumb_diagnosis_text(&diagnosis, stream);
    fclose(stream);
    ck_assert_msg(strstr(text, "convention; state \"gqa\":\"tile\"\n") != NULL, "%s", text);
    plumb_diagnosis_free(&diagnosis);
    free_problem(&drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/beside");
    TCase *tests = tcase_create("beside");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, both_are_said, 0, CASES);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
