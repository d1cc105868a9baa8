/* The normal equations: each row adds the products of its equations, divided by their tolerance, to a Gram matrix A,
   which gets a small ridge and is factored by Cholesky.  Factors in both sums make the equations homogeneous; with the
   anchor m, the mean weights, the solution with m.r = 1 is A^-1 m / (m.A^-1 m).  Otherwise it is A^-1 b.  Deviations
   come from the diagonal of the inverse.  There is no solution if the equations hardly outnumber the unknowns that they
   determine. */
#include "infer/solve.h"
#include "bundle/vector_product.h"
#include "exact/visible.h"
#include "infer/cholesky.h"
#include "infer/gram.h"
#include "infer/shares.h"
#include <math.h>
#include <string.h>

/* What keeps a key without weight from being anything: its factor stays open by 100. */
#define RIDGE 1e-4

/* No row is taken to be nearer than that part of its tolerance. */
#define LEAST_NOISE 0.05

/* Equations must outnumber the unknowns that they tell by so many, and by that part. */
enum { SPARE = 4 };
#define SPARE_PART 0.08

int plumb_solver_init(plumb_solver *s, plumb_inquiry *inquiry, size_t most) {
    size_t width = inquiry->width;
    *s = (plumb_solver){.inquiry = inquiry, .most = most};
    s->equation = plumb_workspace_take(&s->workspace, width * most, sizeof *s->equation);
    s->known = plumb_workspace_take(&s->workspace, width, sizeof *s->known);
    s->engine = plumb_workspace_take(&s->workspace, width, sizeof *s->engine);
    s->unit = plumb_workspace_take(&s->workspace, width, sizeof *s->unit);
    s->gram = plumb_workspace_take(&s->workspace, most * most, sizeof *s->gram);
    s->right = plumb_workspace_take(&s->workspace, most, sizeof *s->right);
    s->anchor = plumb_workspace_take(&s->workspace, most, sizeof *s->anchor);
    if (!s->workspace.short_of_memory &&
        plumb_evidence_reader_init(&s->reader, inquiry->judged, inquiry->precision, inquiry->longest_key, 1) == 0) {
        if (plumb_evidence_init(&s->at, &inquiry->judged->problem) == 0)
            return 0;
        plumb_evidence_reader_free(&s->reader);
    }
    plumb_workspace_free(&s->workspace);
    return -1;
}

void plumb_solver_free(plumb_solver *s) {
    plumb_evidence_free(&s->at);
    plumb_evidence_reader_free(&s->reader);
    plumb_workspace_free(&s->workspace);
}

/* ---- rows ---- */

size_t plumb_failing_rows(const plumb_inquiry *q, bool (*belongs)(const void *context, size_t row), const void *context,
                          size_t most, size_t *row) {
    size_t length = q->judged->problem.query_length, heads = q->rows / length, failing = 0, seen = 0, chosen = 0;
    for (size_t i = 0; i < q->rows; i++)
        failing += q->failing[i] && belongs(context, i);
    most = failing < most ? failing : most;
    for (size_t t = length; t-- > 0;)
        for (size_t head = 0; head < heads && chosen < most; head++) {
            size_t i = head * length + t;
            if (q->failing[i] && belongs(context, i) && seen++ * most >= chosen * failing)
                row[chosen++] = i;
        }
    return chosen;
}

/* ---- the equations of a row ---- */

static double noise_of(const plumb_inquiry *q) {
    return fmax(q->usual, LEAST_NOISE);
}

static bool is_of_factors(const plumb_system *system) {
    return system->of == PLUMB_OF_KEYS || system->of == PLUMB_OF_DISTANCES;
}

static size_t class_at(const plumb_problem *p, const plumb_system *system, const plumb_evidence *at, size_t j) {
    return system->of == PLUMB_OF_KEYS ? system->class_of[j] : plumb_distance_of(p, at->b, at->t, j, system->classes);
}

/* Calls what is done with each key and each one that may be read in its place, which of sources is counted through
   all of them. */
static void for_pairs(const plumb_solver *s, const plumb_system *system,
                      void (*take)(void *context, size_t key, size_t other, size_t unknown), void *context) {
    const plumb_problem *p = &s->inquiry->judged->problem;
    size_t keys = p->key_length, tile = system->tile, tiles = (keys + tile - 1) / tile;
    bool within = system->of == PLUMB_WITHIN_TILES, sources = system->of == PLUMB_OF_SOURCES;
    size_t others = within ? tile : sources ? plumb_sources_of(p) : tiles;
    for (size_t j = 0; j < keys; j++)
        for (size_t i = 0; s->at.visible[j] && i < others; i++) {
            size_t other = within ? j / tile * tile + i : sources ? i * keys + j : i * tile + j % tile;
            size_t unknown = within ? j % tile * tile + i : j / tile * others + i;
            if (sources || other < keys)
                take(context, j, other, unknown);
        }
}

static double weight_of_other(const plumb_solver *s, const plumb_system *system, size_t other) {
    return system->of == PLUMB_OF_SOURCES ? s->sourced[other] : s->at.lifted[other];
}

static const double *value_of_other(const plumb_solver *s, const plumb_system *system, size_t other) {
    const plumb_problem *p = &s->inquiry->judged->problem;
    size_t keys = p->key_length, first = plumb_first_value(p, s->at.b, s->at.h);
    if (system->of == PLUMB_OF_SOURCES)
        first = plumb_source_at(p, s->at.b, s->at.h, other / keys) * keys;
    return p->value + (first + other % keys) * p->value_dim;
}

typedef struct {
    plumb_solver *solver;
    const plumb_system *system;
} solving;

static void add_pair(void *context, size_t j, size_t other, size_t unknown) {
    const solving *of = context;
    plumb_solver *s = of->solver;
    const plumb_problem *p = &s->inquiry->judged->problem;
    bool keys = of->system->place == PLUMB_IN_BOTH, values = !keys || of->system->values_too;
    double weight = keys ? weight_of_other(s, of->system, other) : s->at.weight[j];
    const double *value = values ? value_of_other(s, of->system, other)
                                 : p->value + (plumb_first_value(p, s->at.b, s->at.h) + j) * p->value_dim;
    double *x = s->equation + unknown;
    for (size_t c = 0; c < s->inquiry->width; c++)
        x[c * plumb_unknowns_of(of->system)] += weight * (value[c] - (keys ? s->engine[c] : 0)) * s->unit[c];
}

static void add_keys(plumb_solver *s, const plumb_system *system) {
    const plumb_problem *p = &s->inquiry->judged->problem;
    double of_engine = system->place == PLUMB_IN_VALUES ? 0 : 1;
    size_t first = plumb_first_value(p, s->at.b, s->at.h), n = plumb_unknowns_of(system);
    for (size_t j = 0; j < p->key_length; j++) {
        const double *value = p->value + (first + j) * p->value_dim;
        double weight = s->at.weight[j], *x = s->equation + (weight != 0 ? class_at(p, system, &s->at, j) : 0);
        for (size_t c = 0; c < p->value_dim && weight != 0; c++)
            x[c * n] += (weight * value[c] - of_engine * s->at.part[j] * s->engine[c]) * s->unit[c];
    }
}

/* In the sum of weights alone the equations of all columns are multiples of one, which is as long as all of them. */
static void add_weights(plumb_solver *s, const plumb_system *system) {
    const plumb_problem *p = &s->inquiry->judged->problem;
    double squares = 0, known = 0;
    for (size_t c = 0; c < s->inquiry->width; c++) {
        double factor = -s->engine[c] * s->unit[c];
        squares += factor * factor;
        known += factor * s->known[c];
        s->square += s->known[c] * s->known[c];
    }
    double length = sqrt(squares);
    for (size_t j = 0; j < p->key_length; j++)
        if (s->at.weight[j] != 0)
            s->equation[class_at(p, system, &s->at, j)] += s->at.part[j] * length;
    for (size_t k = 0; k < plumb_unknowns_of(system) && length > 0; k++)
        s->right[k] += known / length * s->equation[k];
}

/* By what a column's equation is multiplied; 0: it has none. */
static double unit_of(const plumb_solver *s, size_t c, double tolerance) {
    const plumb_inquiry *q = s->inquiry;
    double unit = plumb_gate_at(&q->judged->problem, &s->at, c) / (tolerance * noise_of(q) * s->at.mass);
    return q->column[c] && isfinite(s->at.engine[c]) && isfinite(unit) ? unit : 0;
}

/* Of one row. */
static size_t equations_of(const plumb_solver *s, const plumb_system *system) {
    return system->place == PLUMB_IN_WEIGHTS ? 1 : s->inquiry->width;
}

static void fill_columns(plumb_solver *s, const plumb_system *system, const double *tolerance) {
    const plumb_inquiry *q = s->inquiry;
    const plumb_problem *p = &q->judged->problem;
    const plumb_evidence *at = &s->at;
    size_t n = plumb_unknowns_of(system);
    double zero = system->zeros ? plumb_weight_of_zeros(at) : 0;
    memset(s->equation, 0, equations_of(s, system) * n * sizeof *s->equation);
    for (size_t c = 0; c < q->width; c++) {
        double sink = plumb_exact_has_sink_value(p) ? plumb_exact_sink_value(p, at->h)[c] : 0;
        double unit = unit_of(s, c, tolerance[c]);
        double engine = unit == 0 ? 0 : plumb_mean_of_output(p, at, c, at->engine[c]) / at->mass;
        s->unit[c] = unit;
        s->engine[c] = engine;
        s->equations += unit != 0;
        s->known[c] = unit == 0                          ? 0
                      : system->place == PLUMB_IN_VALUES ? (engine * at->mass - at->sink * sink) * unit
                      : system->place == PLUMB_IN_WEIGHTS
                          ? (engine * at->sink - plumb_mean_of_output(p, at, c, at->exact[c])) * unit
                          : 0;
        if (system->place == PLUMB_IN_BOTH)
            s->equation[c * n + system->classes] = at->sink * (sink - engine) * unit;
        if (system->zeros)
            s->equation[c * n + system->classes + 1] = -engine * zero * unit;
    }
    if (system->place == PLUMB_IN_WEIGHTS)
        add_weights(s, system);
    else if (is_of_factors(system))
        add_keys(s, system);
    else
        for_pairs(s, system, add_pair, &(solving){s, system});
}

static void anchor_pair(void *context, size_t j, size_t other, size_t unknown) {
    const solving *of = context;
    (void)j;
    of->solver->anchor[unknown] += weight_of_other(of->solver, of->system, other) / of->solver->at.mass;
}

static void add_anchor(plumb_solver *s, const plumb_system *system) {
    const plumb_evidence *at = &s->at;
    const plumb_problem *p = &s->inquiry->judged->problem;
    for (size_t j = 0; j < p->key_length && is_of_factors(system); j++)
        s->anchor[class_at(p, system, at, j)] += at->part[j] / at->mass;
    if (!is_of_factors(system) && system->place == PLUMB_IN_BOTH)
        for_pairs(s, system, anchor_pair, &(solving){s, system});
    s->anchor[system->classes] += at->sink / at->mass;
    if (system->zeros)
        s->anchor[system->classes + 1] += plumb_weight_of_zeros(at) / at->mass;
}

static void add_right(plumb_solver *s, size_t n) {
    for (size_t c = 0; c < s->inquiry->width; c++) {
        s->square += s->known[c] * s->known[c];
        for (size_t k = 0; k < n; k++)
            s->right[k] += s->known[c] * s->equation[c * n + k];
    }
}

static bool lifts(const plumb_system *system) {
    return !is_of_factors(system) && system->of != PLUMB_OF_SOURCES && system->place == PLUMB_IN_BOTH;
}

/* What the row's keys would weigh, had they the vectors of each source. */
static int read_sources(plumb_solver *s) {
    const plumb_problem *p = &s->inquiry->multiplied;
    const double *query = plumb_exact_query(p, s->at.b, s->at.h, s->at.t);
    if (s->sourced == NULL)
        s->sourced = plumb_workspace_take(&s->workspace, plumb_sources_of(p) * p->key_length, sizeof *s->sourced);
    if (s->sourced == NULL)
        return -1;
    for (size_t i = 0; i < plumb_sources_of(p); i++) {
        const double *key = p->key + plumb_source_at(p, s->at.b, s->at.h, i) * p->key_length * p->head_dim;
        for (size_t j = 0; j < p->key_length; j++)
            s->sourced[i * p->key_length + j] =
                i == 0               ? s->at.weight[j]
                : s->at.visible[j] ? plumb_weight_of_product(
                                         s->inquiry, &s->at, j,
                                         plumb_vector_product(query, key + j * p->head_dim, p->head_dim))
                                   : 0;
    }
    return 0;
}

static int add_row(plumb_solver *s, const plumb_system *system, size_t row, const plumb_hypothesis *h) {
    plumb_inquiry *q = s->inquiry;
    size_t n = plumb_unknowns_of(system);
    if (plumb_evidence_read(&s->reader, row, lifts(system) || (h != NULL && h->lifted), &s->at) != 0)
        return -1;
    if (s->at.usable && system->of == PLUMB_OF_SOURCES && read_sources(s) != 0)
        return -1;
    if (!s->at.usable || (!plumb_predict(q, h, &s->at, q->workspace) && !plumb_predict(q, NULL, &s->at, q->workspace)))
        return 0;
    fill_columns(s, system, q->workspace->tolerance);
    plumb_gram_add(s->equation, equations_of(s, system), n, s->gram);
    add_anchor(s, system);
    if (system->place == PLUMB_IN_VALUES)
        add_right(s, n);
    return 0;
}

/* ---- the solution ---- */

static double dot(const double *x, const double *y, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* The deviations are those of factors whose sum, weighed by the anchor, is given: of y = A^-1 m,
   A^-1 - y y^T / (m.y). */
static int finish(plumb_solver *s, const plumb_system *system, plumb_solution *to) {
    size_t n = plumb_unknowns_of(system);
    bool both = system->place == PLUMB_IN_BOTH;
    const double *right = both ? s->anchor : s->right;
    for (size_t i = 0; i < n; i++)
        s->gram[i * n + i] += RIDGE;
    if (plumb_cholesky(s->gram, n) != 0)
        return 0;
    memcpy(to->factor, right, n * sizeof *right);
    plumb_cholesky_solve(s->gram, n, to->factor);
    plumb_cholesky_inverse_diagonal(s->gram, n, to->deviation);
    double told = both ? -1 : 0, whole = dot(right, to->factor, n);
    for (size_t i = 0; i < n; i++)
        told += 1 - RIDGE * to->deviation[i];
    if (both) {
        if (!(whole > 0))
            return 0;
        for (size_t i = 0; i < n; i++) {
            to->deviation[i] -= to->factor[i] * to->factor[i] / whole;
            to->factor[i] /= whole;
        }
    }
    double left = both ? 1 / whole : s->square - whole;
    left -= RIDGE * dot(to->factor, to->factor, n);
    double spare = (double)s->equations - told;
    if (spare < SPARE || spare < SPARE_PART * (double)s->equations)
        return 0;
    to->misfit = sqrt(fmax(0, left) / spare);
    for (size_t i = 0; i < n; i++)
        to->deviation[i] = sqrt(fmax(0, to->deviation[i])) * fmax(1, fmin(to->misfit, 50));
    return 1;
}

int plumb_solve(plumb_solver *s, const plumb_system *system, const size_t *row, size_t rows,
                const plumb_hypothesis *h, plumb_solution *to) {
    size_t n = plumb_unknowns_of(system);
    memset(s->gram, 0, n * n * sizeof *s->gram);
    memset(s->right, 0, n * sizeof *s->right);
    memset(s->anchor, 0, n * sizeof *s->anchor);
    s->square = 0;
    s->equations = 0;
    for (size_t i = 0; i < rows; i++)
        if (add_row(s, system, row[i], h) != 0)
            return -1;
    if (s->equations == 0)
        return 0;
    for (size_t i = 0; i < n; i++)
        s->anchor[i] /= (double)rows;
    return finish(s, system, to);
}

double plumb_largest_known(const plumb_solution *solution, const plumb_system *system, double part) {
    double largest = 0;
    for (size_t i = 0; i < system->classes && system->place == PLUMB_IN_BOTH; i++)
        if (solution->deviation[i] < part * fabs(solution->factor[i]))
            largest = fmax(largest, solution->factor[i]);
    return largest > 0 ? largest : 1;
}
