/* neighbours_heads.c - which key head a query head reads, and heads in another order. */
#include "diagnose/neighbours_heads.h"
#include "diagnose/change.h"
#include "diagnose/gather.h"

/* Query heads, and key heads before gqa tile repeated them. */
typedef struct {
    size_t heads, groups;
} head_counts;

static head_counts counts_of(const plumb_case *c) {
    return (head_counts){c->problem.query_heads,
                         c->tiled_heads != 0 ? c->tiled_heads : c->problem.key_heads};
}

/* Which key head query head h reads.  Tensors of tiled heads begin with each of them once. */
typedef enum {
    INTERLEAVED, /* h / (query_heads / key_heads) */
    TILED,       /* h mod key_heads */
    FIRST,       /* 0 */
    BY_COUNT,    /* h / key_heads */
    NEXT,        /* the one after the stated */
    BEFORE,      /* the one before */
    REVERSED     /* counted from the last */
} mapping;

/* False where the mapping leads beyond the key heads. */
static bool map_head(head_counts n, mapping map, bool tiled, size_t h, size_t *key_head) {
    size_t stated = tiled ? h % n.groups : h / (n.heads / n.groups);
    switch (map) {
    case INTERLEAVED:
        *key_head = h / (n.heads / n.groups);
        break;
    case TILED:
        *key_head = h % n.groups;
        break;
    case FIRST:
        *key_head = 0;
        break;
    case BY_COUNT:
        *key_head = h / n.groups;
        break;
    case NEXT:
        *key_head = (stated + 1) % n.groups;
        break;
    case BEFORE:
        *key_head = (stated + n.groups - 1) % n.groups;
        break;
    case REVERSED:
    default:
        *key_head = n.groups - 1 - stated;
        break;
    }
    return *key_head < n.groups;
}

/* What is mapped so. */
enum { KEYS = 1, VALUES = 2 };

/* The vectors of a sink for each key head go with it, from a query head that has them. */
static int map_token(plumb_storage *storage, plumb_problem *p, const size_t *head) {
    plumb_extras *extra = &p->extra;
    if (p->op.sink != PLUMB_SINK_TOKEN)
        return 0;
    extra->sink_key = plumb_gather_heads(storage, extra->sink_key, 1, p->query_heads, head,
                                         p->query_heads, p->head_dim);
    extra->sink_value = plumb_gather_heads(storage, extra->sink_value, 1, p->query_heads, head,
                                           p->query_heads, p->value_dim);
    return extra->sink_key == NULL || extra->sink_value == NULL ? -1 : 0;
}

/* Takes for each query head its own copy of a key head's matrices. */
static const double *take_matrices(plumb_storage *storage, const plumb_problem *p,
                                   const double *from, const size_t *head, size_t width) {
    return plumb_gather_heads(storage, from, p->batch, p->key_heads, head, p->query_heads,
                              p->key_length * width);
}

static int take_mapped(plumb_storage *storage, plumb_problem *p, const size_t *key_head,
                       const size_t *value_head) {
    const double *key = take_matrices(storage, p, p->key, key_head, p->head_dim);
    const double *value = take_matrices(storage, p, p->value, value_head, p->value_dim);
    if (key == NULL || value == NULL)
        return -1;
    p->key = key;
    p->value = value;
    p->key_heads = p->query_heads;
    return 0;
}

/* Of each query head: the key head of its keys, of its values, and a query head that has the sink
   of the former. */
typedef struct {
    size_t *key, *value, *sink;
} head_maps;

static bool make_maps(plumb_storage *storage, head_maps *maps, size_t heads) {
    maps->key = plumb_storage_take(storage, heads, sizeof *maps->key);
    maps->value = plumb_storage_take(storage, heads, sizeof *maps->value);
    maps->sink = plumb_storage_take(storage, heads, sizeof *maps->sink);
    return maps->key != NULL && maps->value != NULL && maps->sink != NULL;
}

/* integer: the mapping; second: what is mapped */
static int map_heads(const plumb_neighbour *neighbour, plumb_storage *storage,
                     plumb_case *changed) {
    plumb_problem problem = changed->problem;
    head_counts n = counts_of(changed);
    bool tiled = changed->tiled_heads != 0, differs = false;
    mapping map = (mapping)neighbour->integer;
    head_maps maps;
    if (!make_maps(storage, &maps, n.heads))
        return -1;
    for (size_t h = 0; h < n.heads; h++) {
        size_t mapped, stated;
        if (!map_head(n, map, tiled, h, &mapped) ||
            !map_head(n, tiled ? TILED : INTERLEAVED, tiled, h, &stated))
            return 0;
        maps.key[h] = (neighbour->second & KEYS) != 0 ? mapped : stated;
        maps.value[h] = (neighbour->second & VALUES) != 0 ? mapped : stated;
        maps.sink[h] = tiled ? maps.key[h] : maps.key[h] * (n.heads / n.groups);
        differs = differs || mapped != stated;
    }
    if (!differs)
        return 0;
    bool both = neighbour->second == (KEYS | VALUES);
    if (take_mapped(storage, &problem, maps.key, maps.value) != 0 ||
        (both && map_token(storage, &problem, maps.sink) != 0))
        return -1;
    changed->problem = problem;
    changed->tiled_heads = map == TILED && both ? n.groups : 0;
    return 1;
}

/* In whose place a head's query or answer stands. */
typedef enum {
    ORDER_NEXT,
    ORDER_BEFORE,
    ORDER_REVERSED,
    ORDER_BY_GROUP,     /* head (k, g) stands at g key_heads + k, for k groups + g */
    ORDER_FROM_BY_GROUP /* the other way round */
} head_order;

static size_t head_in_order(head_counts n, head_order order, size_t h) {
    size_t groups = n.heads / n.groups;
    switch (order) {
    case ORDER_NEXT:
        return (h + 1) % n.heads;
    case ORDER_BEFORE:
        return (h + n.heads - 1) % n.heads;
    case ORDER_REVERSED:
        return n.heads - 1 - h;
    case ORDER_BY_GROUP:
        return h % groups * n.groups + h / groups;
    case ORDER_FROM_BY_GROUP:
    default:
        return h % n.groups * groups + h / n.groups;
    }
}

static size_t *heads_in_order(plumb_storage *storage, const plumb_case *c, head_order order) {
    size_t *head = plumb_storage_take(storage, c->problem.query_heads, sizeof *head);
    for (size_t h = 0; head != NULL && h < c->problem.query_heads; h++)
        head[h] = head_in_order(counts_of(c), order, h);
    return head;
}

/* integer: the order */
static int reorder_queries(const plumb_neighbour *neighbour, plumb_storage *storage,
                           plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    const size_t *head = heads_in_order(storage, changed, (head_order)neighbour->integer);
    const double *query =
        head == NULL ? NULL
                     : plumb_gather_heads(storage, p->query, p->batch, p->query_heads, head,
                                          p->query_heads, p->query_length * p->head_dim);
    if (query == NULL)
        return -1;
    if (plumb_same_numbers(query, p->query, plumb_query_elements(p)))
        return 0;
    p->query = query;
    return 1;
}

/* integer: the order */
static int reorder_answers(const plumb_neighbour *neighbour, plumb_storage *storage,
                           plumb_case *changed) {
    const plumb_problem *p = &changed->problem;
    plumb_claim *const claims[] = {&changed->output, &changed->weights, &changed->scores,
                                   &changed->lse};
    const size_t *head = heads_in_order(storage, changed, (head_order)neighbour->integer);
    bool differs = false;
    if (head == NULL)
        return -1;
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        plumb_claim *claim = claims[i];
        if (!claim->present)
            continue;
        const double *value =
            plumb_gather_heads(storage, claim->value, p->batch, p->query_heads, head,
                               p->query_heads, claim->count / p->batch / p->query_heads);
        if (value == NULL)
            return -1;
        differs = differs || !plumb_same_numbers(value, claim->value, claim->count);
        claim->value = value;
    }
    return differs;
}

static void add_mapping(plumb_neighbourhood *list, mapping map, int64_t what, const char *does) {
    plumb_neighbour entry = {.kind = PLUMB_NEIGHBOUR_FAULT,
                             .axis = "gqa",
                             .change = map_heads,
                             .integer = map,
                             .second = what};
    if (what == (KEYS | VALUES) && (map == INTERLEAVED || map == TILED)) {
        entry.kind = PLUMB_NEIGHBOUR_CONVENTION;
        plumb_change_member(&entry, "\"gqa\":\"%s\"", map == TILED ? "tile" : "interleave");
    }
    plumb_change_add(list, entry, "%s", does);
}

static void add_mappings(const plumb_case *stated, plumb_neighbourhood *list) {
    head_counts n = counts_of(stated);
    bool tiled = stated->tiled_heads != 0, grouped = n.heads != n.groups && n.groups > 1;
    if (n.groups < 2)
        return;
    if (grouped && tiled)
        add_mapping(list, INTERLEAVED, KEYS | VALUES,
                    "gives query head h the key head h / (query_heads / key_heads)");
    if (grouped && !tiled) {
        add_mapping(list, TILED, KEYS | VALUES, "gives query head h the key head h mod key_heads");
        add_mapping(list, TILED, KEYS,
                    "gives query head h the keys, not values, of h mod key_heads");
        add_mapping(list, TILED, VALUES,
                    "gives query head h the values, not keys, of h mod key_heads");
    }
    if (grouped)
        add_mapping(list, BY_COUNT, KEYS | VALUES, "gives query head h the key head h / key_heads");
    add_mapping(list, FIRST, KEYS | VALUES, "gives every query head the key head 0");
    add_mapping(list, NEXT, KEYS | VALUES, "gives each query head the key head after its own");
    if (n.groups == 2)
        return;
    add_mapping(list, BEFORE, KEYS | VALUES, "gives each query head the key head before its own");
    add_mapping(list, REVERSED, KEYS | VALUES, "has the key heads in reverse order");
}

static void add_order(plumb_neighbourhood *list, plumb_neighbour_change *change, head_order order,
                      const char *does) {
    plumb_change_add(
        list,
        (plumb_neighbour){.kind = PLUMB_NEIGHBOUR_FAULT,
                          .axis = change == reorder_queries ? "heads of q" : "heads of out",
                          .change = change,
                          .integer = order},
        "%s", does);
}

static void add_orders(const plumb_case *stated, plumb_neighbourhood *list) {
    head_counts n = counts_of(stated);
    if (n.heads < 2)
        return;
    if (n.groups > 1 && n.groups < n.heads) {
        add_order(list, reorder_answers, ORDER_BY_GROUP,
                  "writes heads as [group, key head], not [key head, group]");
        add_order(list, reorder_answers, ORDER_FROM_BY_GROUP,
                  "numbers heads as [group, key head] and writes [key head, group]");
        add_order(list, reorder_queries, ORDER_BY_GROUP,
                  "reads query heads as [group, key head], not [key head, group]");
        add_order(list, reorder_queries, ORDER_FROM_BY_GROUP,
                  "numbers heads as [group, key head] and reads queries as [key head, group]");
    }
    add_order(list, reorder_answers, ORDER_NEXT, "writes each head in place of the next");
    add_order(list, reorder_queries, ORDER_NEXT, "gives each head the queries of the next");
    if (n.heads == 2)
        return;
    add_order(list, reorder_answers, ORDER_BEFORE, "writes each head in place of the one before");
    add_order(list, reorder_answers, ORDER_REVERSED, "writes the heads in reverse order");
    add_order(list, reorder_queries, ORDER_BEFORE, "gives each head the queries of the one before");
    add_order(list, reorder_queries, ORDER_REVERSED, "reads the query heads in reverse order");
}

void plumb_neighbours_of_heads(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    add_mappings(stated, neighbourhood);
    add_orders(stated, neighbourhood);
    plumb_neighbours_of_layouts(stated, neighbourhood);
    plumb_neighbours_of_batches(stated, neighbourhood);
}
