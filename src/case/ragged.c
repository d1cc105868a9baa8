/* No row moves.  A ragged tensor becomes one in the padded shape of the longest sequence, and its plumb_pages make each
   sequence a page of its own that begins at that sequence's running sum; what lies behind a sequence is read as a fill
   value.  Running sums must begin at 0, never fall and end at the rows of q or k, or no later where lengths stand
   beside them.  Queries come first, because keys must have as many sequences. */
#include "case/ragged.h"
#include "case/decode.h"
#include "case/lengths.h"
#include "case/shape.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WHAT = 2 * PLUMB_SHAPE_TEXT + 64 };

/* Sequences of queries, or of keys. */
typedef struct {
    const plumb_tensor *sums;      /* cu_seqlens_q */
    const plumb_tensor *lengths;   /* or NULL */
    const plumb_tensor *rows;      /* q or k */
    size_t batch, total, most;     /* sequences, rows of the tensor, rows of the longest sequence */
    const int64_t *start, *length; /* [batch] */
    plumb_storage *storage;
    plumb_error *error;
} reader;

bool plumb_is_ragged(const plumb_case_tensors *tensors) {
    return tensors->tensor[PLUMB_MEMBER_CU_SEQLENS_Q] != NULL || tensors->tensor[PLUMB_MEMBER_CU_SEQLENS_K] != NULL;
}

/* ---- where sequences begin and end ---- */

static int refuse_sum(const reader *r, const int64_t *sum, size_t i) {
    const char *name = r->sums->name;
    if (i == 0)
        return plumb_fail(r->error,
                          "%s: %s[0] is %" PRId64 "; expected 0: it holds where each sequence begins, and the "
                          "end of the last, not lengths",
                          r->sums->source, name, sum[0]);
    if (sum[i] < sum[i - 1])
        return plumb_fail(r->error,
                          "%s: %s[%zu] is %" PRId64 ", below %" PRId64 " before it; expected where each "
                          "sequence begins, and the end of the last, not lengths",
                          r->sums->source, name, i, sum[i], sum[i - 1]);
    bool exchanged = sum[r->batch] > 0 && (uint64_t)sum[r->batch] == r->rows->shape[1];
    const char *hint = "; it fits with axes 0 and 1 exchanged: from [H,total,D], pass x.swapaxes(0, 1)";
    return plumb_fail(r->error, "%s: %s[%zu] is %" PRId64 "; expected %s%zu, the rows of %s%s", r->sums->source, name,
                      i, sum[i], i < r->batch ? "at most " : "", r->total, r->rows->name, exchanged ? hint : "");
}

/* Where lengths are given, rows may be left over at the end. */
static int check_sums(const reader *r, const int64_t *sum) {
    for (size_t i = 0; i <= r->batch; i++) {
        bool starts = i > 0 || sum[0] == 0, grows = i == 0 || sum[i] >= sum[i - 1];
        bool last = i == r->batch, beyond = sum[i] > 0 && (uint64_t)sum[i] > r->total;
        bool ends = !last || r->lengths != NULL || (uint64_t)sum[i] == r->total;
        if (!starts || !grows || beyond || !ends) {
            refuse_sum(r, sum, i);
            return plumb_fail_of(r->error, r->sums->name, NULL, "running sums of lengths from 0 on");
        }
    }
    return 0;
}

static int refuse_length(const reader *r, const int64_t *sum, size_t b) {
    plumb_fail(r->error, "%s: %s[%zu] is %" PRId64 "; expected 0 to %" PRId64 ", the rows of sequence %zu in %s",
               r->lengths->source, r->lengths->name, b, r->length[b], sum[b + 1] - sum[b], b, r->sums->name);
    return plumb_fail_of(r->error, r->lengths->name, NULL, NULL);
}

static int read_lengths(reader *r, const int64_t *sum) {
    int64_t *length = plumb_storage_take(r->storage, r->batch, sizeof *length);
    if (length == NULL)
        return plumb_decode_memory_is_short(r->sums, r->error);
    for (size_t b = 0; b < r->batch; b++)
        length[b] = sum[b + 1] - sum[b];
    r->length = length;
    if (r->lengths == NULL)
        return 0;
    if (plumb_lengths_read(r->lengths, r->batch, INT64_MAX, "keys", r->storage, &r->length, r->error) != 0)
        return -1;
    for (size_t b = 0; b < r->batch; b++)
        if (r->length[b] > length[b])
            return refuse_length(r, sum, b);
    return 0;
}

static int refuse_rank(const reader *r, const char *axes) {
    bool one = r->rows->rank == 4 && r->rows->shape[0] == 1;
    char wanted[WHAT];
    snprintf(wanted, sizeof wanted, "%s%s", axes,
             one                  ? "; it may fit without its first axis: pass x.squeeze(0)"
             : r->rows->rank == 2 ? "; from [total,H*D], pass x.reshape(total, H, -1)"
                                  : "");
    return plumb_shape_refuse(r->rows, wanted, r->error);
}

static int read_sequences(reader *r, const char *axes) {
    if (r->rows->rank != 3)
        return refuse_rank(r, axes);
    r->total = r->rows->shape[0];
    if (r->sums->rank != 1 || r->sums->count < 2)
        return plumb_shape_refuse(r->sums, "[sequences + 1]", r->error);
    r->batch = r->sums->count - 1;
    const int64_t *sum = plumb_lengths_integers(r->sums, r->storage, r->error);
    if (sum == NULL || check_sums(r, sum) != 0 || read_lengths(r, sum) != 0)
        return -1;
    r->start = sum;
    r->most = plumb_lengths_most(r->length, r->batch);
    return 0;
}

/* ---- tensors in padded shapes ---- */

/* A sequence is a page of its own: [total,heads,channels], or [heads,total]. */
static int pad(const reader *r, plumb_tensor *tensor, bool heads_first, double fill) {
    size_t heads = tensor->shape[heads_first ? 0 : 1];
    plumb_pages *pages = plumb_storage_take(r->storage, 1, sizeof *pages);
    if (pages == NULL)
        return plumb_decode_memory_is_short(tensor, r->error);
    *pages = (plumb_pages){.block = r->start,
                           .length = r->length,
                           .fill = fill,
                           .is_sequence = true,
                           .pages = 1,
                           .slots = r->most + 1,
                           .blocks = r->total,
                           .block_rows = heads_first ? 1 : heads,
                           .slot_rows = heads_first ? 1 : heads,
                           .head_rows = heads_first ? r->total : 1};
    tensor->shape[3] = heads_first ? 1 : tensor->shape[2];
    tensor->rank = heads_first ? 3 : 4;
    tensor->shape[0] = r->batch;
    tensor->shape[1] = heads;
    tensor->shape[2] = r->most;
    tensor->pages = pages;
    tensor->passing = false;
    return plumb_shape_settle(tensor, r->error);
}

static int check_rows(const reader *r, const plumb_tensor *tensor, bool heads_first, size_t heads) {
    char what[WHAT];
    snprintf(what, sizeof what, heads_first ? "[%zu,%zu]" : "[%zu,%zu,dim]", heads_first ? heads : r->total,
             heads_first ? r->total : heads);
    size_t rows = heads_first ? 1 : 0; /* their axis */
    bool fits = tensor->rank == (heads_first ? 2 : 3) && tensor->shape[rows] == r->total;
    return fits && tensor->shape[1 - rows] == heads ? 0 : plumb_shape_refuse(tensor, what, r->error);
}

/* A ragged tensor, and what is read where it has no row. */
typedef struct {
    plumb_member member;
    bool heads_first;
    double fill;
} ragged_tensor;

static int replace(const reader *r, plumb_case_tensors *tensors, const ragged_tensor *ragged, plumb_tensor *to) {
    size_t heads = r->rows->shape[1];
    if (tensors->tensor[ragged->member] == NULL)
        return 0;
    *to = *tensors->tensor[ragged->member];
    if (check_rows(r, to, ragged->heads_first, heads) != 0 || pad(r, to, ragged->heads_first, ragged->fill) != 0)
        return -1;
    tensors->tensor[ragged->member] = to;
    return 0;
}

static int replace_all(reader r, plumb_case_tensors *tensors, const ragged_tensor *ragged, size_t count,
                       plumb_tensor *to) {
    plumb_tensor kept = *r.rows;
    r.rows = &kept;
    for (size_t i = 0; i < count; i++)
        if (replace(&r, tensors, &ragged[i], &to[i]) != 0)
            return -1;
    return 0;
}

/* Rows beyond a sequence get what is defined for a row that sees no key, and are not judged. */
static int take_queries(plumb_case_tensors *tensors, const plumb_description *d, reader r, plumb_ragged *ragged) {
    static const plumb_member others[] = {PLUMB_MEMBER_WEIGHTS, PLUMB_MEMBER_SCORES, PLUMB_MEMBER_HIDDEN};
    double empty = d->empty_row == PLUMB_EMPTY_ROW_NAN ? (double)NAN : 0;
    double empty_lse = d->empty_lse_positive ? (double)INFINITY : -(double)INFINITY;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (tensors->tensor[others[i]] != NULL)
            return plumb_tensor_fail(tensors->tensor[others[i]], r.error,
                                     "cannot be combined with cu_seqlens_q; judge each sequence by itself");
    r.rows = tensors->tensor[PLUMB_MEMBER_Q];
    if (read_sequences(&r, "[total_q,query_heads,head_dim], which cu_seqlens_q needs") != 0)
        return -1;
    if (r.most == 0)
        return plumb_tensor_fail(r.sums, r.error, "no sequence has a query");
    ragged->sequences = (plumb_sequences){r.length, r.start};
    const ragged_tensor of_queries[PLUMB_RAGGED_QUERIES] = {
        {PLUMB_MEMBER_Q, false, 0},        {PLUMB_MEMBER_OUT, false, empty}, {PLUMB_MEMBER_LSE, true, empty_lse},
        {PLUMB_MEMBER_OUT_GRAD, false, 0}, {PLUMB_MEMBER_LSE_GRAD, true, 0}, {PLUMB_MEMBER_DQ, false, 0}};
    return replace_all(r, tensors, of_queries, PLUMB_RAGGED_QUERIES, ragged->of_queries);
}

static int take_keys(plumb_case_tensors *tensors, reader r, plumb_ragged *ragged) {
    const plumb_tensor *query = tensors->tensor[PLUMB_MEMBER_Q];
    char what[WHAT];
    if (tensors->tensor[PLUMB_MEMBER_BLOCK_TABLE] != NULL)
        return plumb_tensor_fail(r.sums, r.error,
                                 "cannot be combined with block_table, whose pages locate the keys; expected "
                                 "key_lengths");
    r.rows = tensors->tensor[PLUMB_MEMBER_K];
    if (read_sequences(&r, "[total_k,key_heads,head_dim], which cu_seqlens_k needs") != 0)
        return -1;
    snprintf(what, sizeof what, "[%zu], for as many sequences as q has", query->shape[0] + 1);
    if (query->rank == 4 && query->shape[0] != r.batch)
        return plumb_shape_refuse(r.sums, what, r.error);
    ragged->key_lengths = r.length;
    const ragged_tensor of_keys[PLUMB_RAGGED_KEYS] = {{PLUMB_MEMBER_K, false, 0},
                                                      {PLUMB_MEMBER_V, false, 0},
                                                      {PLUMB_MEMBER_DK, false, 0},
                                                      {PLUMB_MEMBER_DV, false, 0}};
    return replace_all(r, tensors, of_keys, PLUMB_RAGGED_KEYS, ragged->of_keys);
}

int plumb_ragged_of(plumb_case_tensors *tensors, const plumb_description *description, plumb_storage *storage,
                    plumb_ragged *ragged, plumb_error *error) {
    const plumb_tensor *const *t = tensors->tensor;
    reader of_queries = {.sums = t[PLUMB_MEMBER_CU_SEQLENS_Q],
                         .lengths = t[PLUMB_MEMBER_QUERY_LENGTHS],
                         .storage = storage,
                         .error = error};
    reader of_keys = {.sums = t[PLUMB_MEMBER_CU_SEQLENS_K],
                      .lengths = t[PLUMB_MEMBER_KEY_LENGTHS],
                      .storage = storage,
                      .error = error};
    *ragged = (plumb_ragged){.key_lengths = NULL};
    if (of_queries.sums != NULL && take_queries(tensors, description, of_queries, ragged) != 0)
        return -1;
    return of_keys.sums != NULL ? take_keys(tensors, of_keys, ragged) : 0;
}
