/* neighbours_masks_tensors.c - what engines make of documents and of boolean masks. */
#include "diagnose/change.h"
#include "diagnose/neighbours_masks.h"
#include "diagnose/shown.h"
#include <string.h>

static int drop_segments(const plumb_neighbour *neighbour, plumb_storage *storage,
                         plumb_case *changed) {
    plumb_problem problem = changed->problem;
    (void)neighbour;
    (void)storage;
    problem.mask.query_segment = problem.mask.key_segment = NULL;
    return plumb_take_masks(changed, &problem);
}

static int take_key_segments(plumb_case *changed, const int64_t *segment) {
    plumb_problem problem = changed->problem;
    if (segment == NULL)
        return -1;
    problem.mask.key_segment = segment;
    return plumb_take_masks(changed, &problem);
}

/* integer: 1, a key has the segment of the one before it, or -1, of the one after it */
static int shift_segments(const plumb_neighbour *neighbour, plumb_storage *storage,
                          plumb_case *changed) {
    const plumb_problem *p = &changed->problem;
    size_t keys = p->key_length;
    if (p->mask.key_segment == NULL)
        return 0;
    int64_t *segment =
        plumb_change_copy(storage, p->mask.key_segment, p->batch * keys, sizeof *segment);
    for (size_t b = 0; segment != NULL && b < p->batch; b++)
        for (size_t j = 1; j < keys; j++) {
            size_t to = neighbour->integer > 0 ? j : j - 1,
                   from = neighbour->integer > 0 ? j - 1 : j;
            segment[b * keys + to] = p->mask.key_segment[b * keys + from];
        }
    return take_key_segments(changed, segment);
}

static int64_t *first_entry_for_all(plumb_storage *storage, const int64_t *segment, size_t batch,
                                    size_t length) {
    int64_t *all = plumb_storage_take(storage, batch * length, sizeof *all);
    for (size_t i = 0; all != NULL && i < batch * length; i++)
        all[i] = segment[i % length];
    return all;
}

static int share_segments(const plumb_neighbour *neighbour, plumb_storage *storage,
                          plumb_case *changed) {
    plumb_problem problem = changed->problem;
    plumb_mask *m = &problem.mask;
    (void)neighbour;
    if (m->query_segment == NULL || problem.batch < 2)
        return 0;
    m->query_segment =
        first_entry_for_all(storage, m->query_segment, problem.batch, problem.query_length);
    m->key_segment =
        first_entry_for_all(storage, m->key_segment, problem.batch, problem.key_length);
    if (m->query_segment == NULL || m->key_segment == NULL)
        return -1;
    return plumb_take_masks(changed, &problem);
}

/* What an engine reads in place of allowed[b,h,t,j]: another element, or its negation. */
enum { NEGATED = PLUMB_READINGS };

static bool read_allowed(const plumb_problem *p, const void *context, size_t b, size_t h, size_t t,
                         size_t j) {
    const plumb_neighbour *neighbour = context;
    if (neighbour->integer == NEGATED)
        return !plumb_allowed_at(p, b, h, t, j);
    plumb_score_place at =
        plumb_read_place(p, (plumb_reading)neighbour->integer, (plumb_score_place){b, h, t, j});
    return plumb_allowed_at(p, at.b, at.h, at.t, at.j);
}

/* integer: the reading */
static int misread_allowed(const plumb_neighbour *neighbour, plumb_storage *storage,
                           plumb_case *changed) {
    plumb_problem problem = changed->problem;
    bool by_query = problem.mask.allowed_query != 0;
    if (problem.mask.allowed == NULL || (neighbour->integer == PLUMB_READ_TRANSPOSED && !by_query))
        return 0;
    int result = plumb_change_allowed(storage, &problem, (plumb_varies){false, false, false},
                                      read_allowed, neighbour);
    return result == 1 ? plumb_take_masks(changed, &problem) : result;
}

static void drop_allowed_from(plumb_problem *problem) {
    problem->mask.allowed = NULL;
    problem->mask.allowed_batch = problem->mask.allowed_head = problem->mask.allowed_query = 0;
}

static int drop_allowed(const plumb_neighbour *neighbour, plumb_storage *storage,
                        plumb_case *changed) {
    plumb_problem problem = changed->problem;
    (void)neighbour;
    (void)storage;
    drop_allowed_from(&problem);
    return plumb_take_masks(changed, &problem);
}

static double with_allowed(const plumb_problem *p, const void *context, size_t b, size_t h,
                           size_t t, size_t j) {
    (void)context;
    return plumb_bias_at(p, b, h, t, j) + (plumb_allowed_at(p, b, h, t, j) ? 1 : 0);
}

/* True adds 1 to the score, and nothing is hidden. */
static int add_allowed(const plumb_neighbour *neighbour, plumb_storage *storage,
                       plumb_case *changed) {
    plumb_problem problem = changed->problem;
    const plumb_mask *m = &problem.mask;
    if (m->allowed == NULL)
        return 0;
    plumb_varies varies = {m->allowed_batch != 0, m->allowed_head != 0, m->allowed_query != 0};
    int result = plumb_change_bias(storage, &problem, varies, with_allowed, neighbour);
    if (result != 1)
        return result;
    drop_allowed_from(&problem);
    return plumb_take_masks(changed, &problem);
}

static const plumb_change_line documents[] = {
    {"lets queries see other documents", NULL, drop_segments, 0, 0, 0},
    {"begins every document of keys one key late", NULL, shift_segments, 1, 0, 0},
    {"begins every document of keys one key early", NULL, shift_segments, -1, 0, 0},
    {"has the documents of the first batch entry in all", NULL, share_segments, 0, 0, 0},
};

static const plumb_change_line polarity[] = {
    {"reads allowed with the other mask_polarity", NULL, misread_allowed, NEGATED, 0, 0},
};

static const plumb_change_line booleans[] = {
    {"leaves out the boolean mask", NULL, drop_allowed, 0, 0, 0},
    {"adds the boolean mask to the scores as 0 and 1 and hides nothing by it", NULL, add_allowed, 0,
     0, 0},
    {"has the boolean mask of the first batch entry in all", NULL, misread_allowed,
     PLUMB_READ_FIRST_ENTRY, 0, 0},
    {"has the boolean mask of head 0 for all heads", NULL, misread_allowed, PLUMB_READ_FIRST_HEAD,
     0, 0},
    {"has the boolean mask of query 0 for all queries", NULL, misread_allowed,
     PLUMB_READ_FIRST_QUERY, 0, 0},
    {"reads the boolean mask as [keys, queries]", NULL, misread_allowed, PLUMB_READ_TRANSPOSED, 0,
     0},
    {"reads the boolean mask one key late", NULL, misread_allowed, PLUMB_READ_KEY_BEFORE, 0, 0},
    {"reads the boolean mask one key early", NULL, misread_allowed, PLUMB_READ_KEY_AFTER, 0, 0},
};

void plumb_neighbours_of_mask_tensors(const plumb_case *stated,
                                      plumb_neighbourhood *neighbourhood) {
    const plumb_mask *m = &stated->problem.mask;
    if (m->query_segment != NULL)
        plumb_change_add_lines(neighbourhood, stated, PLUMB_NEIGHBOUR_FAULT, "query_segments",
                               PLUMB_LINES(documents));
    if (m->allowed == NULL)
        return;
    plumb_change_add_lines(neighbourhood, stated, PLUMB_NEIGHBOUR_CONVENTION, "mask_polarity",
                           PLUMB_LINES(polarity));
    plumb_change_add_lines(neighbourhood, stated, PLUMB_NEIGHBOUR_FAULT, "allowed",
                           PLUMB_LINES(booleans));
}
