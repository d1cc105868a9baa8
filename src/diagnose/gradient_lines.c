/* gradient_lines.c - each hypothesis is an array of numbers for the sampled lines, made from the correct gradients of
   the whole case: lines so many rows, heads or batch entries away or in another order, the same lines of another
   gradient, sums over batch entries.  Columns are fitted one by one: a factor for each, by least squares over the
   lines. */
#include "diagnose/gradient_lines.h"
#include "backward/gradients.h"
#include "backward/variant_sources.h"
#include "judge/gradients.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const plumb_gradient_sample *sample;
    plumb_gradient gradient;
    const plumb_sampled_gradient *of;
    plumb_answer_shape shape;
    double *numbers;
    size_t *explained;
    char *says;
    size_t size;
} asking;

static bool explains(const asking *a) {
    *a->explained = plumb_numbers_explain(a->sample, a->gradient, a->numbers);
    return *a->explained > 0;
}

static const char *noun(const asking *a) {
    return a->gradient == PLUMB_GRADIENT_OF_QUERY ? "query" : "key";
}

/* ---- lines of another place ---- */

typedef struct {
    int64_t entries, heads, rows;
} offset;

static size_t other_line(const asking *a, size_t line, offset by) {
    size_t rows = a->shape.rows, heads = a->shape.heads, batch = a->sample->of->problem.batch;
    size_t row = plumb_away(line % rows, by.rows, rows), head = plumb_away(line / rows % heads, by.heads, heads);
    return (plumb_away(line / rows / heads, by.entries, batch) * heads + head) * rows + row;
}

static void take_lines(const asking *a, plumb_gradient from, offset by) {
    const double *exact = a->sample->all->mid[from];
    for (size_t n = 0; n < a->of->lines; n++) {
        size_t line = other_line(a, plumb_sampled_line(a->sample, a->gradient, n), by);
        memcpy(a->numbers + n * a->of->width, exact + line * a->of->width, a->of->width * sizeof *exact);
    }
}

static bool try_place(const asking *a, offset by, const char *where) {
    take_lines(a, a->gradient, by);
    if (!explains(a))
        return false;
    snprintf(a->says, a->size, "%s of each %s is that of %s", plumb_gradient_name(a->gradient), noun(a), where);
    return true;
}

static bool try_rows(const asking *a, int64_t by) {
    char where[64];
    const char *way = by < 0 ? "before" : "after";
    int64_t n = by < 0 ? -by : by;
    if (n == 1)
        snprintf(where, sizeof where, by < 0 ? "the %s before" : "the next %s", noun(a));
    else
        snprintf(where, sizeof where, "the %s %lld %s", noun(a), (long long)n, way);
    return try_place(a, (offset){.rows = by}, where);
}

static bool try_places(const asking *a) {
    size_t batch = a->sample->of->problem.batch;
    if (a->shape.heads > 1 && (try_place(a, (offset){.heads = -1}, "the head before") ||
                               try_place(a, (offset){.heads = 1}, "the next head")))
        return true;
    if (batch > 1 && (try_place(a, (offset){.entries = -1}, "the batch entry before") ||
                      try_place(a, (offset){.entries = 1}, "the next batch entry")))
        return true;
    for (int64_t by = 1; by < (int64_t)a->shape.rows && by <= 256; by = by == 1 ? 8 : 2 * by)
        if (try_rows(a, -by) || try_rows(a, by))
            return true;
    return false;
}

/* ---- other orders ---- */

typedef size_t order_of(size_t n, size_t count, size_t group);

static size_t reversed(size_t n, size_t count, size_t group) {
    (void)group;
    return count - 1 - n;
}

static size_t halves_exchanged(size_t n, size_t count, size_t group) {
    (void)group;
    return count % 2 != 0 ? n : (n + count / 2) % count;
}

/* Number 2 m + r has what should stand at m + r count / 2, and the other way round. */
static size_t from_halves(size_t n, size_t count, size_t group) {
    (void)group;
    return count % 2 != 0 ? n : n / 2 + n % 2 * (count / 2);
}

static size_t from_pairs(size_t n, size_t count, size_t group) {
    (void)group;
    return count % 2 != 0 ? n : n < count / 2 ? 2 * n : 2 * (n - count / 2) + 1;
}

/* Query heads that are counted group by group for those that are counted by their places in groups, and the other way
   round. */
static size_t by_place(size_t n, size_t count, size_t group) {
    return n % (count / group) * group + n / (count / group);
}

static size_t by_group(size_t n, size_t count, size_t group) {
    return n % group * (count / group) + n / group;
}

enum { BY_COLUMNS, BY_ROWS, BY_HEADS };

static const struct {
    int axis;
    order_of *order;
    bool of_groups;
    const char *says; /* of a gradient */
} orders[] = {
    {BY_HEADS, reversed, false, "the heads of %s are in reverse order"},
    {BY_HEADS, by_place, true, "the heads of %s are in the order of their places in groups"},
    {BY_HEADS, by_group, true, "the heads of %s are in an order that puts groups for places in them"},
    {BY_ROWS, reversed, false, "the rows of %s are in reverse order"},
    {BY_COLUMNS, reversed, false, "the columns of %s are in reverse order"},
    {BY_COLUMNS, halves_exchanged, false, "the halves of the columns of %s are exchanged"},
    {BY_COLUMNS, from_halves, false, "the halves of the columns of %s are interleaved"},
    {BY_COLUMNS, from_pairs, false, "even and odd columns of %s are in halves of their own"},
};

static void take_order(const asking *a, size_t which) {
    const double *exact = a->sample->all->mid[a->gradient];
    const plumb_problem *p = &a->sample->of->problem;
    size_t rows = a->shape.rows, heads = a->shape.heads, width = a->of->width, group = p->query_heads / p->key_heads;
    for (size_t n = 0; n < a->of->lines; n++) {
        size_t line = plumb_sampled_line(a->sample, a->gradient, n);
        size_t row = line % rows, head = line / rows % heads, entry = line / rows / heads;
        if (orders[which].axis == BY_ROWS)
            row = orders[which].order(row, rows, group);
        if (orders[which].axis == BY_HEADS)
            head = orders[which].order(head, heads, group);
        const double *from = exact + ((entry * heads + head) * rows + row) * width;
        for (size_t c = 0; c < width; c++)
            a->numbers[n * width + c] =
                from[orders[which].axis == BY_COLUMNS ? orders[which].order(c, width, group) : c];
    }
}

static bool try_orders(const asking *a) {
    const plumb_problem *p = &a->sample->of->problem;
    bool groups = a->gradient == PLUMB_GRADIENT_OF_QUERY && p->key_heads > 1 && p->query_heads > p->key_heads;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        if (orders[i].of_groups && !groups)
            continue;
        take_order(a, i);
        if (!explains(a))
            continue;
        snprintf(a->says, a->size, orders[i].says, plumb_gradient_name(a->gradient));
        return true;
    }
    return false;
}

/* ---- the numbers of another gradient, or sums ---- */

static bool has_shape_of(const asking *a, plumb_gradient other) {
    const plumb_case *c = a->sample->of;
    plumb_answer_shape shape = plumb_shape_of_answer(c, plumb_quantity_of_gradient(other));
    return other != a->gradient && a->sample->all->mid[other] != NULL && shape.rows == a->shape.rows &&
           shape.heads == a->shape.heads && shape.width == a->shape.width;
}

static bool has_numbers_of(const asking *a, plumb_gradient other) {
    if (!has_shape_of(a, other))
        return false;
    take_lines(a, other, (offset){0, 0, 0});
    return explains(a);
}

static bool try_others(const asking *a) {
    for (int other = 0; other <= PLUMB_GRADIENT_OF_VALUE; other++) {
        if (!has_numbers_of(a, (plumb_gradient)other))
            continue;
        snprintf(a->says, a->size, "%s has the numbers of %s", plumb_gradient_name(a->gradient),
                 plumb_gradient_name((plumb_gradient)other));
        return true;
    }
    return false;
}

static void add_lines(const asking *a, offset by) {
    const double *exact = a->sample->all->mid[a->gradient];
    for (size_t n = 0; n < a->of->lines; n++) {
        size_t line = other_line(a, plumb_sampled_line(a->sample, a->gradient, n), by);
        for (size_t c = 0; c < a->of->width; c++)
            a->numbers[n * a->of->width + c] += exact[line * a->of->width + c];
    }
}

static bool try_sum(const asking *a) {
    size_t batch = a->sample->of->problem.batch;
    if (batch == 1)
        return false;
    memset(a->numbers, 0, a->of->lines * a->of->width * sizeof *a->numbers);
    for (size_t b = 0; b < batch; b++)
        add_lines(a, (offset){.entries = (int64_t)b});
    if (!explains(a))
        return false;
    snprintf(a->says, a->size, "%s is summed over the batch entries", plumb_gradient_name(a->gradient));
    return true;
}

/* What a tile before left in a sum; nothing is left for the first. */
static bool try_left(const asking *a) {
    const char *name = plumb_gradient_name(a->gradient);
    for (int64_t by = 1; by < (int64_t)a->shape.rows && by <= 256; by = by == 1 ? 8 : 2 * by) {
        memcpy(a->numbers, a->of->exact, a->of->lines * a->of->width * sizeof *a->numbers);
        for (size_t n = 0; n < a->of->lines; n++) {
            size_t line = plumb_sampled_line(a->sample, a->gradient, n);
            const double *from = a->sample->all->mid[a->gradient] + (line - (size_t)by) * a->of->width;
            for (size_t c = 0; line % a->shape.rows >= (size_t)by && c < a->of->width; c++)
                a->numbers[n * a->of->width + c] += from[c];
        }
        if (!explains(a))
            continue;
        snprintf(a->says, a->size, "%s of each %s contains that of the %s %lld before as well", name, noun(a), noun(a),
                 (long long)by);
        return true;
    }
    return false;
}

/* Of a bias that has a number for each query and key, as many of both. */
static bool try_transposed(const asking *a) {
    const double *exact = a->sample->all->mid[PLUMB_GRADIENT_OF_BIAS];
    if (a->shape.rows != a->of->width || a->shape.rows < 2)
        return false;
    for (size_t n = 0; n < a->of->lines; n++) {
        size_t line = plumb_sampled_line(a->sample, a->gradient, n), first = line / a->shape.rows * a->shape.rows;
        for (size_t j = 0; j < a->of->width; j++)
            a->numbers[n * a->of->width + j] = exact[(first + j) * a->of->width + line % a->shape.rows];
    }
    if (!explains(a))
        return false;
    snprintf(a->says, a->size, "dbias has queries and keys exchanged");
    return true;
}

/* ---- columns ---- */

/* A run of columns with one factor, all others right. */
static bool try_columns(const asking *a) {
    size_t first = a->of->width, last = 0;
    double factor = 1;
    for (size_t c = 0; c < a->of->width; c++) {
        double own = plumb_fitted_factor(a->of, c, a->of->width);
        bool wrong = fabs(own - 1) > 0.01;
        for (size_t i = c; i < a->of->lines * a->of->width; i += a->of->width)
            a->numbers[i] = own * a->of->exact[i];
        if (!wrong)
            continue;
        if (last < c && first < a->of->width && (last + 1 != c || fabs(own - factor) > 0.01 * (1 + fabs(factor))))
            return false;
        first = first < c ? first : c;
        factor = first == c ? own : factor;
        last = c;
    }
    if (first == a->of->width || !explains(a))
        return false;
    const char *name = plumb_gradient_name(a->gradient);
    if (fabs(factor) < 0.01)
        snprintf(a->says, a->size, "columns %zu to %zu of %s are 0", first, last, name);
    else
        snprintf(a->says, a->size, "columns %zu to %zu of %s are %.4g times their correct size", first, last, name,
                 factor);
    return true;
}

static asking asking_of(const plumb_gradient_sample *sample, plumb_gradient gradient, double *numbers,
                        size_t *explained) {
    *explained = 0;
    return (asking){.sample = sample,
                    .gradient = gradient,
                    .of = &sample->gradient[gradient],
                    .shape = plumb_shape_of_answer(sample->of, plumb_quantity_of_gradient(gradient)),
                    .numbers = numbers,
                    .explained = explained};
}

size_t plumb_gradients_exchanged(const plumb_gradient_sample *sample, plumb_gradient one, plumb_gradient other,
                                 const plumb_gradient_numbers *numbers) {
    size_t explained, more;
    if (!sample->gradient[one].asked || !sample->gradient[other].asked)
        return 0;
    asking a = asking_of(sample, one, numbers->number[one], &explained);
    asking b = asking_of(sample, other, numbers->number[other], &more);
    return has_numbers_of(&a, other) && has_numbers_of(&b, one) ? explained + more : 0;
}

int plumb_gradient_lines(const plumb_gradient_sample *sample, plumb_gradient gradient, double *numbers,
                         size_t *explained, char *says, size_t size) {
    asking a = asking_of(sample, gradient, numbers, explained);
    a.says = says;
    a.size = size;
    bool of_vectors = gradient <= PLUMB_GRADIENT_OF_VALUE;
    if (of_vectors && (try_others(&a) || try_places(&a) || try_orders(&a) || try_sum(&a) || try_left(&a)))
        return 0;
    if (of_vectors || (gradient == PLUMB_GRADIENT_OF_BIAS && !try_transposed(&a)))
        (void)try_columns(&a);
    return 0;
}
