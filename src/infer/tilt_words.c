/* Searches for words from simple to detailed: a few levels that many parts share (levels.c), each with the set of its
   keys or columns (key_set.c); or every part alone, of which the first four are listed.  A number counts as known if
   its deviation is small, and most must be known.  If the words round numbers, to levels, to 0 or 1, or to the base 2,
   the rounded numbers replace the fitted ones, so that the test on all rows is of what is reported. */
#include "infer/tilt_words.h"
#include "infer/key_set.h"
#include "infer/levels.h"
#include "infer/places.h"
#include "row/positions.h"
#include "schema/text.h"
#include <math.h>
#include <string.h>

/* Words for numbers: as many as are listed one by one. */
enum { LISTED = 4, LEVELS = 3 };
#define SAME 0.02
#define KNOWN 0.06
#define NEAR 0.2
#define SURE 4

/* Keys, or columns where all keys have the same numbers. */
static bool is_of_columns(const plumb_problem *p, const plumb_tilts *f) {
    return f->step >= p->key_length && f->columns < p->head_dim;
}

/* Columns are no tiles: what words for keys have in parentheses goes. */
static void say_columns(const char *words, char *text, size_t size) {
    char plain[PLUMB_KEY_SET_TEXT] = "";
    for (const char *end; (end = strstr(words, " (")) != NULL; words = strchr(end, ')') + 1)
        plumb_text_add(plain, sizeof plain, "%.*s", (int)(end - words), words);
    plumb_text_add(plain, sizeof plain, "%s", words);
    plumb_key_set_rename(plain, "column", "columns", text, size);
}

static void say_level(const plumb_problem *p, plumb_tilts *f, const plumb_key_set *set, double level) {
    bool columns = is_of_columns(p, f), one = columns && !set->plural;
    char *text = f->says;
    size_t size = sizeof f->says;
    plumb_text_add(text, size, "%s%s", text[0] == 0 ? "" : "; ", columns ? "" : "the products q.k");
    if (columns)
        say_columns(set->text, text, size);
    else if (!f->all)
        plumb_text_add(text, size, " of %s", set->text);
    const char *of = columns ? " of q.k" : "", *are = one ? "is" : "are";
    if (level == 0)
        plumb_text_add(text, size, "%s %s left out", of, are);
    else
        plumb_text_add(text, size, "%s %s %.*g times what %s should be", of, are, plumb_digits_of_factor(level, 9),
                       level, one ? "it" : "they");
}

/* The numbers that several keys, or columns, share; false: too many. */
static bool list_levels(const double *level, size_t n, double listed[LEVELS], size_t *count) {
    *count = 0;
    for (size_t i = 0; i < n; i++) {
        bool known = isnan(level[i]) || level[i] == 1;
        for (size_t k = 0; k < *count; k++)
            known = known || level[i] == listed[k];
        if (!known && *count == LEVELS)
            return false;
        if (!known)
            listed[(*count)++] = level[i];
    }
    return *count > 0;
}

/* Columns or keys, by which numbers they are multiplied; false: there are no words. */
bool plumb_tilts_say_levels(const plumb_problem *p, plumb_tilts *f, const double *deviation,
                            plumb_workspace *workspace) {
    bool columns = is_of_columns(p, f);
    size_t n = columns ? p->head_dim : p->key_length, count;
    size_t step = columns ? f->columns : f->step;
    unsigned char *member = plumb_workspace_take(workspace, n, 1), *other = plumb_workspace_take(workspace, n, 1);
    double *level = plumb_workspace_take(workspace, f->features, sizeof *level), listed[LEVELS];
    double *factor = plumb_workspace_take(workspace, f->features, sizeof *factor), clauses = 0;
    if (workspace->short_of_memory || (!columns && plumb_tilt_groups(f, p->head_dim) > 1))
        return false;
    for (size_t i = 0; i < f->features; i++)
        factor[i] = 1 + f->number[i];
    plumb_levels_find(factor, deviation, f->features, level);
    if (!list_levels(level, f->features, listed, &count))
        return false;
    for (size_t k = 0; k < count; k++) {
        plumb_key_set set;
        for (size_t j = 0; j < n; j++) {
            double x = level[j / step];
            member[j] = isnan(x) ? PLUMB_UNKNOWN : x == listed[k] ? PLUMB_INSIDE : PLUMB_OUTSIDE;
        }
        if (!plumb_key_set_describe(member, other, n, &set))
            return false;
        for (size_t j = 0; j < n; j++)
            level[j / step] = member[j] == PLUMB_INSIDE ? listed[k] : level[j / step];
        clauses += set.clauses;
        f->all = memchr(member, PLUMB_OUTSIDE, n) == NULL;
        say_level(p, f, &set, listed[k]);
    }
    for (size_t i = 0; i < f->features && clauses <= LISTED; i++)
        f->number[i] = isnan(level[i]) ? 0 : level[i] - 1;
    return clauses <= LISTED && !(f->all && columns);
}

static void say_range(const char *of, size_t first, size_t count, size_t end, char *text, size_t size) {
    size_t last = first + count < end ? first + count - 1 : end - 1;
    if (first == last)
        plumb_text_add(text, size, "%s %zu", of, first);
    else
        plumb_text_add(text, size, "%ss %zu to %zu", of, first, last);
}

/* Each part has a number of its own; false: too few are known.  What may be 1 is. */
bool plumb_tilts_say_each(const plumb_problem *p, plumb_tilts *f, const double *deviation) {
    size_t groups = plumb_tilt_groups(f, p->head_dim), known = 0, moved = 0, listed = 0, size = sizeof f->says;
    size_t sources = f->by_source ? p->batch * p->key_heads : 1, each = f->features / sources;
    bool keys = f->step < p->key_length, columns = groups > 1;
    for (size_t i = 0; i < f->features; i++)
        known += deviation[i] < KNOWN;
    for (size_t i = 0; i < f->features; i++)
        if (fabs(f->number[i]) < SURE * deviation[i])
            f->number[i] = 0;
    if (f->features < 3 || 10 * known < 9 * f->features)
        return false;
    f->says[0] = 0;
    plumb_text_add(f->says, size, "parts of the products q.k are multiplied by numbers of their own: ");
    for (size_t i = 0; i < f->features; i++) {
        if (fabs(f->number[i]) < SAME || moved++ >= LISTED)
            continue;
        plumb_text_add(f->says, size, "%s", listed++ == 0 ? "" : ", ");
        if (keys)
            say_range("key", i % each / groups * f->step, f->step, p->key_length, f->says, size);
        plumb_text_add(f->says, size, "%s", keys && columns ? " and " : "");
        if (columns)
            say_range("column", i % groups * f->columns, f->columns, p->head_dim, f->says, size);
        if (sources > 1)
            plumb_text_add(f->says, size, " of key head %zu", i / each % p->key_heads);
        if (sources > p->key_heads)
            plumb_text_add(f->says, size, " of batch entry %zu", i / each / p->key_heads);
        plumb_text_add(f->says, size, " by %.3g", 1 + f->number[i]);
    }
    if (moved > listed)
        plumb_text_add(f->says, size, ", and %zu more", moved - listed);
    return moved > 0;
}

double plumb_stated_slope(const plumb_problem *p, size_t h) {
    return p->position.kind == PLUMB_POSITION_ALIBI ? plumb_slope_of_head(p, h).mid : 0;
}

static bool is_slope_of_head(const plumb_problem *p, double slope, double error) {
    for (size_t h = 0; h < p->query_heads; h++)
        if (fabs(plumb_stated_slope(p, h) - slope) < error)
            return true;
    return false;
}

void plumb_tilts_say_heads(const plumb_problem *p, plumb_tilts *f) {
    size_t listed = 0, moved = 0;
    bool slopes = f->of == PLUMB_TILT_DISTANCE;
    f->of_others = slopes;
    plumb_text_add(f->says, sizeof f->says, "%s",
                   slopes ? "slopes of positions are others: " : "the bias is multiplied by ");
    for (size_t h = 0; h < p->query_heads; h++) {
        double x = f->number[h], stated = plumb_stated_slope(p, h);
        f->of_others = f->of_others && (x == 0 || is_slope_of_head(p, stated + x, SAME * fabs(x)));
        if (x == 0 || moved++ >= LISTED)
            continue;
        const char *comma = listed++ == 0 ? "" : ", ";
        double is = slopes ? stated + x : 1 + x;
        is = fabs(is) < 1e-3 * fabs(x) ? 0 : is;
        if (slopes)
            plumb_text_add(f->says, sizeof f->says, "%s%.4g in head %zu, not %.4g", comma, is, h, stated);
        else
            plumb_text_add(f->says, sizeof f->says, "%s%.*g in head %zu", comma, plumb_digits_of_factor(is, 4), is, h);
    }
    if (moved > listed)
        plumb_text_add(f->says, sizeof f->says, ", and %zu more", moved - listed);
}

void plumb_tilts_say_base(plumb_tilts *f) {
    double base = exp(1 + f->number[0]), times = 1 + f->number[0];
    bool bias = f->of == PLUMB_TILT_BIAS_DIAGONAL || f->of == PLUMB_TILT_BIAS_ODD;
    if (bias)
        plumb_text_add(f->says, sizeof f->says, "the bias is multiplied by %.*g", plumb_digits_of_factor(times, 4),
                       times);
    else
        plumb_text_add(f->says, sizeof f->says, "the exponential is one of base %.*g", fabs(base - 2) < 0.02 ? 1 : 3,
                       base);
    if (f->of == PLUMB_TILT_DIAGONAL || f->of == PLUMB_TILT_BIAS_DIAGONAL)
        plumb_text_add(f->says, sizeof f->says, " in the tile of %zu keys on the diagonal", f->step);
    else
        plumb_text_add(f->says, sizeof f->says, " in every second tile of %zu keys", f->step);
    if (!bias && fabs(base - 2) < 0.02)
        f->number[0] = log(2) - 1;
}

/* Which columns are those of the others: all that are known are 0 or 1, and some are. */
bool plumb_tilts_say_others(const plumb_problem *p, plumb_tilts *f, const double *deviations,
                            plumb_workspace *workspace) {
    size_t dim = p->head_dim;
    unsigned char *member = plumb_workspace_take(workspace, dim, 1), *other = plumb_workspace_take(workspace, dim, 1);
    plumb_key_set set;
    if (workspace->short_of_memory)
        return false;
    for (size_t c = 0; c < dim; c++) {
        double x = f->number[c / f->columns], deviation = deviations[c / f->columns];
        bool known = deviation < NEAR;
        if (known && fabs(x) > NEAR + 3 * deviation && fabs(x - 1) > NEAR + 3 * deviation)
            return false;
        member[c] = !known ? PLUMB_UNKNOWN : x > 0.5 ? PLUMB_INSIDE : PLUMB_OUTSIDE;
    }
    if (memchr(member, PLUMB_INSIDE, dim) == NULL || !plumb_key_set_describe(member, other, dim, &set))
        return false;
    f->all = memchr(member, PLUMB_OUTSIDE, dim) == NULL;
    for (size_t i = 0; i < f->features; i++)
        f->number[i] = member[i * f->columns] == PLUMB_INSIDE ? 1 : 0;
    char which[PLUMB_FACTORS_TEXT], *text = f->says;
    memcpy(which, f->says, sizeof which);
    f->says[0] = 0;
    if (f->all)
        plumb_text_add(text, sizeof f->says, "%s", f->what);
    else
        say_columns(set.text, text, sizeof f->says);
    if (!f->all)
        plumb_text_add(text, sizeof f->says, "%s of %s", set.clause ? "," : "", f->what);
    plumb_text_add(text, sizeof f->says, " %s %s", f->all || set.plural ? "are" : "is", which);
    return true;
}
