/* The probe looks at failing rows alone, evenly spread, as rows that pass say nothing of a change elsewhere.  What
   survives is judged on all rows, and each row has one of the states of an inferred hypothesis (infer/sweep.h), whose
   words for regions say where the change holds.  Rows that it breaks must lie outside. */
#include "diagnose/regions.h"
#include "infer/region.h"
#include "schema/text.h"
#include <stdlib.h>
#include <string.h>

/* Fewer wrong elements may be right under a change by chance, and so many changes are judged on all rows. */
enum { LEAST_WRONG = 128, MOST_JUDGED = 8 };

/* What part of the rows may fail: where nearly all do, a change of some is that of all, which was tried. */
#define MOST_FAILING 0.97

static size_t failing_rows(const plumb_findings *findings, size_t *elements) {
    size_t rows = 0;
    *elements = 0;
    for (size_t row = 0; row < findings->rows; row++) {
        rows += findings->row[row].wrong > 0;
        *elements += findings->row[row].wrong;
    }
    return rows;
}

static plumb_probe probe_of_failing(const plumb_search *search, size_t failing) {
    plumb_probe probe = search->probe;
    probe.rows = 0;
    for (size_t row = 0, seen = 0; row < search->findings.rows; row++) {
        if (search->findings.row[row].wrong == 0)
            continue;
        if (seen++ * PLUMB_PROBE_ROWS >= probe.rows * failing && probe.rows < PLUMB_PROBE_ROWS)
            probe.row[probe.rows++] = row;
    }
    probe.probes = probe.rows < PLUMB_PROBES ? probe.rows : PLUMB_PROBES;
    return probe;
}

typedef struct {
    plumb_search *search;
    plumb_candidate *list; /* [search->listed] */
} probing;

static int probe_one(void *context, size_t i) {
    const probing *all = context;
    all->list[i] = plumb_single(all->search, i);
    return plumb_candidate_probe(all->search, &all->list[i]);
}

/* ---- on all rows ---- */

static void state_rows(const plumb_acceptance *changed, unsigned char *state) {
    const plumb_findings *stated = changed->stated;
    for (size_t row = 0; row < stated->rows; row++) {
        bool fails = stated->row[row].wrong > 0, wrong = changed->wrong[row] || changed->unexplained[row];
        state[row] = fails ? wrong ? PLUMB_ROW_UNEXPLAINED : PLUMB_ROW_EXPLAINED
                     : wrong ? PLUMB_ROW_BROKEN
                             : PLUMB_ROW_SAME;
    }
}

/* Judges all rows under the change.  *accounts: all that fail are right then, and their errors are gone. */
static int judge(const plumb_search *search, const plumb_candidate_case *made, unsigned char *state, bool *accounts) {
    plumb_acceptance changed;
    plumb_report report;
    if (plumb_acceptance_init(&changed, &search->findings) != 0)
        return -1;
    const plumb_compare_options how = {.threads = search->threads,
                                       .precision = made->precision.name,
                                       .alone = true,
                                       .unasked = true,
                                       .element = plumb_acceptance_note,
                                       .element_context = &changed};
    int result = plumb_compare(&made->judged, &how, &report, search->error);
    state_rows(&changed, state);
    *accounts = result == 0 && plumb_acceptance_holds(&changed, false) &&
                memchr(state, PLUMB_ROW_UNEXPLAINED, search->findings.rows) == NULL;
    plumb_acceptance_free(&changed);
    return result;
}

static void tell(plumb_diagnosis *diagnosis, const plumb_neighbour *change, const plumb_region *region,
                 size_t elements) {
    plumb_inferences *all = &diagnosis->inferences;
    plumb_inference *told = &all->list[0];
    *all = (plumb_inferences){.failed = elements, .explained = elements, .count = 1};
    *told = (plumb_inference){.cause = "change", .explains = elements, .rows = region->rows};
    plumb_text_add(told->says, sizeof told->says, "the engine %s", change->does);
    plumb_region_say(region, told->where, sizeof told->where);
}

/* *told: it explains the rows of a region that has words. */
static int try_one(plumb_search *search, const plumb_candidate *tried, size_t elements, unsigned char *state,
                   bool *told) {
    plumb_candidate_case made;
    plumb_region region;
    bool accounts;
    int result = plumb_candidate_make(search, tried, &made);
    if (result != 1)
        return result;
    result = judge(search, &made, state, &accounts);
    plumb_candidate_free(&made);
    if (result != 0 || !accounts)
        return result;
    if (plumb_region_find(&search->stated.problem, state, false, &region) != 0)
        return -1;
    *told = region.range || region.product;
    if (*told)
        tell(search->diagnosis, tried->change[0], &region, elements);
    plumb_region_free(&region);
    return 0;
}

static int by_what_is_left(const void *left, const void *right) {
    const plumb_candidate *a = left, *b = right;
    if (a->squares != b->squares)
        return a->squares < b->squares ? -1 : 1;
    return (a->change[0] > b->change[0]) - (a->change[0] < b->change[0]);
}

static size_t keep_survivors(const plumb_search *search, plumb_candidate *list) {
    size_t kept = 0;
    for (size_t i = 0; i < search->listed; i++)
        if (list[i].survives && !list[i].coarser && list[i].change[0]->kind != PLUMB_NEIGHBOUR_PRECISION)
            list[kept++] = list[i];
    return kept;
}

static int judge_survivors(plumb_search *search, plumb_candidate *list, size_t elements) {
    unsigned char *state = calloc(search->findings.rows + 1, 1);
    size_t kept = keep_survivors(search, list);
    bool told = false;
    int result = state != NULL ? 0 : -1;
    qsort(list, kept, sizeof *list, by_what_is_left);
    for (size_t i = 0; i < kept && i < MOST_JUDGED && result == 0 && !told && plumb_search_has_time(search); i++)
        result = try_one(search, &list[i], elements, state, &told);
    free(state);
    return result;
}

static int probe_failing(plumb_search *search, size_t failing, plumb_candidate *list) {
    plumb_probe of_all = search->probe;
    search->probe = probe_of_failing(search, failing);
    int result = plumb_search_each(search, search->listed, probe_one, &(probing){search, list});
    search->probe = of_all;
    return result;
}

int plumb_try_regions(plumb_search *search) {
    size_t elements, failing = failing_rows(&search->findings, &elements);
    if (elements < LEAST_WRONG || (double)failing > MOST_FAILING * (double)search->findings.rows)
        return 0;
    plumb_candidate *list = calloc(search->listed + 1, sizeof *list);
    int result = list != NULL ? probe_failing(search, failing, list) : -1;
    if (result == 0)
        result = judge_survivors(search, list, elements);
    free(list);
    return result;
}
