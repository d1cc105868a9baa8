/* neighbours_masks_alignment.c - where engines let queries stand among the keys:
   causal_alignment. */
#include "diagnose/change_positions.h"
#include "diagnose/neighbours_masks.h"
#include "schema/rules.h"
#include <inttypes.h>

/* Where a query stands; the last two from where it is stated to stand. */
typedef enum { TOP_LEFT, BOTTOM_RIGHT, ONE_LATER, ONE_EARLIER } alignment;

/* What moves with the query. */
typedef enum { MASK_ALONE, POSITIONS_TOO } reach;

static int64_t offset_of(const plumb_problem *p, alignment where) {
    switch (where) {
    case TOP_LEFT:
        return 0;
    case BOTTOM_RIGHT:
        return (int64_t)p->key_length - (int64_t)p->query_length;
    case ONE_LATER:
        return p->causal.offset + 1;
    case ONE_EARLIER:
    default:
        return p->causal.offset - 1;
    }
}

bool plumb_encoding_counts(const plumb_problem *p) {
    return plumb_position_reads_queries(&p->position) && p->position.query_position == NULL;
}

bool plumb_offset_counts(const plumb_problem *p) {
    return plumb_mask_counts(p) || plumb_encoding_counts(p);
}

/* integer: the alignment; second: the reach */
static int align(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    plumb_problem problem = changed->problem;
    int64_t offset = offset_of(&problem, (alignment)neighbour->integer);
    if (!plumb_mask_counts(&problem) || offset == problem.causal.offset)
        return 0;
    if (neighbour->second == POSITIONS_TOO && !plumb_encoding_counts(&problem))
        return 0;
    if (neighbour->second == MASK_ALONE && plumb_encoding_counts(&problem)) {
        int stated = plumb_state_positions(storage, &problem, NULL, NULL);
        if (stated != 1)
            return stated;
    }
    problem.causal.offset = offset;
    return plumb_take_masks(changed, &problem);
}

static void add(plumb_neighbourhood *list, alignment where, reach moved, const plumb_case *stated,
                const char *does) {
    const plumb_problem *p = &stated->problem;
    int64_t offset = offset_of(p, where);
    plumb_neighbour entry = {.kind = where <= BOTTOM_RIGHT ? PLUMB_NEIGHBOUR_CONVENTION
                                                           : PLUMB_NEIGHBOUR_FAULT,
                             .axis = "causal_alignment",
                             .change = align,
                             .integer = where,
                             .second = moved};
    if (offset == p->causal.offset)
        return;
    if (moved == POSITIONS_TOO || !plumb_encoding_counts(p))
        plumb_change_member(&entry, "\"causal_alignment\":{\"offset\":%" PRId64 "}", offset);
    plumb_change_add(list, entry, "%s, query t at key t%+" PRId64 " in place of t%+" PRId64 "%s",
                     does, offset, p->causal.offset,
                     moved == POSITIONS_TOO ? ", in the encoding of positions, too" : "");
}

static void add_all(const plumb_case *stated, reach moved, plumb_neighbourhood *list) {
    const plumb_problem *p = &stated->problem;
    if (p->query_length != p->key_length)
        add(list, BOTTOM_RIGHT, moved, stated, "aligns masks at the bottom right");
    add(list, TOP_LEFT, moved, stated, "aligns masks at the top left");
    add(list, ONE_LATER, moved, stated, "lets masks show one key more at the newer end");
    add(list, ONE_EARLIER, moved, stated, "lets masks hide the newest key of each query");
}

void plumb_neighbours_of_alignment(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    if (!plumb_mask_counts(&stated->problem))
        return;
    add_all(stated, MASK_ALONE, neighbourhood);
    if (plumb_encoding_counts(&stated->problem))
        add_all(stated, POSITIONS_TOO, neighbourhood);
}
