/* vector_change.h - what may have been done to the rows of a tensor before they were multiplied. */
#ifndef PLUMB_INFER_VECTOR_CHANGE_H
#define PLUMB_INFER_VECTOR_CHANGE_H
#include "infer/hypothesis.h"
#include "infer/layout.h"

/* Numbers that share a scale, a norm or a mean: those of a row, of n rows, of n columns of a row, of a column of a
   head, of a head, of a row over all heads, all. */
typedef enum {
    PLUMB_GROUP_OF_ROW,
    PLUMB_GROUP_OF_ROWS,
    PLUMB_GROUP_OF_COLUMNS,
    PLUMB_GROUP_OF_COLUMN,
    PLUMB_GROUP_OF_HEAD,
    PLUMB_GROUP_OF_TOKEN,
    PLUMB_GROUP_OF_ALL,
    PLUMB_GROUPS_OF_NUMBERS
} plumb_number_group;

typedef struct plumb_vector_change {
    /* Fills the rows of a head of `to` from the tensor `from`. */
    void (*make)(const struct plumb_vector_change *change, const plumb_layout_dims *dims, size_t head,
                 const double *from, double *to);
    const char *says; /* of %s, and may be of %zu: n */
    plumb_number_group of;
    size_t n;
    bool normalised, centred; /* to `length`; less the mean first */
    bool smoothed;            /* less the mean of all rows of a head, before all else */
    bool asymmetric;          /* from the least to the largest number of a group, in `levels` steps */
    double length;
    double levels;   /* of integers, scaled; or of a float the largest, to which it is scaled, */
    int bits, steps; /* its bits behind the first, and the finest, 2^-steps */
    const double *table; /* of 16 levels, of which the nearest is taken */
    bool powers;         /* scales are powers of 2, as of blocks of microscaling formats */
    plumb_hypothesis rule; /* which row, or column, is read for each */
} plumb_vector_change;

void plumb_change_groups(const plumb_vector_change *change, const plumb_layout_dims *dims, size_t head,
                         const double *from, double *to);
void plumb_take_mean_off(const plumb_vector_change *change, const plumb_layout_dims *dims, size_t head,
                         const double *from, double *to);
/* The mean of n heads in a row. */
void plumb_average_heads(const plumb_vector_change *change, const plumb_layout_dims *dims, size_t head,
                         const double *from, double *to);
void plumb_transform_blocks(const plumb_vector_change *change, const plumb_layout_dims *dims, size_t head,
                            const double *from, double *to);
void plumb_round_numbers(const plumb_vector_change *change, const plumb_layout_dims *dims, size_t head,
                         const double *from, double *to);
void plumb_move_columns(const plumb_vector_change *change, const plumb_layout_dims *dims, size_t head,
                        const double *from, double *to);
void plumb_move_rows(const plumb_vector_change *change, const plumb_layout_dims *dims, size_t head, const double *from,
                     double *to);

typedef enum {
    PLUMB_OF_VALUE,
    PLUMB_OF_KEY,
    PLUMB_OF_QUERY,
    PLUMB_OF_QUERY_AND_KEY, /* queries and keys */
    PLUMB_OF_KEY_AND_VALUE,
    PLUMB_VECTORS
} plumb_vectors;

/* All changes that such vectors are worth, one after the other (vector_lists.c). */
typedef struct {
    plumb_vectors of;
    const plumb_layout_dims *dims; /* [PLUMB_VECTORS] */
    const plumb_problem *problem;  /* of the vectors that are multiplied */
    void (*consider)(void *context, const plumb_vector_change *change);
    void *context;
} plumb_vector_lists;
void plumb_list_vector_changes(const plumb_vector_lists *lists);
#endif
