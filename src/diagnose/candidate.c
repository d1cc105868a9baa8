#include "diagnose/candidate.h"
#include "diagnose/grid.h"
#include <math.h>
#include <string.h>
#include <time.h>

/* Of the probable budget of a coarser precision: engines that have it use more. */
#define LEAST_USE 0.01

double plumb_seconds_now(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool plumb_search_is_late(const plumb_search *search) {
    return plumb_seconds_now() - search->start > search->limit;
}

plumb_candidate plumb_single(const plumb_search *search, size_t neighbour) {
    return (plumb_candidate){{&search->diagnosis->neighbourhood.list[neighbour]}, 1, false, false};
}

/* Whether the outputs have fewer bits than the stated precision leaves them, but no fewer than
   that of the change. */
static bool outputs_show_it(const plumb_search *search, const plumb_candidate_case *made) {
    return plumb_shows_grid(&made->judged.output, &made->precision.output,
                            &search->diagnosis->stated.precision.output);
}

/* Whether the precision model, if it changed, may be said to explain anything. */
static bool model_may_explain(const plumb_search *search, const plumb_candidate_case *made,
                              size_t changes) {
    const plumb_report *stated = &search->diagnosis->stated;
    if (strcmp(made->precision.name, stated->precision.name) == 0)
        return true;
    if (stated->verdict == PLUMB_PASS && made->coarser)
        return false;
    if (changes > 1)
        return outputs_show_it(search, made);
    return plumb_is_on_grid(&made->judged.output, &made->precision.output);
}

int plumb_candidate_make(const plumb_search *search, const plumb_candidate *tried,
                         plumb_candidate_case *made) {
    plumb_error no_such_model;
    made->storage = (plumb_storage){NULL};
    int result = plumb_change_case(&search->stated, tried->change, tried->changes, &made->storage,
                                   &made->judged);
    if (result == 1) {
        made->coarser = plumb_changes_precision_alone(&search->stated, &made->judged);
        if (plumb_changed_precision(&search->stated, &search->diagnosis->stated.precision,
                                    &made->judged, &made->precision, &no_such_model) != 0 ||
            !model_may_explain(search, made, tried->changes))
            result = 0;
    }
    if (result != 1)
        plumb_candidate_free(made);
    return result;
}

void plumb_candidate_free(plumb_candidate_case *made) {
    plumb_storage_free(&made->storage);
}

int plumb_search_each(const plumb_search *search, size_t count, plumb_item_work *each,
                      void *context) {
    return plumb_workers_each(search->threads, count, each, context, search->error);
}

int plumb_candidate_probe(const plumb_search *search, plumb_candidate *tried) {
    plumb_candidate_case made;
    int result = plumb_candidate_make(search, tried, &made);
    tried->applies = result == 1;
    tried->survives = false;
    if (result != 1)
        return result;
    result = plumb_probe_passes(&made.judged, &made.precision, &search->probe, &tried->survives);
    plumb_candidate_free(&made);
    return result;
}

int plumb_candidate_judge(const plumb_search *search, const plumb_candidate_case *made,
                          plumb_report *report, bool *accounts) {
    plumb_acceptance acceptance;
    if (plumb_acceptance_init(&acceptance, &search->findings) != 0)
        return -1;
    const plumb_compare_options how = {.threads = search->threads,
                                       .element = plumb_acceptance_note,
                                       .element_context = &acceptance};
    int result = plumb_compare(&made->judged, &how, report, search->error);
    *accounts = result == 0 && plumb_acceptance_holds(&acceptance, made->coarser);
    plumb_acceptance_free(&acceptance);
    return result;
}

double plumb_worst_probable_ratio(const plumb_report *report) {
    double worst = 0;
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        if (report->tensor[q].present)
            worst = fmax(worst, report->tensor[q].worst_probable_ratio);
    return worst;
}

int plumb_add_explanation(plumb_search *search, const plumb_candidate *tried,
                          plumb_explanation explanation) {
    explanation.changes = tried->changes;
    memcpy(explanation.change, tried->change, sizeof explanation.change);
    return plumb_explanations_add(&search->diagnosis->explanations, &explanation);
}

int plumb_candidate_explain(plumb_search *search, const plumb_candidate *tried, bool *explains) {
    plumb_candidate_case made;
    plumb_report report;
    bool accounts = false;
    *explains = false;
    int result = plumb_candidate_make(search, tried, &made);
    if (result != 1)
        return result;
    if (plumb_candidate_judge(search, &made, &report, &accounts) != 0) {
        plumb_candidate_free(&made);
        return -1;
    }
    double ratio = plumb_worst_probable_ratio(&report);
    bool shown = made.coarser && outputs_show_it(search, &made);
    /* A budget of which the errors use next to nothing would allow any small error. */
    bool fits = !made.coarser || shown || ratio >= LEAST_USE;
    *explains = accounts && report.verdict == PLUMB_PASS && fits;
    plumb_candidate_free(&made);
    if (!*explains)
        return 0;
    return plumb_add_explanation(
        search, tried,
        (plumb_explanation){
            .worst_probable_ratio = ratio, .coarser = made.coarser, .shown = shown});
}
