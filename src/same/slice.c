#include "same/slice.h"
#include <string.h>

/* Whether the axis of the shape "integers [B|1,Sq]" bears the name. */
static bool is_axis(const char *shape, size_t axis, const char *name) {
    const char *item = strchr(shape, '[') + 1;
    for (; axis > 0 && *item != ']'; axis--)
        item += strcspn(item, ",]") + (item[strcspn(item, ",]")] == ',');
    size_t length = strlen(name);
    return strncmp(item, name, length) == 0 && strchr(",|]", item[length]) != NULL;
}

/* The first has size, the other room of them, and so many of the axis are the first's. */
typedef struct {
    const char *axis, *flag;
    bool divided;
    size_t start, size, workspace;
} cut;

enum { CUTS = 2 };

static void list_cuts(const plumb_same_run *first, const plumb_same_run *other, const plumb_same_part *part,
                      cut cuts[CUTS]) {
    const plumb_problem *a = &first->problem, *b = &other->problem;
    cuts[0] = (cut){"B", "--batch", part->of_batch, part->batch, a->batch, b->batch};
    cuts[1] = (cut){"Sq", "--query", part->of_queries, part->query, a->query_length, b->query_length};
}

int plumb_same_part_check(const plumb_same_run *first, const plumb_same_run *other, const plumb_same_part *part,
                          plumb_error *error) {
    cut cuts[CUTS];
    list_cuts(first, other, part, cuts);
    for (size_t i = 0; i < CUTS; i++)
        if (cuts[i].divided && (cuts[i].start > cuts[i].workspace || cuts[i].workspace - cuts[i].start < cuts[i].size))
            return plumb_fail(error,
                              "%s: %s: from %zu on it has fewer than the %zu of '%s'; it has %zu, counted from 0",
                              other->source, cuts[i].flag, cuts[i].start, cuts[i].size, first->source,
                              cuts[i].workspace);
    return 0;
}

/* Of a tensor that is the same for the whole batch, or for all queries, nothing is cut. */
static const cut *find_cut(const cut cuts[CUTS], const char *shape, const plumb_tensor *first,
                           const plumb_tensor *other, size_t axis) {
    for (size_t i = 0; i < CUTS; i++)
        if (is_axis(shape, axis, cuts[i].axis) && first->shape[axis] == cuts[i].size &&
            other->shape[axis] == cuts[i].workspace)
            return &cuts[i];
    return NULL;
}

static int refuse_shape(const plumb_tensor *first, const plumb_tensor *other, const cut *hint, plumb_error *error) {
    char one[PLUMB_SHAPE_TEXT], two[PLUMB_SHAPE_TEXT];
    return plumb_tensor_fail(other, error, "shape %s is not %s, that of '%s'%s%s%s",
                             plumb_shape_text(other->shape, other->rank, two),
                             plumb_shape_text(first->shape, first->rank, one), first->source, hint != NULL ? "; " : "",
                             hint != NULL ? hint->flag : "", hint != NULL ? " selects the part to compare" : "");
}

static int cut_axes(const cut cuts[CUTS], const char *shape, plumb_same_slice *slice, plumb_error *error) {
    const plumb_tensor *first = slice->first, *other = slice->other;
    if (first->rank != other->rank)
        return refuse_shape(first, other, NULL, error);
    for (size_t axis = 0; axis < first->rank; axis++) {
        const cut *at = find_cut(cuts, shape, first, other, axis);
        bool divided = at != NULL && at->divided;
        if (!divided && first->shape[axis] != other->shape[axis])
            return refuse_shape(first, other, at != NULL && at->size < at->workspace ? at : NULL, error);
        slice->start[axis] = divided ? at->start : 0;
        if (first->shape[axis] != other->shape[axis])
            slice->axes = axis + 1;
    }
    return 0;
}

static void count_blocks(plumb_same_slice *slice) {
    slice->width = slice->blocks = 1;
    for (size_t axis = 0; axis < slice->first->rank; axis++)
        *(axis < slice->axes ? &slice->blocks : &slice->width) *= slice->first->shape[axis];
}

/* Blocks are no batch entries: caches are compared whole. */
static bool is_cache(const plumb_same_run *run, plumb_member member) {
    return run->tensor[PLUMB_MEMBER_BLOCK_TABLE] != NULL &&
           (member == PLUMB_MEMBER_K || member == PLUMB_MEMBER_V || member == PLUMB_MEMBER_KV_CACHE);
}

int plumb_same_slice_find(const plumb_same_run *first, const plumb_same_run *other, const plumb_same_part *part,
                          plumb_member member, bool *held, plumb_same_slice *slice, plumb_error *error) {
    cut cuts[CUTS];
    *slice = (plumb_same_slice){.first = first->tensor[member], .other = other->tensor[member]};
    *held = slice->first != NULL;
    if ((slice->first == NULL) != (slice->other == NULL))
        return plumb_fail(error, "%s: %s: %s", other->source, plumb_member_name(member),
                          slice->first == NULL ? "missing in the first case" : "missing, but the first case has it");
    if (!*held)
        return 0;
    if (slice->first->dtype != slice->other->dtype)
        return plumb_tensor_fail(slice->other, error, "dtype %s is not %s, that of '%s'", slice->other->dtype_name,
                                 slice->first->dtype_name, slice->first->source);
    list_cuts(first, other, part, cuts);
    for (size_t i = 0; i < CUTS && is_cache(first, member); i++)
        cuts[i].size = SIZE_MAX;
    if (cut_axes(cuts, plumb_member_at(member)->shape, slice, error) != 0)
        return -1;
    count_blocks(slice);
    return 0;
}

size_t plumb_same_slice_place(const plumb_same_slice *slice, size_t element) {
    size_t place = 0, factor = 1;
    for (size_t axis = slice->first->rank; axis-- > 0;) {
        place += (slice->start[axis] + element % slice->first->shape[axis]) * factor;
        element /= slice->first->shape[axis];
        factor *= slice->other->shape[axis];
    }
    return place;
}
