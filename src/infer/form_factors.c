/* Factors of keys, fitted for groups of rows: one linear system for each head, entry or tile of queries.  Each solution
   is described in words; groups with the same description are reported together. */
#include "infer/factor_groups.h"
#include "infer/forms.h"
#include "infer/levels.h"
#include "infer/region.h"
#include "infer/solve.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Unknowns of one system, and clauses of one statement: what needs more is a place, not a cause. */
enum { MOST_CLASSES = 256 };
#define MOST_CLAUSES 6.0

/* Factors of one table, and groups of one kind: each costs the rows of a system. */
#define MOST_FACTORS ((size_t)1 << 21)
enum { MOST_GROUPS = 48 };

/* What the first solution leaves of a group may be so many times as much as in the end; of a sum of weights that lacks
   nearly all of them any number of times. */
#define TIMES_AT_FIRST 40.0

/* Numbers of single keys: what each is known to, and how many of ten have to be. */
#define KNOWN_EACH 0.1
enum { KNOWN_OF_TEN = 9 };

/* Keys of zeros are so many if that part of them is known. */
#define KNOWN_ZEROS 0.12

/* ---- one group ---- */

static size_t group_of_row(const plumb_factor_groups *f, size_t row) {
    const plumb_problem *p = &f->q->judged->problem;
    size_t head = row / p->query_length;
    return plumb_group_of(p, f->factors->by, f->factors->tile, head / p->query_heads, head % p->query_heads,
                          row % p->query_length);
}

typedef struct {
    const plumb_factor_groups *f;
    size_t group;
} of_group;

static bool is_of_group(const void *context, size_t row) {
    const of_group *of = context;
    return group_of_row(of->f, row) == of->group;
}

static size_t rows_wanted(const plumb_factor_groups *f) {
    size_t wanted = (f->each ? 16 : 3) * plumb_unknowns_of(&f->system);
    return f->system.place == PLUMB_IN_WEIGHTS ? wanted : wanted / f->q->width + 6;
}

/* A whole number of keys of zeros, if that is what the solution says. */
static void note_zeros(plumb_factor_groups *f) {
    size_t at = f->system.classes + 1;
    double unit = f->solution.unit, zeros = f->solution.factor[at] / unit, deviation = f->solution.deviation[at] / unit;
    double whole = round(zeros);
    bool known = deviation < KNOWN_ZEROS * fmax(1, whole);
    f->factors->zeros = known && whole >= 1 && fabs(zeros - whole) < 4 * deviation + 0.02 * whole ? whole : 0;
}

/* Each key's own number, as it is. */
static void note_each(plumb_factor_groups *f, size_t group) {
    f->sink[group] = 1;
    for (size_t j = 0; j < f->keys; j++) {
        f->level[group * f->keys + j] = f->solution.factor[j];
        f->known += f->solution.deviation[j] < KNOWN_EACH;
    }
}

/* Of a key that no sample sees the number of its class says nothing. */
static void note_visible(plumb_factor_groups *f) {
    for (size_t j = 0; j < f->keys; j++)
        f->visible[j] = f->system.of == PLUMB_OF_DISTANCES;
    for (size_t i = 0; i < f->q->samples && f->system.of == PLUMB_OF_KEYS; i++)
        for (size_t j = 0; j < f->keys; j++)
            f->visible[j] = f->visible[j] || f->q->sample[i].visible[j];
}

/* What the solution says of each key. */
static void note_levels(plumb_factor_groups *f, size_t group, double *level) {
    size_t n = f->system.classes;
    if (f->each) {
        note_each(f, group);
        return;
    }
    if (f->system.place == PLUMB_IN_BOTH)
        f->solution.unit = plumb_levels_unit(f->solution.factor, f->solution.deviation, n + 1);
    plumb_levels_find(f->solution.factor, f->solution.deviation, n + 1, level);
    for (size_t j = 0; j < f->keys; j++)
        f->level[group * f->keys + j] = f->visible[j] ? level[f->class_of[j]] : NAN;
    f->sink[group] = level[n];
    if (f->system.zeros)
        note_zeros(f);
}

/* The table says of each group what is known, and 1 of all else. */
static void fill_table(const plumb_factor_groups *f) {
    for (size_t i = 0; i < f->groups * f->keys; i++)
        f->factors->factor[i] = isnan(f->level[i]) ? 1 : f->level[i];
    for (size_t g = 0; g < f->groups; g++)
        f->factors->sink[g] = isnan(f->sink[g]) ? 1 : f->sink[g];
}

static plumb_hypothesis hypothesis_of(const plumb_factor_groups *f) {
    return (plumb_hypothesis){.cause = PLUMB_CAUSE_FACTORS, .factors = f->factors, .says = f->factors->says};
}

/* Twice: what the precision leaves open of a row is that of its own weights, which the first solution tells.  Returns
   1; 0 if the rows of the group do not tell; -1. */
static int solve_group(plumb_factor_groups *f, size_t group, double *level) {
    size_t rows = plumb_failing_rows(f->q, is_of_group, &(of_group){f, group}, rows_wanted(f), f->row);
    plumb_hypothesis h = hypothesis_of(f);
    if (rows == 0) {
        f->as[group] = f->groups;
        return 1;
    }
    double limit = f->q->limit / fmax(f->q->usual, 0.05);
    for (int pass = 0; pass < 2; pass++) {
        f->known = 0;
        int solved = plumb_solve(f->solver, &f->system, f->row, rows, pass == 0 ? NULL : &h, &f->solution);
        if (solved <= 0)
            return solved;
        bool open = pass == 0 && f->system.place == PLUMB_IN_WEIGHTS;
        if (!open && f->solution.misfit > (pass == 0 ? TIMES_AT_FIRST : 1) * limit)
            return 0;
        note_levels(f, group, level);
        fill_table(f);
    }
    return !f->each || 10 * f->known >= KNOWN_OF_TEN * f->keys;
}

/* ---- groups that are told together ---- */

static bool agree(const plumb_factor_groups *f, size_t a, size_t b) {
    const double *x = f->level + a * f->keys, *y = f->level + b * f->keys;
    bool both = false;
    for (size_t j = 0; j < f->keys; j++) {
        if (fabs(x[j] - y[j]) > PLUMB_SAME_LEVEL)
            return false;
        both = both || (x[j] == y[j] && x[j] != 1);
    }
    return !(fabs(f->sink[a] - f->sink[b]) > PLUMB_SAME_LEVEL) && both;
}

static void join(plumb_factor_groups *f, size_t a, size_t b) {
    for (size_t j = 0; j < f->keys; j++)
        if (isnan(f->level[a * f->keys + j]))
            f->level[a * f->keys + j] = f->level[b * f->keys + j];
    if (isnan(f->sink[a]))
        f->sink[a] = f->sink[b];
    f->as[b] = a;
}

static void join_groups(plumb_factor_groups *f) {
    for (size_t b = 1; b < f->groups; b++)
        for (size_t a = 0; a < b && f->as[b] == b; a++)
            if (f->as[a] == a && agree(f, a, b))
                join(f, a, b);
}

/* ---- numbers that say nothing ---- */

static size_t count_explained(const plumb_factor_groups *f) {
    plumb_inquiry *q = f->q;
    plumb_hypothesis h = hypothesis_of(f);
    size_t explained = 0;
    for (size_t i = 0; i < q->samples; i++)
        explained += plumb_fits(q, &h, &q->sample[i]);
    return explained;
}

/* Where rows see no other keys a number is open that multiplies all of theirs: where 1 does as well, it is 1. */
static void drop_idle_levels(const plumb_factor_groups *f) {
    size_t numbers = f->groups * f->keys, tried = 0;
    double *factor = f->factors->factor;
    fill_table(f);
    size_t explained = count_explained(f);
    for (size_t i = 0; i < numbers && tried < PLUMB_LEVELS_SAID && explained > 0; i++) {
        double level = f->level[i];
        if (isnan(level) || level == 0 || factor[i] != level || level == 1)
            continue;
        tried++;
        for (size_t k = i; k < numbers; k++)
            factor[k] = f->level[k] == level ? 1 : factor[k];
        bool idle = count_explained(f) >= explained;
        for (size_t k = i; k < numbers; k++)
            if (f->level[k] == level)
                f->level[k] = idle ? 1 : level;
        if (!idle)
            fill_table(f);
    }
}

/* ---- a grouping ---- */

static int allocate(plumb_factor_groups *f) {
    size_t n = plumb_unknowns_of(&f->system);
    f->factors->factor = plumb_workspace_take(&f->q->memory, f->groups * f->keys, sizeof(double));
    f->factors->sink = plumb_workspace_take(&f->q->memory, f->groups, sizeof(double));
    f->level = plumb_workspace_take(f->workspace, f->groups * f->keys, sizeof *f->level);
    f->sink = plumb_workspace_take(f->workspace, f->groups, sizeof *f->sink);
    f->as = plumb_workspace_take(f->workspace, f->groups, sizeof *f->as);
    f->row = plumb_workspace_take(f->workspace, rows_wanted(f) + 1, sizeof *f->row);
    f->member = plumb_workspace_take(f->workspace, f->keys, 1);
    f->visible = plumb_workspace_take(f->workspace, f->keys, 1);
    f->other = plumb_workspace_take(f->workspace, f->keys, 1);
    f->solution.factor = plumb_workspace_take(f->workspace, n, sizeof(double));
    f->solution.deviation = plumb_workspace_take(f->workspace, n, sizeof(double));
    return f->workspace->short_of_memory || f->q->memory.short_of_memory ? -1 : 0;
}

static int try_grouping(plumb_factor_groups *f, plumb_hypotheses *kept) {
    double *level = plumb_workspace_take(f->workspace, plumb_unknowns_of(&f->system), sizeof *level);
    unsigned char *flag = plumb_workspace_take(f->workspace, f->groups + 1, 1);
    if (allocate(f) != 0 || level == NULL || flag == NULL)
        return -1;
    note_visible(f);
    for (size_t i = 0; i < f->groups * f->keys; i++)
        f->level[i] = NAN;
    for (size_t g = 0; g < f->groups; g++) {
        f->sink[g] = NAN;
        f->as[g] = g;
        int solved = plumb_inquiry_is_late(f->q) ? 0 : solve_group(f, g, level);
        if (solved <= 0)
            return solved;
    }
    join_groups(f);
    if (!f->each)
        drop_idle_levels(f);
    if (f->each ? !plumb_factor_groups_say_each(f) : !(plumb_factor_groups_say(f, flag) <= MOST_CLAUSES))
        return 0;
    fill_table(f);
    plumb_hypothesis h = hypothesis_of(f);
    plumb_consider(f->q, &h, kept);
    return 0;
}

/* What is solved for: factors of keys, of all keys at the same place of each `period`, of distances; with keys of
   zeros. */
typedef struct {
    plumb_place place;
    size_t period;
    bool distances, zeros, each;
} asking;

static int form(plumb_inquiry *q, plumb_solver *solver, plumb_grouping by, size_t tile, asking ask,
                plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    plumb_workspace workspace = {.short_of_memory = false};
    plumb_factor_groups f = {
        .q = q, .workspace = &workspace, .solver = solver, .keys = p->key_length, .each = ask.each};
    size_t together = (f.keys + MOST_CLASSES - 1) / MOST_CLASSES, grid = 1;
    while (grid < together)
        grid *= 2;
    f.groups = plumb_groups_of(p, by, tile);
    if (ask.distances) {
        f.keys = f.keys < MOST_CLASSES ? f.keys + 2 : MOST_CLASSES;
        grid = 1;
    }
    f.factors = plumb_workspace_take(&q->memory, 1, sizeof *f.factors);
    f.class_of = plumb_workspace_take(&workspace, f.keys, sizeof *f.class_of);
    if (f.factors == NULL || f.class_of == NULL) {
        plumb_workspace_free(&workspace);
        return -1;
    }
    for (size_t j = 0; j < f.keys; j++)
        f.class_of[j] = ask.period > 0 ? j % ask.period : j / grid;
    f.system = (plumb_system){.of = ask.distances ? PLUMB_OF_DISTANCES : PLUMB_OF_KEYS,
                              .classes = ask.period > 0 ? ask.period : (f.keys + grid - 1) / grid,
                              .class_of = f.class_of,
                              .zeros = ask.zeros,
                              .place = ask.place};
    *f.factors = (plumb_factors){
        .by = by, .tile = tile, .place = ask.place, .groups = f.groups, .distances = ask.distances ? f.keys : 0};
    int result = try_grouping(&f, kept);
    plumb_workspace_free(&workspace);
    return result;
}

/* Whether some hypothesis explains every sample: finer groups would say no more. */
static bool explains_all(const plumb_inquiry *q, const plumb_hypotheses *kept) {
    return kept->count > 0 && kept->list[0].explained == q->samples;
}

/* Where keys are too many, or sums of weights alone lack some, those at the same place of each tile. */
static int form_periods(plumb_inquiry *q, plumb_solver *solver, plumb_hypotheses *kept) {
    int result = 0;
    for (size_t period = 16; period <= MOST_CLASSES && 2 * period <= q->judged->problem.key_length; period *= 2)
        for (int place = q->sample[0].normalised ? PLUMB_IN_BOTH : PLUMB_IN_VALUES;
             place < (q->sample[0].normalised ? PLUMB_PLACES : PLUMB_IN_WEIGHTS) && result == 0; place++)
            if (!explains_all(q, kept))
                result = form(q, solver, PLUMB_GROUP_ALL, 1,
                              (asking){.place = (plumb_place)place, .period = period}, kept);
    return result;
}

int plumb_form_factors(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    static const struct {
        plumb_grouping by;
        size_t tile;
    } groupings[] = {{PLUMB_GROUP_ALL, 1},        {PLUMB_GROUP_ENTRY, 1},    {PLUMB_GROUP_KEY_HEAD, 1},
                     {PLUMB_GROUP_HEAD, 1},       {PLUMB_GROUP_ENTRY_HEAD, 1}, {PLUMB_GROUP_QUERIES, 64},
                     {PLUMB_GROUP_QUERIES, 32},   {PLUMB_GROUP_QUERIES, 16},   {PLUMB_GROUP_QUERIES, 8}};
    plumb_solver solver;
    if (q->samples == 0)
        return 0;
    if (plumb_solver_init(&solver, q, MOST_CLASSES + 2) != 0)
        return -1;
    int result = 0;
    for (size_t i = 0; i < sizeof groupings / sizeof *groupings && result == 0 && !explains_all(q, kept); i++) {
        size_t groups = plumb_groups_of(p, groupings[i].by, groupings[i].tile);
        bool left_out = groups == 1 ? groupings[i].by != PLUMB_GROUP_ALL
                                    : groups > MOST_GROUPS || groups * p->key_length > MOST_FACTORS;
        int place = q->sample[0].normalised ? PLUMB_IN_BOTH : PLUMB_IN_VALUES;
        int end = q->sample[0].normalised && groupings[i].by == PLUMB_GROUP_ALL ? PLUMB_PLACES : PLUMB_IN_WEIGHTS;
        for (; place < end && !left_out && result == 0; place++)
            result = form(q, &solver, groupings[i].by, groupings[i].tile, (asking){.place = (plumb_place)place}, kept);
    }
    if (result == 0)
        result = form_periods(q, &solver, kept);
    bool zeros = plumb_scores_are_plain(&q->multiplied) && !plumb_adds_to_scores(&q->multiplied);
    if (result == 0 && zeros && q->sample[0].normalised && !explains_all(q, kept))
        result = form(q, &solver, PLUMB_GROUP_ALL, 1, (asking){.zeros = true, .period = 1}, kept);
    plumb_solver_free(&solver);
    return result;
}

/* Each key's value, or weight, multiplied by a number of its own. */
int plumb_form_each(plumb_inquiry *q, plumb_hypotheses *kept) {
    plumb_solver solver;
    int result = 0;
    if (q->samples == 0 || !q->sample[0].normalised || q->judged->problem.key_length > MOST_CLASSES)
        return 0;
    if (plumb_solver_init(&solver, q, MOST_CLASSES + 2) != 0)
        return -1;
    for (int by = 0; by < 2 && kept->count == 0; by++)
        for (int place = PLUMB_IN_VALUES; place >= PLUMB_IN_BOTH && result == 0 && kept->count == 0; place--)
            if (by == 0 || plumb_sources_of(&q->judged->problem) > 1)
                result = form(q, &solver, by == 0 ? PLUMB_GROUP_ALL : PLUMB_GROUP_SOURCE, 1,
                              (asking){.place = (plumb_place)place, .each = true}, kept);
    plumb_solver_free(&solver);
    return result;
}

int plumb_form_distances(plumb_inquiry *q, plumb_hypotheses *kept) {
    plumb_solver solver;
    if (q->samples == 0)
        return 0;
    if (plumb_solver_init(&solver, q, MOST_CLASSES + 2) != 0)
        return -1;
    int place = q->sample[0].normalised ? PLUMB_IN_BOTH : PLUMB_IN_VALUES, result = 0;
    int end = q->sample[0].normalised ? PLUMB_PLACES : PLUMB_IN_WEIGHTS;
    for (; place < end && result == 0 && !explains_all(q, kept); place++)
        result = form(q, &solver, PLUMB_GROUP_ALL, 1, (asking){.place = (plumb_place)place, .distances = true}, kept);
    plumb_solver_free(&solver);
    return result;
}
