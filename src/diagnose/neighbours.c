/* neighbours.c - the lists, and those of them that are their tables alone. */
#include "case/pages.h"
#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/fit.h"
#include "diagnose/gather.h"
#include "diagnose/rows.h"
#include <math.h>

void plumb_neighbours_of_pages(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    const plumb_pages *pages = stated->cache[0] != NULL ? stated->cache[0]->pages : NULL;
    bool ragged = pages != NULL && pages->is_sequence;
    bool paged = pages != NULL && !ragged, lengths = p->mask.key_lengths != NULL;
    bool padded = p->mask.key_starts != NULL;
    bool several = p->batch > 1, aligned = p->mask.entry_offset != NULL;
    long long longest = (long long)p->key_length;
#include "diagnose/neighbours_pages.def"
}

static size_t masks_of(const plumb_problem *p) {
    const plumb_mask *m = &p->mask;
    const bool stated[] = {p->causal.causal,       m->prefixed,      m->windowed,       m->chunk > 0,
                           m->streaming,           m->lists != NULL, m->drafts != NULL, m->query_segment != NULL,
                           plumb_states_boolean(m)};
    size_t count = 0;
    for (size_t i = 0; i < sizeof stated / sizeof *stated; i++)
        count += stated[i];
    return count;
}

void plumb_neighbours_of_masks(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    const plumb_mask *m = &p->mask;
    bool counts = plumb_offset_counts(p);
    long long at = p->causal.offset, last = (long long)p->key_length - (long long)p->query_length;
    size_t masks = masks_of(p);
    bool alike = p->mask.entry_offset == NULL, boolean = plumb_is_boolean(m);
    bool several = p->batch > 1;
    long long list_block = m->lists != NULL ? (long long)m->lists->key_block : 0;
    long long left = m->left, right = m->right, chunk = m->chunk;
#include "diagnose/neighbours_masks.def"
    plumb_neighbours_of_fitted_masks(stated, neighbourhood);
}

/* Asked of a row already: if it is one, it is most likely. */
static void neighbours_of_columns(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    size_t heads = plumb_heads_in_columns(stated), dim = heads > 0 ? stated->problem.head_dim / heads : 0;
    ROW(CONVENTION, "layout", heads > 0, CALL(plumb_split_columns, .integer = (int64_t)heads),
        "has %zu heads of %zu in the last axis, [B,S,H*D]: pass x.reshape(B, S, %zu, %zu).swapaxes(1, 2)", heads, dim,
        heads, dim)
}

void plumb_neighbours_of_heads(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    size_t heads = p->query_heads, groups = plumb_groups(stated);
    size_t ratio = groups > 0 ? heads / groups : 1;
    bool grouped = groups > 1 && groups < heads, tiled = stated->tiled_heads != 0;
    bool is_long = p->query_length > 1 || p->key_length > 1, answers = stated->output.present;
    bool by_count = grouped && heads <= groups * groups && (tiled || heads < groups * groups);
    const char *vectors = p->op.sink == PLUMB_SINK_TOKEN ? "k v k_star v_star" : "k v";
#include "diagnose/neighbours_heads.def"
}

#define LEAVE_OUT_KEYS(first, end) CALL(plumb_leave_out_keys, .integer = (int64_t)(first), .second = (int64_t)(end))

static size_t cut(size_t n, size_t block) {
    return block < 8 ? n : n / block * block;
}

static size_t padded(size_t n, size_t block) {
    return block < 8 ? n : (n + block - 1) / block * block;
}

void plumb_neighbours_of_keys(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    size_t keys = p->key_length, queries = p->query_length, dim = p->head_dim, last = keys - 1;
    bool several = queries > 1 && queries < keys;
    bool plain = !plumb_position_moves_vectors(p->position.kind) && p->position.kind != PLUMB_POSITION_SHAW &&
                 p->op.kind != PLUMB_ELU_KERNEL && p->op.kind != PLUMB_MLP_KERNEL;
    if (keys == 0)
        return;
#include "diagnose/neighbours_keys.def"
}

#define SLOPES(rule) CALL(plumb_use_slopes, .integer = PLUMB_SLOPES_##rule)
#define ON_IDS(function) CALL(function, .of = "query_positions key_positions")
#define ALIBI(what, format) CALL(plumb_round_alibi, .integer = (what), .second = PLUMB_##format)

void plumb_neighbours_of_positions(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    const plumb_position *position = &p->position;
    size_t dim = p->head_dim, heads = p->query_heads, buckets = position->buckets, farthest = position->max_distance;
    long long offset = p->causal.offset, moved = position->offset;
    long long last = (long long)p->key_length - (long long)p->query_length;
    bool even = dim % 2 == 0, none = position->kind == PLUMB_POSITION_NONE;
    bool turns = plumb_rotates_output(position);
    bool alibi = position->kind == PLUMB_POSITION_ALIBI;
    bool t5 = position->kind == PLUMB_POSITION_T5, shaw = position->kind == PLUMB_POSITION_SHAW;
    bool by_head = t5 || position->kind == PLUMB_POSITION_RELATIVE_TABLE;
    bool has_table = by_head || shaw || position->kind == PLUMB_POSITION_LEARNED;
    bool has_reach = shaw || position->kind == PLUMB_POSITION_RELATIVE_TABLE;
    bool has_values = has_table && position->value_table != NULL;
    bool of_buckets = t5 || position->kind == PLUMB_POSITION_BUCKET_INDEX;
    bool sinusoidal = position->kind == PLUMB_POSITION_SINUSOIDAL, adds_vectors = plumb_adds_vectors(p);
    bool concatenated = position->sinusoidal == PLUMB_SINUSOIDAL_CONCATENATED;
    bool distances = plumb_distances_count(p), places = !none && !distances;
    bool counted = !none && position->query_position == NULL && p->mask.entry_offset == NULL;
    bool heated = position->temperature.factor != 0, keyed = position->kind != PLUMB_POSITION_TEMPERATURE;
    bool ids = !none && plumb_has_ids(p);
    bool both_ids = ids && position->query_position != NULL && position->key_position != NULL;
#include "diagnose/neighbours_positions.def"
}

/* Scores that no operator of a case gives, made of all that other changes leave, so listed after them. */
#define ADDS(fill, before) CALL(plumb_add_to_hidden, .number = (fill), .second = (before))
#define HAS(fill, before) CALL(plumb_replace_hidden, .number = (fill), .second = (before))

void plumb_neighbours_of_added(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    bool hides = plumb_may_show_hidden(p);
#include "diagnose/neighbours_added.def"
}

/* Log-sum-exps that were read in another base. */
#define OF_BASE(base, factor)                                  \
    ((plumb_neighbour){.make = plumb_verb_multiply, .of = "lse", \
                       .number = (factor), .member = "\"lse_base\":\"" base "\""})

void plumb_neighbours_of_claims(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    static const char mode[] = "qk_matmul_output_mode";
    const plumb_problem *p = &stated->problem;
    bool lse = stated->lse.present, scores = stated->scores.present, weights = stated->weights.present;
#include "diagnose/neighbours_claims.def"
    plumb_neighbours_of_factors(stated, neighbourhood);
    plumb_neighbours_of_lse(stated, neighbourhood);
    plumb_neighbours_of_divisors(stated, neighbourhood);
}

/* Changes are those of what is stated, without copies of keys. */
static plumb_case without_copies(const plumb_case *stated) {
    plumb_case c = *stated;
    c.problem = *plumb_stated_problem(stated);
    return c;
}

typedef void neighbour_list(const plumb_case *stated, plumb_neighbourhood *neighbourhood);

/* Families of which engines differ most often come first. */
void plumb_neighbours_of(const plumb_case *given, plumb_neighbourhood *neighbourhood) {
    static neighbour_list *const lists[] = {
        neighbours_of_columns,
        plumb_neighbours_of_scales, plumb_neighbours_of_pages,     plumb_neighbours_of_masks,
        plumb_neighbours_of_rope,   plumb_neighbours_of_scores,    plumb_neighbours_of_positions,
        plumb_neighbours_of_operators, plumb_neighbours_of_heads,  plumb_neighbours_of_keys,
        plumb_neighbours_of_added,  plumb_neighbours_of_claims,    plumb_neighbours_of_precision};
    const plumb_case stated = without_copies(given);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        lists[i](&stated, neighbourhood);
}

void plumb_neighbours_that_compute(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    static neighbour_list *const lists[] = {
        plumb_neighbours_of_scales,    plumb_neighbours_of_pages, plumb_neighbours_of_masks, plumb_neighbours_of_scores,
        plumb_neighbours_of_operators, plumb_neighbours_of_heads, plumb_neighbours_of_keys,  plumb_neighbours_of_rope,
        plumb_neighbours_of_positions, plumb_neighbours_of_added};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        lists[i](stated, neighbourhood);
}
