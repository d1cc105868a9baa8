/* evaluation.c - bundles of neighbouring rows are the items that threads take, since rows of a bundle are evaluated
   together; of n processes each takes every n-th.  Each row writes to places of its own.  A row becomes balls, with
   defined values (exact/definition.h) in place of the kernels', or correctly rounded numbers: where a ball does not
   decide, the certifier asks ever more precise evaluations.  A row that cannot be rounded ends only the work on rows
   behind it, so that the message names the first in tensor order however many threads there are. */
#include "library/evaluation.h"
#include "bundle/narrow.h"
#include "case/choices.h"
#include "precision/precision_text.h"
#include "exact/certify.h"
#include "exact/definition.h"
#include "exact/visible.h"
#include "schema/schema.h"
#include "thread/workers.h"
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct job job;

/* What one thread works in. */
typedef struct {
    plumb_rows rows;
    plumb_certifier certifier;
    plumb_narrow narrow;
    unsigned char *certificate; /* [width] */
    plumb_error error;
} thread_workspace;

/* Fills the row's places; index counts the rows that are asked for, in tensor order. */
typedef int row_function(const job *j, size_t index, thread_workspace *workspace);

struct job {
    const plumb_case *c;
    plumb_quantity quantity;
    plumb_format format; /* for rounded values */
    row_function *fill;
    const plumb_evaluation *how;
    double *mid, *radius; /* rounded values go to mid, without a radius */
    size_t width, queries, rows, bundle;
};

/* What the threads share. */
typedef struct {
    const job *j;
    size_t rows_done;
    atomic_size_t failed_row; /* the first in tensor order, so that the message is always the same */
    plumb_error *error;
} outcome;

typedef struct {
    size_t batch, head, query;
} place;

static place row_place(const job *j, size_t index) {
    size_t row = index / j->queries, heads = j->c->problem.query_heads;
    return (place){row / heads, row % heads, j->how->from + index % j->queries};
}

static plumb_ball defined_ball(const job *j, place at, size_t visible, size_t i, plumb_ball ball) {
    double value;
    bool defined =
        plumb_exact_by_definition(&j->c->problem, at.batch, at.head, at.query, visible, j->quantity, i, &value);
    return defined ? (plumb_ball){value, 0} : ball;
}

/* Where a definition gives one element of the row and not another. */
static void fill_by_column(const job *j, place at, size_t visible, const plumb_ball *ball, double *mid,
                           double *radius) {
    for (size_t i = 0; i < j->width; i++) {
        plumb_ball given = defined_ball(j, at, visible, i, ball[i]);
        mid[i] = given.mid;
        radius[i] = given.rad;
    }
}

/* Kernels may leave any radius that is not finite; callers get infinity. */
static void settle_radii(double *radius, size_t width) {
    for (size_t i = 0; i < width; i++)
        if (isnan(radius[i]))
            radius[i] = INFINITY;
}

static int fill_balls(const job *j, size_t index, thread_workspace *workspace) {
    const plumb_problem *problem = &j->c->problem;
    place at = row_place(j, index);
    double *mid = j->mid + index * j->width, *radius = j->radius + index * j->width, value;
    /* How many keys a row sees beyond the first makes no difference here. */
    size_t visible = plumb_exact_sees_any(problem, at.batch, at.head, at.query) ? 1 : 0;
    const plumb_ball *ball =
        plumb_row_balls(plumb_rows_get(&workspace->rows, at.batch, at.head, at.query), j->quantity);
    if (plumb_definition_by_column(j->quantity) || j->width == 0 ||
        plumb_exact_by_definition(problem, at.batch, at.head, at.query, visible, j->quantity, 0, &value))
        fill_by_column(j, at, visible, ball, mid, radius);
    else
        plumb_planes_split(ball, j->width, mid, radius);
    settle_radii(radius, j->width);
    return 0;
}

static int refuse_element(const job *j, place at, size_t i, thread_workspace *workspace) {
    const char *why = workspace->certificate[i] == PLUMB_NO_VALUE
                          ? "has no exact value: a visible input is not finite"
                          : "is too close to a rounding boundary to be decided, or divides by what may be 0";
    return plumb_fail(&workspace->error, "%s: %s[%zu,%zu,%zu,%zu] %s", j->c->source, plumb_quantity_name(j->quantity),
                      at.batch, at.head, at.query, i, why);
}

static int fill_rounded(const job *j, size_t index, thread_workspace *workspace) {
    place at = row_place(j, index);
    size_t escalated = 0;
    plumb_certify_row(&workspace->certifier, at.batch, at.head, at.query,
                      plumb_rows_get(&workspace->rows, at.batch, at.head, at.query), j->quantity, j->format,
                      j->mid + index * j->width, workspace->certificate, &escalated);
    for (size_t i = 0; i < j->width; i++)
        if (workspace->certificate[i] != PLUMB_DECIDED)
            return refuse_element(j, at, i, workspace);
    return 0;
}

static plumb_ball narrow_ball(void *narrow, size_t b, size_t h, size_t t, size_t column) {
    return plumb_narrow_element(narrow, b, h, t, column);
}

static bool is_rounded(const job *j) {
    return j->fill == fill_rounded;
}

static void workspace_free(thread_workspace *workspace, const job *j) {
    plumb_rows_free(&workspace->rows);
    if (!is_rounded(j))
        return;
    plumb_narrow_free(&workspace->narrow);
    plumb_certifier_clear(&workspace->certifier);
    free(workspace->certificate);
}

static int begin_rounding(thread_workspace *workspace, const job *j) {
    plumb_certifier_init(&workspace->certifier, &j->c->problem);
    workspace->certifier.again = (plumb_second_look){narrow_ball, &workspace->narrow};
    workspace->certificate = malloc(j->width + 1);
    return plumb_narrow_init(&workspace->narrow, &workspace->rows) == 0 && workspace->certificate != NULL ? 0 : -1;
}

static int workspace_init(thread_workspace *workspace, const job *j) {
    if (plumb_rows_init(&workspace->rows, &j->c->problem, PLUMB_BUNDLE_ROWS,
                        j->quantity == PLUMB_OUTPUT ? PLUMB_KEEP_OUTPUT : PLUMB_KEEP_ALL) != 0)
        return plumb_fail(&workspace->error, "%s: not enough memory", j->c->source);
    workspace->rows.row.without_lse = j->quantity != PLUMB_LSE;
    workspace->rows.minimal = j->how->minimal;
    if (is_rounded(j) && begin_rounding(workspace, j) != 0) {
        workspace_free(workspace, j);
        return plumb_fail(&workspace->error, "%s: not enough memory", j->c->source);
    }
    return 0;
}

static void report_failure(outcome *all, plumb_workers *workers, size_t index, const plumb_error *error) {
    plumb_workers_lock(workers);
    if (index < all->failed_row) {
        all->failed_row = index;
        *all->error = *error;
    }
    plumb_workers_unlock(workers);
}

static void report_done(const job *j, outcome *all, plumb_workers *workers, size_t rows) {
    if (j->how->counter.rows == NULL)
        return;
    plumb_workers_lock(workers);
    all->rows_done += rows;
    j->how->counter.rows(j->how->counter.context, all->rows_done, j->rows);
    plumb_workers_unlock(workers);
}

/* The rows of a head from its query `first`; the first row of the head is `head_row`. */
static void fill_bundle(outcome *all, plumb_workers *workers, thread_workspace *workspace, size_t head_row,
                        size_t first) {
    const job *j = all->j;
    size_t end = j->queries - first < j->bundle ? j->queries : first + j->bundle;
    for (size_t t = first; t < end; t++) {
        if (head_row + t > all->failed_row)
            return;
        if (j->fill(j, head_row + t, workspace) != 0)
            report_failure(all, workers, head_row + t, &workspace->error);
    }
    report_done(j, all, workers, end - first);
}

static size_t members_of(const job *j) {
    return j->how->members > 0 ? j->how->members : 1;
}

/* Of a head.  Neighbouring rows are evaluated together. */
static size_t count_bundles(const job *j) {
    return (j->queries + j->bundle - 1) / j->bundle;
}

/* The bundles of this process. */
static size_t count_items(const job *j) {
    size_t all = j->rows / j->queries * count_bundles(j), first = j->how->member;
    return first < all ? (all - first - 1) / members_of(j) + 1 : 0;
}

/* Called by every thread: they share the rows of this process. */
static void fill_share(plumb_workers *workers, void *context) {
    outcome *all = context;
    const job *j = all->j;
    thread_workspace workspace;
    size_t bundles = count_bundles(j);
    if (workspace_init(&workspace, j) != 0) {
        report_failure(all, workers, 0, &workspace.error);
        return;
    }
    for (size_t taken; plumb_workers_take(workers, &taken);) {
        size_t item = j->how->member + taken * members_of(j);
        fill_bundle(all, workers, &workspace, item / bundles * j->queries, item % bundles * j->bundle);
    }
    workspace_free(&workspace, j);
}

static size_t queries_asked(const plumb_case *c, const plumb_evaluation *how) {
    size_t to = how->to > 0 ? how->to : c->problem.query_length;
    return to - how->from;
}

/* What takes a thread less time than another takes to start, in products of a query or a weight with one number. */
#define FEW_PRODUCTS ((double)(1 << 23))

/* Correct rounding may take any time. */
static int threads_for(const job *j) {
    const plumb_problem *p = &j->c->problem;
    double products = (double)j->rows * (double)p->key_length * (double)(p->head_dim + p->value_dim);
    return j->how->threads == 0 && !is_rounded(j) && products < FEW_PRODUCTS ? 1 : j->how->threads;
}

static int fill_rows(job *j, plumb_error *error) {
    const plumb_problem *problem = &j->c->problem;
    outcome all = {.j = j, .failed_row = SIZE_MAX, .error = error};
    j->queries = queries_asked(j->c, j->how);
    j->rows = problem->batch * problem->query_heads * j->queries;
    j->width = plumb_quantity_width(j->quantity, problem);
    j->bundle = plumb_rows_together(problem, PLUMB_BUNDLE_ROWS);
    if (j->rows == 0)
        return 0;
    int result = plumb_workers_run(threads_for(j), count_items(j), fill_share, &all, error);
    return all.failed_row == SIZE_MAX ? result : -1;
}

int plumb_quantity_choose(const char *field, const char *text, plumb_quantity *quantity, plumb_error *error) {
    static const char *const names[] = {
        [PLUMB_OUTPUT] = "output", [PLUMB_WEIGHTS] = "weights", [PLUMB_SCORES] = "scores", [PLUMB_LSE] = "lse", NULL};
    size_t chosen;
    if (plumb_choose_word(names, field, text, &chosen, error) != 0)
        return -1;
    *quantity = (plumb_quantity)chosen;
    return 0;
}

int plumb_rounding_choose(const char *field, const char *text, plumb_format *format, plumb_error *error) {
    static const char *const names[] = {
        [PLUMB_F64] = "f64", [PLUMB_F32] = "f32", [PLUMB_F16] = "f16", [PLUMB_BF16] = "bf16", NULL};
    size_t chosen;
    if (plumb_choose_word(names, field, text, &chosen, error) != 0)
        return -1;
    *format = (plumb_format)chosen;
    return 0;
}

int plumb_evaluation_check(const plumb_case *c, plumb_quantity quantity, const char *field, plumb_error *error) {
    plumb_operator_kind kind = c->problem.op.kind;
    if (quantity == PLUMB_LSE && !plumb_has_log_sum_exp(kind))
        return plumb_fail(error, "%s: %s lse: operator %s has no log-sum-exp", c->source, field,
                          plumb_word_name(PLUMB_MEMBER_OPERATOR, kind));
    if ((quantity == PLUMB_WEIGHTS || quantity == PLUMB_SCORES) && c->uncopied != NULL)
        return plumb_fail(error, "%s: %s %s: one number for each key; under duplicate_indices each it has several",
                          c->source, field, plumb_quantity_name(quantity));
    return plumb_precision_check(c, error);
}

size_t plumb_evaluation_count(const plumb_case *c, plumb_quantity quantity, const plumb_evaluation *how) {
    const plumb_problem *problem = &c->problem;
    return problem->batch * problem->query_heads * queries_asked(c, how) * plumb_quantity_width(quantity, problem);
}

int plumb_evaluate_balls(const plumb_case *c, plumb_quantity quantity, const plumb_evaluation *how, double *mid,
                         double *radius, plumb_error *error) {
    job j = {.c = c, .quantity = quantity, .fill = fill_balls, .how = how, .mid = mid, .radius = radius};
    return fill_rows(&j, error);
}

int plumb_evaluate_rounded(const plumb_case *c, plumb_quantity quantity, plumb_format format,
                           const plumb_evaluation *how, double *rounded, plumb_error *error) {
    job j = {.c = c, .quantity = quantity, .format = format, .fill = fill_rounded, .how = how, .mid = rounded};
    return fill_rows(&j, error);
}
