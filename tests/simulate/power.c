/* power.c - a benchmark: the smallest faults that verdicts detect (spec/expected.md, section 5).

   power [DRAWS [KEYS[/QUERIES[/PRECISION]]...]] evaluates, for each precision or the given one, and each number of
   keys, DRAWS (20) cases of the last 32 queries unless another number is given, in random forms, with one fault each:
   scores too large by a part of themselves, neighbouring keys that are lost in all rows, probabilities stored more
   coarsely, outputs too small by a part of themselves.  For each case it finds the smallest step of a ladder that is
   not PASS, and prints in Markdown what is detected in 19 of 20 cases.  LADDER=N measures only ladder N, from 0. */
#include "tests/simulate/drawn_case.h"

#define QUERIES 32

typedef struct {
    drawn_size size;
    drawn_problem drawn;
    simulated_engine engine;
    unsigned char *allowed;
    size_t lost_place; /* of the first lost key, if one is lost */
    double *output;
} asked_case;

typedef bool told_at(asked_case *asked, int step);

static bool is_told(asked_case *asked, const plumb_problem *by, const simulated_engine *engine) {
    answer_case(by, engine, asked->size.format, asked->output);
    return judge_case(&asked->drawn.problem, &asked->size, asked->output).verdict != PLUMB_PASS;
}

/* A factor 1 + 2^step. */
static bool scale_is_told(asked_case *asked, int step) {
    char text[64];
    plumb_problem by = asked->drawn.problem;
    snprintf(text, sizeof text, "%.17g", (1 + ldexp(1, step)) / sqrt((double)by.head_dim));
    by.scale.text = text;
    return is_told(asked, &by, &asked->engine);
}

/* 2^step keys. */
static bool lost_keys_are_told(asked_case *asked, int step) {
    plumb_problem by = asked->drawn.problem;
    size_t lost = (size_t)1 << step, last = by.key_length - lost;
    memset(asked->allowed, 1, by.key_length);
    memset(asked->allowed + (asked->lost_place < last ? asked->lost_place : last), 0, lost);
    by.mask.allowed = asked->allowed;
    return is_told(asked, &by, &asked->engine);
}

/* Rounded by 2^step of themselves at most. */
static bool rounding_is_told(asked_case *asked, int step) {
    simulated_engine coarser = asked->engine;
    coarser.probability.bits = -step;
    return is_told(asked, &asked->drawn.problem, &coarser);
}

/* By 2^(step / 2) of themselves, before they are stored. */
static bool bias_is_told(asked_case *asked, int step) {
    plumb_problem by = asked->drawn.problem;
    by.op.kind = PLUMB_SCALED_SOFTMAX;
    by.op.alpha = 1 - exp2(step / 2.0);
    return is_told(asked, &by, &asked->engine);
}

typedef struct {
    const char *title;
    told_at *told;
    int least, most; /* steps */
} ladder;

/* The least step from which on it is told, if a larger fault is told more easily; most + 1: none is.  It is near the
   one of the last case, mostly. */
static int least_told(const ladder *on, asked_case *asked, int most, int near) {
    int below = on->least - 1, above = most + 1, step = near;
    while (above - below > 1) {
        if (on->told(asked, step))
            above = step;
        else
            below = step;
        step = above == near ? near - 1 : below == near ? near + 1 : below + (above - below) / 2;
    }
    return above;
}

static int ascending(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static asked_case ask(random_cases *cases, const drawn_size *size) {
    asked_case asked = {.size = *size, .drawn = draw_case(cases, size), .engine = draw_engine(cases, size)};
    asked.output = malloc(plumb_rows_of(&asked.drawn.problem) * size->dim * sizeof *asked.output);
    asked.allowed = malloc(size->keys);
    asked.lost_place = random_below(cases, size->keys - size->queries + 1);
    return asked;
}

static void forget(asked_case *asked) {
    free_problem(&asked->drawn);
    free(asked->output);
    free(asked->allowed);
}

static const ladder ladders[] = {{"scores off by", scale_is_told, -24, -1},
                                 {"lost keys", lost_keys_are_told, 0, 30},
                                 {"P rounded by", rounding_is_told, -26, -1},
                                 {"outputs too small by", bias_is_told, -48, -2}};
enum { LADDERS = sizeof ladders / sizeof *ladders };

static bool is_measured(int number) {
    const char *one = getenv("LADDER");
    return one == NULL || atoi(one) == number;
}

static void print_step(const ladder *on, int step, int most) {
    if (step > most)
        printf(" none |");
    else if (on->told == lost_keys_are_told)
        printf(" %d |", 1 << step);
    else if (on->told == bias_is_told)
        printf(" %.2g |", exp2(step / 2.0));
    else
        printf(" %.2g |", ldexp(1, step));
}

static void print_row(const drawn_size *size, size_t draws) {
    int *least[LADDERS], most[LADDERS], near[LADDERS];
    for (int i = 0; i < LADDERS; i++) {
        least[i] = malloc((draws + 1) * sizeof **least);
        most[i] = ladders[i].told == lost_keys_are_told ? (int)log2((double)size->keys) - 1 : ladders[i].most;
        near[i] = (ladders[i].least + most[i]) / 2;
    }
    random_cases cases = random_begin("power", draws);
    for (size_t drawn = 0; drawn < draws && random_next(&cases); drawn++) {
        asked_case asked = ask(&cases, size);
        for (int i = 0; i < LADDERS; i++)
            if (is_measured(i))
                near[i] = least[i][drawn] =
                    least_told(&ladders[i], &asked, most[i], near[i] > most[i] ? most[i] : near[i]);
        forget(&asked);
    }
    printf("| %s%s | %zu | %g |", size->model, size->rotated ? ", RoPE" : "", size->keys, size->largest);
    for (int i = 0; i < LADDERS; i++) {
        if (is_measured(i))
            qsort(least[i], draws, sizeof **least, ascending);
        if (is_measured(i))
            print_step(&ladders[i], least[i][(draws * 19 + 19) / 20 - 1], most[i]);
        free(least[i]);
    }
    puts("");
    fflush(stdout);
}

static void print_precisions(size_t keys, size_t queries, const char *model, size_t draws) {
    static const struct {
        const char *model;
        plumb_format format;
    } precision[] = {
        {"f32", PLUMB_F32},         {"tf32", PLUMB_F32},        {"fp16-flash", PLUMB_F16},
        {"bf16-flash", PLUMB_BF16}, {"bf16-eager", PLUMB_BF16}};
    static const double largest[] = {4, 16};
    for (size_t i = 0; i < sizeof precision / sizeof *precision; i++)
        for (size_t s = 0; s < sizeof largest / sizeof *largest; s++) {
            drawn_size size = {.heads = 2,
                               .queries = queries,
                               .keys = keys,
                               .dim = 64,
                               .largest = largest[s],
                               .rotated = true,
                               .model = precision[i].model,
                               .format = precision[i].format};
            if (model == NULL || strcmp(model, size.model) == 0)
                print_row(&size, draws);
        }
}

/* KEYS[/QUERIES[/PRECISION]] */
static void print_text(const char *text, size_t draws) {
    char *rest;
    size_t keys = strtoul(text, &rest, 10), queries = *rest == '/' ? strtoul(rest + 1, &rest, 10) : QUERIES;
    print_precisions(keys, queries, *rest == '/' ? rest + 1 : NULL, draws);
}

int main(int count, char **arguments) {
    static const size_t usual[] = {128, 4096, 131072};
    size_t draws = count > 1 ? strtoul(arguments[1], NULL, 10) : 20;
    printf("| precision | keys | largest score |");
    for (int i = 0; i < LADDERS; i++)
        if (is_measured(i))
            printf(" %s |", ladders[i].title);
    printf("\n|---|---|---|---|---|---|---|\n");
    for (int i = 2; i < count; i++)
        print_text(arguments[i], draws);
    for (size_t i = 0; count <= 2 && i < sizeof usual / sizeof *usual; i++)
        print_precisions(usual[i], QUERIES, NULL, draws);
    return 0;
}
