/* test_reports.c - the sink measure of a few small layers as text, of one as JSON, and a picture of each kind; held
   against reports.txt.  The JSON of all is right by its format and says what the layers hold; all pictures are
   well-formed.
   PLUMB_TEST_UPDATE=1 build/tests/measure/test_reports writes it anew (tests/support/snapshot.h). */
#include "measure/report.h"
#include "measure/states.h"
#include "tests/measure/report_members.h"
#include "tests/support/json_snapshot.h"
#include "tests/support/markup.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <flint/flint.h>
#include <math.h>

enum { LAYERS = 3, TOKENS = 6 };

typedef struct {
    const char *name;
    plumb_sink_question question;
    size_t layers, samples, heads;
    plumb_operator_kind kind;
    plumb_sink sink;
    bool with_states, with_nan;
    bool json, picture; /* whole, too */
} reported;

static const reported reports[] = {
    {.name = "one head",
     .question = {.epsilon = "0.3", .tokens = TOKENS, .key = 1},
     .layers = 1,
     .samples = 1,
     .heads = 1},
    {.name = "layers, samples and heads",
     .question = {.epsilon = "0.3", .tokens = TOKENS, .key = 1, .head = 1},
     .layers = LAYERS,
     .samples = 2,
     .heads = 2,
     .with_states = true},
    {.name = "more tokens than there are",
     .question = {.epsilon = "1/3", .tokens = 64, .key = 2},
     .layers = 2,
     .samples = 1,
     .heads = 2},
    {.name = "fewer tokens than there are",
     .question = {.epsilon = "0.2", .tokens = 4, .key = 1},
     .layers = 2,
     .samples = 1,
     .heads = 2,
     .with_states = true,
     .json = true},
    {.name = "a logit of its own",
     .question = {.epsilon = "0.1", .tokens = TOKENS, .key = 0, .zero_query_row = true},
     .layers = 1,
     .samples = 1,
     .heads = 2,
     .sink = PLUMB_SINK_LOGIT},
    {.name = "sigmoid",
     .question = {.epsilon = "0.2", .tokens = TOKENS, .key = 1},
     .layers = 1,
     .samples = 1,
     .heads = 2,
     .kind = PLUMB_SIGMOID},
    {.name = "identity, weights below 0",
     .layers = 1,
     .samples = 1,
     .heads = 2,
     .kind = PLUMB_IDENTITY,
     .question = {.epsilon = "0.2", .tokens = TOKENS, .key = 1, .proxy_given = true}},
    {.name = "no value",
     .question = {.epsilon = "0.3", .tokens = TOKENS, .key = 1},
     .layers = 2,
     .samples = 1,
     .heads = 2,
     .with_states = true,
     .with_nan = true,
     .picture = true},
    {.name = "all heads",
     .question = {.epsilon = "0.3", .tokens = TOKENS, .key = 1, .all_heads = true},
     .layers = 1,
     .samples = 2,
     .heads = 10,
     .with_nan = true,
     .picture = true},
    {.name = "the last key",
     .question = {.epsilon = "0.3", .tokens = TOKENS, .key = TOKENS},
     .layers = 1,
     .samples = 1,
     .heads = 2},
};

enum { REPORTS = sizeof reports / sizeof *reports };

static const char *const sources[LAYERS] = {"layer.safetensors",
                                            "a/folder/with/a/long/name/and/another/one/layer1.safetensors",
                                            "a-name-that-is-longer-than-what-stands-below-a-map-of-a-head.safetensors"};

static void draw_fractions(random_cases *cases, double *x, size_t count) {
    for (size_t i = 0; x != NULL && i < count; i++)
        x[i] = (double)((int)random_below(cases, 97) - 48) / 32;
}

static drawn_problem draw_layer(random_cases *cases, const reported *r, size_t number) {
    plumb_problem shape = one_head(TOKENS, TOKENS, 4, 2);
    shape.batch = r->samples;
    shape.query_heads = shape.key_heads = r->heads;
    shape.causal.causal = true;
    shape.op = (plumb_operator){.kind = r->kind, .sink = r->sink, .epsilon = 1e-8};
    drawn_problem drawn = blank_problem(shape);
    draw_fractions(cases, drawn.query, query_numbers(&shape));
    draw_fractions(cases, drawn.key, key_numbers(&shape));
    draw_fractions(cases, drawn.value, value_numbers(&shape));
    for (size_t h = 0; number == 1 && h < shape.batch * shape.key_heads; h++) /* a key that all like */
        for (size_t c = 0; c < TOKENS * shape.head_dim; c++) {
            drawn.query[h * TOKENS * shape.head_dim + c] = fabs(drawn.query[h * TOKENS * shape.head_dim + c]);
            if (c < shape.head_dim)
                drawn.key[h * TOKENS * shape.head_dim + c] = 4;
        }
    if (r->sink == PLUMB_SINK_LOGIT) {
        give_extra(&drawn, SINK_LOGITS);
        draw_fractions(cases, drawn.extra[SINK_LOGITS], extra_numbers(&drawn.problem, SINK_LOGITS));
    }
    if (r->with_nan)
        drawn.key[0] = NAN;
    return drawn;
}

static void add_states(random_cases *cases, const reported *r, plumb_sink_layer *layer) {
    double state[2][TOKENS * 3];
    for (size_t b = 0; b < r->samples; b++) {
        draw_fractions(cases, state[b], TOKENS * 3);
        if (r->with_nan)
            state[b][4] = NAN;
    }
    ck_assert_int_eq(plumb_states_measure(state[0], 3, 1, layer), 0);
}

static void print_text(snapshot *s, const plumb_sink_report *report) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    plumb_sink_text(report, stream);
    fclose(stream);
    snapshot_rounded(s, text);
    free(text);
}

static void print_json(snapshot *s, const plumb_sink_report *report, bool shown) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_int_eq(plumb_sink_json(report, stream), 0);
    fclose(stream);
    json_t *object = check_sink_json(text, report);
    if (shown)
        snapshot_json(s, object);
    json_decref(object);
    free(text);
}

static void print_picture(snapshot *s, const plumb_sink_report *report, bool shown) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    plumb_sink_svg(report, stream);
    fclose(stream);
    markup_check(text);
    if (shown)
        snapshot_rounded(s, text);
    free(text);
}

static void report_one(snapshot *s, const reported *r) {
    random_cases cases = {.test = r->name, .seed = 1, .end = UINT64_MAX};
    plumb_sink_layer layers[LAYERS];
    drawn_problem drawn[LAYERS];
    plumb_case asked[LAYERS];
    plumb_error error = {""};
    random_next(&cases);
    for (size_t i = 0; i < r->layers; i++) {
        drawn[i] = draw_layer(&cases, r, i);
        asked[i] = (plumb_case){.problem = drawn[i].problem, .source = sources[i]};
        ck_assert_msg(plumb_sink_measure(&asked[i], &r->question, &layers[i], &error) == 0, "%s: %s", r->name,
                      error.text);
        if (r->with_states)
            add_states(&cases, r, &layers[i]);
    }
    fprintf(s->stream, SNAPSHOT_HEADING "%s\n", r->name);
    plumb_sink_report report = {&r->question, layers, r->layers};
    print_text(s, &report);
    print_json(s, &report, r->json);
    print_picture(s, &report, r->picture);
    for (size_t i = 0; i < r->layers; i++) {
        plumb_sink_layer_free(&layers[i]);
        free_problem(&drawn[i]);
    }
}

START_TEST(reports_read_so) {
    snapshot s;
    snapshot_begin(&s);
    for (size_t i = 0; i < REPORTS; i++)
        report_one(&s, &reports[i]);
    snapshot_check(&s, "tests/measure/reports.txt");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("measure/reports");
    TCase *tests = tcase_create("reports");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, reports_read_so);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
