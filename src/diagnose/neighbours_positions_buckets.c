/* neighbours_positions_buckets.c - T5's buckets and the number of the bucket itself: of both
   directions or one, of distances the other way, of another reach. */
#include "diagnose/change_places.h"
#include "diagnose/neighbours_positions.h"

static bool has_buckets(const plumb_position *position) {
    return position->kind == PLUMB_POSITION_T5 || position->kind == PLUMB_POSITION_BUCKET_INDEX;
}

static int toggle_direction(const plumb_neighbour *neighbour, plumb_storage *storage,
                            plumb_case *changed) {
    plumb_position *position = &changed->problem.position;
    (void)neighbour;
    (void)storage;
    if (!has_buckets(position))
        return 0;
    position->bidirectional = !position->bidirectional;
    return plumb_positions_made(&changed->problem);
}

/* integer: how many buckets, no more than the table has. */
static int use_buckets(const plumb_neighbour *neighbour, plumb_storage *storage,
                       plumb_case *changed) {
    plumb_position *position = &changed->problem.position;
    size_t buckets = (size_t)neighbour->integer, before = position->buckets;
    (void)storage;
    if (!has_buckets(position) || buckets == before ||
        (position->kind == PLUMB_POSITION_T5 && buckets > before))
        return 0;
    position->buckets = buckets;
    return plumb_positions_made(&changed->problem);
}

/* integer: the distance from which on all share the last bucket. */
static int use_max_distance(const plumb_neighbour *neighbour, plumb_storage *storage,
                            plumb_case *changed) {
    plumb_position *position = &changed->problem.position;
    (void)storage;
    if (!has_buckets(position) || position->max_distance == (size_t)neighbour->integer)
        return 0;
    position->max_distance = (size_t)neighbour->integer;
    return plumb_positions_made(&changed->problem);
}

static int add_bucket_itself(const plumb_neighbour *neighbour, plumb_storage *storage,
                             plumb_case *changed) {
    plumb_position *position = &changed->problem.position;
    (void)neighbour;
    (void)storage;
    if (position->kind != PLUMB_POSITION_T5)
        return 0;
    position->kind = PLUMB_POSITION_BUCKET_INDEX;
    position->table = NULL;
    position->table_rows = 0;
    return plumb_positions_made(&changed->problem);
}

static void negate(int64_t *position, size_t count) {
    for (size_t i = 0; i < count; i++)
        position[i] = -position[i];
}

/* Distances of -p are those of p, reversed. */
static int reverse_distances(const plumb_neighbour *neighbour, plumb_storage *storage,
                             plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    int64_t *query = NULL, *key = NULL;
    (void)neighbour;
    if (!has_buckets(&problem->position))
        return 0;
    int result = plumb_state_positions(storage, problem, &query, &key);
    if (result != 1)
        return result;
    negate(query, problem->batch * problem->query_length);
    negate(key, problem->batch * problem->key_length);
    return plumb_positions_made(problem);
}

static void add_numbers(plumb_neighbourhood *list, const plumb_position *stated) {
    static const plumb_change_parameter of_buckets = {"buckets", use_buckets, "has ", " buckets"},
                                        of_reach = {"max_distance", use_max_distance,
                                                    "has max_distance ", ""};
    int64_t buckets = (int64_t)stated->buckets, distance = (int64_t)stated->max_distance;
    plumb_change_add_integer(list, &of_buckets, 32, buckets);
    if (buckets / 2 != 32)
        plumb_change_add_integer(list, &of_buckets, buckets / 2, buckets);
    if (stated->kind == PLUMB_POSITION_BUCKET_INDEX && 2 * buckets != 32)
        plumb_change_add_integer(list, &of_buckets, 2 * buckets, buckets);
    plumb_change_add_integer(list, &of_reach, 128, distance);
    if (distance / 2 != 128)
        plumb_change_add_integer(list, &of_reach, distance / 2, distance);
    if (2 * distance != 128)
        plumb_change_add_integer(list, &of_reach, 2 * distance, distance);
}

void plumb_neighbours_of_buckets(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_position *position = &stated->problem.position;
    plumb_neighbour direction = {
        .kind = PLUMB_NEIGHBOUR_CONVENTION, .axis = "direction", .change = toggle_direction};
    plumb_neighbour itself = {.kind = PLUMB_NEIGHBOUR_CONVENTION,
                              .axis = "position",
                              .member = "\"position\":\"bucket-index\"",
                              .change = add_bucket_itself};
    plumb_neighbour reversed = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "distances", .change = reverse_distances};
    if (!has_buckets(position))
        return;
    plumb_change_member(&direction, "\"direction\":\"%s\"",
                        position->bidirectional ? "causal" : "both");
    plumb_change_add(neighbourhood, direction, "%s buckets for keys after the query",
                     position->bidirectional ? "has no" : "has half of the");
    plumb_change_add(neighbourhood, reversed, "takes the bucket of p_t - p_j");
    if (position->kind == PLUMB_POSITION_T5)
        plumb_change_add(neighbourhood, itself, "adds the number of the bucket itself");
    add_numbers(neighbourhood, position);
}
