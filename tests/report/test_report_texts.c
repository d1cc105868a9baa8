/* test_report_texts.c - what reports say of the masks, operator and positions of stated cases, the text of a few
   reports, and one each as a whole as JSON, JUnit XML and HTML; held against reports.txt.  The JSON of all is right by
   its format and says what the report holds.

   PLUMB_TEST_UPDATE=1 build/tests/report/test_report_texts writes it anew (tests/support/snapshot.h). */
#include "base/json_text.h"
#include "report/error_map.h"
#include "precision/precision_text.h"
#include "report/report_conventions.h"
#include "report/report.h"
#include "tests/report/report_members.h"
#include "tests/diagnose/stated_tables.h"
#include "tests/support/json_snapshot.h"
#include "tests/support/markup.h"
#include <flint/flint.h>

/* ---- what is stated ---- */

/* How many members there are; those that are null are taken out. */
static size_t strip_members(json_t *object) {
    const char *key;
    json_t *value;
    void *next;
    size_t members = 0;
    json_object_foreach_safe(object, next, key, value) {
        members += 1 + strip_members(value);
        if (json_is_null(value))
            json_object_del(object, key);
    }
    return members;
}

/* Adds what is not there yet: much is alike in many cases. */
static void print_once(snapshot *s, const char *text) {
    fflush(s->stream);
    if (strstr(s->text, text) == NULL)
        fputs(text + 1, s->stream);
}

/* Begins at the end of the line before. */
static char *text_of_words(const char *words, json_t *object) {
    snapshot one;
    ck_assert_ptr_nonnull(object);
    size_t members = strip_members(object);
    char *text = plumb_json_print(object);
    snapshot_begin(&one);
    fprintf(one.stream, "\n%s\n    %zu ", words, members);
    snapshot_rounded(&one, text);
    fputc('\n', one.stream);
    fclose(one.stream);
    free(text);
    json_decref(object);
    return one.text;
}

static void print_words(snapshot *s, const char *words, json_t *object) {
    char *text = text_of_words(words, object);
    print_once(s, text);
    free(text);
}

/* Of what most cases have alike there is nothing to print. */
static void print_problem(snapshot *s, const plumb_problem *p) {
    char text[1024];
    plumb_mask_text(p, text, sizeof text);
    if (strcmp(text, "no mask") != 0)
        print_words(s, text, plumb_mask_json(p));
    plumb_operator_text(p, text, sizeof text);
    if (strcmp(text, "softmax") != 0)
        print_words(s, text, plumb_operator_json(p));
    plumb_position_text(p, text, sizeof text);
    if (strcmp(text, "none") != 0)
        print_words(s, text, plumb_position_json(p));
}

/* Tables of cases that are about what reports name. */
static bool is_about_words(size_t table) {
    neighbour_list *list = stated_tables[table].list;
    return table < 9 && list != plumb_neighbours_of_claims && list != plumb_neighbours_of_precision;
}

/* ---- whole reports ---- */

typedef struct {
    stated_case of;
    answer_change *spoils; /* after they are rounded */
    const char *engine_name, *engine_version, *note, *scale_site;
    size_t from, to;
    plumb_must_notice must_notice;
    bool json, junit, page; /* whole, too */
} whole_report;

static void spoil_little(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    value[PLUMB_OUTPUT][p->value_dim + 1] *= 1 + 0x1p-19;
    value[PLUMB_WEIGHTS][p->key_length] *= 1 + 0x1p-21;
}

static void spoil_much(const plumb_problem *p, double *const value[PLUMB_QUANTITIES]) {
    value[PLUMB_OUTPUT][2 * p->value_dim] = NAN;
    value[PLUMB_OUTPUT][2 * p->value_dim + 1] = INFINITY;
    value[PLUMB_OUTPUT][rows_of(p) * p->value_dim - 1] += 3;
    value[PLUMB_LSE][1] = -INFINITY;
    value[PLUMB_SCORES][p->key_length - 1] = 17;
    value[PLUMB_SCORES][0] -= 1;
}

static const whole_report whole[] = {
    {.of = {.name = "right", .shape = {LONG, AT_THE_END}, .mistake = leave_out_cap}},
    {.of = {.name = "right, means of values", .mistake = leave_out_cap,
            .shape = {LONG, .causal = {true, -2}, .empty_row = PLUMB_EMPTY_ROW_MEAN}}},
    {.of = {.name = "right, blind", .shape = {LONG, AT_THE_END}, .mistake = leave_out_cap},
     .must_notice = {1, 1e-9}, .junit = true},
    {.of = {.name = "nearly right", .shape = {LONG, AT_THE_END}, .mistake = leave_out_cap, .precision = "f32"},
     .spoils = spoil_little, .engine_name = "an engine", .engine_version = "3", .note = "it rounds", .to = 4},
    {.of = {.name = "wrong", .shape = {LONG, AT_THE_END}, .mistake = leave_out_cap}, .spoils = spoil_much,
     .engine_name = "<another> engine", .scale_site = "query", .json = true, .junit = true},
    {.of = {.name = "wrong, rope and softcap", .mistake = leave_out_cap,
            .shape = {LONG, AT_THE_END, .op = {.softcap = 2},
                      .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 8, .base = 10000}}}}},
    {.of = {.name = "wrong, bfloat16", .shape = {USUAL, AT_THE_END}, .mistake = see_all, .format = PLUMB_BF16,
            .precision = "f32,probability=bf16"}, .page = true},
    {.of = {.name = "not finite", .shape = {LONG, .causal = {true, 0}}, .gives = NOT_FINITE}},
    {.of = {.name = "drawn, sigmoid, gate", .gives = HAS_GATE | HAS_VALUE_BIAS,
            .shape = {LONG, AT_THE_END, .op = {.kind = PLUMB_SIGMOID}}}},
};

enum { WHOLE = sizeof whole / sizeof *whole };

static const plumb_report_origin origin = {.version = "0.0.7",
                                           .date = "2026-01-31T23:59:59Z",
                                           .command = "plumb diff case.safetensors",
                                           .diagnose = "plumb diagnose case.safetensors",
                                           .diagnosis = "it hides <key> 3"};

/* What a form of the report is: text; to be released. */
typedef struct {
    const plumb_report *report;
    const plumb_error_map *map;
} reported;

typedef void report_form(const reported *r, FILE *stream);

static void as_text(const reported *r, FILE *stream) {
    plumb_report_text(r->report, stream);
}

static void as_json(const reported *r, FILE *stream) {
    ck_assert_int_eq(plumb_report_json(r->report, stream), 0);
}

static void as_junit(const reported *r, FILE *stream) {
    ck_assert_int_eq(plumb_report_junit(r->report, &origin, stream), 0);
}

static void as_page(const reported *r, FILE *stream) {
    ck_assert_int_eq(plumb_report_html(r->report, r->map, &origin, stream), 0);
}

static char *form(const reported *r, report_form *of) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    of(r, stream);
    fclose(stream);
    return text;
}

static void print_json(snapshot *s, const reported *r, bool shown) {
    char *text = form(r, as_json);
    json_t *object = check_report_json(text, r->report);
    if (shown)
        snapshot_json(s, object);
    json_decref(object);
    free(text);
}

static void print_markup(snapshot *s, const reported *r, report_form *of, bool shown) {
    char *text = form(r, of);
    markup_check(text);
    if (shown)
        snapshot_rounded(s, text);
    free(text);
}

static void print_forms(snapshot *s, const whole_report *w, const reported *r) {
    char *text = form(r, as_text);
    snapshot_rounded(s, text);
    free(text);
    print_json(s, r, w->json);
    print_markup(s, r, as_junit, w->junit);
    print_markup(s, r, as_page, w->page);
}

static void print_report(snapshot *s, const whole_report *w, const plumb_case *judged) {
    plumb_error_map map;
    plumb_error error = {""};
    plumb_report report;
    ck_assert(plumb_error_map_init(&map, judged));
    const plumb_compare_options how = {.threads = 1, .from = w->from, .to = w->to,
                                       .must_notice = w->must_notice, .element = plumb_error_map_element,
                                       .element_context = &map};
    ck_assert_msg(plumb_compare(judged, &how, &report, &error) == 0, "%s", error.text);
    report.seconds = 0.25;
    print_forms(s, w, &(reported){&report, &map});
    plumb_error_map_free(&map);
}

typedef void with_case(snapshot *s, const plumb_case *stated, const void *context);

/* The case of those numbers, for as long as the call. */
static void give_case(snapshot *s, const stated_case *of, answer_change *spoils, with_case *use, const void *context) {
    random_cases cases = numbers_of(of->name);
    random_next(&cases);
    drawn_problem drawn = draw_stated_problem(&cases, of);
    answered_case answered = answer_stated(&cases, of, &drawn);
    if (spoils != NULL)
        spoils(&drawn.problem, answered.value);
    use(s, &answered.stated, context);
    free_answers(&answered);
    free_problem(&drawn);
}

static void use_words(snapshot *s, const plumb_case *stated, const void *context) {
    (void)context;
    print_problem(s, &stated->problem);
}

static void use_whole(snapshot *s, const plumb_case *stated, const void *context) {
    const whole_report *w = context;
    plumb_case judged = *stated;
    judged.engine_name = w->engine_name;
    judged.engine_version = w->engine_version;
    judged.note = w->note;
    judged.scale_site = w->scale_site;
    print_report(s, w, &judged);
}

START_TEST(reports_read_so) {
    snapshot s;
    snapshot_begin(&s);
    for (size_t i = 0; i < STATED_TABLES; i++) {
        if (is_about_words(i))
            fprintf(s.stream, SNAPSHOT_HEADING "%s\n", stated_tables[i].name);
        for (size_t n = 0; is_about_words(i) && n < stated_tables[i].count; n++)
            give_case(&s, &stated_tables[i].cases[n], NULL, use_words, NULL);
    }
    for (size_t i = 0; i < WHOLE; i++) {
        fprintf(s.stream, SNAPSHOT_HEADING "report: %s\n", whole[i].of.name);
        give_case(&s, &whole[i].of, whole[i].spoils, use_whole, &whole[i]);
    }
    snapshot_check(&s, "tests/report/reports.txt");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("report/report_texts");
    TCase *tests = tcase_create("report_texts");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, reports_read_so);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
