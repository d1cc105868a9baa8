/* vector_size.h - how large queries and keys are as the products of a score take them, wherever a position moves them
   to. */
#ifndef PLUMB_THEOREM_VECTOR_SIZE_H
#define PLUMB_THEOREM_VECTOR_SIZE_H
#include "base/workspace.h"
#include "theorem/angle_error.h"
#include "precision/precision.h"
#include "problem/problem.h"
#include "row/positions.h"

/* Upper bounds: of an element as it is given, of one as a product takes it, and of the root of the sum of the latter's
   squares. */
typedef struct {
    double given, most, norm;
} plumb_vector_size;

/* The sums that an MLP's features are made of. */
typedef struct {
    double inner, outer;
} plumb_mlp_size;

/* What is done to every vector of a problem, whatever its position. */
typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    plumb_frequency_error *angle; /* of each pair; NULL: there are no angles */
    plumb_positions positions; /* what they add to scores */
    double factor;         /* of a rotation: its pairs become so many times longer at most */
    double table;          /* the largest number of the tables of a position */
    double added, of_norm; /* what a position adds to an element, and to the norm */
    double frequency;      /* the largest of those that angles are made of, in radians per position; 0: none */
    double inner, outer;   /* the largest sum of magnitudes of a row of each matrix of an MLP */
    /* of the head whose keys start there */
    const double *key_source;
    plumb_vector_size *key; /* [key_length] */
} plumb_vector_sizes;

/* Arrays for the keys are taken of `workspace`.  Returns 0, or -1 if memory is short. */
int plumb_vector_sizes_init(plumb_vector_sizes *sizes, const plumb_problem *problem, const plumb_precision *precision,
                            plumb_workspace *workspace);
void plumb_vector_sizes_free(plumb_vector_sizes *sizes);

/* A query, or a key of a sink, which is not moved. */
plumb_vector_size plumb_size_of_query(const plumb_vector_sizes *sizes, const double *query);
plumb_vector_size plumb_size_of_sink_key(const plumb_vector_sizes *sizes, const double *key);

/* Makes sizes->key those of the keys that head h reads. */
void plumb_size_keys(plumb_vector_sizes *sizes, size_t b, size_t h);

/* Of a vector whose largest element is so large. */
plumb_mlp_size plumb_mlp_size_of(const plumb_vector_sizes *sizes, double given);

/* By how much the angles of a vector may be off, in radians, up to a position that far from 0. */
double plumb_angles_off(const plumb_vector_sizes *sizes, double position);
#endif
