/* attention_pattern.h - where one head puts its attention: the exact weights as shares of their row, in cells.

   Where there are more queries than cells one of them stands for its neighbours; a cell of several keys is as heavy as
   the heaviest of them. */
#ifndef PLUMB_REPORT_ATTENTION_PATTERN_H
#define PLUMB_REPORT_ATTENTION_PATTERN_H
#include "base/workspace.h"
#include "case/case.h"
#include <stdbool.h>
#include <stddef.h>

enum { PLUMB_PATTERN_SIDE = 128 };

typedef struct {
    plumb_workspace workspace; /* of the arrays */
    size_t rows, columns;
    size_t *query;          /* [rows] that is drawn */
    size_t *heaviest;       /* [rows] its heaviest key, of those that it sees */
    double *heaviest_share; /* [rows] and that key's share; negative where it sees none, or was not judged */
    double *share;          /* [rows][columns] |weight| over the sum of all of the row; negative: not seen */
} plumb_attention_pattern;

/* Head h of batch entry b, and of its queries those from <= t < to, of which `shown` is drawn for certain.  0, or -1 if
   memory is short. */
int plumb_attention_pattern_find(const plumb_case *judged, size_t b, size_t h, size_t from, size_t to, size_t shown,
                                 plumb_attention_pattern *pattern);
void plumb_attention_pattern_free(plumb_attention_pattern *pattern);
#endif
