/* neighbours_heads_layout.c - memory that engines read or write in another layout. */
#include "diagnose/change.h"
#include "diagnose/gather.h"
#include "diagnose/neighbours_heads.h"
#include "diagnose/shown.h"

/* Which tensors. */
enum { QUERIES = 1, KEYS = 2, VALUES = 4, OUTPUT = 8 };

/* Reads one of them so; sets *differs if that changes anything. */
static int read_tensor(plumb_storage *storage, const double **tensor, const plumb_problem *p,
                       size_t heads, size_t length, size_t width, plumb_memory memory,
                       bool *differs) {
    const size_t size[] = {p->batch, heads, length, width};
    const double *read = plumb_read_memory(storage, *tensor, size, memory);
    if (read == NULL)
        return -1;
    *differs = *differs || !plumb_same_numbers(read, *tensor, p->batch * heads * length * width);
    *tensor = read;
    return 0;
}

static int read_inputs(plumb_storage *storage, plumb_problem *p, int64_t which, plumb_memory memory,
                       bool *differs) {
    size_t queries = p->query_length, keys = p->key_length;
    if ((which & QUERIES) != 0 && read_tensor(storage, &p->query, p, p->query_heads, queries,
                                              p->head_dim, memory, differs) != 0)
        return -1;
    if ((which & KEYS) != 0 &&
        read_tensor(storage, &p->key, p, p->key_heads, keys, p->head_dim, memory, differs) != 0)
        return -1;
    if ((which & VALUES) != 0 &&
        read_tensor(storage, &p->value, p, p->key_heads, keys, p->value_dim, memory, differs) != 0)
        return -1;
    return 0;
}

/* integer: which tensors; second: the layout.  Tiled heads stand in memory once, not as here. */
static int use_layout(const plumb_neighbour *neighbour, plumb_storage *storage,
                      plumb_case *changed) {
    plumb_problem problem = changed->problem;
    const double *output = changed->output.value;
    plumb_memory memory = (plumb_memory)neighbour->second;
    int64_t which = neighbour->integer;
    bool differs = false;
    if ((changed->tiled_heads != 0 && (which & (KEYS | VALUES)) != 0) ||
        ((which & OUTPUT) != 0 && !changed->output.present))
        return 0;
    if (read_inputs(storage, &problem, which, memory, &differs) != 0)
        return -1;
    if ((which & OUTPUT) != 0 &&
        read_tensor(storage, &output, &problem, problem.query_heads, problem.query_length,
                    problem.value_dim, memory, &differs) != 0)
        return -1;
    if (!differs)
        return 0;
    changed->problem = problem;
    changed->output.value = output;
    return 1;
}

/* Which key heads a query sees where heads take the place of positions. */
typedef enum { ALL_HEADS, HEADS_TO_OWN } head_mask;

/* context: how many keys each head has */
static bool up_to_own_head(const plumb_problem *p, const void *context, size_t b, size_t h,
                           size_t t, size_t j) {
    const size_t *keys = context;
    (void)p, (void)b, (void)t;
    return j / *keys <= h;
}

/* Positions that documents may be told by, over and over. */
static const int64_t *count_positions(plumb_storage *storage, size_t count, size_t length) {
    int64_t *position = plumb_storage_take(storage, count, sizeof *position);
    for (size_t i = 0; position != NULL && i < count; i++)
        position[i] = (int64_t)(i % length);
    return position;
}

/* Whether nothing stands in the way of exchanging heads and positions: all that a case can state of
   either is missing, but for a causal mask. */
static bool may_exchange(const plumb_case *c) {
    const plumb_problem *p = &c->problem;
    const plumb_mask *m = &p->mask;
    bool masked = m->windowed || m->prefixed || m->streaming || m->chunk != 0 ||
                  m->query_segment != NULL || m->allowed != NULL || p->extra.bias != NULL;
    return !masked && p->query_length == p->key_length && p->key_heads > 1 && c->tiled_heads == 0 &&
           p->key_length > 1 && p->position.kind == PLUMB_POSITION_NONE &&
           p->op.sink == PLUMB_SINK_NONE && !c->weights.present && !c->scores.present;
}

/* Queries of position t see the key of position t of every head: all key heads become one, whose
   documents are the positions.  integer: the head_mask */
static int exchange_heads(const plumb_neighbour *neighbour, plumb_storage *storage,
                          plumb_case *changed) {
    plumb_problem problem = changed->problem;
    size_t length = problem.key_length;
    bool masked = neighbour->integer != ALL_HEADS;
    if (!may_exchange(changed) || (masked && !problem.causal.causal))
        return 0;
    problem.causal = (plumb_causal){false, 0};
    problem.key_length *= problem.key_heads;
    problem.key_heads = 1;
    problem.mask.query_segment = count_positions(storage, problem.batch * length, length);
    problem.mask.key_segment = count_positions(storage, problem.batch * problem.key_length, length);
    if (problem.mask.query_segment == NULL || problem.mask.key_segment == NULL)
        return -1;
    if (masked && plumb_change_allowed(storage, &problem, (plumb_varies){false, true, false},
                                       up_to_own_head, &length) < 0)
        return -1;
    changed->problem = problem;
    return 1;
}

static void add(plumb_neighbourhood *list, int64_t which, plumb_memory memory, const char *does) {
    plumb_change_add(list,
                     (plumb_neighbour){.kind = PLUMB_NEIGHBOUR_FAULT,
                                       .axis = "layout",
                                       .change = use_layout,
                                       .integer = which,
                                       .second = memory},
                     "%s %s", does, plumb_memory_name(memory));
}

static void add_layouts(plumb_neighbourhood *list, plumb_memory memory) {
    add(list, OUTPUT, memory, "writes out");
    add(list, QUERIES | KEYS | VALUES, memory, "reads q, k and v");
    add(list, QUERIES | KEYS | VALUES | OUTPUT, memory, "reads q, k and v and writes out");
    add(list, KEYS | VALUES, memory, "reads k and v");
    add(list, QUERIES, memory, "reads q");
    add(list, KEYS, memory, "reads k");
    add(list, VALUES, memory, "reads v");
}

static void add_exchange(plumb_neighbourhood *list, head_mask mask, const char *does) {
    plumb_change_add(list,
                     (plumb_neighbour){.kind = PLUMB_NEIGHBOUR_FAULT,
                                       .axis = "layout",
                                       .change = exchange_heads,
                                       .integer = mask},
                     "%s", does);
}

void plumb_neighbours_of_layouts(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    bool lengths = p->query_length > 1 || p->key_length > 1;
    if (p->query_heads > 1 && lengths) {
        add_layouts(neighbourhood, PLUMB_MEMORY_BSHD);
        add_layouts(neighbourhood, PLUMB_MEMORY_RANK_3);
        add_exchange(neighbourhood, ALL_HEADS,
                     "attends to the heads of one position, not to the positions of one head");
        add_exchange(neighbourhood, HEADS_TO_OWN,
                     "attends to the heads of one position up to its own");
    }
    if (p->batch > 1 && lengths)
        add_layouts(neighbourhood, PLUMB_MEMORY_SBHD);
    if (p->key_length > 1) {
        add(neighbourhood, KEYS, PLUMB_MEMORY_BHDS, "reads k");
        add(neighbourhood, VALUES, PLUMB_MEMORY_BHDS, "reads v");
        add(neighbourhood, OUTPUT, PLUMB_MEMORY_BHDS, "writes out");
    }
}
