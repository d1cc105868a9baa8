/* alarms.c - a benchmark: how close correct engines come to the expected errors (spec/expected.md, section 3).

   alarms [CASES] draws that many cases (20000), each evaluated by an engine of a random form with its own roundings.
   Prints a table in Markdown: the share of each limit that is used, and how often, extrapolated from the tail of the
   shares, a simulated engine would exceed it; and the cases that exceeded one.  PLUMB_TEST_SEED sets the seed. */
#include "tests/simulate/drawn_case.h"

enum { ELEMENT, ROW, HEAD, TENSOR, SCORES, ALONG, MEAN, HEAD_BIAS, WEIGHT, NEAREST, LIMITS };
static const char *const names[LIMITS] = {"element",      "row",        "head",           "tensor",   "all scores",
                                          "bias along o", "mean error", "bias of a head", "a weight",
                                          "nearest of these"};

static drawn_size draw_size(random_cases *cases) {
    static const struct {
        const char *model;
        plumb_format format;
    } precision[] = {{"f32", PLUMB_F32},
                     {"bf16-flash", PLUMB_BF16},
                     {"bf16-eager", PLUMB_BF16},
                     {"fp16-flash", PLUMB_F16},
                     {"tf32", PLUMB_F32},
                     {"fp16-eager", PLUMB_F16}};
    static const double largest[] = {0.0005, 0.01, 1, 4, 9, 16, 30};
    size_t model = random_below(cases, sizeof precision / sizeof *precision);
    size_t keys = 1 + random_below(cases, 192), queries = 1 + random_below(cases, keys < 48 ? keys : 48);
    return (drawn_size){.heads = 1 + random_below(cases, 4),
                        .queries = queries,
                        .keys = keys,
                        .dim = (size_t)8 << random_below(cases, 4),
                        .largest = largest[random_below(cases, sizeof largest / sizeof *largest)],
                        .rotated = random_below(cases, 2) == 0,
                        .model = precision[model].model,
                        .format = precision[model].format};
}

static void describe(const random_cases *cases, const drawn_size *size, const double share[LIMITS]) {
    int most = 0;
    for (int i = 1; i < NEAREST; i++)
        most = share[i] > share[most] ? i : most;
    fprintf(stderr, "case %llu: %s of %zu keys, %zu queries, head_dim %zu, %zu heads, largest score %g%s: %s %.2f\n",
            (unsigned long long)cases->number, size->model, size->keys, size->queries, size->dim, size->heads,
            size->largest, size->rotated ? ", RoPE" : "", names[most], share[most]);
}

static void measure(random_cases *cases, double share[LIMITS]) {
    drawn_size size = draw_size(cases);
    drawn_problem drawn = draw_case(cases, &size);
    simulated_engine engine = draw_engine(cases, &size);
    double *output = malloc(plumb_rows_of(&drawn.problem) * size.dim * sizeof *output);
    answer_case(&drawn.problem, &engine, size.format, output);
    plumb_report report = judge_case(&drawn.problem, &size, output);
    const plumb_tensor_report *t = &report.tensor[PLUMB_OUTPUT];
    demand(t->impossible == 0, "a simulated engine fails");
    share[ELEMENT] = t->worst_probable_ratio;
    share[ROW] = t->stand.row;
    share[HEAD] = t->stand.head;
    share[TENSOR] = t->stand.whole;
    share[SCORES] = isfinite(t->stand.scale_limit) ? fabs(t->stand.scale) / t->stand.scale_limit : 0;
    share[ALONG] = isfinite(t->stand.bias.along_limit) ? fabs(t->stand.bias.along) / t->stand.bias.along_limit : 0;
    share[MEAN] = isfinite(t->stand.bias.mean_limit) ? fabs(t->stand.bias.mean) / t->stand.bias.mean_limit : 0;
    share[HEAD_BIAS] = plumb_bias_share(&t->stand.head_bias);
    share[WEIGHT] = t->stand.weight;
    share[NEAREST] = 0;
    for (int i = 0; i < NEAREST; i++)
        share[NEAREST] = fmax(share[NEAREST], share[i]);
    if (share[NEAREST] > 1)
        describe(cases, &size, share);
    free(output);
    free_problem(&drawn);
}

static int descending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* The largest thousandth of the shares as a power law (Hill's estimate): how often one exceeds 1.  A tail that falls
   faster, as that of sums of roundings does, makes the true rate smaller. */
static double rate(const double *share, size_t count) {
    size_t tail = count / 1000;
    double sum = 0;
    for (size_t i = 0; i < tail; i++)
        sum += log(share[i] / share[tail]);
    return tail > 0 && sum > 0 && share[tail] < 1 ? (double)tail / (double)count * pow(share[tail], (double)tail / sum)
                                                  : NAN;
}

int main(int count, char **arguments) {
    size_t total = count > 1 ? strtoul(arguments[1], NULL, 10) : 20000;
    double *share[LIMITS];
    for (int i = 0; i < LIMITS; i++)
        share[i] = malloc((total + 1) * sizeof **share);
    random_cases cases = random_begin("alarms", total);
    size_t drawn = 0;
    while (drawn < total && random_next(&cases)) {
        double one[LIMITS];
        measure(&cases, one);
        for (int i = 0; i < LIMITS; i++)
            share[i][drawn] = one[i];
        drawn++;
    }
    printf("| limit | median | 1 in 100 | 1 in 1,000 | largest of %zu | passed | rate, by the tail |\n", drawn);
    printf("|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < LIMITS; i++) {
        size_t beyond = 0;
        qsort(share[i], drawn, sizeof **share, descending);
        while (beyond < drawn && share[i][beyond] > 1)
            beyond++;
        printf("| %s | %.2f | %.2f | %.2f | %.2f | %zu | %.1g |\n", names[i], share[i][drawn / 2],
               share[i][drawn / 100], share[i][drawn / 1000], share[i][0], beyond, rate(share[i], drawn));
        free(share[i]);
    }
    return 0;
}
