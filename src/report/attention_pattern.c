#include "report/attention_pattern.h"
#include "bundle/rows.h"
#include "case/borrowed.h"
#include <math.h>

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

void plumb_attention_pattern_free(plumb_attention_pattern *pattern) {
    plumb_workspace_free(&pattern->workspace);
    *pattern = (plumb_attention_pattern){0};
}

static bool make_workspace(plumb_attention_pattern *pattern) {
    plumb_workspace *workspace = &pattern->workspace;
    pattern->query = plumb_workspace_take(workspace, pattern->rows, sizeof *pattern->query);
    pattern->heaviest = plumb_workspace_take(workspace, pattern->rows, sizeof *pattern->heaviest);
    pattern->heaviest_share = plumb_workspace_take(workspace, pattern->rows, sizeof *pattern->heaviest_share);
    pattern->share = plumb_workspace_take(workspace, pattern->rows * pattern->columns, sizeof *pattern->share);
    return !workspace->short_of_memory;
}

/* A ball without information counts as 0, as the picture cannot show unknown values. */
static double size_of(const plumb_row *row, size_t key) {
    double size = fabs(row->weight[key].mid);
    return row->visible[key] && isfinite(size) ? size : 0;
}

static void fill_row(plumb_attention_pattern *pattern, size_t r, const plumb_row *row, size_t keys) {
    double *share = pattern->share + r * pattern->columns, sum = 0;
    for (size_t key = 0; key < keys; key++)
        sum += size_of(row, key);
    for (size_t key = 0; key < keys; key++) {
        size_t column =
            keys <= pattern->columns ? key : (size_t)((double)key * (double)pattern->columns / (double)keys);
        double own = sum > 0 ? size_of(row, key) / sum : 0;
        if (!row->visible[key])
            continue;
        share[column] = fmax(share[column], own);
        if (own > pattern->heaviest_share[r]) {
            pattern->heaviest_share[r] = own;
            pattern->heaviest[r] = key;
        }
    }
}

static void clear_row(plumb_attention_pattern *pattern, size_t r) {
    pattern->heaviest_share[r] = -1;
    for (size_t column = 0; column < pattern->columns; column++)
        pattern->share[r * pattern->columns + column] = -1;
}

/* The query of a row of cells: the first of them, but the one that is to be shown where it is among them. */
static size_t choose_query(const plumb_attention_pattern *pattern, size_t r, size_t from, size_t queries,
                           size_t shown) {
    size_t first = from + (size_t)((double)r * (double)queries / (double)pattern->rows);
    size_t end = from + (size_t)((double)(r + 1) * (double)queries / (double)pattern->rows);
    return shown >= first && shown < end ? shown : first;
}

int plumb_attention_pattern_find(const plumb_case *judged, size_t b, size_t h, size_t from, size_t to, size_t shown,
                                 plumb_attention_pattern *pattern) {
    const plumb_problem *problem = &judged->problem;
    plumb_rows rows;
    *pattern = (plumb_attention_pattern){.rows = least(to - from, PLUMB_PATTERN_SIDE),
                                         .columns = least(problem->key_length, PLUMB_PATTERN_SIDE)};
    if (!make_workspace(pattern) || plumb_rows_init(&rows, problem, 1, PLUMB_KEEP_ALL) != 0) {
        plumb_attention_pattern_free(pattern);
        return -1;
    }
    for (size_t r = 0; r < pattern->rows; r++) {
        size_t t = pattern->query[r] = choose_query(pattern, r, from, to - from, shown);
        clear_row(pattern, r);
        plumb_borrowed_hold(judged->borrowed, problem, b, h, t, t + 1);
        fill_row(pattern, r, plumb_rows_get(&rows, b, h, t), problem->key_length);
        plumb_borrowed_release(judged->borrowed, problem, b, h, t, t + 1);
    }
    plumb_rows_free(&rows);
    return 0;
}
