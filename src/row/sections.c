#include "row/sections.h"

static size_t axis_of_block(const plumb_sections *sections, size_t m) {
    size_t axis = 0;
    for (size_t end = sections->pairs[0]; axis + 1 < sections->count && m >= end; end += sections->pairs[axis])
        axis++;
    return axis;
}

size_t plumb_axis_of_pair(const plumb_rope *rope, size_t m) {
    const plumb_sections *sections = &rope->sections;
    if (sections->count == 0)
        return 0;
    if (rope->order == PLUMB_SECTIONS_IN_BLOCKS)
        return axis_of_block(sections, m);
    if (rope->order == PLUMB_SECTIONS_ALTERNATING)
        return m < rope->dim / 2 - sections->pairs[0] ? 1 + m % (sections->count - 1) : 0;
    size_t axis = m % sections->count;
    return m / sections->count < sections->pairs[axis] ? axis : 0;
}

size_t plumb_pairs_alike(const plumb_rope *rope, size_t m) {
    size_t axis = plumb_axis_of_pair(rope, m), next = m + 1;
    while (next < rope->dim / 2 && plumb_axis_of_pair(rope, next) == axis)
        next++;
    return next - m;
}

plumb_source_pair plumb_source_of_pair(const plumb_rope *rope, size_t m) {
    plumb_source_pair source = {*rope, m};
    size_t axis = plumb_axis_of_pair(rope, m), before = 0;
    source.rope.sections.count = 0;
    if (rope->sections.count == 0 || rope->frequencies == PLUMB_FREQUENCIES_CONTINUED)
        return source;
    for (size_t i = 0; i < m; i++)
        before += plumb_axis_of_pair(rope, i) == axis;
    if (rope->frequencies == PLUMB_FREQUENCIES_RESTARTED)
        source.rope.dim = 2 * rope->sections.pairs[axis];
    source.m = rope->frequencies == PLUMB_FREQUENCIES_RESTARTED ? before : before * rope->sections.count + axis;
    return source;
}
