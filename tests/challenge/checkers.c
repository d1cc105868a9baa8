/* checkers.c - applies published checkers and the judge to cheats and simulated evaluations, on inputs of a challenge
   and on normal ones.  Prints the tables of docs/challenge.md.

   Each rule is written from the source that it names.  Its reference output is the correctly rounded one, and all
   random numbers come from the seeds here: the tables are the same on every machine. */
#include "challenge/challenge.h"
#include "challenge/cheats.h"
#include "challenge/random.h"
#include "exact/round.h"
#include "simulate/engine.h"
#include "row/visible.h"
#include "tests/challenge/shapes.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rules ---- */

/* Of one number: whether `got` stands in place of `right`. */
typedef bool accepts_number(double got, double right, plumb_format format);

static bool close_to(double got, double right, double atol, double rtol, double relative_to) {
    if (isnan(got) || isnan(right) || isinf(got) || isinf(right))
        return got == right;
    return fabs(got - right) <= atol + rtol * fabs(relative_to);
}

/* torch.allclose(right, got): what is relative is so to the kernel's own number.  src/kernelbench/eval.py. */
static bool kernelbench(double got, double right, plumb_format format) {
    double tolerance = format == PLUMB_F32 ? 1e-4 : 1e-2;
    return close_to(got, right, tolerance, tolerance, got);
}

/* verbose_allclose of problems/amd/utils.py with the tolerances of mixed-mla/reference.py. */
static bool gpu_mode(double got, double right, plumb_format format) {
    (void)format;
    return (isnan(got) && isnan(right)) || close_to(got, right, 1e-2, 1e-2, right);
}

/* compute_error_stats of flashinfer_bench/bench/utils.py: wrong is what is beyond both tolerances. */
static bool flashinfer_bench(double got, double right, plumb_format format) {
    (void)format;
    double error = fabs(got - right);
    return isfinite(got) && !(error > 1e-2 && error / (fabs(right) + 1e-8) > 1e-2);
}

/* torch.testing.assert_close with its defaults. */
static bool torch_testing(double got, double right, plumb_format format) {
    return close_to(got, right, 1e-5, format == PLUMB_F32 ? 1.3e-6 : 1.6e-2, right);
}

static accepts_number *const rules[] = {kernelbench, gpu_mode, flashinfer_bench, torch_testing};
enum { RULES = sizeof rules / sizeof *rules, JUDGE = RULES, COLUMNS };
static const char heads[] = "KernelBench | GPU MODE | FlashInfer-Bench | torch.testing | `plumb diff`";

/* ---- inputs ---- */

/* SMALL: 0.02 times normal numbers, as problems/amd_202602/mixed-mla/reference.py of GPU MODE draws them. */
typedef enum { OF_CHALLENGE, NORMAL, SMALL, INPUTS } inputs;

static void draw_normal(const double *of, size_t count, double size, plumb_format format, plumb_random *random) {
    double *value = (double *)(uintptr_t)of; /* they are ours */
    for (size_t i = 0; i < count; i++)
        value[i] = plumb_round_double(size * plumb_random_normal(random), format);
}

static void draw(const char *text, uint64_t seed, inputs kind, plumb_drawn *out) {
    plumb_error error;
    if (plumb_draw(text, "checkers", &seed, out, &error) != 0) {
        fprintf(stderr, "%s\n", error.text);
        exit(2);
    }
    const plumb_problem *p = &out->inputs.asked.problem;
    plumb_format format = out->inputs.asked.input_format;
    plumb_random random = plumb_random_of(seed, 7);
    double size = kind == SMALL ? 0.02 : 1;
    if (kind == OF_CHALLENGE)
        return;
    size_t keys = p->batch * p->key_heads * p->key_length;
    draw_normal(p->query, plumb_rows_of(p) * p->head_dim, size, format, &random);
    draw_normal(p->key, keys * p->head_dim, size, format, &random);
    draw_normal(p->value, keys * p->value_dim, size, format, &random);
    if (p->extra.sinks != NULL)
        draw_normal(p->extra.sinks, p->query_heads, 1, format, &random);
}

/* ---- answers ---- */

typedef struct {
    plumb_drawn drawn;
    plumb_case right;
    plumb_precision precision;
    size_t count;
    double *exact, *rounded, *stale, *got;
} question;

static void *zeros(size_t count) {
    void *taken = calloc(count + 1, sizeof(double));
    if (taken == NULL)
        exit(2);
    return taken;
}

static void ask(const char *text, inputs kind, question *q) {
    plumb_drawn earlier;
    draw(text, 1, kind, &q->drawn);
    draw(text, 2, kind, &earlier);
    const plumb_problem *p = &q->drawn.inputs.asked.problem;
    q->count = plumb_rows_of(p) * p->value_dim;
    q->exact = zeros(q->count);
    q->rounded = zeros(q->count);
    q->stale = zeros(q->count);
    q->got = zeros(q->count);
    if (plumb_exact_outputs(p, q->exact) != 0 || plumb_exact_outputs(&earlier.inputs.asked.problem, q->stale) != 0)
        exit(2);
    plumb_drawn_free(&earlier);
    q->right = q->drawn.inputs.asked;
    for (size_t i = 0; i < q->count; i++)
        q->rounded[i] = plumb_round_double(q->exact[i], q->right.input_format);
    q->right.output = (plumb_claim){true, q->right.input_format, q->count, q->rounded};
    q->precision = *plumb_precision_default(q->right.input_format);
}

static void forget(question *q) {
    plumb_drawn_free(&q->drawn);
    free(q->exact);
    free(q->rounded);
    free(q->stale);
    free(q->got);
}

/* What a simulated engine of the precision answers. */
static bool evaluate_as_stated(const question *q) {
    const plumb_problem *p = &q->right.problem;
    plumb_simulated_engine engine;
    unsigned char *visible = zeros(p->key_length);
    memcpy(q->got, q->rounded, q->count * sizeof *q->got);
    if (plumb_simulated_engine_init(&engine, p, &q->precision, plumb_simulated_form_at(0)) != 0)
        exit(2);
    for (size_t row = 0; row < plumb_rows_of(p); row++) {
        size_t head = row / p->query_length, b = head / p->query_heads, h = head % p->query_heads;
        plumb_show_visible(p, b, h, row % p->query_length, visible);
        if (memchr(visible, 1, p->key_length) == NULL)
            continue;
        plumb_simulated_evaluate(&engine, b, h, row % p->query_length);
        memcpy(q->got + row * p->value_dim, engine.result, p->value_dim * sizeof *q->got);
    }
    plumb_simulated_engine_free(&engine);
    free(visible);
    return true;
}

static bool evaluate(const question *q, size_t line) {
    if (line == 0)
        return evaluate_as_stated(q);
    const plumb_cheat *cheat = plumb_cheat_at(line - 1);
    return plumb_cheat_evaluate(cheat, &q->right, &q->precision, q->exact, q->stale, q->got) == 1;
}

/* ---- tables ---- */

enum { LINES = 64 };

typedef struct {
    size_t of[INPUTS], accepted[COLUMNS][INPUTS];
} line_counts;

static bool judge_passes(const question *q) {
    plumb_case claimed = q->right;
    plumb_report report;
    plumb_error error;
    claimed.output.value = q->got;
    if (plumb_compare(&claimed, NULL, &report, &error) != 0)
        exit(2);
    return report.verdict == PLUMB_PASS;
}

/* A cheat whose answer is the right one, number for number, is none there. */
static void count(const question *q, inputs kind, line_counts *line) {
    bool same = true, accepted[RULES];
    for (size_t r = 0; r < RULES; r++)
        accepted[r] = true;
    for (size_t i = 0; i < q->count; i++) {
        q->got[i] = isnan(q->got[i]) ? q->got[i] : plumb_round_double(q->got[i], q->right.input_format);
        same = same && q->got[i] == q->rounded[i];
        for (size_t r = 0; r < RULES; r++)
            accepted[r] = accepted[r] && rules[r](q->got[i], q->rounded[i], q->right.input_format);
    }
    if (same)
        return;
    line->of[kind]++;
    for (size_t r = 0; r < RULES; r++)
        line->accepted[r][kind] += accepted[r];
    line->accepted[JUDGE][kind] += judge_passes(q);
}

static size_t count_all(const char *dtype, line_counts *line) {
    size_t lines = 1;
    while (plumb_cheat_at(lines - 1) != NULL)
        lines++;
    for (size_t shape = 0; shape < SHAPES; shape++)
        for (inputs kind = OF_CHALLENGE; kind < INPUTS; kind++) {
            char text[1024];
            question q;
            shape_text(shapes[shape], dtype, text);
            ask(text, kind, &q);
            for (size_t i = 0; i < lines; i++)
                if (evaluate(&q, i))
                    count(&q, kind, &line[i]);
            forget(&q);
        }
    return lines;
}

/* What is so with the three kinds of inputs. */
static void print_counts(const size_t *of) {
    printf(" %zu, %zu, %zu |", of[OF_CHALLENGE], of[NORMAL], of[SMALL]);
}

static void print_line(const char *does, const line_counts *line) {
    printf("| %s |", does);
    print_counts(line->of);
    for (size_t c = 0; c < COLUMNS; c++)
        print_counts(line->accepted[c]);
    putchar('\n');
}

static void print_table(const line_counts *line, size_t lines, const char *dtype) {
    line_counts all = {.of = {0}};
    printf("\n| in %s, an engine that | shapes | %s |\n|---|---|---|---|---|---|---|\n", dtype, heads);
    print_line("evaluates as stated", &line[0]);
    for (size_t i = 1; i < lines; i++) {
        if (line[i].of[OF_CHALLENGE] == 0)
            continue;
        print_line(plumb_cheat_at(i - 1)->does, &line[i]);
        for (inputs kind = OF_CHALLENGE; kind < INPUTS; kind++) {
            all.of[kind] += line[i].of[kind];
            for (size_t c = 0; c < COLUMNS; c++)
                all.accepted[c][kind] += line[i].accepted[c][kind];
        }
    }
    print_line("cheats, all of these", &all);
}

/* The dtypes that are named, or both. */
int main(int words, char **word) {
    static const char *const dtypes[] = {"f32", "bf16"};
    for (size_t d = 0; d < 2; d++) {
        line_counts line[LINES] = {{.of = {0}}};
        if (words > 1 && strcmp(word[1], dtypes[d]) != 0)
            continue;
        size_t lines = count_all(dtypes[d], line);
        print_table(line, lines, dtypes[d]);
    }
    return fflush(stdout) == 0 ? 0 : 2;
}
