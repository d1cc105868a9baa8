/* neighbours_heads_batch.c - batch entries that engines mix up. */
#include "diagnose/change.h"
#include "diagnose/gather.h"
#include "diagnose/neighbours_heads.h"

/* Which tensors. */
enum { QUERIES = 1, KEYS = 2, VALUES = 4 };

/* Whose tensors an entry has. */
typedef enum { FIRST, BEFORE, NEXT } source;

static size_t *entries(plumb_storage *storage, size_t batch, source from) {
    size_t *entry = plumb_storage_take(storage, batch, sizeof *entry);
    for (size_t b = 0; entry != NULL && b < batch; b++)
        entry[b] = from == FIRST ? 0 : (from == NEXT ? b + 1 : b + batch - 1) % batch;
    return entry;
}

static int take_entries(plumb_storage *storage, const double **tensor, size_t batch,
                        const size_t *entry, size_t elements, bool *differs) {
    const double *taken = plumb_gather_entries(storage, *tensor, batch, entry, elements / batch);
    if (taken == NULL)
        return -1;
    *differs = *differs || !plumb_same_numbers(taken, *tensor, elements);
    *tensor = taken;
    return 0;
}

/* integer: which tensors; second: whose */
static int mix_entries(const plumb_neighbour *neighbour, plumb_storage *storage,
                       plumb_case *changed) {
    plumb_problem problem = changed->problem;
    size_t batch = problem.batch;
    int64_t which = neighbour->integer;
    bool differs = false;
    const size_t *entry = entries(storage, batch, (source)neighbour->second);
    if (entry == NULL)
        return -1;
    if (((which & QUERIES) != 0 && take_entries(storage, &problem.query, batch, entry,
                                                plumb_query_elements(&problem), &differs) != 0) ||
        ((which & KEYS) != 0 && take_entries(storage, &problem.key, batch, entry,
                                             plumb_key_elements(&problem), &differs) != 0) ||
        ((which & VALUES) != 0 && take_entries(storage, &problem.value, batch, entry,
                                               plumb_value_elements(&problem), &differs) != 0))
        return -1;
    if (!differs)
        return 0;
    changed->problem = problem;
    return 1;
}

static bool has_two_entries(const plumb_case *stated) {
    return stated->problem.batch > 1;
}

static bool has_three_entries(const plumb_case *stated) {
    return stated->problem.batch > 2;
}

static const plumb_change_line mixtures[] = {
    {"lets all batch entries read the keys of the first", has_two_entries, mix_entries,
     KEYS | VALUES, FIRST, 0},
    {"reads the keys of the batch entry before: a stale cache", has_two_entries, mix_entries,
     KEYS | VALUES, BEFORE, 0},
    {"reads the keys of the batch entry after", has_three_entries, mix_entries, KEYS | VALUES, NEXT,
     0},
    {"computes the first batch entry for all", has_two_entries, mix_entries,
     QUERIES | KEYS | VALUES, FIRST, 0},
    {"lets all batch entries read the first one's keys, not values", has_two_entries, mix_entries,
     KEYS, FIRST, 0},
    {"lets all batch entries read the first one's values, not keys", has_two_entries, mix_entries,
     VALUES, FIRST, 0},
};

void plumb_neighbours_of_batches(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    plumb_change_add_lines(neighbourhood, stated, PLUMB_NEIGHBOUR_FAULT, "batch",
                           PLUMB_LINES(mixtures));
}
