/* The shapes that a member may have are texts in schema/members.def, such as "[D] or [Hq,D]; token: [Hkv,D]".  This
   file interprets them: it picks the part for the stated sink, position or sections, and compares axis by axis, with
   each name replaced by its size in the problem.  The same walk writes the expected shape for the message.  A tensor
   that does not fit is tried with two axes exchanged, which gives the hint. */
#include "case/shape.h"
#include "schema/text.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { WANTED = 2 * PLUMB_SHAPE_TEXT + 112 };

const char plumb_layout_hint[] = "; it fits with axes 1 and 2 exchanged: from [B,S,H,D], pass x.swapaxes(1, 2)";
const char plumb_transposed_hint[] = "; it fits with its last two axes exchanged";

int plumb_shape_refuse(const plumb_tensor *tensor, const char *wanted, plumb_error *error) {
    char got[PLUMB_SHAPE_TEXT];
    plumb_shape_text(tensor->shape, tensor->rank, got);
    plumb_tensor_fail(tensor, error, "shape %s is not %s", got, wanted);
    return plumb_fail_of(error, tensor->name, got, wanted);
}

int plumb_shape_settle(plumb_tensor *tensor, plumb_error *error) {
    char text[PLUMB_SHAPE_TEXT];
    return plumb_shape_count(tensor->shape, tensor->rank, &tensor->count)
               ? 0
               : plumb_tensor_fail(tensor, error, "shape %s has more elements than memory has bytes",
                                   plumb_shape_text(tensor->shape, tensor->rank, text));
}

int plumb_shape_fills(const plumb_tensor *tensor, size_t held, const char *quote, plumb_error *error) {
    char text[PLUMB_SHAPE_TEXT];
    size_t element = plumb_dtype_size(tensor->dtype);
    if (tensor->count <= SIZE_MAX / element && tensor->count * element == held)
        return 0;
    return plumb_tensor_fail(tensor, error, "shape %s of %s%s%s does not fill %zu bytes of data",
                             plumb_shape_text(tensor->shape, tensor->rank, text), quote, tensor->dtype_name, quote,
                             held);
}

const char *plumb_shape_index(const plumb_tensor *tensor, size_t number, char text[PLUMB_SHAPE_TEXT]) {
    size_t index[PLUMB_RANK_MAX];
    for (size_t i = tensor->rank; i-- > 0;) {
        index[i] = number % tensor->shape[i];
        number /= tensor->shape[i];
    }
    return plumb_shape_text(index, tensor->rank, text);
}

/* The size that the name of a dimension means in schema/members.def; false if any size from 1 on fits. */
static bool find_size(const plumb_problem *p, const char *name, int length, size_t *size) {
    const struct {
        const char *name;
        size_t size;
        bool free; /* until a tensor before has said it */
    } names[] = {{"B", p->batch, false},
                 {"Hq", p->query_heads, false},
                 {"Hkv", p->key_heads, false},
                 {"Sq", p->query_length, false},
                 {"Sk", p->key_length, false},
                 {"D", p->head_dim, false},
                 {"Dv", p->value_dim, false},
                 {"buckets", p->position.buckets, false},
                 {"table rows", p->position.table_rows, false},
                 {"rope_dim/2", p->position.rope.dim / 2, false},
                 {"axes", p->position.rope.sections.count, false},
                 {"rows", p->position.rope.rows, p->position.rope.rows == 0},
                 {"hidden", p->extra.hidden_dim, p->extra.hidden_dim == 0}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == (size_t)length && memcmp(names[i].name, name, (size_t)length) == 0) {
            *size = names[i].size;
            return !names[i].free;
        }
    return false;
}

/* Whether the tensor has the shape, "[B|1,Hq]"; adds it with its sizes to wanted. */
static bool match(const plumb_tensor *tensor, const char *shape, const plumb_problem *p, char wanted[WANTED]) {
    char least[48] = "";
    size_t axis = 0, size = 0;
    bool fits = true;
    for (const char *item = shape + 1; item[-1] != ']'; axis++) {
        int length = (int)strcspn(item, ",]");
        bool one = item[length - 1] == '1' && item[length - 2] == '|', odd = item[0] == '2';
        size_t got = axis < tensor->rank ? tensor->shape[axis] : 0;
        plumb_text_add(wanted, WANTED, axis == 0 ? "[" : ",");
        if (find_size(p, item, one ? length - 2 : length, &size)) {
            plumb_text_add(wanted, WANTED, one ? "%zu|1" : "%zu", size);
            fits = fits && (got == size || (one && got == 1));
        } else {
            plumb_text_add(wanted, WANTED, "%.*s", length, item);
            fits = fits && (odd ? got % 2 == 1 : got > 0);
            if (!odd)
                snprintf(least, sizeof least, " with %.*s at least 1", length, item);
        }
        item += length + 1;
    }
    plumb_text_add(wanted, WANTED, "]%s", least);
    return fits && tensor->rank == axis;
}

/* The shapes for the sink, the position and the sections of the problem, of "[D] or [Hq,D]; token: [Hkv,D]". */
static const char *choose(const char *shapes, const plumb_problem *p) {
    const char *words[] = {plumb_word_name(PLUMB_MEMBER_SINK, p->op.sink),
                           plumb_word_name(PLUMB_MEMBER_POSITION, p->position.kind),
                           p->position.rope.sections.count > 0 ? plumb_member_name(PLUMB_MEMBER_ROPE_SECTIONS) : ""};
    for (const char *part = shapes; *part != 0; part += strspn(part, "; ")) {
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            size_t length = strlen(words[i]);
            if (strncmp(part, words[i], length) == 0 && part[length] == ':')
                return part;
        }
        part += strcspn(part, ";");
    }
    return shapes;
}

/* Whether the tensor has one of the shapes of the member; adds these to wanted. */
static bool match_any(const plumb_tensor *tensor, plumb_member member, const plumb_problem *problem,
                      char wanted[WANTED]) {
    const char *shape = choose(plumb_member_at(member)->shape, problem), *end = shape + strcspn(shape, ";");
    while ((shape = strchr(shape, '[')) != NULL && shape < end) {
        plumb_text_add(wanted, WANTED, wanted[0] != 0 ? " or " : "");
        if (match(tensor, shape, problem, wanted))
            return true;
        shape++;
    }
    return false;
}

/* The same with two axes exchanged.  An axis of 1 that serves all fits anywhere, so it shows nothing. */
static bool fits_exchanged(const plumb_tensor *tensor, size_t one, size_t other, plumb_member member,
                           const plumb_problem *problem) {
    char wanted[WANTED] = "";
    plumb_tensor changed = *tensor;
    if (tensor->rank != 4 || (strchr(plumb_member_at(member)->shape, '|') != NULL &&
                              (tensor->shape[one] == 1 || tensor->shape[other] == 1)))
        return false;
    changed.shape[one] = tensor->shape[other];
    changed.shape[other] = tensor->shape[one];
    return match_any(&changed, member, problem, wanted);
}

/* The same without its last axis, or without all axes of length 1. */
static bool fits_without_ones(const plumb_tensor *tensor, bool all, plumb_member member, const plumb_problem *problem) {
    char wanted[WANTED] = "";
    plumb_tensor changed = *tensor;
    changed.rank = 0;
    for (size_t axis = 0; axis < tensor->rank; axis++)
        if (tensor->shape[axis] != 1 || (!all && axis + 1 < tensor->rank))
            changed.shape[changed.rank++] = tensor->shape[axis];
    return changed.rank < tensor->rank && match_any(&changed, member, problem, wanted);
}

/* [B,S,H*D], which Python's callers give a first axis of 1. */
static bool fits_heads_apart(const plumb_tensor *tensor, plumb_member member, const plumb_problem *problem) {
    char wanted[WANTED] = "";
    size_t heads = problem->query_heads, first = tensor->rank == 4 && tensor->shape[0] == 1 ? 1 : 0;
    if (tensor->rank != first + 3 || tensor->shape[first + 2] % heads != 0)
        return false;
    size_t shape[] = {tensor->shape[first], heads, tensor->shape[first + 1], tensor->shape[first + 2] / heads};
    plumb_tensor changed = plumb_tensor_of(tensor->name, tensor->dtype, 4, shape);
    return heads > 1 && match_any(&changed, member, problem, wanted);
}

int plumb_shape_check(const plumb_tensor *tensor, plumb_member member, const plumb_problem *problem,
                      plumb_error *error) {
    char wanted[WANTED] = "";
    if (match_any(tensor, member, problem, wanted))
        return 0;
    if (fits_exchanged(tensor, 1, 2, member, problem))
        plumb_text_add(wanted, WANTED, "%s", plumb_layout_hint);
    else if (fits_exchanged(tensor, 2, 3, member, problem))
        plumb_text_add(wanted, WANTED, "%s", plumb_transposed_hint);
    else if (fits_without_ones(tensor, false, member, problem))
        plumb_text_add(wanted, WANTED, "; it fits without its last axis: pass x.squeeze(-1)");
    else if (fits_without_ones(tensor, true, member, problem))
        plumb_text_add(wanted, WANTED, "; it fits without its axes of length 1: pass x.squeeze()");
    else if (fits_heads_apart(tensor, member, problem))
        plumb_text_add(wanted, WANTED, "; it fits as [B,S,H*D]: pass x.reshape(B, S, %zu, -1).swapaxes(1, 2)",
                       problem->query_heads);
    return plumb_shape_refuse(tensor, wanted, error);
}

plumb_strides plumb_shape_strides(const plumb_tensor *tensor) {
    size_t query = tensor->shape[3], head = query * tensor->shape[2], batch = head * tensor->shape[1];
    return (plumb_strides){tensor->shape[0] == 1 ? 0 : batch, tensor->shape[1] == 1 ? 0 : head,
                           tensor->shape[2] == 1 ? 0 : query};
}
