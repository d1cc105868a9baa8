/* solve.h - factors of keys by least squares.

   A kernel that multiplies the weight p_j of key j by r_j in both sums returns o with

       sum_j r_j p_j (v_j - o) = 0,

   an equation for each row and column, linear in r, and r is determined up to a factor: the solution has the weighted
   mean 1, each factor weighted by its keys.  (The smallest singular vector would always be a key without weight.)  If
   the kernel multiplies only in the sum of values, sum_j r_j p_j v_j = o sum_j p_j; if only in that of weights,
   sum_j r_j p_j o = sum_j p_j v_j, one equation for each row, with one unknown. */
#ifndef PLUMB_INFER_SOLVE_H
#define PLUMB_INFER_SOLVE_H
#include "infer/factors.h"
#include "infer/hypothesis.h"
#include "infer/predict.h"

/* What an unknown is: the factor of a class of keys, or of those as far before the query; or how much of the values,
   or of the keys, of one tile is read in place of those of another, at the same place of each tile; or of one place of
   each tile in place of another; or of a tile of another key head, or batch entry, in place of the same one. */
typedef enum { PLUMB_OF_KEYS, PLUMB_OF_DISTANCES, PLUMB_OF_TILES, PLUMB_WITHIN_TILES, PLUMB_OF_SOURCES } plumb_unknown;

/* Unknowns, then the sink, and then how many keys of zeros take part beside all others. */
typedef struct {
    plumb_unknown of;
    size_t classes;
    const size_t *class_of; /* [keys] */
    size_t tile;            /* keys; of n tiles unknown a * n + b is tile b in place of a; so of places in tiles, and of
                               n sources tile a of source b */
    plumb_place place;      /* of tiles: PLUMB_IN_VALUES their values, PLUMB_IN_BOTH their keys */
    bool zeros;             /* there may be keys of zeros */
    bool values_too;        /* of sources: their values, if their keys */
} plumb_system;

/* Key heads of all batch entries, counted from the row's own on. */
static inline size_t plumb_sources_of(const plumb_problem *p) {
    return p->batch * p->key_heads;
}
static inline size_t plumb_source_at(const plumb_problem *p, size_t b, size_t h, size_t source) {
    size_t entry = (b + source / p->key_heads) % p->batch;
    return entry * p->key_heads + (h / (p->query_heads / p->key_heads) + source) % p->key_heads;
}

static inline size_t plumb_unknowns_of(const plumb_system *system) {
    return system->classes + 1 + (system->zeros ? 1 : 0);
}

typedef struct {
    double *factor;    /* [unknowns] */
    double *deviation; /* [unknowns] standard ones; large where nothing is known */
    double unit;       /* what factors were divided by to become what they stand for */
    double misfit;     /* root of the mean square of what is left, in units of what rows usually leave */
} plumb_solution;

typedef struct {
    plumb_inquiry *inquiry;
    plumb_workspace workspace;
    plumb_evidence_reader reader;
    plumb_evidence at;
    size_t most;         /* unknowns */
    double *sourced;     /* [sources][keys] weights, had the row the keys of each source; NULL: not yet taken */
    double *equation;    /* [width][unknowns] of one row */
    double *known;       /* [width] its right side */
    double *engine, *unit; /* [width] what the row returned, as a mean, and what its equations are multiplied by */
    double *gram;        /* [unknowns][unknowns] */
    double *right;       /* [unknowns] */
    double *anchor;      /* [unknowns] */
    double square;       /* of the right sides */
    size_t equations;
} plumb_solver;

/* The largest factor that is known to that part of it, which is 1 where keys are read elsewhere; 1 if there is none. */
double plumb_largest_known(const plumb_solution *solution, const plumb_system *system, double part);

/* Returns 0, or -1 if memory is short; it is freed in either case. */
int plumb_solver_init(plumb_solver *solver, plumb_inquiry *inquiry, size_t most_unknowns);
void plumb_solver_free(plumb_solver *solver);

/* Of the failing rows that belong so many at most, evenly from the last query, which sees most keys, to the first.
   Returns how many; row: room for as many. */
size_t plumb_failing_rows(const plumb_inquiry *inquiry, bool (*belongs)(const void *context, size_t row),
                          const void *context, size_t most, size_t *row);

/* Solves for the factors that these rows share.  What the precision leaves open of a row is as the hypothesis says;
   NULL: as stated.  Returns 1; 0 if the rows do not tell; -1 if memory is short. */
int plumb_solve(plumb_solver *solver, const plumb_system *system, const size_t *row, size_t rows,
                const plumb_hypothesis *hypothesis, plumb_solution *solution);
#endif
