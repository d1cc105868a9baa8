/* error_counts.h - counts the wrong elements of each head, with the first of them, and all elements by the size of
   their errors. */
#ifndef PLUMB_REPORT_ERROR_COUNTS_H
#define PLUMB_REPORT_ERROR_COUNTS_H
#include "judge/compare.h"
#include <stdbool.h>
#include <stddef.h>

/* Worst first. */
typedef enum { PLUMB_BAD_BEYOND, PLUMB_BAD_UNJUDGED, PLUMB_BADS } plumb_bad;

typedef struct {
    size_t count[PLUMB_BADS];
    size_t first[PLUMB_BADS]; /* query * width + column of the first, if any */
    double worst;             /* the largest error_low / probable */
} plumb_head_errors;

/* Bins of error_low / probable, each up to its end; the last one is unbounded. */
enum { PLUMB_ERROR_BINS = 10 };
extern const double plumb_error_bin_end[PLUMB_ERROR_BINS];

typedef struct {
    size_t heads, width; /* batch * query_heads; elements of a row */
    plumb_head_errors *head;
    size_t bin[PLUMB_ERROR_BINS]; /* elements that could be judged */
} plumb_error_counts;

/* Returns false if there is not enough memory. */
bool plumb_error_counts_init(plumb_error_counts *counts, size_t heads, size_t width);
void plumb_error_counts_free(plumb_error_counts *counts);

/* Counts an element, by one thread at a time.  head: b * query_heads + h. */
void plumb_error_counts_element(plumb_error_counts *counts, size_t head, const plumb_element *element);

/* Sets order to at most `most` heads, the worst first.  Returns their number. */
size_t plumb_error_counts_sort(const plumb_error_counts *counts, size_t most, size_t *order);

/* Sets kind and place of the first element of the worst kind; returns false if the head has none. */
bool plumb_head_first_bad(const plumb_head_errors *head, plumb_bad *kind, size_t *place);

struct plumb_team;
/* Gives every member the counts of all rows.  Returns 0, or -1. */
int plumb_error_counts_unite(plumb_error_counts *counts, const struct plumb_team *team);
#endif
