/* test_rescalings.c - an online softmax that rescales as often as a mask lets it, each time as badly as its model
   allows, never fails, and no theorem excludes its numbers. */
#include "judge/compare.h"
#include "tests/theorem/ask_proof.h"
#include "tests/exact/problems.h"
#include "tests/simulate/engine.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 60
#define BLOCK 16 /* least_key_block of the models */
#define MOST_BLOCKS 1024
#define WIDTH 2

typedef enum { SPARSE, DILATED, STRIDED, BLOCK_SPARSE, BOOLEAN, MASKS } mask_kind;
static const char *const mask_names[MASKS] = {"sparse", "dilated", "strided", "block-sparse", "boolean"};

typedef struct {
    const char *precision;
    plumb_format format;
} engine;
static const engine engines[] = {{"tf32x3", PLUMB_F32}, {"f32", PLUMB_F32}, {"bf16-flash", PLUMB_BF16}};
#define ENGINES (sizeof engines / sizeof engines[0])

typedef struct {
    made_problem made;
    size_t first; /* keys of the first block; all others have BLOCK */
    mask_kind mask;
    unsigned char *visible;
    double sink;
} question;

static void show_keys(random_cases *cases, question *x) {
    size_t keys = x->made.problem.key_length, first = x->first;
    for (size_t j = 0; j < keys; j++) {
        size_t place = (j + BLOCK - first) % BLOCK, block = (j + BLOCK - first) / BLOCK;
        switch (x->mask) {
        case DILATED:
            x->visible[j] = j % BLOCK == 0;
            break;
        case STRIDED:
            x->visible[j] = j % (BLOCK + 5) == 0;
            break;
        case BLOCK_SPARSE:
            x->visible[j] = block % 4 < 2 && (block % 2 ? place == 0 : place == BLOCK - 1);
            break;
        case BOOLEAN:
            x->visible[j] = random_below(cases, BLOCK) == 0;
            break;
        default:
            x->visible[j] = place == block * 7 % BLOCK;
        }
    }
    x->visible[keys - 1] = 1; /* of no key there is nothing to ask */
}

/* Scores that rise from -2 to 0 and are exact in bfloat16, in two parts; values that tell early keys from late ones. */
static void fill(question *x) {
    plumb_problem *p = &x->made.problem;
    x->made.query[0] = x->made.query[1] = 2; /* the scale is 1/2 */
    for (size_t j = 0; j < p->key_length; j++) {
        double step = floor((double)j / (double)p->key_length * 2048), part = fmod(step, 64);
        x->made.key[j * p->head_dim] = (step - part) / 1024 - 2;
        x->made.key[j * p->head_dim + 1] = part / 1024;
        x->made.value[j * WIDTH] = 2 * j < p->key_length ? 1 : -1;
        x->made.value[j * WIDTH + 1] = plumb_round_double(1 - (double)j / (double)p->key_length, PLUMB_BF16);
    }
}

static void draw(random_cases *cases, question *x) {
    size_t blocks = 2 + random_below(cases, random_below(cases, 2) ? 40 : MOST_BLOCKS - 2);
    *x = (question){.first = 1 + random_below(cases, BLOCK), .mask = (mask_kind)random_below(cases, MASKS)};
    x->made = make_problem(one_head(1, x->first + (blocks - 1) * BLOCK, 4, WIDTH));
    x->visible = calloc(x->made.problem.key_length, 1);
    x->made.problem.mask.allowed = x->visible;
    x->sink = random_below(cases, 2) ? 0.5 : -INFINITY;
    if (x->sink > -INFINITY) {
        x->made.problem.op.sink = PLUMB_SINK_LOGIT;
        x->made.problem.extra.sinks = &x->sink;
    }
    show_keys(cases, x);
    fill(x);
}

static void free_question(question *x) {
    free(x->visible);
    free_problem(&x->made);
}

/* Exact, but for its rescalings. */
static void run(const question *x, const engine *by, double *output) {
    const simulated_engine simulated = {
        .block = BLOCK,
        .first_block = x->first,
        .rescaling = {EXP_BELOW, plumb_precision_find(by->precision)->rescaling / 0x1p-23}};
    simulated_answers answers = simulate(&simulated, &x->made.problem, false);
    for (size_t c = 0; c < WIDTH; c++)
        output[c] = plumb_round_double(answers.output[c], by->format);
    free_simulated(&answers);
}

static void accuse(random_cases *cases, const question *x, const engine *by, const char *what) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s by %s: a %s mask of %zu keys, sink %g", what, by->precision, mask_names[x->mask],
                   x->made.problem.key_length, x->sink);
    reproduce_fail(&line);
}

static void check_verdict(random_cases *cases, const question *x, const engine *by, double *output) {
    plumb_report report;
    plumb_error error;
    plumb_compare_options options = {.threads = 1};
    plumb_case judged = {.problem = x->made.problem,
                         .input_format = by->format,
                         .output = {true, by->format, WIDTH, output},
                         .precision = by->precision};
    ck_assert_msg(plumb_compare(&judged, &options, &report, &error) == 0, "%s", error.text);
    if (report.verdict == PLUMB_FAIL)
        accuse(cases, x, by, "FAIL");
}

static void check_theorem(random_cases *cases, const question *x, const engine *by, double *output) {
    for (size_t c = 0; c < WIDTH; c++) {
        plumb_element e = {.present = true, .column = c, .engine = output[c]};
        if (is_proved_impossible(&x->made.problem, plumb_precision_find(by->precision), PLUMB_OUTPUT, &e, by->format))
            accuse(cases, x, by, "impossible");
    }
}

static void ask(void (*check)(random_cases *, const question *, const engine *, double *)) {
    random_cases cases = random_begin("rescalings of masks", CASES);
    while (random_next(&cases)) {
        question x;
        draw(&cases, &x);
        for (size_t i = 0; i < ENGINES; i++) {
            double output[WIDTH];
            run(&x, &engines[i], output);
            check(&cases, &x, &engines[i], output);
        }
        free_question(&x);
    }
}

START_TEST(never_fail) {
    ask(check_verdict);
}
END_TEST

START_TEST(are_never_impossible) {
    ask(check_theorem);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("theorem/rescalings");
    TCase *tests = tcase_create("rescalings");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, never_fail);
    tcase_add_test(tests, are_never_impossible);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
