/* attention_pattern.h - a picture of one head's attention: the exact weights as shares of their row, in cells.

   If there are more queries than cells, a cell shows one of its queries.  A cell of several keys shows the heaviest. */
#ifndef PLUMB_REPORT_ATTENTION_PATTERN_H
#define PLUMB_REPORT_ATTENTION_PATTERN_H
#include "base/workspace.h"
#include "case/case.h"
#include <stdbool.h>
#include <stddef.h>

enum { PLUMB_PATTERN_SIDE = 128 };

typedef struct {
    plumb_workspace workspace; /* owns the arrays */
    size_t rows, columns;
    size_t *query;          /* [rows] the query that is drawn */
    size_t *heaviest;       /* [rows] its heaviest visible key */
    double *heaviest_share; /* [rows] and its share; negative if no key is visible, or it was not judged */
    double *share;          /* [rows][columns] |weight| over the sum of the row; negative: hidden */
} plumb_attention_pattern;

/* For the queries from <= t < to of head h of batch entry b; query `shown` is always drawn.  Returns 0, or -1 if there
   is not enough memory. */
int plumb_attention_pattern_find(const plumb_case *judged, size_t b, size_t h, size_t from, size_t to, size_t shown,
                                 plumb_attention_pattern *pattern);
void plumb_attention_pattern_free(plumb_attention_pattern *pattern);
#endif
