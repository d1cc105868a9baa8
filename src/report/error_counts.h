/* error_counts.h - how many numbers of each head err, where first, and how many of all err by how much. */
#ifndef PLUMB_REPORT_ERROR_COUNTS_H
#define PLUMB_REPORT_ERROR_COUNTS_H
#include "judge/compare.h"
#include <stdbool.h>
#include <stddef.h>

/* Worst first. */
typedef enum { PLUMB_BAD_BEYOND, PLUMB_BAD_UNJUDGED, PLUMB_BADS } plumb_bad;

typedef struct {
    size_t count[PLUMB_BADS];
    size_t first[PLUMB_BADS]; /* query * width + column of the first of them, where there are any */
    double worst;             /* the largest error_low / probable */
} plumb_head_errors;

/* Bins of error_low / probable, each up to its end; the last has no end. */
enum { PLUMB_ERROR_BINS = 10 };
extern const double plumb_error_bin_end[PLUMB_ERROR_BINS];

typedef struct {
    size_t heads, width; /* batch * query_heads; numbers of a row */
    plumb_head_errors *head;
    size_t bin[PLUMB_ERROR_BINS]; /* of what could be judged */
} plumb_error_counts;

/* False if memory is short. */
bool plumb_error_counts_init(plumb_error_counts *counts, size_t heads, size_t width);
void plumb_error_counts_free(plumb_error_counts *counts);

/* By one thread at a time; heads are counted over all batches. */
void plumb_error_counts_element(plumb_error_counts *counts, size_t head, const plumb_element *element);

/* The worst `most` heads at most, worst first, into order; how many they are. */
size_t plumb_error_counts_sort(const plumb_error_counts *counts, size_t most, size_t *order);

/* What is bad about the head, worst first: the kind and the place of the first; false if nothing is. */
bool plumb_head_first_bad(const plumb_head_errors *head, plumb_bad *kind, size_t *place);

struct plumb_team;
/* The counts of every member become those of all rows.  0, or -1. */
int plumb_error_counts_unite(plumb_error_counts *counts, const struct plumb_team *team);
#endif
