#include "judge/tally.h"
#include <math.h>

static void keep_first(plumb_element *kept, const plumb_element *element) {
    if (element->present && (!kept->present || plumb_element_comes_before(element, kept)))
        *kept = *element;
}

/* By what simulated evaluations err; what is beyond a bound, or no number, by that. */
static double rank(const plumb_element *element) {
    if (element->ratio > 1)
        return element->ratio;
    return element->error_low > 0 ? element->error_low / element->deviation : 0;
}

static bool is_worse(const plumb_element *a, const plumb_element *b) {
    if ((a->ratio > 1) != (b->ratio > 1))
        return a->ratio > 1;
    if (rank(a) != rank(b))
        return rank(a) > rank(b);
    if (a->ulps < b->ulps || a->ulps > b->ulps)
        return a->ulps > b->ulps;
    return plumb_element_comes_before(a, b);
}

static void keep_worst(plumb_element *kept, const plumb_element *element) {
    if (element->present && (!kept->present || is_worse(element, kept)))
        *kept = *element;
}

static void tally_judged(plumb_tensor_report *tensor, const plumb_element *element) {
    keep_worst(&tensor->worst, element);
    tensor->worst_ulps = fmax(tensor->worst_ulps, element->ulps);
    if (element->probable > 0)
        tensor->worst_probable_ratio = fmax(tensor->worst_probable_ratio, element->error_low / element->probable);
    tensor->largest_radius = fmax(tensor->largest_radius, (element->high - element->low) / 2);
}

void plumb_tally_element(plumb_tensor_report *tensor, const plumb_element *element) {
    tensor->total++;
    tensor->not_a_number += isnan(element->engine) != 0;
    switch (element->finding) {
    case PLUMB_NOT_COMPARED:
        tensor->skipped++;
        return;
    case PLUMB_NO_JUDGEMENT:
    case PLUMB_UNINFORMATIVE:
        tensor->unjudged++;
        keep_first(&tensor->first_unjudged, element);
        plumb_asked_keep(&tensor->farthest, element);
        return;
    case PLUMB_WITHIN:
        tensor->passed++;
        plumb_asked_keep(&tensor->farthest, element);
        break;
    case PLUMB_NOT_AS_DEFINED:
    case PLUMB_NAN:
    case PLUMB_INFINITE:
    case PLUMB_NOT_NAN:
    case PLUMB_FINITE:
    case PLUMB_EXCLUDED:
        tensor->impossible++;
        keep_first(&tensor->first_impossible, element); // fall through
    case PLUMB_IMPROBABLE:
    case PLUMB_MAY_OVERFLOW:
        tensor->beyond++;
        keep_first(&tensor->first_beyond, element);
        plumb_asked_keep(&tensor->farthest, element);
        break;
    }
    tally_judged(tensor, element);
}

static void merge(plumb_tensor_report *whole, const plumb_tensor_report *part) {
    whole->total += part->total;
    whole->passed += part->passed;
    whole->beyond += part->beyond;
    whole->impossible += part->impossible;
    whole->unjudged += part->unjudged;
    whole->skipped += part->skipped;
    whole->not_a_number += part->not_a_number;
    whole->escalated += part->escalated;
    whole->worst_ulps = fmax(whole->worst_ulps, part->worst_ulps);
    whole->worst_probable_ratio = fmax(whole->worst_probable_ratio, part->worst_probable_ratio);
    whole->largest_radius = fmax(whole->largest_radius, part->largest_radius);
    keep_worst(&whole->worst, &part->worst);
    keep_first(&whole->first_impossible, &part->first_impossible);
    keep_first(&whole->first_beyond, &part->first_beyond);
    keep_first(&whole->first_unjudged, &part->first_unjudged);
    plumb_asked_add(&whole->farthest, &part->farthest);
}

void plumb_tally_add(plumb_report *report, const plumb_tally *part) {
    report->empty_rows += part->empty_rows;
    report->rows_judged += part->rows;
    for (int quantity = 0; quantity < PLUMB_QUANTITIES; quantity++)
        merge(&report->tensor[quantity], &part->tensor[quantity]);
}

plumb_verdict plumb_tally_verdict(const plumb_tensor_report *tensor) {
    if (tensor->impossible > 0)
        return PLUMB_FAIL;
    bool simulated = tensor->beyond == 0 && tensor->unjudged == 0 && plumb_stand_is_expected(&tensor->stand);
    return simulated ? PLUMB_PASS : PLUMB_SUSPECT;
}

plumb_verdict plumb_verdict_worse(plumb_verdict a, plumb_verdict b) {
    if (a == PLUMB_FAIL || b == PLUMB_FAIL)
        return PLUMB_FAIL;
    return a == PLUMB_SUSPECT || b == PLUMB_SUSPECT ? PLUMB_SUSPECT : PLUMB_PASS;
}
