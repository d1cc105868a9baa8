/* Factors of keys, solved for in groups of rows: one linear system for each head, entry or tile of queries.  What one
   system says is put into words; groups that say the same are told together. */
#include "infer/forms.h"
#include "infer/key_set.h"
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

/* Levels of one group that are told: lost, and two numbers besides. */
enum { LEVELS = 3 };

/* Statements about groups that differ. */
enum { MOST_TOLD = 8 };

/* What the first solution leaves of a group may be so many times as much as in the end; of a sum of weights that lacks
   nearly all of them any number of times. */
#define TIMES_AT_FIRST 40.0

/* Keys of zeros are so many if that part of them is known. */
#define KNOWN_ZEROS 0.12

/* Numbers of single keys: what each is known to, so many of ten, and how many are listed. */
#define KNOWN_EACH 0.1
enum { KNOWN_OF_TEN = 9, LISTED_EACH = 4 };

/* Levels that differ by less are the same. */
#define SAME_LEVEL 0.03

typedef struct {
    plumb_inquiry *q;
    plumb_room *room;
    plumb_solver *solver;
    plumb_system system;
    plumb_solution solution;
    size_t keys, groups;
    bool each;        /* each key has a number of its own, and no two need agree */
    size_t known;     /* of these, in all groups */
    size_t *class_of; /* [keys] */
    size_t *row;      /* of one group */
    double *level;    /* [groups][keys] NAN: not known */
    double *sink;     /* [groups] NAN: not known */
    size_t *as;       /* [groups] the first that it is told with; `groups`: none of its rows fails */
    unsigned char *member, *other; /* [keys] */
    plumb_factors *factors;
} forming;

/* ---- one group ---- */

static size_t group_of_row(const forming *f, size_t row) {
    const plumb_problem *p = &f->q->judged->problem;
    size_t head = row / p->query_length;
    return plumb_group_of(p, f->factors->by, f->factors->tile, head / p->query_heads, head % p->query_heads,
                          row % p->query_length);
}

typedef struct {
    const forming *f;
    size_t group;
} of_group;

static bool is_of_group(const void *context, size_t row) {
    const of_group *of = context;
    return group_of_row(of->f, row) == of->group;
}

static size_t rows_wanted(const forming *f) {
    size_t wanted = (f->each ? 16 : 3) * plumb_unknowns_of(&f->system);
    return f->system.place == PLUMB_IN_WEIGHTS ? wanted : wanted / f->q->width + 6;
}

/* A whole number of keys of zeros, if that is what the solution says. */
static void note_zeros(forming *f) {
    size_t at = f->system.classes + 1;
    double unit = f->solution.unit, zeros = f->solution.factor[at] / unit, deviation = f->solution.deviation[at] / unit;
    double whole = round(zeros);
    bool known = deviation < KNOWN_ZEROS * fmax(1, whole);
    f->factors->zeros = known && whole >= 1 && fabs(zeros - whole) < 4 * deviation + 0.02 * whole ? whole : 0;
}

/* Each key's own number, as it is. */
static void note_each(forming *f, size_t group) {
    f->sink[group] = 1;
    for (size_t j = 0; j < f->keys; j++) {
        f->level[group * f->keys + j] = f->solution.factor[j];
        f->known += f->solution.deviation[j] < KNOWN_EACH;
    }
}

/* What the solution says of each key. */
static void note_levels(forming *f, size_t group, double *level) {
    size_t n = f->system.classes;
    if (f->each) {
        note_each(f, group);
        return;
    }
    if (f->system.place == PLUMB_IN_BOTH)
        f->solution.unit = plumb_levels_unit(f->solution.factor, f->solution.deviation, n + 1);
    plumb_levels_find(f->solution.factor, f->solution.deviation, n + 1, level);
    for (size_t j = 0; j < f->keys; j++)
        f->level[group * f->keys + j] = level[f->class_of[j]];
    f->sink[group] = level[n];
    if (f->system.zeros)
        note_zeros(f);
}

/* The table says of each group what is known, and 1 of all else. */
static void fill_table(const forming *f) {
    for (size_t i = 0; i < f->groups * f->keys; i++)
        f->factors->factor[i] = isnan(f->level[i]) ? 1 : f->level[i];
    for (size_t g = 0; g < f->groups; g++)
        f->factors->sink[g] = isnan(f->sink[g]) ? 1 : f->sink[g];
}

static plumb_hypothesis hypothesis_of(const forming *f) {
    return (plumb_hypothesis){.cause = PLUMB_CAUSE_FACTORS, .factors = f->factors, .says = f->factors->says};
}

/* Twice: what the precision leaves open of a row is that of its own weights, which the first solution tells.  Returns
   1; 0 if the rows of the group do not tell; -1. */
static int solve_group(forming *f, size_t group, double *level) {
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
    return 1;
}

/* ---- groups that are told together ---- */

static bool agree(const forming *f, size_t a, size_t b) {
    const double *x = f->level + a * f->keys, *y = f->level + b * f->keys;
    bool both = false;
    for (size_t j = 0; j < f->keys; j++) {
        if (fabs(x[j] - y[j]) > SAME_LEVEL)
            return false;
        both = both || (x[j] == y[j] && x[j] != 1);
    }
    return !(fabs(f->sink[a] - f->sink[b]) > SAME_LEVEL) && both;
}

static void join(forming *f, size_t a, size_t b) {
    for (size_t j = 0; j < f->keys; j++)
        if (isnan(f->level[a * f->keys + j]))
            f->level[a * f->keys + j] = f->level[b * f->keys + j];
    if (isnan(f->sink[a]))
        f->sink[a] = f->sink[b];
    f->as[b] = a;
}

static void join_groups(forming *f) {
    for (size_t b = 1; b < f->groups; b++)
        for (size_t a = 0; a < b && f->as[b] == b; a++)
            if (f->as[a] == a && agree(f, a, b))
                join(f, a, b);
}

/* ---- numbers that say nothing ---- */

static size_t count_explained(const forming *f) {
    plumb_inquiry *q = f->q;
    plumb_hypothesis h = hypothesis_of(f);
    size_t explained = 0;
    for (size_t i = 0; i < q->samples; i++)
        explained += plumb_predict(q, &h, &q->sample[i], q->room) &&
                     plumb_misfit_of(q, &q->sample[i], q->room).mean <= q->limit;
    return explained;
}

/* Where rows see no other keys a number is open that multiplies all of theirs: where 1 does as well, it is 1. */
static void drop_idle_levels(const forming *f) {
    size_t numbers = f->groups * f->keys, tried = 0;
    double *factor = f->factors->factor;
    fill_table(f);
    size_t explained = count_explained(f);
    for (size_t i = 0; i < numbers && tried < LEVELS && explained > 0; i++) {
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

/* ---- words ---- */

/* Numbers that are not 1, the commonest first. */
static size_t list_levels(const double *level, size_t keys, double *list) {
    size_t count = 0;
    for (size_t j = 0; j < keys; j++) {
        bool listed = isnan(level[j]) || level[j] == 1;
        for (size_t i = 0; i < count && !listed; i++)
            listed = fabs(list[i] - level[j]) <= SAME_LEVEL;
        if (listed)
            continue;
        if (count == LEVELS)
            return LEVELS + 1;
        list[count++] = level[j];
    }
    return count;
}

/* Keys that are counted back from the query. */
static void say_distances(plumb_key_set *set) {
    char text[PLUMB_KEY_SET_TEXT];
    if (strcmp(set->text, "key 0") == 0)
        snprintf(text, sizeof text, "the key at the query's own position");
    else
        snprintf(text, sizeof text, "counted back from the query's position, %.*s", PLUMB_KEY_SET_TEXT - 50, set->text);
    memcpy(set->text, text, sizeof text);
}

static void add_level(const forming *f, const plumb_key_set *set, double level, char *text, size_t size) {
    static const char *const places[PLUMB_PLACES] = {
        [PLUMB_IN_BOTH] = "",
        [PLUMB_IN_VALUES] = " in the sum of values, not in the sum of weights",
        [PLUMB_IN_WEIGHTS] = " in the sum of weights, not in the sum of values"};
    const char *of = f->q->sample[0].normalised ? places[f->factors->place] : "";
    const char *comma = set->clause ? "," : "";
    if (level == 0)
        plumb_text_add(text, size, "%s%s %s missing%s", set->text, comma, set->plural ? "are" : "is", of);
    else if (level == 2)
        plumb_text_add(text, size, "%s%s %s counted twice%s", set->text, comma, set->plural ? "are" : "is", of);
    else
        plumb_text_add(text, size, "%s%s %s %.*g times what %s should%s", set->text, comma,
                       set->plural ? "weigh" : "weighs", plumb_digits_of_factor(level, 3), level,
                       set->plural ? "they" : "it", of);
}

/* The levels of a group in words, and as these say where they are not known.  Returns the clauses; INFINITY: none. */
static double describe(forming *f, double *level, char *text, size_t size) {
    double list[LEVELS + 1], clauses = 0;
    size_t count = list_levels(level, f->keys, list);
    plumb_key_set set;
    if (count > LEVELS)
        return INFINITY;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < f->keys; j++)
            f->member[j] = isnan(level[j]) ? PLUMB_UNKNOWN
                           : fabs(level[j] - list[i]) <= SAME_LEVEL ? PLUMB_INSIDE
                                                                    : PLUMB_OUTSIDE;
        if (!plumb_key_set_describe(f->member, f->other, f->keys, &set))
            return INFINITY;
        for (size_t j = 0; j < f->keys; j++)
            level[j] = f->member[j] == PLUMB_INSIDE ? list[i] : level[j];
        if (f->factors->distances > 0)
            say_distances(&set);
        plumb_text_add(text, size, "%s", text[0] == 0 ? "" : "; ");
        add_level(f, &set, list[i], text, size);
        clauses += set.clauses;
        f->factors->fitted = f->factors->fitted || (list[i] != 0 && list[i] != 2);
    }
    for (size_t j = 0; j < f->keys; j++)
        level[j] = isnan(level[j]) ? 1 : level[j];
    return clauses;
}

static double describe_sink(forming *f, size_t group, char *text, size_t size) {
    double sink = f->sink[group];
    if (isnan(sink) || sink == 1 || f->factors->place != PLUMB_IN_BOTH)
        return 0;
    plumb_text_add(text, size, "%s", text[0] == 0 ? "" : "; ");
    if (sink == 0)
        plumb_text_add(text, size, "the sink is missing");
    else
        plumb_text_add(text, size, "the sink weighs %.*g times what it should", plumb_digits_of_factor(sink, 3), sink);
    f->factors->fitted = f->factors->fitted || (sink != 0 && sink != 2);
    return 1;
}

static void say_queries(const forming *f, const unsigned char *flag, char *text, size_t size) {
    size_t length = f->q->judged->problem.query_length, tile = f->factors->tile;
    const char *comma = " for queries ";
    for (size_t g = 0; g < f->groups; g++) {
        size_t last = g;
        if (!flag[g])
            continue;
        while (last + 1 < f->groups && flag[last + 1])
            last++;
        size_t end = (last + 1) * tile < length ? (last + 1) * tile : length;
        plumb_text_add(text, size, "%s%zu to %zu", comma, g * tile, end - 1);
        comma = ", ";
        g = last;
    }
}

static void say_groups(const forming *f, const unsigned char *flag, char *text, size_t size) {
    static const char *const one[PLUMB_GROUPINGS] = {"", "batch entry", "key head", "head"};
    static const char *const many[PLUMB_GROUPINGS] = {"", "batch entries", "key heads", "heads"};
    size_t heads = f->q->judged->problem.query_heads;
    char set[PLUMB_KEY_SET_TEXT] = "";
    if (f->factors->by == PLUMB_GROUP_QUERIES)
        say_queries(f, flag, text, size);
    else if (f->factors->by == PLUMB_GROUP_ENTRY_HEAD) {
        const char *comma = " in";
        for (size_t g = 0; g < f->groups; g++)
            if (flag[g]) {
                plumb_text_add(text, size, "%s head %zu of batch entry %zu", comma, g % heads, g / heads);
                comma = ",";
            }
    } else {
        plumb_say_set(one[f->factors->by], many[f->factors->by], flag, f->groups, set, sizeof set);
        plumb_text_add(text, size, " %s", set);
    }
}

static double describe_zeros(const forming *f, char *text, size_t size) {
    double zeros = f->factors->zeros;
    if (zeros == 0)
        return 0;
    plumb_text_add(text, size, "%s", text[0] == 0 ? "" : "; ");
    if (zeros == 1)
        plumb_text_add(text, size, "a key of zeros takes part beside all others");
    else
        plumb_text_add(text, size, "%.0f keys of zeros take part beside all others", zeros);
    return 1;
}

/* Which groups are told with the first. */
static void flag_groups(const forming *f, size_t first, unsigned char *flag) {
    for (size_t g = 0; g < f->groups; g++)
        flag[g] = f->as[g] == first;
}

static void copy_level(forming *f, size_t first, const unsigned char *flag) {
    for (size_t g = 0; g < f->groups; g++) {
        if (!flag[g] || g == first)
            continue;
        memcpy(f->level + g * f->keys, f->level + first * f->keys, f->keys * sizeof *f->level);
        f->sink[g] = f->sink[first];
    }
}

/* The end of the lost keys, before which none is known that is not; SIZE_MAX: it is otherwise. */
static size_t end_of_lost(const double *level, size_t keys) {
    size_t end = 0;
    for (size_t j = 0; j < keys; j++) {
        bool other = level[j] != 0 && !isnan(level[j]);
        if (level[j] == 0)
            end = j + 1;
        if (other && level[j] != 1)
            return SIZE_MAX;
    }
    for (size_t j = 0; j < end; j++)
        if (level[j] == 1)
            return SIZE_MAX;
    return end;
}

/* As a window or chunks have it. */
static bool is_window(const forming *f) {
    size_t before = 0;
    for (size_t g = 0; g < f->groups && f->factors->by == PLUMB_GROUP_QUERIES; g++) {
        size_t end = f->as[g] == f->groups ? 0 : end_of_lost(f->level + g * f->keys, f->keys);
        if (end == SIZE_MAX || (end > 0 && end < before))
            return false;
        before = end > 0 ? end : before;
    }
    return before > 0;
}

/* Groups that are told as an earlier one is are told with it. */
static bool join_alike(forming *f, size_t group, const char *text, char (*told)[PLUMB_FACTORS_TEXT],
                       const size_t *first, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(told[i], text) == 0) {
            for (size_t g = 0; g < f->groups; g++)
                f->as[g] = f->as[g] == group ? first[i] : f->as[g];
            return true;
        }
    return false;
}

/* Returns the clauses of all that is said. */
static double put_into_words(forming *f, unsigned char *flag) {
    plumb_factors *to = f->factors;
    char told[MOST_TOLD][PLUMB_FACTORS_TEXT] = {""};
    size_t first[MOST_TOLD], count = 0;
    double clauses = 0;
    to->sink_alone = true;
    to->window = is_window(f);
    for (size_t g = 0; g < f->groups; g++) {
        char text[PLUMB_FACTORS_TEXT] = "";
        if (f->as[g] != g)
            continue;
        double of_keys = describe(f, f->level + g * f->keys, text, sizeof text);
        to->sink_alone = to->sink_alone && text[0] == 0;
        double of_sink = describe_sink(f, g, text, sizeof text) + describe_zeros(f, text, sizeof text);
        flag_groups(f, g, flag);
        copy_level(f, g, flag);
        if (!(of_keys < INFINITY) || (!join_alike(f, g, text, told, first, count) && count == MOST_TOLD))
            return INFINITY;
        if (f->as[g] != g)
            continue;
        memcpy(told[count], text, sizeof text);
        first[count++] = g;
        clauses += of_keys + of_sink;
    }
    to->apart = count > 1;
    to->window = to->window && to->apart;
    for (size_t i = 0; i < count; i++) {
        if (told[i][0] == 0)
            continue;
        plumb_text_add(to->says, sizeof to->says, "%s%s", to->says[0] == 0 ? "" : "; ", told[i]);
        flag_groups(f, first[i], flag);
        if (to->apart)
            say_groups(f, flag, to->says, sizeof to->says);
    }
    return to->says[0] == 0 ? INFINITY : clauses;
}

/* The numbers of the first keys. */
static bool say_each(forming *f) {
    char *text = f->factors->says;
    size_t size = sizeof f->factors->says, listed = 0, moved = 0;
    if (10 * f->known < KNOWN_OF_TEN * f->keys)
        return false;
    plumb_text_add(text, size, "%s of each key is multiplied by a number of its own: ",
                   f->factors->place == PLUMB_IN_VALUES ? "the value" : "the weight");
    for (size_t j = 0; j < f->keys; j++) {
        if (fabs(f->level[j] - 1) < SAME_LEVEL || moved++ >= LISTED_EACH)
            continue;
        plumb_text_add(text, size, "%skey %zu by %.3g", listed++ == 0 ? "" : ", ", j, f->level[j]);
    }
    if (moved > listed)
        plumb_text_add(text, size, ", and %zu more", moved - listed);
    return moved > 0;
}

/* ---- a grouping ---- */

static int allocate(forming *f) {
    size_t n = plumb_unknowns_of(&f->system);
    f->factors->factor = plumb_room_take(&f->q->memory, f->groups * f->keys, sizeof(double));
    f->factors->sink = plumb_room_take(&f->q->memory, f->groups, sizeof(double));
    f->level = plumb_room_take(f->room, f->groups * f->keys, sizeof *f->level);
    f->sink = plumb_room_take(f->room, f->groups, sizeof *f->sink);
    f->as = plumb_room_take(f->room, f->groups, sizeof *f->as);
    f->row = plumb_room_take(f->room, rows_wanted(f) + 1, sizeof *f->row);
    f->member = plumb_room_take(f->room, f->keys, 1);
    f->other = plumb_room_take(f->room, f->keys, 1);
    f->solution.factor = plumb_room_take(f->room, n, sizeof(double));
    f->solution.deviation = plumb_room_take(f->room, n, sizeof(double));
    return f->room->short_of_memory || f->q->memory.short_of_memory ? -1 : 0;
}

static int try_grouping(forming *f, plumb_hypotheses *kept) {
    double *level = plumb_room_take(f->room, plumb_unknowns_of(&f->system), sizeof *level);
    unsigned char *flag = plumb_room_take(f->room, f->groups + 1, 1);
    if (allocate(f) != 0 || level == NULL || flag == NULL)
        return -1;
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
    if (f->each ? !say_each(f) : !(put_into_words(f, flag) <= MOST_CLAUSES))
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
    plumb_room room = {.short_of_memory = false};
    forming f = {.q = q, .room = &room, .solver = solver, .keys = p->key_length, .each = ask.each};
    size_t together = (f.keys + MOST_CLASSES - 1) / MOST_CLASSES, grid = 1;
    while (grid < together)
        grid *= 2;
    f.groups = plumb_groups_of(p, by, tile);
    if (ask.distances) {
        f.keys = f.keys < MOST_CLASSES ? f.keys + 2 : MOST_CLASSES;
        grid = 1;
    }
    f.factors = plumb_room_take(&q->memory, 1, sizeof *f.factors);
    f.class_of = plumb_room_take(&room, f.keys, sizeof *f.class_of);
    if (f.factors == NULL || f.class_of == NULL) {
        plumb_room_free(&room);
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
    plumb_room_free(&room);
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
    for (int place = PLUMB_IN_VALUES; place >= PLUMB_IN_BOTH && result == 0 && kept->count == 0; place--)
        result = form(q, &solver, PLUMB_GROUP_ALL, 1, (asking){.place = (plumb_place)place, .each = true}, kept);
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
