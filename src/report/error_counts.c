#include "report/error_counts.h"
#include "judge/team.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const double plumb_error_bin_end[PLUMB_ERROR_BINS] = {0.001, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 100, INFINITY};

bool plumb_error_counts_init(plumb_error_counts *counts, size_t heads, size_t width) {
    *counts = (plumb_error_counts){.heads = heads, .width = width, .head = calloc(heads + 1, sizeof *counts->head)};
    return counts->head != NULL;
}

void plumb_error_counts_free(plumb_error_counts *counts) {
    free(counts->head);
    *counts = (plumb_error_counts){0};
}

static plumb_bad bad_of(plumb_finding finding) {
    switch (finding) {
    case PLUMB_WITHIN:
    case PLUMB_NOT_COMPARED:
        return PLUMB_BADS;
    case PLUMB_NO_JUDGEMENT:
    case PLUMB_UNINFORMATIVE:
        return PLUMB_BAD_UNJUDGED;
    default:
        return PLUMB_BAD_BEYOND;
    }
}

static void note_first(plumb_head_errors *head, plumb_bad bad, size_t place, size_t count) {
    if (count > 0 && (head->count[bad] == 0 || place < head->first[bad]))
        head->first[bad] = place;
    head->count[bad] += count;
}

/* An error of 0 is within whatever is expected; NaN is beyond every one. */
static double share_of(const plumb_element *element) {
    double share = element->error_low == 0 ? 0 : element->error_low / element->probable;
    return isnan(share) ? INFINITY : share;
}

void plumb_error_counts_element(plumb_error_counts *counts, size_t head, const plumb_element *element) {
    plumb_bad bad = bad_of(element->finding);
    if (bad != PLUMB_BADS)
        note_first(&counts->head[head], bad, element->query * counts->width + element->column, 1);
    if (bad == PLUMB_BAD_UNJUDGED || element->finding == PLUMB_NOT_COMPARED)
        return;
    double share = share_of(element);
    size_t bin = 0;
    while (share > plumb_error_bin_end[bin])
        bin++;
    counts->bin[bin]++;
    counts->head[head].worst = fmax(counts->head[head].worst, share);
}

static bool is_worse(const plumb_head_errors *a, const plumb_head_errors *b) {
    for (int bad = 0; bad < PLUMB_BADS; bad++)
        if (a->count[bad] != b->count[bad])
            return a->count[bad] > b->count[bad];
    return a->worst > b->worst;
}

size_t plumb_error_counts_sort(const plumb_error_counts *counts, size_t most, size_t *order) {
    size_t found = 0;
    for (size_t head = 0; head < counts->heads; head++) {
        size_t place = found < most ? found++ : most;
        while (place > 0 && is_worse(&counts->head[head], &counts->head[order[place - 1]])) {
            if (place < most)
                order[place] = order[place - 1];
            place--;
        }
        if (place < most)
            order[place] = head;
    }
    return found;
}

bool plumb_head_first_bad(const plumb_head_errors *head, plumb_bad *kind, size_t *place) {
    for (int bad = 0; bad < PLUMB_BADS; bad++)
        if (head->count[bad] > 0) {
            *kind = (plumb_bad)bad;
            *place = head->first[bad];
            return true;
        }
    return false;
}

static void add_member(plumb_error_counts *counts, const plumb_head_errors *heads, const size_t *bins) {
    for (size_t i = 0; i < counts->heads; i++) {
        for (int bad = 0; bad < PLUMB_BADS; bad++)
            note_first(&counts->head[i], (plumb_bad)bad, heads[i].first[bad], heads[i].count[bad]);
        counts->head[i].worst = fmax(counts->head[i].worst, heads[i].worst);
    }
    for (size_t bin = 0; bin < PLUMB_ERROR_BINS; bin++)
        counts->bin[bin] += bins[bin];
}

int plumb_error_counts_unite(plumb_error_counts *counts, const plumb_team *team) {
    if (team == NULL)
        return 0;
    size_t bytes = counts->heads * sizeof *counts->head;
    plumb_head_errors *heads = malloc(team->members * bytes + 1);
    size_t *bins = malloc(team->members * sizeof counts->bin);
    int result = heads != NULL && bins != NULL && team->gather(counts->head, bytes, heads) == 0 &&
                         team->gather(counts->bin, sizeof counts->bin, bins) == 0
                     ? 0
                     : -1;
    for (size_t member = 0; result == 0 && member < team->members; member++)
        if (member != team->member)
            add_member(counts, heads + member * counts->heads, bins + member * PLUMB_ERROR_BINS);
    free(heads);
    free(bins);
    return result;
}
