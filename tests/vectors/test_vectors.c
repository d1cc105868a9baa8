/* Vectors against what made them: the same from the same seed, files that a case reader takes, and enclosures that
   the kernels meet. */
#include "backward/gradients.h"
#include "case/read.h"
#include "judge/compare.h"
#include "exact/round.h"
#include "exact/visible.h"
#include "library/evaluation.h"
#include "tests/support/random.h"
#include "tests/support/json_format.h"
#include "tests/support/place.h"
#include "vectors/vectors.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void make(const char *family, uint64_t seed, int threads, plumb_vectors *out) {
    plumb_error error;
    const plumb_family *of = plumb_family_find(family);
    ck_assert_ptr_nonnull(of);
    ck_assert_msg(plumb_vectors_make(of, seed, threads, out, &error) == 0, "%s", error.text);
}

static void read_whole(const char *path, unsigned char **bytes, size_t *size) {
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    *bytes = malloc(1 << 20);
    *size = fread(*bytes, 1, 1 << 20, file);
    ck_assert_uint_lt(*size, 1 << 20);
    fclose(file);
}

static bool same_files(const char *one, const char *other, const char *name) {
    unsigned char *bytes[2];
    size_t size[2];
    char path[2][512];
    snprintf(path[0], sizeof path[0], "%s/%s", one, name);
    snprintf(path[1], sizeof path[1], "%s/%s", other, name);
    for (int i = 0; i < 2; i++)
        read_whole(path[i], &bytes[i], &size[i]);
    bool same = size[0] == size[1] && memcmp(bytes[0], bytes[1], size[0]) == 0;
    free(bytes[0]);
    free(bytes[1]);
    return same;
}

/* The list of what is kept is of its format, and names every dtype in which the answer is there. */
static void check_family(const char *folder, const char *name, const plumb_vectors *vectors) {
    char path[512];
    unsigned char *bytes;
    size_t size, kept = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    read_whole(path, &bytes, &size);
    char *text = strndup((const char *)bytes, size);
    check_json_format("vectors", text);
    json_t *family = json_loads(text, 0, NULL), *list = json_object_get(family, "vectors");
    for (size_t i = 0; i < vectors->count; i++) {
        if (!plumb_vector_is_kept(&vectors->vector[i]))
            continue;
        const json_t *answers = json_object_get(json_array_get(list, kept++), "answers");
        size_t formats = 0;
        for (int format = 0; format < PLUMB_FORMATS; format++)
            formats += !vectors->vector[i].answers.out.lacks[format];
        ck_assert_uint_eq(json_array_size(json_object_get(answers, "out")), formats);
    }
    json_decref(family);
    free(text);
    free(bytes);
}

static void name_of(const plumb_vector *vector, char name[128]) {
    const char *family = vector->candidate.family->name;
    snprintf(name, 128, "%s/%s-%03zu.safetensors", family, family, vector->candidate.number);
}

static void remove_all(const plumb_vectors *vectors, const char *folder) {
    char name[128], path[512];
    for (size_t i = 0; i < vectors->count; i++) {
        name_of(&vectors->vector[i], name);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        remove(path);
    }
    snprintf(path, sizeof path, "%s/%s.json", folder, vectors->vector[0].candidate.family->name);
    remove(path);
    snprintf(path, sizeof path, "%s/%s", folder, vectors->vector[0].candidate.family->name);
    rmdir(path);
    rmdir(folder);
}

static void new_folder(char folder[PLACE_SIZE]) {
    make_folder(folder);
}

START_TEST(seed_decides) {
    plumb_vectors one, again, other;
    plumb_error error;
    char folder[3][PLACE_SIZE], name[128];
    make("scale", 1, 1, &one);
    make("scale", 1, 2, &again);
    make("scale", 2, 1, &other);
    const plumb_vectors *const all[] = {&one, &again, &other};
    for (int i = 0; i < 3; i++) {
        new_folder(folder[i]);
        ck_assert_msg(plumb_vectors_write(all[i], folder[i], &error) == 0, "%s", error.text);
    }
    ck_assert(same_files(folder[0], folder[1], "scale.json"));
    check_family(folder[2], "scale.json", &other);
    for (size_t i = 0; i < one.count; i++) {
        if (!plumb_vector_is_kept(&one.vector[i]) || !plumb_vector_is_kept(&other.vector[i]))
            continue;
        name_of(&one.vector[i], name);
        ck_assert(same_files(folder[0], folder[1], name));
        ck_assert(!same_files(folder[0], folder[2], name));
    }
    for (int i = 0; i < 3; i++)
        remove_all(all[i], folder[i]);
    plumb_vectors_free(&one);
    plumb_vectors_free(&again);
    plumb_vectors_free(&other);
}
END_TEST

/* A key is NaN if no query of its group sees it, and no other is. */
static void check_hidden(const plumb_problem *p) {
    size_t group = p->query_heads / p->key_heads;
    for (size_t row = 0; row < p->batch * p->key_heads * p->key_length; row++) {
        size_t head = row / p->key_length, first = head % p->key_heads * group;
        bool seen = false;
        for (size_t i = 0; i < group * p->query_length; i++)
            seen = seen || plumb_exact_visible(p, head / p->key_heads, first + i / p->query_length,
                                               i % p->query_length, row % p->key_length);
        ck_assert(isnan(p->key[row * p->head_dim]) == !seen);
    }
}

/* What is written is a case, whose answer passes. */
START_TEST(files_are_cases) {
    plumb_vectors vectors;
    plumb_error error;
    char folder[PLACE_SIZE], name[128], path[512];
    make("hidden-cells", 1, 0, &vectors);
    new_folder(folder);
    ck_assert_msg(plumb_vectors_write(&vectors, folder, &error) == 0, "%s", error.text);
    ck_assert_uint_ge(vectors.kept, 80);
    for (size_t i = 0; i < vectors.count; i++) {
        plumb_case c;
        plumb_report report;
        if (!plumb_vector_is_kept(&vectors.vector[i]))
            continue;
        name_of(&vectors.vector[i], name);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        ck_assert_msg(plumb_case_read(path, &c, &error) == 0, "%s", error.text);
        ck_assert_msg(plumb_compare(&c, NULL, &report, &error) == 0, "%s", error.text);
        ck_assert_msg(report.verdict == PLUMB_PASS, "%s", path);
        ck_assert_str_eq(c.note, vectors.vector[i].candidate.reason);
        if (vectors.vector[i].candidate.inputs == PLUMB_INPUTS_HIDDEN_NAN)
            check_hidden(&c.problem);
        plumb_case_free(&c);
    }
    remove_all(&vectors, folder);
    plumb_vectors_free(&vectors);
}
END_TEST

static void check_result(const plumb_vector_result *a, const double *mid, const double *radius) {
    for (size_t i = 0; i < a->count; i++) {
        if (isnan(mid[i])) {
            ck_assert(isnan(a->low[i]) && isnan(a->high[i]));
            continue;
        }
        ck_assert(a->low[i] <= a->middle[i] && a->middle[i] <= a->high[i]);
        ck_assert(mid[i] - radius[i] <= a->high[i] && a->low[i] <= mid[i] + radius[i]);
        ck_assert(a->tolerance[i] >= 0);
        for (int format = 0; format < PLUMB_FORMATS; format++)
            if (!a->lacks[format])
                ck_assert(plumb_round_double(a->low[i], (plumb_format)format) <= a->rounded[format][i] &&
                          a->rounded[format][i] <= plumb_round_double(a->high[i], (plumb_format)format));
    }
}

static void check_gradients(const plumb_vector *v) {
    plumb_gradient_balls balls = {.mid = {NULL}};
    plumb_error error;
    size_t finite = 0;
    for (size_t g = 0; g < PLUMB_GRADIENT_COUNT; g++) {
        size_t count = v->answers.gradient[g].count;
        balls.mid[g] = count > 0 ? calloc(count, sizeof(double)) : NULL;
        balls.radius[g] = count > 0 ? calloc(count, sizeof(double)) : NULL;
    }
    ck_assert_msg(plumb_gradients_evaluate(&v->inputs.asked, 1, &balls, &error) == 0, "%s", error.text);
    for (size_t g = 0; g < PLUMB_GRADIENT_COUNT; g++) {
        const plumb_vector_result *result = &v->answers.gradient[g];
        check_result(result, balls.mid[g], balls.radius[g]);
        for (size_t i = 0; i < result->count; i++)
            finite += isfinite(result->tolerance[i]) ? 1 : 0;
        free(balls.mid[g]);
        free(balls.radius[g]);
    }
    ck_assert(finite > 0);
}

static void check_answers(const plumb_vector *v) {
    const plumb_vector_result *a = &v->answers.out;
    const plumb_evaluation how = {.from = 0};
    plumb_error error;
    double *mid = calloc(a->count, sizeof *mid), *radius = calloc(a->count, sizeof *radius);
    ck_assert_msg(plumb_evaluate_balls(&v->inputs.asked, PLUMB_OUTPUT, &how, mid, radius, &error) == 0, "%s",
                  error.text);
    check_result(a, mid, radius);
    free(mid);
    free(radius);
    if (v->inputs.asked.problem.loss.output != NULL)
        check_gradients(v);
}

/* Enclosures of the reference beside those of the kernels, in all families. */
START_TEST(answers_are_right) {
    const plumb_family *family = plumb_family_at((size_t)_i);
    plumb_candidate list[256];
    size_t count = plumb_candidates(family, NULL);
    plumb_error error;
    ck_assert_uint_le(count, 256);
    plumb_candidates(family, list);
    for (size_t i = (size_t)_i % 3; i < count; i += 3) {
        plumb_vector v = {.candidate = list[i]};
        ck_assert_msg(plumb_vector_draw(&list[i], 1, &v.inputs, &error) == 0, "%s", error.text);
        ck_assert_msg(plumb_vector_answer(&v.inputs, &v.storage, &v.answers, &error) == 0, "%s", error.text);
        if (v.answers.passes)
            check_answers(&v);
        plumb_drawn_case_free(&v.inputs);
        plumb_storage_free(&v.storage);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("vectors/vectors");
    TCase *cases = tcase_create("Laws");
    int families = 0;
    while (plumb_family_at((size_t)families) != NULL)
        families++;
    tcase_set_timeout(cases, 60 * random_timeout());
    tcase_add_test(cases, seed_decides);
    tcase_add_test(cases, files_are_cases);
    tcase_add_loop_test(cases, answers_are_right, 0, families);
    suite_add_tcase(suite, cases);
    return run_suite_in_place(suite);
}
