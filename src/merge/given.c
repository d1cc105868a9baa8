#include "merge/given.h"
#include "case/decode.h"
#include "case/shape.h"
#include <math.h>
#include <string.h>

/* The axes of one part. */
static const size_t *axes_of(const plumb_merge_pair *pair) {
    return pair->output->shape + pair->several;
}

static size_t rank_of(const plumb_merge_pair *pair) {
    return pair->output->rank - pair->several;
}

static size_t parts_of(const plumb_merge_pair *pair) {
    return pair->several ? pair->output->shape[0] : 1;
}

/* The log-sum-exps have the axes of the outputs but for the last. */
static int check_pair(const plumb_merge_pair *pair, plumb_error *error) {
    const plumb_tensor *output = pair->output, *lse = pair->lse;
    char wanted[PLUMB_SHAPE_TEXT];
    if (output->rank < 1u + pair->several || output->shape[output->rank - 1] == 0)
        return plumb_shape_refuse(output, pair->several ? "[parts,...,width]" : "[...,width]", error);
    if (lse->rank == output->rank - 1 && memcmp(lse->shape, output->shape, lse->rank * sizeof *lse->shape) == 0)
        return 0;
    plumb_shape_text(output->shape, output->rank - 1, wanted);
    return plumb_shape_refuse(lse, wanted, error);
}

static int check_alike(const plumb_merge_pair *pair, const plumb_merge_pair *first, plumb_error *error) {
    char wanted[PLUMB_SHAPE_TEXT];
    if (rank_of(pair) == rank_of(first) && memcmp(axes_of(pair), axes_of(first), rank_of(first) * sizeof(size_t)) == 0)
        return 0;
    plumb_shape_text(axes_of(first), rank_of(first), wanted);
    return plumb_shape_refuse(pair->output, wanted, error);
}

static int refuse_number(const plumb_tensor *tensor, size_t i, double number, const char *expected,
                         plumb_error *error) {
    char index[PLUMB_SHAPE_TEXT];
    return plumb_tensor_fail(tensor, error, "element %s is %g; expected %s", plumb_shape_index(tensor, i, index),
                             number, expected);
}

static int check_numbers(const plumb_merge_pair *pair, const double *output, const double *lse, plumb_error *error) {
    size_t width = pair->output->shape[pair->output->rank - 1];
    for (size_t i = 0; i < pair->lse->count; i++) {
        if (!(lse[i] < INFINITY))
            return refuse_number(pair->lse, i, lse[i], "a number, or -infinity of a part that sees no key", error);
        for (size_t c = 0; isfinite(lse[i]) && c < width; c++)
            if (!isfinite(output[i * width + c]))
                return refuse_number(pair->output, i * width + c, output[i * width + c],
                                     "a finite number: the part sees keys", error);
    }
    return 0;
}

/* From [part][row] to [row][part]. */
static void place(const plumb_merge_pair *pair, const double *output, const double *lse, size_t from,
                  plumb_merge_parts *out) {
    for (size_t i = 0; i < parts_of(pair); i++)
        for (size_t row = 0; row < out->rows; row++) {
            size_t to = row * out->parts + from + i, at = i * out->rows + row;
            out->lse[to] = lse[at];
            memcpy(out->output + to * out->width, output + at * out->width, out->width * sizeof *output);
        }
}

static int take_pair(const plumb_merge_pair *pair, plumb_storage *storage, size_t from, plumb_merge_parts *out,
                     plumb_error *error) {
    plumb_format of_output, of_lse;
    if (plumb_decode_format(pair->output, &of_output, error) != 0 ||
        plumb_decode_format(pair->lse, &of_lse, error) != 0)
        return -1;
    const double *output = plumb_decode(pair->output, of_output, storage, error);
    const double *lse = output != NULL ? plumb_decode(pair->lse, of_lse, storage, error) : NULL;
    if (lse == NULL || check_numbers(pair, output, lse, error) != 0)
        return -1;
    place(pair, output, lse, from, out);
    return 0;
}

static int get_workspace(const plumb_merge_pair *first, plumb_storage *storage, plumb_merge_parts *out,
                    plumb_error *error) {
    size_t count;
    const size_t shape[] = {out->rows, out->parts, out->width};
    if (!plumb_shape_count(shape, 3, &count) ||
        (out->output = plumb_storage_take(storage, count, sizeof *out->output)) == NULL ||
        (out->lse = plumb_storage_take(storage, out->rows * out->parts, sizeof *out->lse)) == NULL)
        return plumb_decode_memory_is_short(first->output, error);
    return 0;
}

int plumb_merge_gather(const plumb_merge_pair *pair, size_t pairs, bool base_two, plumb_storage *storage,
                       plumb_merge_parts *out, plumb_error *error) {
    *out = (plumb_merge_parts){.base_two = base_two};
    for (size_t i = 0; i < pairs; i++) {
        if (check_pair(&pair[i], error) != 0 || check_alike(&pair[i], &pair[0], error) != 0)
            return -1;
        out->parts += parts_of(&pair[i]);
    }
    out->rank = rank_of(&pair[0]);
    memcpy(out->shape, axes_of(&pair[0]), out->rank * sizeof *out->shape);
    out->width = out->shape[out->rank - 1];
    if (!plumb_shape_count(out->shape, out->rank - 1, &out->rows) || get_workspace(&pair[0], storage, out, error) != 0)
        return -1;
    size_t from = 0;
    for (size_t i = 0; i < pairs; i++) {
        if (take_pair(&pair[i], storage, from, out, error) != 0)
            return -1;
        from += parts_of(&pair[i]);
    }
    return 0;
}
