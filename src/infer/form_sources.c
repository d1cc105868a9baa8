/* Tiles of keys, values or both that are read from another key head or batch entry, each as far from the row's own: how
   much of each is read, by least squares. */
#include "infer/forms.h"
#include "infer/key_set.h"
#include "infer/solve.h"
#include "schema/text.h"
#include <math.h>
#include <string.h>

/* Unknowns of one system; what is read stands for 1 if it is as near and errs as little. */
enum { MOST_UNKNOWNS = 256 };
#define NEAR 0.2

/* Numbers of a tensor at most; clauses of the words. */
#define MOST_NUMBERS ((size_t)1 << 23)
enum { MOST_CLAUSES = 4 };

typedef struct {
    plumb_inquiry *q;
    plumb_solver *solver;
    plumb_system system;
    plumb_solution solution;
    size_t sources, tiles;
    size_t *from; /* [tiles] the source of each; `sources`: not known */
    size_t *row;
    unsigned char *member, *other; /* [keys] */
} forming;

static bool is_any(const void *context, size_t row) {
    (void)context;
    (void)row;
    return true;
}

/* False: a tile is a mixture. */
static bool find_sources(const forming *f) {
    double unit = plumb_largest_known(&f->solution, &f->system, NEAR);
    for (size_t a = 0; a < f->tiles; a++) {
        size_t found = 0;
        f->from[a] = f->sources;
        for (size_t b = 0; b < f->sources; b++) {
            double x = f->solution.factor[a * f->sources + b] / unit;
            double deviation = f->solution.deviation[a * f->sources + b] / unit;
            bool known = deviation < NEAR, is_1 = fabs(x - 1) <= NEAR + 3 * deviation;
            if (known && fabs(x) > NEAR + 3 * deviation && !is_1)
                return false;
            if (!known || !is_1)
                continue;
            f->from[a] = b;
            found++;
        }
        if (found > 1)
            return false;
    }
    return true;
}

/* ---- words ---- */

static void say_source(const forming *f, size_t source, char *text, size_t size) {
    const plumb_problem *p = &f->q->judged->problem;
    size_t heads = source % p->key_heads, entries = source / p->key_heads;
    if (heads > 0)
        plumb_text_add(text, size, "the key head %zu further (mod %zu)", heads, p->key_heads);
    if (entries > 0)
        plumb_text_add(text, size, "%sthe batch entry %zu further (mod %zu)", heads > 0 ? " of " : "", entries,
                       p->batch);
}

/* Which keys have which source; tiles that are not known become as the words say.  False: there are none. */
static bool say(forming *f, char *text, size_t size) {
    static const char *const what[] = {"keys, not values,", "keys and values", "values, not keys,"};
    size_t keys = f->q->judged->problem.key_length;
    double clauses = 0;
    for (size_t source = 1; source < f->sources; source++) {
        plumb_key_set set;
        bool any = false;
        for (size_t j = 0; j < keys; j++) {
            size_t from = f->from[j / f->system.tile];
            f->member[j] = from == f->sources ? PLUMB_UNKNOWN : from == source ? PLUMB_INSIDE : PLUMB_OUTSIDE;
            any = any || from == source;
        }
        if (!any)
            continue;
        if (!plumb_key_set_describe(f->member, f->other, keys, &set))
            return false;
        for (size_t j = 0; j < keys; j++)
            if (f->member[j] == PLUMB_INSIDE)
                f->from[j / f->system.tile] = source;
        clauses += set.clauses;
        int kind = f->system.place == PLUMB_IN_VALUES ? 2 : f->system.values_too ? 1 : 0;
        plumb_text_add(text, size, "%s%s%s %s the %s of ", text[0] == 0 ? "" : "; ", set.text, set.clause ? "," : "",
                       set.plural ? "have" : "has", what[kind]);
        say_source(f, source, text, size);
    }
    return text[0] != 0 && clauses <= MOST_CLAUSES;
}

/* ---- a system ---- */

static double *take_from(const forming *f, const double *of, size_t columns) {
    const plumb_problem *p = &f->q->judged->problem;
    size_t keys = p->key_length, heads = plumb_sources_of(p), group = p->query_heads / p->key_heads;
    double *to = plumb_workspace_take(&f->q->memory, heads * keys * columns, sizeof *to);
    for (size_t j = 0; to != NULL && j < heads * keys; j++) {
        size_t head = j / keys, source = f->from[j % keys / f->system.tile];
        size_t at = plumb_source_at(p, head / p->key_heads, head % p->key_heads * group,
                                    source == f->sources ? 0 : source);
        memcpy(to + j * columns, of + (at * keys + j % keys) * columns, columns * sizeof *to);
    }
    return to;
}

static int consider(forming *f, plumb_hypotheses *kept) {
    const plumb_problem *p = &f->q->multiplied;
    char *says = plumb_workspace_take(&f->q->memory, PLUMB_FACTORS_TEXT, 1);
    plumb_hypothesis h = {.cause = PLUMB_CAUSE_LAYOUT, .says = says};
    if (says == NULL || !say(f, says, PLUMB_FACTORS_TEXT))
        return says == NULL ? -1 : 0;
    if (f->system.place == PLUMB_IN_BOTH)
        h.key = take_from(f, p->key, p->head_dim);
    if (f->system.place == PLUMB_IN_VALUES || f->system.values_too)
        h.value = take_from(f, p->value, p->value_dim);
    if (f->q->memory.short_of_memory)
        return -1;
    plumb_consider(f->q, &h, kept);
    return 0;
}

static int try_system(forming *f, plumb_hypotheses *kept) {
    size_t rows = plumb_failing_rows(f->q, is_any, NULL, 3 * f->system.classes / f->q->width + 6, f->row);
    if (rows == 0 || kept->count > 0 || plumb_inquiry_is_late(f->q))
        return 0;
    int solved = plumb_solve(f->solver, &f->system, f->row, rows, NULL, &f->solution);
    if (solved <= 0)
        return solved;
    return find_sources(f) ? consider(f, kept) : 0;
}

static int try_tile(forming *f, size_t tile, plumb_hypotheses *kept) {
    bool plain = plumb_scores_are_plain(&f->q->multiplied);
    int result = 0;
    f->tiles = (f->q->judged->problem.key_length + tile - 1) / tile;
    if (f->tiles * f->sources > MOST_UNKNOWNS || f->tiles < 2)
        return 0;
    f->system = (plumb_system){.of = PLUMB_OF_SOURCES, .classes = f->tiles * f->sources, .tile = tile};
    for (int kind = 2; kind >= 0 && result == 0; kind--) {
        f->system.place = kind == 2 ? PLUMB_IN_VALUES : PLUMB_IN_BOTH;
        f->system.values_too = kind == 1;
        result = kind == 2 || plain ? try_system(f, kept) : 0;
    }
    return result;
}

int plumb_form_sources(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_workspace workspace = {.short_of_memory = false};
    plumb_solver solver;
    forming f = {.q = q, .solver = &solver, .sources = plumb_sources_of(p)};
    size_t wider = p->head_dim > p->value_dim ? p->head_dim : p->value_dim;
    if (q->samples == 0 || !q->sample[0].normalised || f.sources < 2 ||
        f.sources * p->key_length * wider > MOST_NUMBERS)
        return 0;
    if (plumb_solver_init(&solver, q, MOST_UNKNOWNS + 1) != 0)
        return -1;
    f.solution.factor = plumb_workspace_take(&workspace, MOST_UNKNOWNS + 1, sizeof(double));
    f.solution.deviation = plumb_workspace_take(&workspace, MOST_UNKNOWNS + 1, sizeof(double));
    f.from = plumb_workspace_take(&workspace, MOST_UNKNOWNS, sizeof *f.from);
    f.row = plumb_workspace_take(&workspace, 4 * MOST_UNKNOWNS + 7, sizeof *f.row);
    f.member = plumb_workspace_take(&workspace, p->key_length, 1);
    f.other = plumb_workspace_take(&workspace, p->key_length, 1);
    int result = workspace.short_of_memory ? -1 : 0;
    for (size_t tile = 512; tile >= 8 && result == 0 && kept->count == 0; tile /= 2)
        result = try_tile(&f, tile, kept);
    plumb_solver_free(&solver);
    plumb_workspace_free(&workspace);
    return result;
}
