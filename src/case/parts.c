#include "case/parts.h"
#include "case/decode.h"
#include "case/lengths.h"
#include "case/lse_base.h"
#include "case/shape.h"
#include <inttypes.h>
#include <stdio.h>

static int refuse_integer(const plumb_tensor *tensor, size_t i, int64_t integer, int64_t least, size_t most,
                          const char *what, plumb_error *error) {
    char value[32], expected[64 + PLUMB_SHAPE_TEXT];
    snprintf(value, sizeof value, "%" PRId64, integer);
    snprintf(expected, sizeof expected, "%" PRId64 " to %zu, %s", least, most, what);
    plumb_fail(error, "%s: %s[%zu] is %s; expected %s", tensor->source, tensor->name, i, value, expected);
    return plumb_fail_of(error, tensor->name, value, expected);
}

/* Keys before the first start and behind the last are in no part. */
static int read_starts(const plumb_tensor *tensor, plumb_storage *storage, const plumb_case *c, int64_t *of_key,
                       plumb_error *error) {
    size_t parts = c->parts.count, keys = c->problem.key_length, entries = parts + 1;
    char what[96];
    if (tensor->count != entries)
        return plumb_tensor_fail(tensor, error,
                                 "%zu numbers; expected %zu: a start for each of the %zu parts of part_out, and the "
                                 "end",
                                 tensor->count, entries, parts);
    const int64_t *start = plumb_lengths_integers(tensor, storage, error);
    int64_t least = 0;
    for (size_t i = 0; start != NULL && i < entries; i++) {
        snprintf(what, sizeof what, i == 0 ? "the keys of k" : "from the previous start to the keys of k");
        if (start[i] < least || (uint64_t)start[i] > keys)
            return refuse_integer(tensor, i, start[i], least, keys, what, error);
        for (int64_t j = least; i > 0 && j < start[i]; j++)
            of_key[j] = (int64_t)i - 1;
        least = start[i];
    }
    return start != NULL ? 0 : -1;
}

static int read_of_key(const plumb_tensor *tensor, plumb_storage *storage, const plumb_case *c, int64_t *of_key,
                       plumb_error *error) {
    const int64_t *part = plumb_lengths_integers(tensor, storage, error);
    for (size_t j = 0; part != NULL && j < c->problem.key_length; j++) {
        of_key[j] = part[j];
        if (part[j] < -1 || (part[j] >= 0 && (uint64_t)part[j] >= c->parts.count))
            return refuse_integer(tensor, j, part[j], -1, c->parts.count - 1,
                                  "the parts of part_out, or -1: in no part",
                                  error);
    }
    return part != NULL ? 0 : -1;
}

static int read_keys(const plumb_case_tensors *tensors, plumb_storage *storage, plumb_case *out, plumb_error *error) {
    plumb_member member = tensors->tensor[PLUMB_MEMBER_PART_STARTS] != NULL ? PLUMB_MEMBER_PART_STARTS
                                                                            : PLUMB_MEMBER_PART_OF_KEY;
    const plumb_tensor *tensor = tensors->tensor[member];
    size_t keys = out->problem.key_length;
    int64_t *of_key = plumb_storage_take(storage, keys, sizeof *of_key);
    if (of_key == NULL)
        return plumb_decode_memory_is_short(tensor, error);
    for (size_t j = 0; j < keys; j++)
        of_key[j] = -1;
    out->parts.of_key = of_key;
    if (plumb_shape_check(tensor, member, &out->problem, error) != 0)
        return -1;
    return member == PLUMB_MEMBER_PART_STARTS ? read_starts(tensor, storage, out, of_key, error)
                                              : read_of_key(tensor, storage, out, of_key, error);
}

static int read_claim(const plumb_tensor *tensor, plumb_member member, plumb_storage *storage, const plumb_problem *p,
                      plumb_claim *claim, plumb_error *error) {
    if (plumb_shape_check(tensor, member, p, error) != 0 || plumb_decode_format(tensor, &claim->format, error) != 0)
        return -1;
    claim->value = plumb_decode(tensor, claim->format, storage, error);
    claim->count = tensor->count;
    claim->present = claim->value != NULL;
    return claim->present ? 0 : -1;
}

int plumb_parts_read(const plumb_case_tensors *tensors, const plumb_description *description, plumb_storage *storage,
                     plumb_case *out, plumb_error *error) {
    const plumb_tensor *output = tensors->tensor[PLUMB_MEMBER_PART_OUT], *lse = tensors->tensor[PLUMB_MEMBER_PART_LSE];
    plumb_parts *parts = &out->parts;
    out->lse_converted = description->lse_of_base_two;
    if (out->lse_converted && out->lse.present &&
        plumb_lse_to_base_e(tensors->tensor[PLUMB_MEMBER_LSE], storage, &out->lse, error) != 0)
        return -1;
    if (plumb_lse_subtract(tensors->tensor[PLUMB_MEMBER_LSE_ADDED], storage, out, error) != 0)
        return -1;
    if (output == NULL)
        return 0;
    if (read_claim(output, PLUMB_MEMBER_PART_OUT, storage, &out->problem, &parts->output, error) != 0 ||
        read_claim(lse, PLUMB_MEMBER_PART_LSE, storage, &out->problem, &parts->lse, error) != 0)
        return -1;
    parts->count = output->shape[0];
    if (lse->shape[0] != parts->count)
        return plumb_tensor_fail(lse, error, "%zu parts do not match part_out's %zu", lse->shape[0], parts->count);
    if (out->lse_converted && plumb_lse_to_base_e(lse, storage, &parts->lse, error) != 0)
        return -1;
    return read_keys(tensors, storage, out, error);
}
