/* Tiles whose values, or keys, are read from other tiles, and places within each tile that are read from others.  Least
   squares gives the share of each that is read instead of each other. */
#include "infer/factors.h"
#include "infer/forms.h"
#include "infer/saying.h"
#include "infer/solve.h"
#include "schema/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Unknowns of one system; what is read stands for 1 if it is as near and errs as little. */
enum { MOST_UNKNOWNS = 256 };
#define NEAR 0.2

/* Tiles that are listed one by one. */
enum { LISTED = 4, LEAST_FOR_RULE = 1 };

typedef struct {
    plumb_inquiry *q;
    plumb_solver *solver;
    plumb_system system;
    plumb_solution solution;
    size_t n;     /* tiles, or places in one */
    size_t *from; /* [n] which is read in place of each */
    size_t *row;
    size_t first, end; /* queries whose rows are asked */
} forming;

static bool is_of_queries(const void *context, size_t row) {
    const forming *f = context;
    size_t t = row % f->q->judged->problem.query_length;
    return f->first <= t && t < f->end;
}

/* Of each the only one that is read in its place; its own where that is not known.  False: it is a mixture. */
static bool find_sources(const forming *f) {
    double unit = plumb_largest_known(&f->solution, &f->system, NEAR);
    for (size_t a = 0; a < f->n; a++) {
        size_t found = 0;
        f->from[a] = a;
        for (size_t b = 0; b < f->n; b++) {
            double x = f->solution.factor[a * f->n + b] / unit, deviation = f->solution.deviation[a * f->n + b] / unit;
            bool known = deviation < NEAR;
            if (known && fabs(x) > NEAR + 3 * deviation && fabs(x - 1) > NEAR + 3 * deviation)
                return false;
            if (!known || fabs(x - 1) > NEAR + 3 * deviation)
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

static bool is_right(const forming *f, const plumb_hypothesis *rule) {
    size_t source = 0, right = 0;
    for (size_t a = 0; a < f->n; a++)
        right += plumb_hypothesis_query(rule, a, f->n, &source) ? source == f->from[a] : f->from[a] == a;
    return right == f->n;
}

/* A map that a rule for queries says of tiles, too; PLUMB_FROM_QUERIES: none. */
static plumb_hypothesis find_rule(const forming *f) {
    plumb_hypothesis rule = {.from_query = PLUMB_FROM_QUERIES};
    size_t moved = 0;
    for (size_t a = 0; a < f->n; a++)
        moved += f->from[a] != a;
    if (moved <= LEAST_FOR_RULE)
        return rule;
    rule.from_query = PLUMB_QUERY_EXCHANGED;
    for (size_t tile = 1; tile < f->n; tile *= 2) {
        rule.tile = tile;
        rule.shift = (int64_t)tile;
        if (is_right(f, &rule))
            return rule;
    }
    for (size_t i = 0; plumb_next_rule(&i, f->n, &rule);)
        if (is_right(f, &rule))
            return rule;
    rule.from_query = PLUMB_FROM_QUERIES;
    return rule;
}

static void say_rule(const plumb_hypothesis *rule, const char *what, char *text, size_t size) {
    static const char *const words[PLUMB_FROM_QUERIES] = {
        [PLUMB_QUERY_EXCHANGED] = "#ks #n apart are exchanged",
        [PLUMB_QUERY_DIVIDED] = "#k n has that of #k n / #n (rounded down)",
        [PLUMB_QUERY_MULTIPLIED] = "#k n has that of #k #n n",
        [PLUMB_QUERY_REMAINDER] = "#k n has that of #k n mod #n",
        [PLUMB_QUERY_FIRST] = "each #k has that of the first of its #n",
        [PLUMB_QUERY_LAST] = "each #k has that of the last of its #n",
        [PLUMB_QUERY_BEFORE] = "each #k has that of the last before its #n",
        [PLUMB_QUERY_BEFORE_ODD] = "every second group of #n #ks has that of the last #k before it",
        [PLUMB_QUERY_TILE_HALVED] = "#ks of group i of #n have those of group i / 2 (rounded down)",
        [PLUMB_QUERY_TILE_DOUBLED] = "#ks of group i of #n have those of group 2 i",
        [PLUMB_QUERY_TILE_REVERSED] = "groups of #n #ks stand in reversed order",
        [PLUMB_QUERY_REVERSED] = "each #n #ks stand in reversed order",
        [PLUMB_QUERY_TRANSPOSED] = "#k i of each #n has that of #k #q (i mod #b) + i / #b (rounded down)",
        [PLUMB_QUERY_ROTATED] = "#k i of each #n has that of #k (i #s #b) mod #n",
        [PLUMB_QUERY_STRIDED] = "#ks from #n m on have those from #b m on, #n at a time",
        [PLUMB_QUERY_FIRST_PART] = "each #k in the first #p of #n has that of the #k #b #w",
        [PLUMB_QUERY_LAST_PART] = "each #k in the last #p of #n has that of the #k #b #w"};
    plumb_say_rule(words[rule->from_query], what, rule, text, size);
}

static void say_list(const forming *f, const char *what, char *text, size_t size) {
    size_t listed = 0, moved = 0;
    for (size_t a = 0; a < f->n; a++) {
        if (f->from[a] == a || moved++ >= LISTED)
            continue;
        plumb_text_add(text, size, "%s%s %zu has that of %s %zu", listed++ == 0 ? "" : ", ", what, a, what, f->from[a]);
    }
    if (moved > listed)
        plumb_text_add(text, size, ", and %zu more", moved - listed);
}

static void say(const forming *f, char *text, size_t size) {
    bool within = f->system.of == PLUMB_WITHIN_TILES;
    plumb_hypothesis rule = find_rule(f);
    const char *what = within ? "key" : "tile";
    plumb_text_add(text, size, "%s of other %ss are read: ", f->system.place == PLUMB_IN_BOTH ? "keys" : "values",
                   within ? "key" : "tile");
    if (rule.from_query != PLUMB_FROM_QUERIES)
        say_rule(&rule, what, text, size);
    else
        say_list(f, what, text, size);
    plumb_text_add(text, size, within ? ", in each tile of %zu keys" : " (tiles of %zu keys)", f->system.tile);
}

/* ---- a system ---- */

static int consider(forming *f, plumb_hypotheses *kept) {
    plumb_inquiry *q = f->q;
    size_t keys = q->judged->problem.key_length, tile = f->system.tile, moved = 0;
    size_t *map = plumb_workspace_take(&q->memory, keys, sizeof *map);
    char *says = plumb_workspace_take(&q->memory, PLUMB_FACTORS_TEXT, 1);
    if (map == NULL || says == NULL)
        return -1;
    for (size_t j = 0; j < keys; j++) {
        bool within = f->system.of == PLUMB_WITHIN_TILES;
        size_t other = within ? j / tile * tile + f->from[j % tile] : f->from[j / tile] * tile + j % tile;
        map[j] = other < keys ? other : j;
        moved += map[j] != j;
    }
    if (moved == 0)
        return 0;
    bool of_keys = f->system.place == PLUMB_IN_BOTH;
    say(f, says, PLUMB_FACTORS_TEXT);
    plumb_consider(q,
                   &(plumb_hypothesis){.cause = PLUMB_CAUSE_TRANSFER,
                                       .variant = of_keys ? PLUMB_HEADS_KEYS : PLUMB_HEADS_VALUES,
                                       .lifted = of_keys,
                                       .map = map,
                                       .says = says},
                   kept);
    return 0;
}

static int try_system(forming *f, plumb_hypotheses *kept) {
    size_t most = 3 * f->system.classes / f->q->width + 6;
    size_t rows = plumb_failing_rows(f->q, is_of_queries, f, most, f->row);
    if (rows == 0 || plumb_inquiry_is_late(f->q))
        return 0;
    int solved = plumb_solve(f->solver, &f->system, f->row, rows, NULL, &f->solution);
    if (solved <= 0)
        return solved;
    return find_sources(f) ? consider(f, kept) : 0;
}

static int try_tile(forming *f, size_t tile, plumb_unknown of, plumb_hypotheses *kept) {
    size_t keys = f->q->judged->problem.key_length;
    bool lifts = plumb_masks_lift(&f->q->judged->problem);
    f->n = of == PLUMB_WITHIN_TILES ? tile : (keys + tile - 1) / tile;
    if (f->n * f->n > MOST_UNKNOWNS || f->n < 2)
        return 0;
    f->system = (plumb_system){.of = of, .classes = f->n * f->n, .tile = tile, .place = PLUMB_IN_VALUES};
    if (try_system(f, kept) != 0)
        return -1;
    f->system.place = PLUMB_IN_BOTH;
    return lifts && !plumb_adds_to_scores(&f->q->multiplied) ? try_system(f, kept) : 0;
}

static int try_tiles(forming *f, plumb_hypotheses *kept) {
    int result = 0;
    for (size_t tile = 512; tile >= 8 && result == 0 && kept->count == 0; tile /= 2)
        result = try_tile(f, tile, PLUMB_OF_TILES, kept);
    for (size_t tile = 2; tile <= 16 && result == 0 && kept->count == 0; tile += tile < 8 ? 1 : 8)
        result = try_tile(f, tile, PLUMB_WITHIN_TILES, kept);
    return result;
}

/* ---- rules ---- */

/* Keys of cases whose maps are tried rule by rule. */
enum { MOST_KEYS = 1024 };

static bool fits(plumb_inquiry *q, const plumb_hypothesis *h) {
    for (size_t i = 0; i < q->samples && i < 2; i++)
        if (plumb_fits(q, h, &q->sample[i]))
            return true;
    return false;
}

static int try_rule(plumb_inquiry *q, plumb_hypothesis h, const plumb_hypothesis *rule, plumb_hypotheses *kept) {
    const char *what = h.variant == PLUMB_HEADS_VALUES ? "values of other keys"
                       : h.denominator == 1            ? "weights of other keys, in the sum of values alone,"
                                                       : "other keys, not their values,";
    size_t keys = q->judged->problem.key_length;
    size_t *map = plumb_workspace_take(&q->memory, keys, sizeof *map);
    char *says = plumb_workspace_take(&q->memory, PLUMB_FACTORS_TEXT, 1);
    if (map == NULL || says == NULL)
        return -1;
    memcpy(map, h.map, keys * sizeof *map);
    plumb_text_add(says, PLUMB_FACTORS_TEXT, "%s are read: ", what);
    say_rule(rule, "key", says, PLUMB_FACTORS_TEXT);
    h.map = map;
    h.says = says;
    plumb_consider(q, &h, kept);
    return 0;
}

int plumb_form_moved_keys(plumb_inquiry *q, plumb_hypotheses *kept) {
    size_t keys = q->judged->problem.key_length;
    size_t *map = plumb_workspace_take(&q->memory, keys, sizeof *map);
    plumb_hypothesis rule = {.tile = 0}, h = {.cause = PLUMB_CAUSE_TRANSFER, .map = map};
    bool lifts = plumb_masks_lift(&q->judged->problem) && !plumb_adds_to_scores(&q->multiplied);
    if (map == NULL)
        return -1;
    for (size_t i = 0; keys <= MOST_KEYS && plumb_next_rule(&i, keys, &rule) && !plumb_inquiry_is_late(q);) {
        for (size_t j = 0; j < keys; j++)
            if (!plumb_hypothesis_query(&rule, j, keys, &map[j]))
                map[j] = j;
        /* of both together only the set matters, which many orders have */
        for (h.variant = PLUMB_HEADS_VALUES; h.variant <= (lifts ? PLUMB_HEADS_KEYS : 0); h.variant++) {
            h.lifted = h.variant != PLUMB_HEADS_VALUES;
            for (h.denominator = 0; h.denominator <= (h.lifted ? 1 : 0); h.denominator++)
                if (fits(q, &h) && try_rule(q, h, &rule, kept) != 0)
                    return -1;
        }
    }
    return 0;
}

/* The last tile of queries whose rows fail: one reads other tiles where another reads its own. */
static int try_queries(forming *f, size_t queries, plumb_hypotheses *kept) {
    size_t length = f->q->judged->problem.query_length;
    for (f->first = (length - 1) / queries * queries;; f->first -= queries) {
        f->end = f->first + queries;
        if (plumb_failing_rows(f->q, is_of_queries, f, 1, f->row) > 0)
            return try_tiles(f, kept);
        if (f->first == 0)
            return 0;
    }
}

int plumb_form_transfer(plumb_inquiry *q, plumb_hypotheses *kept) {
    plumb_workspace workspace = {.short_of_memory = false};
    plumb_solver solver;
    forming f = {.q = q, .solver = &solver};
    if (q->samples == 0 || !q->sample[0].normalised)
        return 0;
    if (plumb_solver_init(&solver, q, MOST_UNKNOWNS + 1) != 0)
        return -1;
    f.solution.factor = plumb_workspace_take(&workspace, MOST_UNKNOWNS + 1, sizeof(double));
    f.solution.deviation = plumb_workspace_take(&workspace, MOST_UNKNOWNS + 1, sizeof(double));
    f.from = plumb_workspace_take(&workspace, MOST_UNKNOWNS, sizeof *f.from);
    f.row = plumb_workspace_take(&workspace, 4 * MOST_UNKNOWNS + 7, sizeof *f.row);
    int result = workspace.short_of_memory ? -1 : 0;
    f.end = q->judged->problem.query_length;
    if (result == 0)
        result = try_tiles(&f, kept);
    for (size_t queries = 64; queries >= 16 && queries < q->judged->problem.query_length; queries /= 2)
        if (result == 0 && kept->count == 0)
            result = try_queries(&f, queries, kept);
    plumb_solver_free(&solver);
    plumb_workspace_free(&workspace);
    return result;
}
