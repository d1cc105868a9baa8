/* vector_size.h - bounds queries and keys in the products of a score, at whatever position. */
#ifndef PLUMB_THEOREM_VECTOR_SIZE_H
#define PLUMB_THEOREM_VECTOR_SIZE_H
#include "base/workspace.h"
#include "theorem/angle_error.h"
#include "precision/precision.h"
#include "problem/problem.h"
#include "row/positions.h"

/* Upper bounds of a given element, of an element in a product, and of the Euclidean norm in a product. */
typedef struct {
    double given, most, norm;
} plumb_vector_size;

/* Bounds on the sums of an MLP's features. */
typedef struct {
    double inner, outer;
} plumb_mlp_size;

/* Bounds for all vectors of a problem, whatever their positions. */
typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    plumb_frequency_error *angle; /* of each pair; NULL: there are no angles */
    plumb_positions positions; /* the numbers added to scores */
    double factor;         /* of a rotation: the largest factor by which pairs become longer */
    double table;          /* the largest number of the tables of a position */
    double added, of_norm; /* the largest numbers that a position adds to an element, and to the norm */
    double frequency;      /* the largest, in radians per position; 0: no angles */
    double inner, outer;   /* the largest sum of magnitudes of a row of each matrix of an MLP */
    /* of the head whose keys start at key_source */
    const double *key_source;
    plumb_vector_size *key; /* [key_length] */
} plumb_vector_sizes;

/* Allocates arrays for the keys in `workspace`.  Returns 0, or -1 if there is not enough memory. */
int plumb_vector_sizes_init(plumb_vector_sizes *sizes, const plumb_problem *problem, const plumb_precision *precision,
                            plumb_workspace *workspace);
void plumb_vector_sizes_free(plumb_vector_sizes *sizes);

/* The size of a query, or of a sink's key, which is not moved. */
plumb_vector_size plumb_size_of_query(const plumb_vector_sizes *sizes, const double *query);
plumb_vector_size plumb_size_of_sink_key(const plumb_vector_sizes *sizes, const double *key);

/* Sets sizes->key for the keys that head h reads. */
void plumb_size_keys(plumb_vector_sizes *sizes, size_t b, size_t h);

/* For a vector whose largest element has the magnitude `given`. */
plumb_mlp_size plumb_mlp_size_of(const plumb_vector_sizes *sizes, double given);

/* The largest error of a vector's angles, in radians, for positions up to that distance from 0. */
double plumb_angles_off(const plumb_vector_sizes *sizes, double position);
#endif
