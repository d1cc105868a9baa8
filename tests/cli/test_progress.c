/* test_progress.c - the progress line: where and how often it is drawn, and that it is weighted by visible keys, so
   that it is as steady as the work. */
#include "cli/progress.c"
#include "judge/compare.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"
#include <stdlib.h>
#include <string.h>

static double hour;

static double clock_of_the_test(void) {
    return hour;
}

typedef struct {
    FILE *stream;
    char *text;
    size_t size, seen;
} screen;

static void begin_screen(screen *s) {
    *s = (screen){.seen = 0};
    s->stream = open_memstream(&s->text, &s->size);
    hour = 1000;
}

/* What was drawn since the last call. */
static void expect(screen *s, const char *text) {
    fflush(s->stream);
    ck_assert_str_eq(s->text + s->seen, text);
    s->seen = s->size;
}

static void end_screen(screen *s) {
    fclose(s->stream);
    free(s->text);
}

START_TEST(draws_after_a_second_and_then_five_times_a_second) {
    screen s;
    begin_screen(&s);
    plumb_progress progress = plumb_progress_begin_on(s.stream, clock_of_the_test);
    hour += 0.9;
    plumb_progress_tell(&progress, 9, 100);
    expect(&s, "");
    hour += 0.1;
    plumb_progress_tell(&progress, 10, 100);
    expect(&s, "\rplumb: 10 %, about 9 s left \033[K");
    hour += 0.1;
    plumb_progress_tell(&progress, 11, 100);
    expect(&s, "");
    hour += 0.9;
    plumb_progress_tell(&progress, 20, 100);
    expect(&s, "\rplumb: 20 %, about 8 s left \033[K");
    plumb_progress_end(&progress);
    expect(&s, "\r\033[K");
    end_screen(&s);
}
END_TEST

START_TEST(draws_nothing_of_a_short_run) {
    screen s;
    begin_screen(&s);
    plumb_progress progress = plumb_progress_begin_on(s.stream, clock_of_the_test);
    plumb_progress_tell(&progress, 100, 100);
    plumb_progress_end(&progress);
    expect(&s, "");
    end_screen(&s);
}
END_TEST

START_TEST(draws_nothing_where_nobody_sees_it) {
    plumb_progress progress = plumb_progress_begin_on(NULL, clock_of_the_test);
    hour += 100;
    plumb_progress_tell(&progress, 1, 2);
    ck_assert(!progress.drawn);
    plumb_progress_end(&progress);
}
END_TEST

/* Causal attention: query t sees t + 1 keys, and so much more is done when it is judged.  A clock that goes by the keys
   sees the same time left from all of them. */
enum { QUERIES = 40 };

typedef struct {
    size_t calls, done, all;
    bool seen[QUERIES + 1];
    plumb_progress progress;
    screen *screen;
} steps;

static void note_step(void *context, size_t done, size_t all) {
    steps *noted = context;
    size_t step = done - noted->done;
    ck_assert_uint_ge(step, 1);
    ck_assert_uint_le(step, QUERIES);
    ck_assert_msg(!noted->seen[step], "%zu keys twice", step);
    noted->seen[step] = true;
    noted->calls++;
    noted->done = done;
    noted->all = all;
    hour = 1000 + 100 * (double)done / (double)all;
    plumb_progress_tell(&noted->progress, done, all);
    if (noted->progress.drawn) {
        char text[80];
        double share = (double)done / (double)all;
        snprintf(text, sizeof text, "\rplumb: %.0f %%, about %.0f s left \033[K", 100 * share, 100 * (1 - share));
        expect(noted->screen, text);
    }
}

START_TEST(is_weighed_by_visible_keys) {
    static double zeros[QUERIES], output[QUERIES];
    plumb_case judged = {.problem = {.batch = 1, .query_heads = 1, .key_heads = 1, .query_length = QUERIES,
                                     .key_length = QUERIES, .head_dim = 1, .value_dim = 1, .query = zeros,
                                     .key = zeros, .value = zeros, .causal = {true, 0}},
                         .output = {true, PLUMB_F64, QUERIES, output},
                         .source = "here"};
    screen s;
    begin_screen(&s);
    steps noted = {.progress = plumb_progress_begin_on(s.stream, clock_of_the_test), .screen = &s};
    const plumb_compare_options how = {.threads = 1, .progress = note_step, .progress_context = &noted};
    plumb_report report;
    plumb_error error;
    ck_assert_msg(plumb_compare(&judged, &how, &report, &error) == 0, "%s", error.text);
    ck_assert_uint_eq(noted.calls, QUERIES);
    ck_assert_uint_eq(noted.done, noted.all);
    ck_assert_uint_eq(noted.all, QUERIES * (QUERIES + 1) / 2);
    end_screen(&s);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("progress");
    TCase *tests = tcase_create("progress");
    tcase_add_test(tests, draws_after_a_second_and_then_five_times_a_second);
    tcase_add_test(tests, draws_nothing_of_a_short_run);
    tcase_add_test(tests, draws_nothing_where_nobody_sees_it);
    tcase_add_test(tests, is_weighed_by_visible_keys);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
