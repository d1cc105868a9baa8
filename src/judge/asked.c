/* asked.c - see asked.h. */
#include "judge/asked.h"
#include <math.h>

typedef double (*measure)(const plumb_element *element);

static double share_of_expected(const plumb_element *element) {
    return element->error_low / element->probable;
}

static double share_of_bound(const plumb_element *element) {
    return element->error_low / element->least_bound;
}

static bool errs_more(measure share, const plumb_element *a, const plumb_element *b) {
    double of_a = share(a), of_b = share(b);
    return of_a > of_b || (of_a == of_b && plumb_element_comes_before(a, b));
}

static bool same_row(const plumb_element *a, const plumb_element *b) {
    return a->batch == b->batch && a->head == b->head && a->query == b->query;
}

/* Which place another element of this row may take: that of the row's last if it has its share, else the last. */
static size_t place_for(const plumb_farthest *kept, const plumb_element *element) {
    size_t of_row = 0, last = kept->count < PLUMB_ASKED ? kept->count : PLUMB_ASKED - 1;
    for (size_t i = 0; i < kept->count; i++)
        if (same_row(&kept->element[i], element) && ++of_row == PLUMB_ASKED_OF_ROW)
            return i;
    return last;
}

static void keep(plumb_farthest *kept, measure share, const plumb_element *element) {
    double x = share(element);
    bool full = kept->count == PLUMB_ASKED;
    if (!isfinite(x) || (full && !errs_more(share, element, &kept->element[PLUMB_ASKED - 1])))
        return;
    size_t place = place_for(kept, element);
    if (place < kept->count && !errs_more(share, element, &kept->element[place]))
        return;
    kept->count += place == kept->count;
    for (; place > 0 && errs_more(share, element, &kept->element[place - 1]); place--)
        kept->element[place] = kept->element[place - 1];
    kept->element[place] = *element;
}

/* What is no number is judged already. */
bool plumb_is_worth_asking(const plumb_element *element) {
    double least = element->finding == PLUMB_WITHIN ? 1 : PLUMB_SURELY_ALLOWED;
    return isfinite(element->engine) && !(share_of_bound(element) <= least) &&
           (element->finding != PLUMB_WITHIN || share_of_bound(element) > 1);
}

void plumb_asked_keep(plumb_asked *asked, const plumb_element *element) {
    if (!plumb_is_worth_asking(element))
        return;
    if (element->finding != PLUMB_WITHIN)
        keep(&asked->of_expected, share_of_expected, element);
    keep(&asked->of_bound, share_of_bound, element);
}

void plumb_asked_add(plumb_asked *asked, const plumb_asked *more) {
    for (size_t i = 0; i < more->of_expected.count; i++)
        keep(&asked->of_expected, share_of_expected, &more->of_expected.element[i]);
    for (size_t i = 0; i < more->of_bound.count; i++)
        keep(&asked->of_bound, share_of_bound, &more->of_bound.element[i]);
}

static bool is_among(const plumb_element *const *list, size_t count, const plumb_element *element) {
    for (size_t i = 0; i < count; i++)
        if (same_row(list[i], element) && list[i]->column == element->column)
            return true;
    return false;
}

size_t plumb_asked_list(const plumb_asked *asked, const plumb_element *list[2 * PLUMB_ASKED]) {
    const plumb_farthest *of[] = {&asked->of_expected, &asked->of_bound};
    size_t count = 0;
    for (size_t i = 0; i < PLUMB_ASKED; i++)
        for (size_t k = 0; k < 2; k++)
            if (i < of[k]->count && !is_among(list, count, &of[k]->element[i]))
                list[count++] = &of[k]->element[i];
    return count;
}

void plumb_asked_order(const plumb_element **list, size_t count) {
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && plumb_element_comes_before(list[k], list[k - 1]); k--) {
            const plumb_element *later = list[k - 1];
            list[k - 1] = list[k];
            list[k] = later;
        }
}
