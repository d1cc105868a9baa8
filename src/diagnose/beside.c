#include "diagnose/search.h"
#include "schema/text.h"
#include <math.h>
#include <stdlib.h>

/* Conventions that are tried, and the part of the time that is left for all of them, and for each at most. */
enum { MOST_TRIED = 24 };
#define PART_OF_TIME (2.0 / 3)
#define PART_FOR_EACH 0.25

/* What part a convention may leave that is one of two reasons, and what part of the failing elements must be accounted
   for under it. */
#define MOST_LEFT 1.0
#define NEARLY_ALL 0.99

/* Fewer wrong elements say nothing of two mistakes, of which one may have many numbers. */
enum { LEAST_WRONG = 64 };

static bool is_past(const void *context) {
    return plumb_seconds_now() > *(const double *)context;
}

/* How near a convention comes that may be one of two reasons: what part it leaves of the errors, or of the wrong
   elements, whichever is less. */
typedef struct {
    size_t neighbour;
    double left;
} part;

static size_t wrong_as_stated(const plumb_search *search) {
    size_t wrong = 0;
    for (size_t i = 0; i < search->probe.probes; i++)
        wrong += search->findings.row[search->probe.row[i]].wrong;
    return wrong;
}

/* A word on precision is no convention; of keys that are lost the numbers tell; what is tried alone is no part. */
static double part_left(const plumb_search *search, size_t neighbour, size_t wrong) {
    const plumb_neighbour *n = &search->diagnosis->neighbourhood.list[neighbour];
    const plumb_probe_count *count = &search->near[neighbour].count;
    bool alone = n->kind == PLUMB_NEIGHBOUR_PRECISION || n->of_keys || n->alone;
    return alone || wrong == 0 ? 1 : fmin(plumb_probe_left(count), (double)count->wrong / (double)wrong);
}

static int compare(const void *left, const void *right) {
    const part *a = left, *b = right;
    int order = (a->left > b->left) - (a->left < b->left);
    return order != 0 ? order : (a->neighbour > b->neighbour) - (a->neighbour < b->neighbour);
}

/* Those that may be, the nearest first; NULL if memory is short. */
static part *list_parts(plumb_search *search, size_t *count) {
    size_t all, wrong = wrong_as_stated(search);
    size_t *order = plumb_nearest_first(search, &all);
    part *list = order == NULL ? NULL : calloc(all + 1, sizeof *list);
    *count = 0;
    for (size_t i = 0; list != NULL && i < all; i++) {
        double left = part_left(search, order[i], wrong);
        if (left < MOST_LEFT)
            list[(*count)++] = (part){order[i], left};
    }
    free(order);
    if (list != NULL)
        qsort(list, *count, sizeof *list, compare);
    return list;
}

/* What is inferred of a changed case, whose failing elements are found anew. */
static int infer_under(plumb_search *search, const plumb_candidate_case *made, double until,
                       plumb_inferences *inferences) {
    plumb_findings findings;
    plumb_report report;
    *inferences = (plumb_inferences){0};
    if (plumb_findings_init(&findings, &made->judged) != 0)
        return -1;
    const plumb_compare_options how = {.threads = search->threads,
                                       .precision = made->precision.name,
                                       .element = plumb_findings_note,
                                       .element_context = &findings};
    int result = plumb_compare(&made->judged, &how, &report, search->error);
    plumb_infer_failures failures = plumb_findings_to_infer(&findings);
    if (result == 0 && report.verdict != PLUMB_PASS)
        result = plumb_infer(&made->judged, &made->precision, &failures, (plumb_infer_time){is_past, &until},
                             search->threads, inferences, search->error);
    plumb_findings_free(&findings);
    return result;
}

/* Both together account for what fails as stated. */
static void tell(plumb_diagnosis *diagnosis, const plumb_neighbour *beside, const plumb_inferences *found) {
    size_t failed = diagnosis->inferences.failed;
    diagnosis->inferences = *found;
    diagnosis->inferences.failed = diagnosis->inferences.explained = failed;
    plumb_inference *told = &diagnosis->inferences.list[0];
    told->says[0] = 0;
    told->explains = failed;
    plumb_text_add(told->says, sizeof told->says, "the engine %s; in addition, %s", beside->does, found->list[0].says);
    diagnosis->beside = beside;
}

static int try_beside(plumb_search *search, size_t neighbour, double until) {
    plumb_diagnosis *diagnosis = search->diagnosis;
    plumb_candidate tried = plumb_single(search, neighbour);
    plumb_candidate_case made;
    plumb_inferences found;
    int result = plumb_candidate_make(search, &tried, &made);
    if (result != 1)
        return result;
    result = infer_under(search, &made, until, &found);
    plumb_candidate_free(&made);
    /* a number for each row beside a convention takes up what that leaves */
    bool plain = found.count == 1 && !found.list[0].fitted;
    if (result == 0 && plain && (double)found.explained >= NEARLY_ALL * (double)found.failed)
        tell(diagnosis, tried.change[0], &found);
    return result;
}

/* What is inferred explains no other tensor. */
static bool output_alone_says_enough(const plumb_report *stated) {
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        if (q != PLUMB_OUTPUT && stated->tensor[q].present && stated->tensor[q].verdict != PLUMB_PASS)
            return false;
    return stated->tensor[PLUMB_OUTPUT].present && stated->tensor[PLUMB_OUTPUT].beyond >= LEAST_WRONG;
}

int plumb_infer_beside(plumb_search *search) {
    size_t count;
    if (!output_alone_says_enough(&search->diagnosis->stated))
        return 0;
    part *list = list_parts(search, &count);
    double now = plumb_seconds_now(), left = search->limit - (now - search->start), end = now + PART_OF_TIME * left;
    int result = list == NULL ? -1 : 0;
    for (size_t i = 0; i < count && i < MOST_TRIED && result == 0 && search->diagnosis->beside == NULL; i++) {
        now = plumb_seconds_now();
        if (now >= end)
            break;
        result = try_beside(search, list[i].neighbour, fmin(end, now + PART_FOR_EACH * left));
    }
    free(list);
    return result;
}
