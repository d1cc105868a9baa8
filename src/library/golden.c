/* golden.c - the exact output is rounded correctly, and then judged as if an engine had answered it: the judgement
   finds for each element its interval, the error of the rounded value (the floor), and the standard deviation in the
   precision.  Times the largest error of simulated kernels, that is the expected error.  Condition numbers take a
   second pass over the rows, in bundles that threads share. */
#include "library/golden.h"
#include "bundle/rows.h"
#include "exact/shape.h"
#include "thread/workers.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *plumb_golden_name(plumb_golden_part part, char text[32]) {
    static const char *const names[PLUMB_GOLDEN_CONDITION] = {[PLUMB_GOLDEN_VALUE] = "value",
                                                              [PLUMB_GOLDEN_LOW] = "low",
                                                              [PLUMB_GOLDEN_HIGH] = "high",
                                                              [PLUMB_GOLDEN_FLOOR] = "floor",
                                                              [PLUMB_GOLDEN_EXPECTED] = "expected"};
    if (part < PLUMB_GOLDEN_CONDITION)
        return names[part];
    snprintf(text, 32, "condition_%s", plumb_condition_name((plumb_condition)(part - PLUMB_GOLDEN_CONDITION)));
    return text;
}

static int fail_for_memory(const plumb_case *c, plumb_error *error) {
    return plumb_fail(error, "%s: not enough memory for a golden output", c->source);
}

static int get_workspace(const plumb_case *c, plumb_golden *golden, plumb_error *error) {
    for (int part = 0; part < PLUMB_GOLDEN_PARTS; part++) {
        if (part >= PLUMB_GOLDEN_CONDITION &&
            !plumb_condition_is_known(&c->problem, (plumb_condition)(part - PLUMB_GOLDEN_CONDITION)))
            continue;
        golden->part[part] = calloc(golden->count + 1, sizeof *golden->part[part]);
        if (golden->part[part] == NULL)
            return fail_for_memory(c, error);
    }
    return 0;
}

void plumb_golden_free(plumb_golden *golden) {
    for (int part = 0; part < PLUMB_GOLDEN_PARTS; part++)
        free(golden->part[part]);
    *golden = (plumb_golden){.count = 0};
}

/* ---- the value judged as if an engine had answered it ---- */

typedef struct {
    const plumb_problem *problem;
    const plumb_evaluation *how;
    size_t queries; /* of each head that are asked for */
    plumb_golden *golden;
} request;

static size_t row_of(const request *r, size_t b, size_t h, size_t t) {
    return (b * r->problem->query_heads + h) * r->queries + t - r->how->from;
}

/* Each element has a place of its own: threads need no lock. */
static void note_element(void *context, plumb_quantity quantity, const plumb_element *element) {
    const request *r = context;
    double *const *part = r->golden->part;
    size_t i = row_of(r, element->batch, element->head, element->query) * r->problem->value_dim + element->column;
    (void)quantity;
    part[PLUMB_GOLDEN_LOW][i] = element->low;
    part[PLUMB_GOLDEN_HIGH][i] = element->high;
    part[PLUMB_GOLDEN_FLOOR][i] = isnan(element->error_high) ? INFINITY : element->error_high;
    part[PLUMB_GOLDEN_EXPECTED][i] = element->deviation;
}

/* The value as a tensor of all queries. */
static double *claimed(const request *r) {
    const plumb_problem *p = r->problem;
    size_t width = p->value_dim, heads = p->batch * p->query_heads;
    double *all = calloc(heads * p->query_length * width + 1, sizeof *all);
    for (size_t head = 0; all != NULL && head < heads; head++)
        memcpy(all + (head * p->query_length + r->how->from) * width,
               r->golden->part[PLUMB_GOLDEN_VALUE] + head * r->queries * width, r->queries * width * sizeof *all);
    return all;
}

static void scale(double *numbers, size_t count, double factor) {
    for (size_t i = 0; i < count; i++)
        numbers[i] *= factor;
}

static int judge(const plumb_case *c, request *r, plumb_error *error) {
    plumb_golden *golden = r->golden;
    double *value = claimed(r);
    plumb_case answered = *c;
    plumb_report report;
    const plumb_claim none = {.present = false};
    const plumb_compare_options how = {.threads = r->how->threads,
                                       .from = r->how->from,
                                       .to = r->how->to,
                                       .alone = true,
                                       .element = note_element,
                                       .element_context = r};
    answered.weights = answered.scores = answered.lse = none;
    memset(answered.gradient, 0, sizeof answered.gradient);
    answered.output = (plumb_claim){true, golden->format, plumb_rows_of(&c->problem) * c->problem.value_dim, value};
    int result = value == NULL ? fail_for_memory(c, error) : plumb_compare(&answered, &how, &report, error);
    free(value);
    if (result != 0)
        return -1;
    golden->precision = report.precision;
    golden->precision_stated = report.precision_stated;
    scale(golden->part[PLUMB_GOLDEN_EXPECTED], golden->count,
          report.level.rows > 0 ? report.level.quantity[PLUMB_OUTPUT].element : NAN);
    return 0;
}

/* ---- condition numbers ---- */

/* Rows of a head that are evaluated together. */
enum { TOGETHER = 16 };

typedef struct {
    plumb_rows rows;
    plumb_condition_workspace condition;
} thread_workspace;

static void find_conditions(const request *r, thread_workspace *own, size_t b, size_t h, size_t t) {
    double *condition[PLUMB_CONDITIONS];
    for (int of = 0; of < PLUMB_CONDITIONS; of++) {
        double *all = r->golden->part[PLUMB_GOLDEN_CONDITION + of];
        condition[of] = all != NULL ? all + row_of(r, b, h, t) * r->problem->value_dim : NULL;
    }
    plumb_condition_of_row(&own->condition, b, h, t, plumb_rows_get(&own->rows, b, h, t), condition);
}

static int find_bundle(void *context, size_t item) {
    const request *r = context;
    size_t bundles = (r->queries + TOGETHER - 1) / TOGETHER, head = item / bundles;
    size_t first = item % bundles * TOGETHER, heads = r->problem->query_heads;
    thread_workspace own;
    if (plumb_rows_init(&own.rows, r->problem, TOGETHER, PLUMB_KEEP_ALL) != 0)
        return -1;
    int result = plumb_condition_init(&own.condition, r->problem);
    for (size_t t = first; result == 0 && t < r->queries && t < first + TOGETHER; t++)
        find_conditions(r, &own, head / heads, head % heads, r->how->from + t);
    if (result == 0)
        plumb_condition_free(&own.condition);
    plumb_rows_free(&own.rows);
    return result;
}

static int find_all_conditions(const plumb_case *c, request *r, plumb_error *error) {
    size_t bundles = (r->queries + TOGETHER - 1) / TOGETHER;
    plumb_error own = {""};
    if (plumb_workers_each(r->how->threads, c->problem.batch * c->problem.query_heads * bundles, find_bundle, r,
                           &own) == 0)
        return 0;
    return own.text[0] == 0 ? fail_for_memory(c, error) : plumb_fail(error, "%s", own.text);
}

int plumb_golden_find(const plumb_case *c, plumb_format format, const plumb_evaluation *how, plumb_golden *golden,
                      plumb_error *error) {
    request r = {.problem = &c->problem, .how = how, .golden = golden};
    r.queries = (how->to > 0 ? how->to : c->problem.query_length) - how->from;
    *golden = (plumb_golden){.format = format, .count = plumb_evaluation_count(c, PLUMB_OUTPUT, how)};
    return get_workspace(c, golden, error) != 0 || plumb_evaluation_check(c, PLUMB_OUTPUT, "output", error) != 0 ||
                   plumb_evaluate_rounded(c, PLUMB_OUTPUT, format, how, golden->part[PLUMB_GOLDEN_VALUE], error) !=
                       0 ||
                   judge(c, &r, error) != 0 || find_all_conditions(c, &r, error) != 0
               ? -1
               : 0;
}

/* ---- in a few lines ---- */

static double largest(const double *numbers, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = isfinite(numbers[i]) ? fmax(most, fabs(numbers[i])) : most;
    return most;
}

static double widest(const plumb_golden *golden) {
    double most = 0;
    for (size_t i = 0; i < golden->count; i++) {
        double width = golden->part[PLUMB_GOLDEN_HIGH][i] - golden->part[PLUMB_GOLDEN_LOW][i];
        most = isfinite(width) ? fmax(most, width) : most;
    }
    return most;
}

void plumb_golden_text(const plumb_golden *golden, FILE *stream) {
    fprintf(stream, "output     %zu elements, correctly rounded to %s; largest %.4g\n", golden->count,
            plumb_format_name(golden->format), largest(golden->part[PLUMB_GOLDEN_VALUE], golden->count));
    fprintf(stream, "interval   width at most %.2g\n", widest(golden));
    fprintf(stream, "floor      at most %.3g: no %s output is nearer\n",
            largest(golden->part[PLUMB_GOLDEN_FLOOR], golden->count), plumb_format_name(golden->format));
    fprintf(stream, "expected   at most %.3g: largest error of simulated %s kernels%s\n",
            largest(golden->part[PLUMB_GOLDEN_EXPECTED], golden->count), golden->precision.name,
            golden->precision_stated ? "" : " (assumed from the dtype)");
    for (int of = 0; of < PLUMB_CONDITIONS; of++) {
        const double *condition = golden->part[PLUMB_GOLDEN_CONDITION + of];
        if (condition != NULL)
            fprintf(stream, "condition  at most %.3g in %s\n", largest(condition, golden->count),
                    plumb_condition_name((plumb_condition)of));
    }
}
