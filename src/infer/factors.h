/* factors.h - the factor by which a kernel multiplied each key's weight, for each group of rows, as a table. */
#ifndef PLUMB_INFER_FACTORS_H
#define PLUMB_INFER_FACTORS_H
#include "problem/problem.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where factors stand: in the sum of values and in that of weights, or in one of them. */
typedef enum { PLUMB_IN_BOTH, PLUMB_IN_VALUES, PLUMB_IN_WEIGHTS, PLUMB_PLACES } plumb_place;

/* Rows that share factors. */
typedef enum {
    PLUMB_GROUP_ALL,
    PLUMB_GROUP_ENTRY,
    PLUMB_GROUP_KEY_HEAD,
    PLUMB_GROUP_HEAD,
    PLUMB_GROUP_ENTRY_HEAD,
    PLUMB_GROUP_SOURCE,  /* each key head of each batch entry */
    PLUMB_GROUP_QUERIES, /* tiles of queries, of all heads and batch entries */
    PLUMB_GROUPINGS
} plumb_grouping;

enum { PLUMB_FACTORS_TEXT = 400 };

typedef struct {
    plumb_grouping by;
    size_t tile;  /* queries, of PLUMB_GROUP_QUERIES */
    plumb_place place;
    size_t distances; /* not 0: factors go by how far a key is before the query, so many of these, not by keys */
    size_t groups;
    double *factor; /* [groups][keys]; of distances: as plumb_distance_of counts them */
    double *sink;   /* [groups] */
    double zeros;   /* keys of zeros that take part beside all others */
    bool fitted;    /* some factor is no whole number */
    bool apart;     /* groups differ, and the words say which is which */
    bool sink_alone; /* no key has a factor */
    bool periodic;  /* of distances every n-th */
    bool window;    /* of tiles of queries, one after the other, more and more of the first keys are lost */
    char says[PLUMB_FACTORS_TEXT];
} plumb_factors;

static inline size_t plumb_groups_of(const plumb_problem *p, plumb_grouping by, size_t tile) {
    const size_t groups[PLUMB_GROUPINGS] = {[PLUMB_GROUP_ALL] = 1,
                                            [PLUMB_GROUP_ENTRY] = p->batch,
                                            [PLUMB_GROUP_KEY_HEAD] = p->key_heads,
                                            [PLUMB_GROUP_HEAD] = p->query_heads,
                                            [PLUMB_GROUP_ENTRY_HEAD] = p->batch * p->query_heads,
                                            [PLUMB_GROUP_SOURCE] = p->batch * p->key_heads,
                                            [PLUMB_GROUP_QUERIES] = (p->query_length + tile - 1) / tile};
    return groups[by];
}

static inline size_t plumb_group_of(const plumb_problem *p, plumb_grouping by, size_t tile, size_t b, size_t h,
                                    size_t t) {
    const size_t key_head = h / (p->query_heads / p->key_heads);
    const size_t group[PLUMB_GROUPINGS] = {[PLUMB_GROUP_ENTRY] = b,
                                           [PLUMB_GROUP_KEY_HEAD] = key_head,
                                           [PLUMB_GROUP_HEAD] = h,
                                           [PLUMB_GROUP_ENTRY_HEAD] = b * p->query_heads + h,
                                           [PLUMB_GROUP_SOURCE] = b * p->key_heads + key_head,
                                           [PLUMB_GROUP_QUERIES] = t / tile};
    return group[by];
}

/* How far a key is before the query's position, all that are so far or farther together; then those after it. */
static inline size_t plumb_distance_of(const plumb_problem *p, size_t b, size_t t, size_t key, size_t distances) {
    int64_t before = (int64_t)t + plumb_offset_of(p, b) - (int64_t)key;
    return before < 0 ? distances - 1 : before < (int64_t)distances - 2 ? (size_t)before : distances - 2;
}
#endif
