/* The key head with the most wrong numbers is chosen, then up to 32 of its queries and of its keys: three quarters
   wrong ones and a quarter right ones, evenly spread, so that a hypothesis must both explain and leave alone.  A number
   is explained if it comes within what is expected of rounding, widened by a part of itself and of its line's size, as
   wrong numbers are rounded too.  If more than 2 of 100 right numbers would become wrong, nothing is explained. */
#include "diagnose/gradient_sample.h"
#include "backward/bias.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_wrong(const plumb_gradient_expectation *expectation, const plumb_claim *claim, plumb_gradient gradient,
                     size_t place) {
    double error = fabs(claim->value[place] - expectation->of.exact.mid[gradient][place]);
    double radius = expectation->of.exact.radius[gradient][place];
    return !(error <= plumb_gradient_expected(expectation, gradient, place) + radius);
}

/* ---- which head ---- */

static size_t heads_of(const plumb_case *c) {
    return c->problem.batch * plumb_gradient_key_heads(c);
}

/* Of query head h: the key head that it reads. */
static size_t key_head_of(const plumb_case *c, size_t head) {
    const plumb_problem *p = &c->problem;
    size_t heads = plumb_gradient_key_heads(c), b = head / p->query_heads, h = head % p->query_heads;
    return b * heads + (c->tiled_heads > 0 ? h % heads : h / (p->query_heads / heads));
}

static void count_wrong(const plumb_case *c, const plumb_gradient_expectation *expectation, plumb_gradient gradient,
                        size_t *wrong) {
    const plumb_claim *claim = &c->gradient[gradient];
    plumb_answer_shape shape = plumb_shape_of_answer(c, plumb_quantity_of_gradient(gradient));
    for (size_t place = 0; claim->present && place < claim->count; place++) {
        size_t head = place / (shape.rows * shape.width);
        head = head / shape.heads * c->problem.query_heads + head % shape.heads;
        bool by_key = gradient == PLUMB_GRADIENT_OF_KEY || gradient == PLUMB_GRADIENT_OF_VALUE;
        if (is_wrong(expectation, claim, gradient, place))
            wrong[by_key ? place / (shape.rows * shape.width) : key_head_of(c, head)]++;
    }
}

static int choose_head(plumb_gradient_sample *s, const plumb_gradient_expectation *expectation) {
    size_t *wrong = calloc(heads_of(s->of) + 1, sizeof *wrong), worst = 0;
    if (wrong == NULL)
        return -1;
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++)
        count_wrong(s->of, expectation, (plumb_gradient)i, wrong);
    for (size_t i = 0; i < heads_of(s->of); i++)
        worst = wrong[i] > wrong[worst] ? i : worst;
    s->b = worst / plumb_gradient_key_heads(s->of);
    s->key_head = worst % plumb_gradient_key_heads(s->of);
    free(wrong);
    return 0;
}

/* ---- which queries and keys ---- */

static bool line_is_wrong(const plumb_case *c, const plumb_gradient_expectation *expectation, plumb_gradient gradient,
                          size_t line) {
    const plumb_claim *claim = &c->gradient[gradient];
    size_t width = plumb_shape_of_answer(c, plumb_quantity_of_gradient(gradient)).width;
    for (size_t i = 0; claim->present && i < width; i++)
        if (is_wrong(expectation, claim, gradient, line * width + i))
            return true;
    return false;
}

/* Of so many lines with this mark a few, evenly spread: number n of them. */
static bool is_taken(size_t n, size_t count, size_t most) {
    return count <= most || n * most / count != (n + 1) * most / count;
}

/* Numbers of biases by query are those of the queries; all others are there. */
static bool biases_are_by_query(const plumb_problem *p) {
    return plumb_bias_shape_of(p).rows == p->query_length;
}

static bool query_is_wrong(const plumb_gradient_sample *s, const plumb_gradient_expectation *expectation, size_t h,
                           size_t t) {
    const plumb_problem *p = &s->of->problem;
    size_t line = (s->b * p->query_heads + h) * p->query_length + t;
    return line_is_wrong(s->of, expectation, PLUMB_GRADIENT_OF_QUERY, line) ||
           (biases_are_by_query(p) &&
            line_is_wrong(s->of, expectation, PLUMB_GRADIENT_OF_BIAS, plumb_bias_line(p, s->b, h, t)));
}

static void choose_queries(plumb_gradient_sample *s, const plumb_gradient_expectation *expectation, bool wrong) {
    const plumb_problem *p = &s->of->problem;
    size_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        size_t n = 0;
        for (size_t h = 0; h < p->query_heads; h++)
            for (size_t t = 0; plumb_gradient_reads(s->of, h, s->key_head) && t < p->query_length; t++) {
                if (query_is_wrong(s, expectation, h, t) != wrong)
                    continue;
                if (pass == 1 && s->queries < PLUMB_SAMPLED_LINES &&
                    is_taken(n, count, wrong ? PLUMB_SAMPLED_LINES * 3 / 4 : PLUMB_SAMPLED_LINES / 4)) {
                    s->query[s->queries][0] = h;
                    s->query[s->queries++][1] = t;
                }
                n++;
            }
        count = n;
    }
}

static bool key_is_wrong(const plumb_gradient_sample *s, const plumb_gradient_expectation *expectation, size_t j) {
    size_t line = (s->b * plumb_gradient_key_heads(s->of) + s->key_head) * s->of->problem.key_length + j;
    return line_is_wrong(s->of, expectation, PLUMB_GRADIENT_OF_KEY, line) ||
           line_is_wrong(s->of, expectation, PLUMB_GRADIENT_OF_VALUE, line);
}

static void choose_keys(plumb_gradient_sample *s, const plumb_gradient_expectation *expectation, bool wrong) {
    size_t keys = s->of->problem.key_length, count = 0;
    for (size_t j = 0; j < keys; j++)
        count += key_is_wrong(s, expectation, j) == wrong;
    for (size_t j = 0, n = 0; j < keys; j++) {
        if (key_is_wrong(s, expectation, j) != wrong)
            continue;
        if (s->keys < PLUMB_SAMPLED_LINES &&
            is_taken(n, count, wrong ? PLUMB_SAMPLED_LINES * 3 / 4 : PLUMB_SAMPLED_LINES / 4))
            s->key[s->keys++] = j;
        n++;
    }
}

/* ---- their numbers ---- */

size_t plumb_sampled_line(const plumb_gradient_sample *s, plumb_gradient gradient, size_t n) {
    const plumb_problem *p = &s->of->problem;
    size_t head = s->b * plumb_gradient_key_heads(s->of) + s->key_head;
    switch (gradient) {
    case PLUMB_GRADIENT_OF_QUERY:
        return (s->b * p->query_heads + s->query[n][0]) * p->query_length + s->query[n][1];
    case PLUMB_GRADIENT_OF_SINK:
        return n; /* all heads of the file, of which those of this group are asked */
    case PLUMB_GRADIENT_OF_BIAS:
        return biases_are_by_query(p) ? plumb_bias_line(p, s->b, s->query[n][0], s->query[n][1]) : n;
    case PLUMB_GRADIENT_OF_SLOPE:
    case PLUMB_GRADIENT_OF_TABLE:
        return n; /* all of them */
    default:
        return head * p->key_length + s->key[n];
    }
}

static bool is_of_head(const plumb_gradient_sample *s, plumb_gradient gradient, size_t line) {
    return gradient != PLUMB_GRADIENT_OF_SINK || plumb_gradient_reads(s->of, line, s->key_head);
}

static void fill(plumb_gradient_sample *s, plumb_gradient gradient, const plumb_gradient_expectation *expectation) {
    plumb_sampled_gradient *g = &s->gradient[gradient];
    const plumb_claim *claim = &s->of->gradient[gradient];
    for (size_t n = 0; n < g->lines; n++)
        for (size_t c = 0; c < g->width; c++) {
            size_t line = plumb_sampled_line(s, gradient, n), place = line * g->width + c, at = n * g->width + c;
            g->engine[at] = claim->value[place];
            g->exact[at] = expectation->of.exact.mid[gradient][place];
            g->limit[at] =
                plumb_gradient_expected(expectation, gradient, place) + expectation->of.exact.radius[gradient][place];
            bool counts = is_of_head(s, gradient, line);
            g->wrong[at] = counts && is_wrong(expectation, claim, gradient, place);
            g->limit[at] = counts ? g->limit[at] : (double)INFINITY;
            g->compared += counts;
            g->wrongs += g->wrong[at];
        }
    g->asked = g->wrongs > 0;
}

static bool init_gradient(plumb_gradient_sample *s, plumb_gradient gradient,
                          const plumb_gradient_expectation *expectation) {
    const plumb_problem *p = &s->of->problem;
    const plumb_bias_shape bias = plumb_bias_shape_of(p);
    const size_t lines[] = {s->queries, s->keys, s->keys, p->query_heads,
                            biases_are_by_query(p) ? s->queries : bias.batch * bias.heads, p->query_heads,
                            plumb_position_parameters(p)};
    plumb_sampled_gradient *g = &s->gradient[gradient];
    g->present = s->of->gradient[gradient].present;
    g->lines = lines[gradient];
    g->width = plumb_shape_of_answer(s->of, plumb_quantity_of_gradient(gradient)).width;
    size_t count = g->lines * g->width + 1;
    g->engine = calloc(3 * count, sizeof *g->engine);
    g->wrong = calloc(count, sizeof *g->wrong);
    if (g->engine == NULL || g->wrong == NULL)
        return false;
    g->exact = g->engine + count;
    g->limit = g->exact + count;
    if (g->present)
        fill(s, gradient, expectation);
    return true;
}

int plumb_gradient_sample_init(plumb_gradient_sample *s, const plumb_case *of, const plumb_precision *precision,
                               const plumb_gradient_expectation *expectation, plumb_infer_time time) {
    *s = (plumb_gradient_sample){
        .of = of, .precision = precision, .all = &expectation->of.exact, .expectation = expectation, .time = time};
    if (choose_head(s, expectation) != 0)
        return -1;
    const plumb_bias_shape bias = plumb_bias_shape_of(&of->problem);
    s->biases_are_of_head = bias.batch == of->problem.batch &&
                            (bias.heads == of->problem.query_heads || plumb_gradient_key_heads(of) == 1);
    for (int wrong = 1; wrong >= 0; wrong--) {
        choose_queries(s, expectation, wrong);
        choose_keys(s, expectation, wrong);
    }
    bool made = true;
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++)
        made = init_gradient(s, (plumb_gradient)i, expectation) && made;
    if (!made)
        plumb_gradient_sample_free(s);
    return made ? 0 : -1;
}

void plumb_gradient_sample_free(plumb_gradient_sample *s) {
    for (size_t i = 0; i < PLUMB_GRADIENT_COUNT; i++) {
        free(s->gradient[i].engine);
        free(s->gradient[i].wrong);
    }
}

bool plumb_gradients_are_late(const plumb_gradient_sample *s) {
    return s->time.is_late != NULL && s->time.is_late(s->time.context);
}

bool plumb_gradient_is_wrong(const plumb_gradient_sample *s, plumb_gradient gradient, size_t place) {
    return is_wrong(s->expectation, &s->of->gradient[gradient], gradient, place);
}

int plumb_gradient_numbers_init(plumb_gradient_numbers *numbers, const plumb_gradient_sample *s) {
    bool made = true;
    for (size_t i = 0; i < PLUMB_GRADIENT_COUNT; i++) {
        numbers->number[i] = calloc(s->gradient[i].lines * s->gradient[i].width + 1, sizeof(double));
        made = made && numbers->number[i] != NULL;
    }
    if (!made)
        plumb_gradient_numbers_free(numbers);
    return made ? 0 : -1;
}

void plumb_gradient_numbers_free(plumb_gradient_numbers *numbers) {
    for (size_t i = 0; i < PLUMB_GRADIENT_COUNT; i++)
        free(numbers->number[i]);
}

/* ---- whether numbers are the engine's ---- */

/* What an engine has wrong it rounds, too: by such a part of the numbers of a line.  Roundings of weights cancel in the
   long sum of a sink. */
static double rounded_part(const plumb_precision *p, plumb_gradient gradient) {
    double weights = fmax(p->probability.unit, p->score.unit);
    return gradient == PLUMB_GRADIENT_OF_SINK ? fmax(p->output.unit, 1e-4)
                                              : fmax(4 * fmax(weights, p->output.unit), 1e-4);
}

static double root_mean_square(const plumb_sampled_gradient *g, const double *numbers, size_t line) {
    double square = 0;
    for (size_t c = 0; c < g->width; c++)
        square += numbers[line * g->width + c] * numbers[line * g->width + c];
    return sqrt(square / (double)g->width);
}

#define NEARLY_ALL 0.95
#define FEW 0.02

typedef struct {
    size_t explained, broken; /* of wrong numbers, of right ones */
} comparison;

/* Whether the number is another than the exact one, and nearer to the engine's. */
static bool differs(const plumb_sampled_gradient *g, size_t i, double number) {
    bool nearer = fabs(g->engine[i] - number) < fabs(g->engine[i] - g->exact[i]);
    return nearer && fabs(number - g->exact[i]) > g->limit[i] / 4;
}

static comparison compare(const plumb_gradient_sample *s, plumb_gradient gradient, const double *numbers) {
    const plumb_sampled_gradient *g = &s->gradient[gradient];
    double part = rounded_part(s->precision, gradient);
    comparison found = {0, 0};
    for (size_t n = 0; n < g->lines; n++) {
        double mean = root_mean_square(g, numbers, n);
        for (size_t i = n * g->width; i < (n + 1) * g->width; i++) {
            double limit = g->limit[i] + part * (fabs(numbers[i]) + mean);
            bool right = fabs(g->engine[i] - numbers[i]) <= limit;
            found.explained += g->wrong[i] && right && differs(g, i, numbers[i]);
            found.broken += !g->wrong[i] && !right;
        }
    }
    return found;
}

static bool breaks(const plumb_sampled_gradient *g, size_t broken) {
    return (double)broken > FEW * (double)(g->compared - g->wrongs);
}

size_t plumb_numbers_explain(const plumb_gradient_sample *s, plumb_gradient gradient, const double *numbers) {
    const plumb_sampled_gradient *g = &s->gradient[gradient];
    comparison found = compare(s, gradient, numbers);
    bool explains = (double)found.explained >= NEARLY_ALL * (double)g->wrongs && !breaks(g, found.broken);
    return explains ? found.explained : 0;
}

bool plumb_numbers_break(const plumb_gradient_sample *s, plumb_gradient gradient, const double *numbers) {
    return breaks(&s->gradient[gradient], compare(s, gradient, numbers).broken);
}

double plumb_fitted_factor(const plumb_sampled_gradient *g, size_t from, size_t step) {
    double along = 0, square = 0;
    for (size_t i = from; i < g->lines * g->width; i += step) {
        double weight = 1 / (g->limit[i] * g->limit[i]);
        if (!isfinite(g->engine[i]) || !isfinite(weight)) /* no number, or one that is exact */
            continue;
        along += weight * g->engine[i] * g->exact[i];
        square += weight * g->exact[i] * g->exact[i];
    }
    return square > 0 ? along / square : 1;
}
