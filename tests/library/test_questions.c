/* test_questions.c - what a host in another language asks of the library: borrowed tensors, elements, texts, listings,
   who watches, and what a refusal says by itself. */
#include "tests/library/calls.h"
#include "tests/support/json_format.h"
#include "tests/support/place.h"
#include "tests/support/sanitized.h"
#include <jansson.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { QUERIES = 5, DIMS = 2, NUMBERS = 2 * QUERIES * DIMS };

static const size_t shape[] = {1, 2, QUERIES, DIMS};
static const char finding[] = "tests/engines/findings/gemma2-layer-f32-window-4-as-left-4.safetensors";
static const char causal[] = "{\"version\": 1, \"mask\": \"causal\", \"engine\": {\"precision\": \"f32\"}}";

/* Element n of a tensor in row-major order, distinct for each. */
static float number_of(int n, int tensor) {
    return (float)((n * 7 + tensor * 5) % 23 - 11) / 8;
}

static void fill(float *numbers, int tensor) {
    for (int n = 0; n < NUMBERS; n++)
        numbers[n] = number_of(n, tensor);
}

static void give(plumb_question *question, const char *name, int tensor) {
    float numbers[NUMBERS];
    fill(numbers, tensor);
    ck_assert_int_eq(plumb_question_tensor(question, name, "F32", shape, 4, numbers), PLUMB_RIGHT);
}

static plumb_question *ask_small(void) {
    plumb_question *question = plumb_question_new();
    ck_assert_ptr_nonnull(question);
    give(question, "q", 0);
    give(question, "k", 1);
    give(question, "v", 2);
    ck_assert_int_eq(plumb_question_describe(question, causal), PLUMB_RIGHT);
    return question;
}

static void end_refused(plumb_question *question, int answer, const char *part) {
    ck_assert_int_eq(answer, PLUMB_REFUSED);
    ck_assert_msg(strstr(plumb_question_message(question), part) != NULL, "%s", plumb_question_message(question));
    plumb_question_free(question);
}

static void evaluate(plumb_question *question, double *middle, size_t count) {
    double radius[NUMBERS];
    ck_assert_uint_eq(plumb_question_count(question, "output"), count);
    ck_assert_int_eq(plumb_question_evaluate(question, "output", middle, radius, count), PLUMB_RIGHT);
}

/* ---- tensors ---- */

/* q as it lies in other layouts: [B,S,H,D], backwards, and one row for all. */
START_TEST(strides_are_followed) {
    static const ptrdiff_t forward[] = {0, DIMS * 4, 2 * DIMS * 4, 4};
    float usual[NUMBERS], turned[NUMBERS], backwards[NUMBERS];
    double middle[NUMBERS], wanted[NUMBERS];
    ptrdiff_t backward[] = {4, -QUERIES * DIMS * 4, -DIMS * 4, -4};
    fill(usual, 0);
    for (int h = 0; h < 2; h++)
        for (int t = 0; t < QUERIES; t++)
            for (int i = 0; i < DIMS; i++)
                turned[(t * 2 + h) * DIMS + i] = usual[(h * QUERIES + t) * DIMS + i];
    for (int n = 0; n < NUMBERS; n++)
        backwards[NUMBERS - 1 - n] = usual[n];
    plumb_question *plain = ask_small();
    evaluate(plain, wanted, NUMBERS);
    plumb_question_free(plain);
    for (int way = 0; way < 2; way++) {
        plumb_question *question = plumb_question_new();
        ck_assert_int_eq(plumb_question_borrow(question, "q", "F32", shape, way == 0 ? forward : backward, 4,
                                               way == 0 ? turned : &backwards[NUMBERS - 1]),
                         PLUMB_RIGHT);
        give(question, "k", 1);
        give(question, "v", 2);
        plumb_question_describe(question, causal);
        evaluate(question, middle, NUMBERS);
        ck_assert_mem_eq(middle, wanted, sizeof wanted);
        plumb_question_free(question);
    }
}
END_TEST

/* What is borrowed in row-major order is read when it is asked; what has other strides when it is given. */
START_TEST(row_major_memory_is_not_copied) {
    static const ptrdiff_t strides[][4] = {{0, QUERIES * DIMS * 4, DIMS * 4, 4}, {0, QUERIES * DIMS * 4, 0, 4}};
    for (int way = 0; way < 2; way++) {
        float numbers[NUMBERS] = {0};
        double middle[NUMBERS];
        plumb_question *question = plumb_question_new();
        give(question, "q", 0);
        give(question, "k", 1);
        plumb_question_borrow(question, "v", "F32", shape, strides[way], 4, numbers);
        for (int n = 0; n < NUMBERS; n++)
            numbers[n] = 1;
        evaluate(question, middle, NUMBERS);
        ck_assert_double_eq_tol(middle[0], way == 0, 1e-12);
        plumb_question_free(question);
    }
}
END_TEST

START_TEST(a_question_is_saved_as_a_case) {
    char path[PLACE_SIZE];
    double middle[NUMBERS], wanted[NUMBERS];
    close(make_file(path));
    plumb_question *question = ask_small();
    give(question, "out", 3);
    ck_assert_int_eq(plumb_question_save(question, path), PLUMB_RIGHT);
    int verdict = plumb_question_judge(question);
    evaluate(question, wanted, NUMBERS);
    end_refused(question, plumb_question_save(question, "/nowhere/at/all"), "/nowhere/at/all");
    question = plumb_question_new();
    ck_assert_int_eq(plumb_question_read(question, path), PLUMB_RIGHT);
    ck_assert_int_eq(plumb_question_judge(question), verdict);
    evaluate(question, middle, NUMBERS);
    ck_assert_mem_eq(middle, wanted, sizeof wanted);
    end_refused(question, plumb_question_save(question, path), "read from a file");
    unlink(path);
}
END_TEST

START_TEST(what_is_no_case_is_not_saved) {
    plumb_question *question = plumb_question_new();
    give(question, "q", 0);
    end_refused(question, plumb_question_save(question, "/tmp/plumb-no-case"), "k: missing");
    ck_assert_int_ne(access("/tmp/plumb-no-case", F_OK), 0);
}
END_TEST

/* ---- rows, threads ---- */

START_TEST(some_rows_alone) {
    double whole[NUMBERS], part[2 * 2 * DIMS];
    plumb_question *question = ask_small();
    evaluate(question, whole, NUMBERS);
    ck_assert_int_eq(plumb_question_rows(question, 1, 3), PLUMB_RIGHT);
    evaluate(question, part, 2 * 2 * DIMS);
    for (int h = 0; h < 2; h++)
        ck_assert_mem_eq(part + h * 2 * DIMS, whole + (h * QUERIES + 1) * DIMS, 2 * DIMS * sizeof *part);
    ck_assert_int_eq(plumb_question_rows(question, 0, QUERIES + 1), PLUMB_REFUSED);
    ck_assert_int_eq(plumb_question_rows(question, 2, 2), PLUMB_REFUSED);
    end_refused(question, plumb_question_rows(question, QUERIES, 0), "rows: 5:0");
}
END_TEST

START_TEST(any_number_of_threads) {
    double wanted[4 * 24 * 32], radius[4 * 24 * 32], given[4 * 24 * 32];
    const size_t count = sizeof wanted / sizeof *wanted;
    for (int threads = 0; threads < 4; threads++) {
        plumb_question *question = ask_recorded();
        ck_assert_int_eq(plumb_question_threads(question, threads), PLUMB_RIGHT);
        double *middle = threads == 0 ? wanted : given;
        ck_assert_int_eq(plumb_question_evaluate(question, "output", middle, radius, count), PLUMB_RIGHT);
        ck_assert_mem_eq(middle, wanted, sizeof wanted);
        ck_assert_int_eq(plumb_question_threads(question, -1), PLUMB_REFUSED);
        plumb_question_free(question);
    }
}
END_TEST

/* ---- elements ---- */

START_TEST(every_element_is_judged) {
    unsigned char found[NUMBERS];
    double exact[NUMBERS], low[NUMBERS], high[NUMBERS], expected[NUMBERS], bound;
    float out[NUMBERS], lse[NUMBERS / DIMS] = {0}; /* wrong, and nobody asks for it */
    plumb_question *question = ask_small();
    evaluate(question, exact, NUMBERS);
    plumb_question_free(question);
    for (int n = 0; n < NUMBERS; n++)
        out[n] = (float)exact[n] + (n == 7 ? 0.5F : 0);
    question = ask_small();
    plumb_question_tensor(question, "out", "F32", shape, 4, out);
    ck_assert_int_eq(plumb_question_tensor(question, "lse", "F32", shape, 3, lse), PLUMB_RIGHT);
    const size_t index[] = {7 / DIMS / QUERIES, 0, 7 / DIMS % QUERIES, 7 % DIMS}, outside[] = {0, 0, QUERIES, 0};
    ck_assert_int_eq(plumb_question_bound(question, "output", index, 4, &bound), PLUMB_REFUSED);
    ck_assert_int_eq(plumb_question_judge_elements(question, "output", found, low, high, expected, NUMBERS),
                     PLUMB_WRONG);
    ck_assert_int_eq(plumb_question_bound(question, "output", index, 4, &bound), PLUMB_RIGHT);
    ck_assert(bound > expected[7] && bound < 1e-4);
    ck_assert_int_eq(plumb_question_bound(question, "output", index, 3, &bound), PLUMB_REFUSED);
    ck_assert_int_eq(plumb_question_bound(question, "output", outside, 4, &bound), PLUMB_REFUSED);
    ck_assert_int_eq(plumb_question_bound(question, "weights", index, 4, &bound), PLUMB_REFUSED);
    for (int n = 0; n < NUMBERS; n++) {
        ck_assert_int_eq(found[n], n == 7 ? PLUMB_ELEMENT_IMPROBABLE : PLUMB_ELEMENT_WITHIN);
        ck_assert(low[n] <= exact[n] && exact[n] <= high[n] && high[n] - low[n] < 1e-10);
        ck_assert(expected[n] > 0 && expected[n] < 1e-5);
    }
    ck_assert_int_eq(plumb_question_rows(question, 3, 4), PLUMB_RIGHT);
    ck_assert_int_eq(plumb_question_judge_elements(question, "output", found, NULL, NULL, NULL, 4), PLUMB_WRONG);
    ck_assert(found[0] == PLUMB_ELEMENT_WITHIN && found[1] == PLUMB_ELEMENT_IMPROBABLE);
    ck_assert_int_eq(plumb_question_judge_elements(question, "output", found, NULL, NULL, NULL, 5), PLUMB_REFUSED);
    end_refused(question, plumb_question_judge_elements(question, "weights", found, NULL, NULL, NULL, 2),
                "missing among the outputs");
}
END_TEST

/* ---- texts ---- */

static void check_text(plumb_question *question, const char *what, const char *format, const char *part) {
    size_t length = 0;
    const char *text = plumb_question_text(question, what, format, &length);
    ck_assert_msg(text != NULL, "%s %s: %s", what, format, plumb_question_message(question));
    ck_assert_uint_eq(strlen(text), length);
    ck_assert_msg(strstr(text, part) != NULL, "%s %s has no %s", what, format, part);
}

/* The format is that of formats.def. */
static void check_numbers(plumb_question *question, const char *what, const char *format) {
    const char *text = plumb_question_text(question, what, "json", NULL);
    ck_assert_msg(text != NULL, "%s: %s", what, plumb_question_message(question));
    check_json_format(format, text);
}

START_TEST(answers_are_texts) {
    plumb_question *question = plumb_question_new();
    plumb_question_read(question, finding);
    ck_assert_ptr_null(plumb_question_text(question, "judgement", "text", NULL));
    ck_assert_int_eq(plumb_question_diagnose(question, 5), PLUMB_WRONG);
    check_text(question, "judgement", "text", "verdict    FAIL");
    check_numbers(question, "judgement", "diff");
    check_text(question, "judgement", "html", "<svg");
    check_text(question, "judgement", "junit", "<testsuite");
    check_text(question, "diagnosis", "text", "explained");
    check_numbers(question, "diagnosis", "diagnose");
    ck_assert_ptr_null(plumb_question_text(question, "sink", "text", NULL));
    ck_assert_int_eq(plumb_question_sink(&question, 1, "{\"tokens\": 4, \"epsilon\": \"1/3\"}"), PLUMB_RIGHT);
    check_numbers(question, "sink", "sink");
    check_text(question, "sink", "svg", "<svg");
    check_text(question, "sink", "text", "1/3");
    ck_assert_int_eq(plumb_question_sink(&question, 1, "{\"token\": 4}"), PLUMB_REFUSED);
    ck_assert_ptr_nonnull(strstr(plumb_question_message(question), "did you mean 'tokens'"));
    ck_assert_int_eq(plumb_question_sink(&question, 1, "{\"tokens\": 0}"), PLUMB_REFUSED);
    ck_assert_ptr_null(plumb_question_text(question, "judgement", "htm", NULL));
    end_refused(question, PLUMB_REFUSED, "text, json, html, junit; did you mean 'html'?");
}
END_TEST

/* ---- inputs that are drawn ---- */

static const char wanted[] =
    "{\"shape\": {\"query_heads\": 2, \"query_length\": 6, \"head_dim\": 8}, \"dtype\": \"f32\","
    " \"mask\": \"causal\", \"engine\": {\"precision\": \"f32\"}}";

START_TEST(inputs_are_drawn) {
    const char *dtype;
    size_t rank;
    const size_t *sizes;
    double exact[2 * 6 * 8];
    float out[2 * 6 * 8];
    const size_t answered[] = {1, 2, 6, 8};
    plumb_question *question = plumb_question_new();
    ck_assert_ptr_null(plumb_question_text(question, "challenge", "text", NULL));
    ck_assert_int_eq(plumb_question_challenge(question, wanted), PLUMB_RIGHT);
    check_text(question, "challenge", "text", "inputs     batch 1, heads 2 on 2");
    check_numbers(question, "challenge", "challenge");
    ck_assert_ptr_nonnull(plumb_question_given(question, "q", &dtype, &rank, &sizes));
    ck_assert_str_eq(dtype, "F32");
    ck_assert_uint_eq(rank, 4);
    ck_assert_mem_eq(sizes, answered, sizeof answered);
    ck_assert_ptr_null(plumb_question_given(question, "out", &dtype, &rank, &sizes));
    plumb_question *other = plumb_question_new();
    ck_assert_int_eq(plumb_question_challenge(other, wanted), PLUMB_RIGHT);
    ck_assert_int_eq(plumb_question_evaluate(other, "output", exact, exact, 96), PLUMB_RIGHT);
    ck_assert_int_eq(plumb_question_round(other, "output", "f32", exact, 96), PLUMB_RIGHT);
    for (int i = 0; i < 96; i++)
        out[i] = (float)exact[i];
    ck_assert_int_eq(plumb_question_tensor(question, "out", "F32", answered, 4, out), PLUMB_RIGHT);
    ck_assert_int_eq(plumb_question_judge(question), PLUMB_RIGHT);
    plumb_question_free(question);
    end_refused(other, plumb_question_challenge(other, wanted), "without tensors and description");
    question = plumb_question_new();
    end_refused(question, plumb_question_challenge(question, "{\"dtype\": \"f32\"}"), "shape");
}
END_TEST

static json_t *listing(const char *what) {
    char text[4];
    size_t length = plumb_listing(what, text, sizeof text);
    char *whole = malloc(length + 1);
    ck_assert_uint_gt(length, sizeof text);
    ck_assert_uint_eq(strlen(text), sizeof text - 1);
    ck_assert_uint_eq(plumb_listing(what, whole, length + 1), length);
    json_t *all = json_loadb(whole, length, 0, NULL);
    ck_assert_ptr_nonnull(all);
    free(whole);
    return all;
}

START_TEST(the_language_is_listed) {
    static const char *const arrays[] = {"conventions", "operators", "precisions", "tensors", "findings"};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        char format[64];
        json_check check;
        json_t *all = listing(arrays[i]);
        snprintf(format, sizeof format, "%s-listing", arrays[i]);
        ck_assert_str_eq(json_fault(&check, format, all), "");
        ck_assert_uint_gt(json_array_size(all), 3);
        json_decref(all);
    }
    json_t *tensors = listing("tensors"), *schema = listing("schema");
    ck_assert_str_eq(json_string_value(json_object_get(json_array_get(tensors, 0), "name")), "q");
    json_decref(tensors);
    ck_assert_ptr_nonnull(json_object_get(json_object_get(schema, "properties"), "mask"));
    json_decref(schema);
    ck_assert_uint_eq(plumb_listing("nothing", NULL, 0), 0);
}
END_TEST

START_TEST(a_refusal_says_what_it_is_about) {
    static const struct {
        const char *description, *field, *value, *expected;
    } wrong[] = {{"{\"version\": 1, \"softcap\": -1.5}", "softcap", "-1.5", "0"},
                 {"{\"version\": 1, \"mask\": \"casual\"}", "mask", "casual", "causal"},
                 {"{\"version\": 1, \"is_causal\": true}", "is_causal", "", ""},
                 {"{}", "version", "", "1"},
                 {"{\"version\": 1, \"sink\": \"logit\"}", "sinks", "", "missing"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        plumb_question *question = ask_small();
        plumb_question_describe(question, wrong[i].description);
        ck_assert_uint_eq(plumb_question_count(question, "output"), 0);
        ck_assert_str_eq(plumb_question_fault(question, "field"), wrong[i].field);
        ck_assert_ptr_nonnull(strstr(plumb_question_fault(question, "value"), wrong[i].value));
        ck_assert_ptr_nonnull(strstr(plumb_question_fault(question, "expected"), wrong[i].expected));
        plumb_question_free(question);
    }
    plumb_question *question = ask_small();
    plumb_question_tensor(question, "out", "I16", shape, 4, "");
    ck_assert_str_eq(plumb_question_fault(question, "value"), "I16");
    evaluate(question, (double[NUMBERS]){0}, NUMBERS);
    ck_assert_str_eq(plumb_question_fault(question, "value"), "");
    plumb_question_free(question);
}
END_TEST

START_TEST(the_header_has_the_version) {
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", PLUMBLINE_VERSION_MAJOR, PLUMBLINE_VERSION_MINOR, PLUMBLINE_VERSION_PATCH);
    ck_assert_str_eq(text, plumb_version());
}
END_TEST

/* ---- who watches ---- */

typedef struct {
    pthread_t thread;
    int calls, calls_elsewhere, stop_after;
    size_t whole;
} watching;

static int watch(void *context, size_t done, size_t whole) {
    watching *w = context;
    w->calls_elsewhere += !pthread_equal(w->thread, pthread_self());
    ck_assert_uint_le(done, whole);
    w->whole = whole > w->whole ? whole : w->whole;
    return ++w->calls > w->stop_after;
}

static int call(plumb_question *question, int which) {
    static double numbers[4 * 24 * 32], more[4 * 24 * 32];
    const size_t count = sizeof numbers / sizeof *numbers;
    return which == 0   ? plumb_question_evaluate(question, "output", numbers, more, count)
           : which == 1 ? plumb_question_round(question, "output", "f32", numbers, count)
           : which == 2 ? plumb_question_judge(question)
           : which == 3 ? plumb_question_judge_elements(question, "output", NULL, numbers, more, NULL, count)
           : which == 4 ? plumb_question_sink(&question, 1, "{}")
                        : plumb_question_diagnose(question, 1);
}

START_TEST(who_watches_is_told_and_may_stop) {
    /* rows of values, visible keys of judgements, nothing of sinks */
    static const size_t whole[] = {96, 96, 4 * 24 * 25 / 2, 4 * 24 * 25 / 2, 0, 4 * 24 * 25 / 2};
    watching patient = {.thread = pthread_self(), .stop_after = 1 << 30};
    watching hasty = {.thread = pthread_self(), .stop_after = _i % 2};
    plumb_question *question = ask_recorded();
    plumb_question_threads(question, 3);
    int usual = call(question, _i / 2);
    plumb_question_watch(question, watch, &patient);
    ck_assert_int_eq(call(question, _i / 2), usual);
    ck_assert_int_gt(patient.calls, 0);
    ck_assert_int_eq(patient.calls_elsewhere, 0);
    plumb_question_threads(question, 1); /* others may take all that is left before this one looks again */
    ck_assert_int_eq(call(question, _i / 2), usual);
    ck_assert_uint_eq(patient.whole, whole[_i / 2]);
    plumb_question_watch(question, watch, &hasty);
    plumb_question_threads(question, hasty.stop_after == 0 ? 3 : 1);
    ck_assert_int_eq(call(question, _i / 2), PLUMB_REFUSED);
    ck_assert_str_eq(plumb_question_message(question), "question: stopped by its progress function");
    ck_assert_int_eq(hasty.calls, hasty.stop_after + 1);
    if (_i / 2 == 2)
        ck_assert_ptr_null(plumb_question_text(question, "judgement", "text", NULL));
    plumb_question_watch(question, NULL, NULL);
    ck_assert_int_eq(call(question, _i / 2), usual);
    plumb_question_free(question);
}
END_TEST

/* The text of a diagnosis but for what it took. */
static char *untimed_diagnosis(plumb_question *question) {
    char *text = strdup(plumb_question_text(question, "diagnosis", "text", NULL));
    char *tried = strstr(text, "tried "), *end = tried != NULL ? strchr(tried, '\n') : NULL;
    ck_assert_ptr_nonnull(end);
    memset(tried, ' ', (size_t)(end - tried));
    return text;
}

START_TEST(a_verdict_is_given_once) {
    watching w = {.thread = pthread_self(), .stop_after = 1 << 30};
    plumb_question *judged = plumb_question_new(), *other = plumb_question_new();
    plumb_question_read(judged, finding);
    plumb_question_read(other, finding);
    ck_assert_int_eq(plumb_question_judge(judged), PLUMB_WRONG);
    plumb_question_watch(judged, watch, &w);
    ck_assert_int_eq(plumb_question_diagnose(judged, 5), PLUMB_WRONG);
    ck_assert_uint_eq(w.whole, 0); /* no keys of a judgement */
    ck_assert_int_eq(plumb_question_diagnose(other, 5), PLUMB_WRONG);
    char *one = untimed_diagnosis(judged), *two = untimed_diagnosis(other);
    ck_assert_str_eq(one, two);
    free(one);
    free(two);
    /* that of some rows is another */
    plumb_question_rows(other, 0, 1);
    plumb_question_judge(other);
    plumb_question_rows(other, 0, 0);
    ck_assert_int_eq(plumb_question_diagnose(other, 5), PLUMB_WRONG);
    plumb_question_free(judged);
    plumb_question_free(other);
}
END_TEST

/* ---- what is the host's ---- */

#ifndef SANITIZED /* a child may be forked while the sanitizer's malloc is locked */
/* Without Check: each of its assertions takes a lock, which a child that is forked meanwhile never gets. */
static int judge_recorded(void) {
    plumb_question *question = plumb_question_new();
    int answer = plumb_question_read(question, recorded_case);
    if (answer == PLUMB_RIGHT)
        answer = plumb_question_judge(question);
    plumb_question_free(question);
    return answer;
}

static void *judge_often(void *going_on) {
    while (*(volatile int *)going_on)
        judge_recorded();
    return NULL;
}

/* A child that is forked while another thread of the host judges. */
START_TEST(a_child_forked_in_the_midst_answers) {
    int going_on = 1, right = 0;
    pthread_t other;
    ck_assert_int_eq(pthread_create(&other, NULL, judge_often, &going_on), 0);
    for (int i = 0; i < 20; i++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            signal(SIGALRM, SIG_DFL); /* Check's would kill the test */
            alarm(100);
            _exit(judge_recorded());
        }
        waitpid(child, &status, 0);
        right += WIFEXITED(status) && WEXITSTATUS(status) == PLUMB_RIGHT;
    }
    *(volatile int *)&going_on = 0;
    pthread_join(other, NULL);
    ck_assert_int_eq(right, 20);
}
END_TEST
#endif

START_TEST(signals_stay_as_they_are) {
    struct sigaction before, after;
    char path[PLACE_SIZE];
    close(make_file(path));
    sigaction(SIGINT, NULL, &before);
    plumb_question *question = ask_small();
    give(question, "out", 3);
    ck_assert_int_eq(plumb_question_save(question, path), PLUMB_RIGHT);
    unlink(path);
    plumb_question_diagnose(question, 1);
    sigaction(SIGINT, NULL, &after);
    ck_assert(before.sa_handler == after.sa_handler && before.sa_flags == after.sa_flags);
    plumb_question_free(question);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("questions");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, strides_are_followed);
    tcase_add_test(tests, row_major_memory_is_not_copied);
    tcase_add_test(tests, a_question_is_saved_as_a_case);
    tcase_add_test(tests, what_is_no_case_is_not_saved);
    tcase_add_test(tests, some_rows_alone);
    tcase_add_test(tests, any_number_of_threads);
    tcase_add_test(tests, every_element_is_judged);
    tcase_add_test(tests, answers_are_texts);
    tcase_add_test(tests, a_verdict_is_given_once);
    tcase_add_test(tests, the_language_is_listed);
    tcase_add_test(tests, a_refusal_says_what_it_is_about);
    tcase_add_test(tests, the_header_has_the_version);
    tcase_add_loop_test(tests, who_watches_is_told_and_may_stop, 0, 12);
#ifndef SANITIZED
    tcase_add_test(tests, a_child_forked_in_the_midst_answers);
#endif
    tcase_add_test(tests, signals_stay_as_they_are);
    tcase_add_test(tests, inputs_are_drawn);
    Suite *suite = suite_create("questions");
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
