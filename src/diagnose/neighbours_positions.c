#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/rows.h"
#include <math.h>

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
