#include "merge/merge.h"
#include "aggregate/merge.h"
#include "base/workspace.h"
#include "exact/merge.h"
#include "exact/reference.h"
#include "exact/round.h"
#include <math.h>

/* ---- as balls ---- */

/* Natural logarithms for the kernel. */
typedef struct {
    plumb_ball *output, *other; /* [width] */
    plumb_ball lse, ln2;
    int has_keys;
} ball_row;

static void merge_part(const plumb_merge_parts *parts, size_t row, size_t part, ball_row *to) {
    size_t place = row * parts->parts + part;
    plumb_ball lse = plumb_ball_of(parts->lse[place]);
    if (parts->lse[place] == -INFINITY)
        return;
    if (parts->base_two)
        lse = plumb_ball_multiply(lse, to->ln2);
    for (size_t c = 0; c < parts->width; c++)
        to->other[c] = plumb_ball_of(parts->output[place * parts->width + c]);
    to->has_keys = plumb_merge(to->has_keys, &to->lse, to->output, 1, &lse, to->other, parts->width);
}

static void merge_row(const plumb_merge_parts *parts, size_t row, ball_row *of, const plumb_merge_answer *to) {
    of->has_keys = 0;
    for (size_t i = 0; i < parts->parts; i++)
        merge_part(parts, row, i, of);
    if (parts->base_two && of->has_keys)
        of->lse = plumb_ball_divide(of->lse, of->ln2);
    to->lse[row] = of->has_keys ? of->lse.mid : -INFINITY;
    to->lse_radius[row] = of->has_keys ? of->lse.rad : 0;
    for (size_t c = 0; c < parts->width; c++) {
        to->output[row * parts->width + c] = of->has_keys ? of->output[c].mid : 0;
        to->output_radius[row * parts->width + c] = of->has_keys ? of->output[c].rad : 0;
    }
}

int plumb_merge_balls(const plumb_merge_parts *parts, const plumb_merge_answer *to, const char *field,
                      plumb_error *error) {
    plumb_workspace workspace = {.short_of_memory = false};
    ball_row row = {.output = plumb_workspace_take(&workspace, parts->width, sizeof *row.output),
                    .other = plumb_workspace_take(&workspace, parts->width, sizeof *row.other),
                    .ln2 = plumb_ball_log(plumb_ball_of(2))};
    for (size_t i = 0; !workspace.short_of_memory && i < parts->rows; i++)
        merge_row(parts, i, &row, to);
    bool short_of_memory = workspace.short_of_memory;
    plumb_workspace_free(&workspace);
    return short_of_memory ? plumb_fail(error, "%s: not enough memory to merge", field) : 0;
}

/* ---- correctly rounded ---- */

plumb_format plumb_merge_lse_format(plumb_format format) {
    return format == PLUMB_F64 ? PLUMB_F64 : PLUMB_F32;
}

/* Rounded numbers, NaN of those that so many bits do not tell; returns how many these are. */
static size_t round_all(const plumb_merge_parts *parts, plumb_format format, arb_srcptr merged, const arb_t lse,
                        double *output, double *rounded_lse) {
    size_t left = 0;
    for (size_t c = 0; c < parts->width; c++)
        if (!plumb_round_arb(&output[c], merged + c, format)) {
            output[c] = NAN;
            left++;
        }
    if (!plumb_round_arb(rounded_lse, lse, plumb_merge_lse_format(format))) {
        *rounded_lse = NAN;
        left++;
    }
    return left;
}

static size_t round_row(const plumb_merge_parts *parts, size_t row, plumb_format format, arb_ptr merged, arb_t lse,
                        const plumb_merge_answer *to) {
    const plumb_exact_parts of = {parts->parts,
                                  parts->width,
                                  parts->width,
                                  parts->lse + row * parts->parts,
                                  parts->output + row * parts->parts * parts->width,
                                  parts->base_two};
    double *output = to->output + row * parts->width;
    size_t left = 1;
    for (slong precision = PLUMB_REFERENCE_FIRST; precision <= PLUMB_REFERENCE_LAST && left > 0; precision *= 2) {
        if (!plumb_exact_merge(&of, merged, lse, precision)) {
            to->lse[row] = -INFINITY;
            for (size_t c = 0; c < parts->width; c++)
                output[c] = 0;
            return 0;
        }
        left = round_all(parts, format, merged, lse, output, &to->lse[row]);
    }
    return left;
}

int plumb_merge_rounded(const plumb_merge_parts *parts, plumb_format format, const plumb_merge_answer *to,
                        const char *field, plumb_error *error) {
    arb_ptr merged = _arb_vec_init((slong)parts->width);
    arb_t lse;
    arb_init(lse);
    size_t row = 0, left = 0;
    for (; row < parts->rows && left == 0; row++)
        left = round_row(parts, row, format, merged, lse, to);
    arb_clear(lse);
    _arb_vec_clear(merged, (slong)parts->width);
    return left == 0 ? 0
                     : plumb_fail(error, "%s: row %zu: %zu numbers are too close to a rounding boundary to be rounded",
                                  field, row - 1, left);
}
