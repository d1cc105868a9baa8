/* points.c - see points.h. */
#include "row/points.h"

/* How many keys query t no longer has before its recent ones. */
static int64_t evicted(const plumb_problem *p, size_t b, size_t t) {
    int64_t kept = p->mask.first + p->mask.recent, gone = (int64_t)t + plumb_offset_of(p, b) + 1 - kept;
    return p->mask.in_cache && gone > 0 ? gone : 0;
}

plumb_point plumb_query_point(const plumb_problem *problem, size_t b, size_t t) {
    const int64_t *stated = problem->position.query_position;
    size_t axes = plumb_axes_of(&problem->position);
    plumb_point point = {{0}};
    for (size_t a = 0; a < axes; a++)
        point.on[a] = stated ? stated[(b * axes + a) * problem->query_length + t]
                             : (int64_t)t + plumb_offset_of(problem, b) - evicted(problem, b, t);
    return point;
}

const int64_t *plumb_key_positions(const plumb_problem *problem, size_t b, size_t t, int64_t *counted) {
    const int64_t *stated = problem->position.key_position;
    if (stated != NULL)
        return stated + b * plumb_axes_of(&problem->position) * problem->key_length;
    if (problem->mask.in_cache)
        for (size_t j = 0; j < problem->key_length; j++)
            counted[j] = (int64_t)j - ((int64_t)j < problem->mask.first ? 0 : evicted(problem, b, t));
    return counted;
}

plumb_point plumb_key_point(const plumb_problem *problem, const int64_t *positions, size_t j) {
    size_t step = problem->position.key_position != NULL ? problem->key_length : 0;
    plumb_point point = {{0}};
    for (size_t a = 0; a < plumb_axes_of(&problem->position); a++)
        point.on[a] = positions[a * step + j];
    return point;
}
