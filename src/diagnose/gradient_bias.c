#include "diagnose/gradient_bias.h"
#include "backward/bias.h"
#include "row/stages.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

bool plumb_is_about(double x, double y) {
    return fabs(x - y) <= 0.004 * fabs(y);
}

/* Batch entries, heads and queries of the rows that a bias serves. */
enum { AXES = 3 };

static const char *const axis_name[AXES] = {"batch", "heads", "queries"};

static void count_axes(const plumb_problem *p, size_t count[AXES]) {
    plumb_bias_rows rows = plumb_bias_rows_of(p, 0, 0, 0);
    count[0] = rows.b_end - rows.b;
    count[1] = rows.h_end - rows.h;
    count[2] = rows.t_end - rows.t;
}

bool plumb_bias_factor(const plumb_problem *p, double factor, char *text, size_t size) {
    double scale = plumb_problem_scale(p).mid;
    size_t count[AXES];
    count_axes(p, count);
    for (size_t axis = 0; axis < AXES; axis++)
        if (count[axis] > 1 && plumb_is_about(factor, 1 / (double)count[axis])) {
            snprintf(text, size, "dbias is the mean over the %s that it is broadcast over, not the sum",
                     axis_name[axis]);
            return true;
        }
    bool multiplied = plumb_is_about(factor, scale), divided = plumb_is_about(factor, 1 / scale);
    if (plumb_is_about(factor, 1) || !(multiplied || divided))
        return false;
    snprintf(text, size, "dbias is %s by the scale, which a bias does not have", multiplied ? "multiplied" : "divided");
    return true;
}

/* The rows of a part: those at the first or the last place of an axis. */
typedef struct {
    size_t axis;
    bool last;
} part;

static bool has_row(const plumb_problem *p, part of, size_t b, size_t h, size_t t) {
    const size_t place[AXES] = {b, h, t}, length[AXES] = {p->batch, p->query_heads, p->query_length};
    return place[of.axis] == (of.last ? length[of.axis] - 1 : 0);
}

static void add_row(const plumb_gradient_sample *s, const plumb_backward_row *row, size_t line, double *numbers) {
    const plumb_problem *p = row->problem;
    const plumb_sampled_gradient *g = &s->gradient[PLUMB_GRADIENT_OF_BIAS];
    bool inner = p->op.softcap_order == PLUMB_BIAS_CAP_MASK;
    for (size_t n = 0; n < g->lines; n++)
        for (size_t j = 0; plumb_sampled_line(s, PLUMB_GRADIENT_OF_BIAS, n) == line && j < g->width; j++)
            numbers[n * g->width + j] += row->score_gradient[j] * (inner ? row->slope[j] : 1);
}

static bool is_sampled(const plumb_gradient_sample *s, size_t line) {
    for (size_t n = 0; n < s->gradient[PLUMB_GRADIENT_OF_BIAS].lines; n++)
        if (plumb_sampled_line(s, PLUMB_GRADIENT_OF_BIAS, n) == line)
            return true;
    return false;
}

static void sum_part(const plumb_gradient_sample *s, plumb_rows *rows, plumb_backward_row *row, part of,
                     double *numbers) {
    const plumb_problem *p = &s->of->problem;
    const plumb_sampled_gradient *g = &s->gradient[PLUMB_GRADIENT_OF_BIAS];
    memset(numbers, 0, g->lines * g->width * sizeof *numbers);
    for (size_t n = 0; n < plumb_rows_of(p); n++) {
        size_t head = n / p->query_length, b = head / p->query_heads, h = head % p->query_heads;
        size_t t = n % p->query_length, line = plumb_bias_line(p, b, h, t);
        if (!has_row(p, of, b, h, t) || !is_sampled(s, line))
            continue;
        plumb_backward_row_set(row, plumb_rows_get(rows, b, h, t), b, h, t);
        add_row(s, row, line, numbers);
    }
}

int plumb_bias_broadcasts(const plumb_gradient_sample *s, plumb_gradient gradient, double *numbers, size_t *explained,
                          char *says, size_t size) {
    static const char *const place_name[AXES] = {"batch entry", "head", "query"};
    const plumb_problem *p = &s->of->problem;
    size_t count[AXES];
    plumb_rows rows;
    plumb_backward_row row;
    *explained = 0;
    if (gradient != PLUMB_GRADIENT_OF_BIAS)
        return 0;
    count_axes(p, count);
    if (plumb_rows_init(&rows, p, 1, PLUMB_KEEP_ALL) != 0)
        return -1;
    int status = plumb_backward_row_init(&row, p);
    for (size_t i = 0; i < 2 * AXES && status == 0 && *explained == 0; i++) {
        part of = {i / 2, i % 2 == 1};
        if (count[of.axis] == 1)
            continue;
        sum_part(s, &rows, &row, of, numbers);
        *explained = plumb_numbers_explain(s, PLUMB_GRADIENT_OF_BIAS, numbers);
        if (*explained > 0)
            snprintf(says, size, "dbias is not summed over the %s that it is broadcast over: it has the %s %s alone",
                     axis_name[of.axis], of.last ? "last" : "first", place_name[of.axis]);
    }
    if (status == 0)
        plumb_backward_row_free(&row);
    plumb_rows_free(&rows);
    return status;
}
