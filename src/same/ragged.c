#include "same/ragged.h"
#include "case/lengths.h"
#include <string.h>

typedef struct {
    plumb_member sums, lengths, members[6];
} side;

/* In lse and lse_grad heads come first. */
static const side sides[] = {
    {PLUMB_MEMBER_CU_SEQLENS_Q, PLUMB_MEMBER_QUERY_LENGTHS,
     {PLUMB_MEMBER_Q, PLUMB_MEMBER_OUT, PLUMB_MEMBER_LSE, PLUMB_MEMBER_OUT_GRAD, PLUMB_MEMBER_LSE_GRAD,
      PLUMB_MEMBER_DQ}},
    {PLUMB_MEMBER_CU_SEQLENS_K, PLUMB_MEMBER_KEY_LENGTHS,
     {PLUMB_MEMBER_K, PLUMB_MEMBER_V, PLUMB_MEMBER_DK, PLUMB_MEMBER_DV, PLUMB_MEMBERS, PLUMB_MEMBERS}}};
enum { SIDES = sizeof sides / sizeof *sides, OF_SIDE = sizeof sides->members / sizeof *sides->members };

/* Where the sequences of a side begin, and how many rows of each count. */
typedef struct {
    const int64_t *start, *length; /* length NULL: up to the next start */
    size_t batch, most, all;
} sequences;

static size_t length_of(const sequences *s, size_t b) {
    return (size_t)(s->length != NULL ? s->length[b] : s->start[b + 1] - s->start[b]);
}

static int read_sequences(plumb_same_run *run, const side *of, sequences *s, plumb_error *error) {
    const plumb_tensor *sums = run->tensor[of->sums], *lengths = run->tensor[of->lengths];
    *s = (sequences){.start = plumb_lengths_integers(sums, &run->storage, error), .batch = sums->count - 1};
    if (lengths != NULL)
        s->length = plumb_lengths_integers(lengths, &run->storage, error);
    if (s->start == NULL || (lengths != NULL && s->length == NULL))
        return -1;
    for (size_t b = 0; b < s->batch; b++) {
        size_t length = length_of(s, b);
        s->most = length > s->most ? length : s->most;
        s->all += length;
    }
    return 0;
}

/* The bytes of a row of a head. */
static size_t width_of(const plumb_tensor *tensor) {
    return plumb_dtype_size(tensor->dtype) * (tensor->rank > 2 ? tensor->shape[2] : 1);
}

static void gather(const plumb_tensor *from, const sequences *s, bool heads_first, size_t heads, unsigned char *to) {
    size_t width = width_of(from), total = from->shape[heads_first ? 1 : 0];
    for (size_t b = 0; b < s->batch; b++)
        for (size_t h = 0; h < heads; h++)
            for (size_t t = 0; t < length_of(s, b); t++) {
                size_t row = (size_t)s->start[b] + t, at = heads_first ? h * total + row : row * heads + h;
                memcpy(to + ((b * heads + h) * s->most + t) * width, from->bytes + at * width, width);
            }
}

static int pad(plumb_same_run *run, plumb_member member, const sequences *s, plumb_error *error) {
    const plumb_tensor *from = run->tensor[member];
    bool heads_first = member == PLUMB_MEMBER_LSE || member == PLUMB_MEMBER_LSE_GRAD;
    size_t heads = from->shape[heads_first ? 0 : 1], shape[] = {s->batch, heads, s->most, from->shape[2]};
    plumb_tensor *padded = plumb_storage_take(&run->storage, 1, sizeof *padded);
    unsigned char *bytes = plumb_storage_take(&run->storage, s->batch * heads * s->most, width_of(from));
    if (padded == NULL || bytes == NULL)
        return plumb_fail(error, "%s: not enough memory", run->source);
    memset(bytes, 0, s->batch * heads * s->most * width_of(from));
    gather(from, s, heads_first, heads, bytes);
    *padded = *from;
    padded->bytes = bytes;
    padded->rank = heads_first ? 3 : 4;
    memcpy(padded->shape, shape, sizeof shape);
    plumb_shape_count(padded->shape, padded->rank, &padded->count);
    run->tensor[member] = padded;
    return 0;
}

int plumb_same_pad(plumb_same_run *run, plumb_error *error) {
    for (size_t i = 0; i < SIDES; i++) {
        sequences s;
        if (run->tensor[sides[i].sums] == NULL)
            continue;
        if (read_sequences(run, &sides[i], &s, error) != 0)
            return -1;
        run->rows[i] = s.all;
        for (size_t j = 0; j < OF_SIDE && sides[i].members[j] != PLUMB_MEMBERS; j++)
            if (run->tensor[sides[i].members[j]] != NULL && pad(run, sides[i].members[j], &s, error) != 0)
                return -1;
    }
    return 0;
}

size_t plumb_same_counted(const plumb_same_run *run, plumb_member member) {
    const plumb_tensor *tensor = run->tensor[member];
    size_t padded = tensor->rank > 2 ? tensor->shape[0] * tensor->shape[2] : 0;
    for (size_t i = 0; i < SIDES && padded > 0; i++)
        for (size_t j = 0; run->tensor[sides[i].sums] != NULL && j < OF_SIDE; j++)
            if (sides[i].members[j] == member)
                return tensor->count / padded * run->rows[i];
    return tensor->count;
}
