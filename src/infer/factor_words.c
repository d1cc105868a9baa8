/* Describes the findings for the keys of each group of rows in words: sets of keys of one level each, groups with the
   same description together, and the names of those groups. */
#include "infer/factor_groups.h"
#include "infer/key_set.h"
#include "infer/region.h"
#include "schema/text.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Statements about groups that differ. */
enum { MOST_TOLD = 8 };

/* Of single keys so many are listed. */
enum { LISTED_EACH = 4 };

/* Numbers that are not 1, the commonest first. */
static size_t list_levels(const double *level, size_t keys, double *list) {
    size_t count = 0;
    for (size_t j = 0; j < keys; j++) {
        bool listed = isnan(level[j]) || level[j] == 1;
        for (size_t i = 0; i < count && !listed; i++)
            listed = fabs(list[i] - level[j]) <= PLUMB_SAME_LEVEL;
        if (listed)
            continue;
        if (count == PLUMB_LEVELS_SAID)
            return PLUMB_LEVELS_SAID + 1;
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

static void add_level(const plumb_factor_groups *f, const plumb_key_set *set, double level, char *text, size_t size) {
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
static double describe(plumb_factor_groups *f, double *level, char *text, size_t size) {
    double list[PLUMB_LEVELS_SAID + 1], clauses = 0;
    size_t count = list_levels(level, f->keys, list);
    plumb_key_set set;
    if (count > PLUMB_LEVELS_SAID)
        return INFINITY;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < f->keys; j++)
            f->member[j] = isnan(level[j]) ? PLUMB_UNKNOWN
                           : fabs(level[j] - list[i]) <= PLUMB_SAME_LEVEL ? PLUMB_INSIDE
                                                                    : PLUMB_OUTSIDE;
        if (!plumb_key_set_describe(f->member, f->other, f->keys, &set))
            return INFINITY;
        for (size_t j = 0; j < f->keys; j++)
            level[j] = f->member[j] == PLUMB_INSIDE ? list[i] : level[j];
        f->factors->periodic = f->factors->periodic || set.clause;
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

static double describe_sink(plumb_factor_groups *f, size_t group, char *text, size_t size) {
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

static void say_queries(const plumb_factor_groups *f, const unsigned char *flag, char *text, size_t size) {
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

static void say_groups(const plumb_factor_groups *f, const unsigned char *flag, char *text, size_t size) {
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

static double describe_zeros(const plumb_factor_groups *f, char *text, size_t size) {
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
static void flag_groups(const plumb_factor_groups *f, size_t first, unsigned char *flag) {
    for (size_t g = 0; g < f->groups; g++)
        flag[g] = f->as[g] == first;
}

static void copy_level(plumb_factor_groups *f, size_t first, const unsigned char *flag) {
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
static bool is_window(const plumb_factor_groups *f) {
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
static bool join_alike(plumb_factor_groups *f, size_t group, const char *text, char (*told)[PLUMB_FACTORS_TEXT],
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
double plumb_factor_groups_say(plumb_factor_groups *f, unsigned char *flag) {
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

/* ---- pages in place of others ---- */

/* The pages that are listed of a group; the keys that a page has at least. */
enum { LISTED_PAGES = 6, LEAST_PAGE = 8 };

/* How far from a whole number the mean of a page, and each of its keys, may be. */
#define NEAR_OF_PAGE 0.1
#define NEAR_OF_KEY 0.4

/* How often the pages of so many keys are read, in units of the mean: each place reads one page. */
static bool find_readings(const double *level, size_t keys, size_t page, double unit, double *readings) {
    for (size_t from = 0; from < keys; from += page) {
        size_t to = from + page < keys ? from + page : keys;
        double sum = 0, whole;
        for (size_t j = from; j < to; j++)
            sum += level[j] / unit;
        whole = rint(sum / (double)(to - from));
        bool near = fabs(sum / (double)(to - from) - whole) < NEAR_OF_PAGE;
        for (size_t j = from; j < to; j++) {
            near = near && fabs(level[j] / unit - whole) < NEAR_OF_KEY;
            readings[j] = whole;
        }
        if (!near) /* what is not known is not near either */
            return false;
    }
    return true;
}

static void list_pages(const double *readings, size_t keys, size_t page, bool missing, char *text, size_t size) {
    size_t listed = 0, more = 0;
    for (size_t from = 0; from < keys; from += page) {
        bool is_one = missing ? readings[from] == 0 : readings[from] > 1;
        if (is_one && listed < LISTED_PAGES)
            plumb_text_add(text, size, "%s%zu", listed++ == 0 ? "" : ", ", from);
        else
            more += is_one;
    }
    if (more > 0)
        plumb_text_add(text, size, " and %zu more", more);
}

/* Of all rows together: pages that are not read, and others that are read again. */
static bool say_pages(plumb_factor_groups *f) {
    char *text = f->factors->says;
    size_t size = sizeof f->factors->says, keys = f->keys, page = LEAST_PAGE, found = 0;
    double *readings = plumb_workspace_take(f->workspace, 2 * keys, sizeof *readings), sum = 0;
    bool missing = false;
    if (readings == NULL || f->groups != 1 || f->factors->place != PLUMB_IN_BOTH)
        return false;
    for (size_t j = 0; j < keys; j++)
        sum += f->level[j];
    for (; 2 * page <= keys && find_readings(f->level, keys, page, sum / (double)keys, readings + keys); page *= 2) {
        memcpy(readings, readings + keys, keys * sizeof *readings);
        found = page;
    }
    for (size_t j = 0; j < keys && found > 0; j++)
        missing = missing || readings[j] == 0;
    if (!missing)
        return false;
    memcpy(f->level, readings, keys * sizeof *readings);
    plumb_text_add(text, size, "pages of %zu keys are read in place of others: those that begin at keys ", found);
    list_pages(readings, keys, found, true, text, size);
    plumb_text_add(text, size, " not at all, those at keys ");
    list_pages(readings, keys, found, false, text, size);
    plumb_text_add(text, size, " more than once");
    return true;
}

/* ---- each key by itself ---- */

/* The number that most keys of a group have, or 1. */
static double commonest(const double *level, size_t keys) {
    double best = 1;
    size_t most = 1;
    for (size_t i = 0; i < keys; i++) {
        size_t alike = 0;
        for (size_t j = 0; j < keys; j++)
            alike += fabs(level[j] - level[i]) <= PLUMB_SAME_LEVEL;
        best = alike > most ? level[i] : best;
        most = alike > most ? alike : most;
    }
    return 2 * most > keys && best > 0 ? best : 1;
}

/* Of weights that are divided by their sum only ratios are known: those of most keys are 1. */
static void divide_by_commonest(plumb_factor_groups *f) {
    bool ratios = f->factors->place == PLUMB_IN_BOTH && f->q->judged->problem.op.sink == PLUMB_SINK_NONE;
    for (size_t g = 0; g < f->groups && ratios; g++) {
        double unit = commonest(f->level + g * f->keys, f->keys);
        for (size_t j = 0; j < f->keys; j++)
            f->level[g * f->keys + j] = fabs(f->level[g * f->keys + j]) < PLUMB_SAME_LEVEL * unit
                                            ? 0 : f->level[g * f->keys + j] / unit;
    }
}

/* The numbers of the first keys. */
bool plumb_factor_groups_say_each(plumb_factor_groups *f) {
    char *text = f->factors->says;
    const plumb_problem *p = &f->q->judged->problem;
    size_t size = sizeof f->factors->says, listed = 0, moved = 0;
    if (say_pages(f))
        return true;
    divide_by_commonest(f);
    plumb_text_add(text, size, "%s of each key is multiplied by a number of its own: ",
                   f->factors->place == PLUMB_IN_VALUES ? "the value" : "the weight");
    for (size_t i = 0; i < f->groups * f->keys; i++) {
        size_t source = i / f->keys;
        if (isnan(f->level[i]) || fabs(f->level[i] - 1) < PLUMB_SAME_LEVEL || moved++ >= LISTED_EACH)
            continue;
        plumb_text_add(text, size, "%skey %zu", listed++ == 0 ? "" : ", ", i % f->keys);
        if (f->groups > 1)
            plumb_text_add(text, size, " of key head %zu", source % p->key_heads);
        if (f->groups > 1 && p->batch > 1)
            plumb_text_add(text, size, " of batch entry %zu", source / p->key_heads);
        plumb_text_add(text, size, " by %.3g", f->level[i]);
    }
    if (moved > listed)
        plumb_text_add(text, size, ", and %zu more", moved - listed);
    return moved > 0;
}
