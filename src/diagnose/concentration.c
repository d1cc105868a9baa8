/* One pass over the findings counts, for each batch entry, head, query, number of visible keys and column, how many
   elements are wrong and how many compared.  Statements follow from the counts: the wrong rows one by one if there are
   at most three, else for each axis its wrong places as a range, a step, some runs or all but a few, if chance would
   hardly put all of them there (wrong_places.h).  NaN and infinities are counted once more by themselves where other
   elements are wrong too. */
#include "diagnose/concentration.h"
#include "diagnose/wrong_places.h"
#include "report/report_line.h"
#include "exact/definition.h"
#include "exact/visible.h"
#include "infer/evidence.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where an element stands.  A column is that of the output, or a key; the last counts the keys that
   its query sees. */
typedef enum { BATCH, HEAD, QUERY, VISIBLE, COLUMN, AXES } axis;

/* So few wrong rows are named one by one. */
enum { FEW_ROWS = 3 };

typedef struct {
    const plumb_findings *findings;
    plumb_quantity quantity;
    plumb_verdict verdict;
    bool not_finite; /* these are counted alone */
    plumb_axis_count of[AXES];
    size_t *visible;      /* [queries] the keys that each sees in the last head that was counted */
    size_t wrong_rows, wrong, compared;
    size_t few[FEW_ROWS]; /* the first wrong rows */
    size_t defined;       /* wrong elements whose value a definition gives, */
    double value;         /* which is that */
} counts;

/* ---- counting ---- */

static bool counts_as_wrong(const counts *c, plumb_finding finding) {
    if (c->not_finite)
        return finding == PLUMB_NAN || finding == PLUMB_INFINITE;
    return plumb_is_wrong(finding) || (c->verdict != PLUMB_FAIL && plumb_is_unjudged(finding));
}

static bool allocate(counts *c) {
    const plumb_problem *problem = c->findings->problem;
    const size_t places[AXES] = {problem->batch, problem->query_heads, problem->query_length, problem->key_length + 1,
                                 c->findings->width[c->quantity]};
    c->visible = calloc(problem->query_length + 1, sizeof *c->visible);
    bool enough = c->visible != NULL;
    for (int i = 0; i < AXES; i++) {
        size_t *workspace = calloc(3 * places[i] + 1, sizeof *workspace);
        enough = enough && workspace != NULL;
        if (workspace != NULL)
            c->of[i] = (plumb_axis_count){places[i], workspace, workspace + places[i], workspace + 2 * places[i]};
    }
    return enough;
}

static void release(counts *c) {
    free(c->visible);
    for (int i = 0; i < AXES; i++)
        free(c->of[i].compared);
}

static void count_element(counts *c, const size_t place[AXES], bool wrong) {
    for (int i = 0; i < AXES; i++) {
        c->of[i].compared[place[i]]++;
        c->of[i].wrong[place[i]] += wrong;
    }
    c->compared++;
    c->wrong += wrong;
}

static void count_defined(counts *c, const plumb_row_place *at, size_t visible, size_t column) {
    double value;
    if (plumb_exact_by_definition(c->findings->problem, at->b, at->h, at->t, visible, c->quantity, column, &value)) {
        c->defined++;
        c->value = value;
    }
}

/* Positions alone hide the same keys in all heads. */
static size_t count_visible(counts *c, size_t row, const plumb_row_place *at) {
    const plumb_problem *p = c->findings->problem;
    bool alike = !plumb_masks_by_tensor(p) && p->mask.entry_offset == NULL;
    if (!alike || row < p->query_length)
        c->visible[at->t] = plumb_exact_visible_count(p, at->b, at->h, at->t);
    return c->visible[at->t];
}

static void count_row(counts *c, size_t row) {
    const plumb_problem *problem = c->findings->problem;
    plumb_row_place at = plumb_place_of_row(problem, row);
    size_t place[AXES] = {at.b, at.h, at.t, count_visible(c, row, &at), 0};
    size_t before = c->wrong;
    for (size_t column = 0; column < c->findings->width[c->quantity]; column++) {
        plumb_finding finding = plumb_findings_at(c->findings, c->quantity, row, column);
        place[COLUMN] = column;
        bool wrong = counts_as_wrong(c, finding);
        if (finding != PLUMB_NOT_COMPARED)
            count_element(c, place, wrong);
        if (finding != PLUMB_NOT_COMPARED && wrong)
            count_defined(c, &at, place[VISIBLE], column);
    }
    for (int i = 0; i < COLUMN; i++)
        c->of[i].rows[place[i]]++;
    if (c->wrong == before)
        return;
    if (c->wrong_rows < FEW_ROWS)
        c->few[c->wrong_rows] = row;
    c->wrong_rows++;
}

/* ---- words ---- */

static const char *noun(const counts *c, axis along, bool plural) {
    static const char *const one[AXES] = {"batch entry", "head", "query", "row", "column"};
    static const char *const many[AXES] = {"batch entries", "heads", "queries", "rows", "columns"};
    if (along == COLUMN && c->quantity != PLUMB_OUTPUT)
        return plural ? "keys" : "key";
    return plural ? many[along] : one[along];
}

/* Every element of the list as "3" or "4 to 7". */
static void add_runs(plumb_line *line, const plumb_axis_count *count) {
    const char *comma = "";
    size_t i = 0;
    while (i < count->places) {
        if (count->wrong[i] == 0) {
            i++;
            continue;
        }
        size_t last = i;
        for (size_t j = i + 1; j < count->places; j++) {
            if (count->wrong[j] == 0 && count->compared[j] > 0)
                break;
            last = count->wrong[j] > 0 ? j : last;
        }
        plumb_line_add(line, last > i ? "%s%zu to %zu" : "%s%zu", comma, i, last);
        comma = ", ";
        i = last + 1;
    }
}

static void add_others(plumb_line *line, const plumb_axis_count *count) {
    const char *comma = "";
    for (size_t i = 0; i < count->places; i++)
        if (count->compared[i] > 0 && count->wrong[i] == 0) {
            plumb_line_add(line, "%s%zu", comma, i);
            comma = ", ";
        }
}

/* Key heads all of whose query heads are wrong, if there is nothing else. */
static void add_key_heads(plumb_line *line, const counts *c) {
    const plumb_problem *problem = c->findings->problem;
    const plumb_axis_count *heads = &c->of[HEAD];
    size_t group = problem->query_heads / problem->key_heads, found = 0, last = 0;
    for (size_t h = 0; h < problem->query_heads; h++)
        if ((heads->wrong[h] > 0) != (heads->wrong[h - h % group] > 0))
            return;
    for (size_t h = 0; h < problem->query_heads; h += group)
        if (heads->wrong[h] > 0) {
            found++;
            last = h / group;
        }
    if (group > 1 && found == 1)
        plumb_line_add(line, " (key head %zu)", last);
}

/* Where the queries stand, if that is not their number. */
static void add_positions(plumb_line *line, const counts *c, const plumb_wrong_places *p) {
    const plumb_problem *problem = c->findings->problem;
    long long offset = (long long)problem->causal.offset;
    if (offset == 0 || problem->position.query_position != NULL || problem->mask.entry_offset != NULL)
        return;
    long long first = (long long)p->first + offset, last = (long long)p->last + offset;
    if (p->wrong == 1)
        plumb_line_add(line, " (position %lld)", first);
    else if (p->last == p->last_of_all)
        plumb_line_add(line, " (position %lld)", first);
    else
        plumb_line_add(line, " (positions %lld to %lld)", first, last);
}

/* At most so many runs, and so many exceptions, are listed. */
enum { RUNS = 6, EXCEPTIONS = 3, EVENLY = 3 };

/* Of a run of wrong places one or two are named. */
static bool exceptions_are_shorter(const plumb_axis_count *count, const plumb_wrong_places *p) {
    size_t named = 0;
    for (size_t i = 0, run = 0; i < count->places; i++) {
        if (count->compared[i] == 0)
            continue;
        run = count->wrong[i] > 0 ? run + 1 : 0;
        named += run == 1 || run == 2;
    }
    return p->compared - p->wrong <= EXCEPTIONS && p->compared - p->wrong < named;
}

/* Returns whether there are words for these places. */
static bool say_places(plumb_line *line, const counts *c, axis along, const plumb_wrong_places *p) {
    const plumb_axis_count *count = &c->of[along];
    if (p->wrong == 1)
        plumb_line_add(line, "all in %s %zu", noun(c, along, false), p->first);
    else if (p->gaps == 0 && p->last == p->last_of_all)
        plumb_line_add(line, "all from %s %zu on", noun(c, along, false), p->first);
    else if (p->gaps == 0)
        plumb_line_add(line, "all in %s %zu to %zu", noun(c, along, true), p->first, p->last);
    else if (exceptions_are_shorter(count, p)) {
        plumb_line_add(line, "in all %s but ", noun(c, along, true));
        add_others(line, count);
    } else if (p->step > 1 && p->wrong >= EVENLY)
        plumb_line_add(line, "all in %s %zu, %zu, ... %zu", noun(c, along, true), p->first, p->first + p->step,
                       p->last);
    else if (p->gaps < RUNS) {
        plumb_line_add(line, "all in %s ", noun(c, along, true));
        add_runs(line, count);
    } else
        return false;
    if (along == HEAD)
        add_key_heads(line, c);
    if (along == QUERY && p->gaps == 0)
        add_positions(line, c, p);
    return true;
}

static const char *keys_word(size_t keys) {
    return keys == 1 ? "key" : "keys";
}

static bool say_visible(plumb_line *line, const plumb_wrong_places *p) {
    if (p->gaps > 0)
        return false;
    plumb_line_add(line, "all in rows that see ");
    if (p->last == 0)
        plumb_line_add(line, "no key");
    else if (p->wrong == 1)
        plumb_line_add(line, "%zu %s", p->first, keys_word(p->first));
    else if (p->first == p->first_of_all)
        plumb_line_add(line, "fewer than %zu %s", p->after, keys_word(p->after));
    else if (p->last == p->last_of_all)
        plumb_line_add(line, "more than %zu %s", p->before, keys_word(p->before));
    else
        plumb_line_add(line, "%zu to %zu keys", p->first, p->last);
    return true;
}

static void say_few_rows(plumb_line *line, const counts *c) {
    plumb_line_add(line, c->wrong_rows == 1 ? "all in the row of " : "all in the rows of ");
    for (size_t i = 0; i < c->wrong_rows; i++) {
        plumb_row_place at = plumb_place_of_row(c->findings->problem, c->few[i]);
        plumb_line_add(line, "%s[%zu, %zu, %zu]", i == 0 ? "" : ", ", at.b, at.h, at.t);
    }
}

/* ---- statements ---- */

/* Returns whether something is said of the axis. */
static bool state(const counts *c, axis along, plumb_concentration *concentration) {
    plumb_wrong_places p = plumb_wrong_places_of(&c->of[along]);
    size_t things = along == COLUMN ? c->wrong : c->wrong_rows;
    if (concentration->statements == PLUMB_STATEMENTS || !plumb_places_are_telling(&p, things))
        return false;
    char *text = concentration->text[concentration->statements];
    plumb_line line = {text, PLUMB_STATEMENT_TEXT};
    text[0] = 0;
    if (!(along == VISIBLE ? say_visible(&line, &p) : say_places(&line, c, along, &p)))
        return false;
    concentration->statements++;
    return true;
}

static const char *value_name(double value) {
    return isnan(value) ? "NaN" : value == 0 ? "0" : value > 0 ? "+infinity" : "-infinity";
}

const char *plumb_defined_where(plumb_quantity quantity) {
    return plumb_definition_by_column(quantity) ? "where a key takes no part" : "where no key is seen";
}

/* Returns whether every wrong element is given by a definition, which is stated then. */
static bool state_defined(const counts *c, plumb_concentration *concentration) {
    if (c->wrong == 0 || c->defined < c->wrong)
        return false;
    plumb_line line = {concentration->text[concentration->statements++], PLUMB_STATEMENT_TEXT};
    line.text[0] = 0;
    concentration->defined = value_name(c->value);
    plumb_line_add(&line, "all %s: %s is right there", plumb_defined_where(c->quantity), concentration->defined);
    return true;
}

/* By their number, or by how many keys they see: whichever leaves fewer rows, else is shorter.  A
   run of queries says enough. */
static void state_queries(const counts *c, plumb_concentration *concentration) {
    size_t by_query = plumb_rows_in_places(&c->of[QUERY]), by_keys = plumb_rows_in_places(&c->of[VISIBLE]);
    bool run = plumb_wrong_places_of(&c->of[QUERY]).gaps == 0;
    if (by_keys < by_query || (by_keys == by_query && !run)) {
        if (!state(c, VISIBLE, concentration))
            state(c, QUERY, concentration);
    } else if (!state(c, QUERY, concentration))
        state(c, VISIBLE, concentration);
}

static void state_all(const counts *c, plumb_concentration *concentration) {
    bool defined = state_defined(c, concentration);
    if (c->wrong_rows <= FEW_ROWS && c->wrong_rows < c->findings->rows) {
        plumb_line line = {concentration->text[concentration->statements++], PLUMB_STATEMENT_TEXT};
        line.text[0] = 0;
        say_few_rows(&line, c);
    } else {
        state(c, BATCH, concentration);
        state(c, HEAD, concentration);
        if (defined)
            state(c, QUERY, concentration);
        else
            state_queries(c, concentration);
    }
    state(c, COLUMN, concentration);
}

/* Counts what is asked, and states where it stands. */
static int count_and_state(counts *c, plumb_concentration *concentration) {
    bool enough = allocate(c);
    for (size_t row = 0; enough && row < c->findings->rows; row++)
        count_row(c, row);
    if (enough)
        state_all(c, concentration);
    release(c);
    return enough ? 0 : -1;
}

static size_t count_of(const plumb_findings *findings, plumb_quantity quantity, plumb_finding finding) {
    size_t count = 0;
    for (size_t row = 0; row < findings->rows; row++)
        for (size_t column = 0; column < findings->width[quantity]; column++)
            count += plumb_findings_at(findings, quantity, row, column) == finding;
    return count;
}

static int find_not_finite(const plumb_findings *findings, plumb_concentration *concentration) {
    counts c = {.findings = findings, .quantity = concentration->quantity, .not_finite = true};
    plumb_concentration of_these = {.statements = 0};
    concentration->nan = count_of(findings, c.quantity, PLUMB_NAN);
    concentration->infinite = count_of(findings, c.quantity, PLUMB_INFINITE);
    size_t count = concentration->nan + concentration->infinite;
    if (count == 0 || count == concentration->wrong)
        return 0;
    if (count_and_state(&c, &of_these) != 0)
        return -1;
    concentration->not_finite_statements = of_these.statements;
    memcpy(concentration->not_finite_text, of_these.text, sizeof of_these.text);
    return 0;
}

static size_t count_wrong(const plumb_findings *findings, plumb_quantity quantity, plumb_verdict verdict) {
    counts c = {.verdict = verdict};
    size_t wrong = 0;
    if (findings->finding[quantity] == NULL)
        return 0;
    for (size_t row = 0; row < findings->rows; row++)
        for (size_t column = 0; column < findings->width[quantity]; column++)
            wrong += counts_as_wrong(&c, plumb_findings_at(findings, quantity, row, column));
    return wrong;
}

int plumb_concentration_find(const plumb_findings *findings, plumb_verdict verdict,
                             plumb_concentration *concentration) {
    counts c = {.findings = findings, .verdict = verdict};
    size_t most = 0;
    *concentration = (plumb_concentration){.quantity = PLUMB_OUTPUT};
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        size_t wrong = count_wrong(findings, (plumb_quantity)q, verdict);
        if (wrong > most) {
            most = wrong;
            c.quantity = (plumb_quantity)q;
        }
    }
    if (most == 0)
        return 0;
    concentration->quantity = c.quantity;
    if (count_and_state(&c, concentration) != 0)
        return -1;
    concentration->wrong = c.wrong;
    concentration->compared = c.compared;
    return find_not_finite(findings, concentration);
}
