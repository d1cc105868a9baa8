/* acceptance.c - a benchmark: verdicts on correct and wrong outputs in bfloat16, with RoPE and head_dim 128, as in
   trained models (spec/expected.md, section 4).

   acceptance [DRAWS [EVERY [PRECISION|score=NUMBER|KEYS|KEYS/QUERIES...]]] draws that many cases (20) of each
   precision, largest score and number of keys: two heads, the last 64 queries unless another number is given.  A
   precision or score applies to the numbers of keys after it.  A simulated engine of a random form evaluates each case
   correctly, and one in EVERY (1) also with one fault at a time.  Prints in Markdown how many correct outputs are not
   PASS, and how many wrong ones that differ from the correct one in some bit; of those that PASS, how many are hidden:
   simulated roundings are so much larger that even a test for this very fault would see it at less than HIDDEN standard
   deviations. */
#include "bundle/rows.h"
#include "simulate/filter.h"
#include "tests/simulate/drawn_case.h"
#include "simulate/element_deviation.h"

#define HIDDEN 8

typedef struct {
    drawn_size size;
    drawn_problem drawn;
    simulated_engine engine;
    double *output, *right;
    unsigned char *allowed; /* [keys] */
    int64_t *position;      /* [keys] */
    size_t key;             /* that a fault is about */
    int64_t step;           /* 1 or -1: what is off by one */
} asked_case;

/* Changes what is asked to what a wrong engine answers. */
typedef void mistake(asked_case *asked, plumb_problem *by);

static void make_none(asked_case *asked, plumb_problem *by) {
    (void)asked;
    (void)by;
}

static void scale_scores(asked_case *asked, plumb_problem *by) {
    static char text[64];
    (void)asked;
    snprintf(text, sizeof text, "%.17g", 1.02 / sqrt((double)by->head_dim));
    by->scale.text = text;
}

static void lose_key(asked_case *asked, plumb_problem *by) {
    memset(asked->allowed, 1, by->key_length);
    asked->allowed[asked->key] = 0;
    by->mask.allowed = asked->allowed;
}

/* Shares of the keys that a kernel never reads, the same for all rows. */
static void lose_share(asked_case *asked, plumb_problem *by, size_t lost) {
    size_t last = by->key_length - lost;
    memset(asked->allowed, 1, by->key_length);
    memset(asked->allowed + (asked->key < last ? asked->key : last), 0, lost);
    by->mask.allowed = asked->allowed;
}

static void lose_thousandth(asked_case *asked, plumb_problem *by) {
    lose_share(asked, by, (by->key_length + 999) / 1000);
}

static void lose_tile(asked_case *asked, plumb_problem *by) {
    lose_share(asked, by, by->key_length / 32);
}

static void shift_mask(asked_case *asked, plumb_problem *by) {
    by->causal.offset += asked->step;
    if (by->position.kind != PLUMB_POSITION_ROPE)
        return;
    by->position.key_position = asked->position; /* all are moved alike, which rotations do not see */
    for (size_t j = 0; j < by->key_length; j++)
        asked->position[j] = (int64_t)j + asked->step;
}

static void shift_window(asked_case *asked, plumb_problem *by) {
    by->mask.left += asked->step;
}

static void rotate_but(asked_case *asked, plumb_problem *by, size_t from, size_t to) {
    for (size_t j = 0; j < by->key_length; j++)
        asked->position[j] = j >= from && j < to ? 0 : (int64_t)j;
    by->position.key_position = asked->position;
}

static void leave_key(asked_case *asked, plumb_problem *by) {
    rotate_but(asked, by, asked->key, asked->key + 1);
}

static void leave_keys(asked_case *asked, plumb_problem *by) {
    rotate_but(asked, by, 0, by->key_length);
}

static void scale_outputs(asked_case *asked, plumb_problem *by) {
    (void)asked;
    by->op.kind = PLUMB_SCALED_SOFTMAX;
    by->op.alpha = 1.005;
}

static const struct {
    const char *title;
    mistake *make;
    bool windowed;
} answers[] = {{"right, window", make_none, true},
               {"window off by one", shift_window, true},
               {"right", make_none, false},
               {"scale x 1.02", scale_scores, false},
               {"one key lost", lose_key, false},
               {"0.1 % of the keys lost", lose_thousandth, false},
               {"a 32nd of the keys lost", lose_tile, false},
               {"mask off by one", shift_mask, false},
               {"a key not rotated", leave_key, false},
               {"no key rotated", leave_keys, false},
               {"outputs x 1.005", scale_outputs, false}};
enum { ANSWERS = sizeof answers / sizeof *answers };

/* Of each answer. */
typedef struct {
    size_t told[ANSWERS], tried[ANSWERS], hidden[ANSWERS];
} counts;

/* e C^-1 e of one row (simulate/filter.h), e the fault without any rounding. */
static double squared_size(const asked_case *asked, const plumb_row *wrong, const plumb_row *right,
                           const plumb_deviation *deviation, plumb_key_filter *filter) {
    size_t dim = asked->size.dim;
    double *of_output = malloc(2 * dim * sizeof *of_output), *error = of_output + dim, sum = 0;
    for (size_t c = 0; c < dim; c++) {
        error[c] = wrong->output[c].mid - right->output[c].mid;
        of_output[c] = plumb_deviation_of(deviation, PLUMB_OUTPUT, c, right->output[c].mid, asked->size.format);
    }
    plumb_key_filter_set(filter, deviation, right->output, of_output);
    plumb_key_filter_find(filter, error);
    for (size_t c = 0; c < dim; c++)
        sum += filter->answer[c] * error[c] / filter->unit[c];
    free(of_output);
    return sum;
}

/* The fault in standard deviations, if it were known. */
static double best_statistic(const asked_case *asked, const plumb_problem *asks, const plumb_problem *by) {
    plumb_rows right, wrong;
    plumb_deviation deviation;
    plumb_key_filter filter;
    double sum = 0;
    demand(plumb_rows_init(&right, asks, 1, PLUMB_KEEP_ALL) == 0 && plumb_rows_init(&wrong, by, 1, PLUMB_KEEP_ALL) == 0,
           "memory is short");
    demand(plumb_deviation_init(&deviation, asks, plumb_precision_find(asked->size.model)) == 0, "memory is short");
    demand(plumb_key_filter_init(&filter, asks) == 0, "memory is short");
    right.row.without_lse = wrong.row.without_lse = true;
    for (size_t row = 0; row < plumb_rows_of(asks); row++) {
        size_t h = row / asks->query_length, t = row % asks->query_length;
        plumb_row *is = plumb_rows_get(&right, 0, h, t), *other = plumb_rows_get(&wrong, 0, h, t);
        plumb_deviation_set(&deviation, 0, h, t, is);
        sum += squared_size(asked, other, is, &deviation, &filter);
    }
    plumb_rows_free(&right);
    plumb_rows_free(&wrong);
    plumb_deviation_free(&deviation);
    plumb_key_filter_free(&filter);
    return sqrt(sum);
}

/* With a window, half of the keys are seen.  A right answer comes before the wrong ones to the same question. */
static void try_answer(asked_case *asked, size_t answer, counts *count) {
    plumb_problem asks = asked->drawn.problem;
    asks.mask.windowed = answers[answer].windowed;
    asks.mask.left = (int64_t)asked->size.keys / 2;
    asks.mask.right = -1;
    plumb_problem by = asks;
    answers[answer].make(asked, &by);
    answer_case(&by, &asked->engine, asked->size.format, asked->output);
    size_t size = plumb_rows_of(&asks) * asks.value_dim * sizeof *asked->output;
    if (answers[answer].make == make_none)
        memcpy(asked->right, asked->output, size);
    else if (memcmp(asked->right, asked->output, size) == 0)
        return;
    count->tried[answer]++;
    bool told = judge_case(&asks, &asked->size, asked->output).verdict != PLUMB_PASS;
    count->told[answer] += told;
    count->hidden[answer] += !told && answers[answer].make != make_none && best_statistic(asked, &asks, &by) < HIDDEN;
}

static asked_case ask(random_cases *cases, const drawn_size *size) {
    asked_case asked = {.size = *size, .drawn = draw_case(cases, size), .engine = draw_engine(cases, size)};
    asked.output = malloc(plumb_rows_of(&asked.drawn.problem) * size->dim * sizeof *asked.output);
    asked.right = malloc(plumb_rows_of(&asked.drawn.problem) * size->dim * sizeof *asked.right);
    asked.allowed = malloc(size->keys);
    asked.position = malloc(size->keys * sizeof *asked.position);
    asked.key = 1 + random_below(cases, size->keys - 1);
    asked.step = random_below(cases, 2) == 0 ? 1 : -1;
    return asked;
}

static void forget(asked_case *asked) {
    free_problem(&asked->drawn);
    free(asked->output);
    free(asked->right);
    free(asked->allowed);
    free(asked->position);
}

static void print_row(const drawn_size *size, size_t draws, size_t every) {
    counts count = {{0}, {0}, {0}};
    size_t drawn = 0;
    random_cases cases = random_begin("acceptance", draws);
    for (; drawn < draws && random_next(&cases); drawn++) {
        asked_case asked = ask(&cases, size);
        for (size_t i = 0; i < ANSWERS; i++)
            if (drawn % every == 0 || answers[i].make == make_none)
                try_answer(&asked, i, &count);
        forget(&asked);
    }
    printf("| %s | %zu | %g |", size->model, size->keys, size->largest);
    for (size_t i = 0; i < ANSWERS; i++) {
        printf(" %zu of %zu", count.told[i], count.tried[i]);
        if (count.hidden[i] > 0)
            printf(", %zu hidden", count.hidden[i]);
        printf(" |");
    }
    puts("");
    fflush(stdout);
}

/* What is asked for: all, where it is NULL or 0. */
typedef struct {
    const char *model;
    double largest;
    size_t draws, every;
} wanted_rows;

static void print_rows(const wanted_rows *wanted, const char *model, size_t keys, size_t queries) {
    static const double largest[] = {4, 9, 16, 36};
    for (size_t s = 0; s < sizeof largest / sizeof *largest; s++) {
        drawn_size size = {.heads = 2,
                           .queries = queries,
                           .keys = keys,
                           .dim = 128,
                           .largest = largest[s],
                           .rotated = true,
                           .model = model,
                           .format = PLUMB_BF16};
        if (wanted->largest == 0 || wanted->largest == largest[s])
            print_row(&size, wanted->draws, wanted->every);
    }
}

static void read_argument(wanted_rows *wanted, const char *argument) {
    static const char *const models[] = {"bf16-eager", "bf16-flash"};
    char *rest;
    if (plumb_precision_find(argument) != NULL) {
        wanted->model = argument;
        return;
    }
    if (strncmp(argument, "score=", 6) == 0) {
        wanted->largest = strtod(argument + 6, NULL);
        return;
    }
    size_t keys = strtoul(argument, &rest, 10), queries = *rest == '/' ? strtoul(rest + 1, NULL, 10) : 64;
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        if (wanted->model == NULL || strcmp(wanted->model, models[m]) == 0)
            print_rows(wanted, models[m], keys, queries);
}

int main(int count, char **arguments) {
    wanted_rows wanted = {.draws = count > 1 ? strtoul(arguments[1], NULL, 10) : 20,
                          .every = count > 2 ? strtoul(arguments[2], NULL, 10) : 1};
    printf("| precision | keys | largest score |");
    for (size_t i = 0; i < ANSWERS; i++)
        printf(" %s |", answers[i].title);
    printf("\n|---|---|---|");
    for (size_t i = 0; i < ANSWERS; i++)
        printf("---|");
    puts("");
    for (int i = 3; i < count; i++)
        read_argument(&wanted, arguments[i]);
    return 0;
}
