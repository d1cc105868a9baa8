/* engine.h - simulated engines: a description of how a kernel evaluates a softmax, and its evaluation of the rows of
   any softmax problem, with masks, grouped heads, biases, softcap, sinks, rotations and scaled outputs.

   A description is a plain struct.  All zeros: all keys at once, without roundings, so that the result is exact except
   for binary64's own roundings. kinds.h has descriptions of kernels that ship. */
#ifndef PLUMB_TESTS_SIMULATE_ENGINE_H
#define PLUMB_TESTS_SIMULATE_ENGINE_H
#include "problem/problem.h"
#include "row/evaluate.h"
#include "tests/simulate/arithmetic.h"

/* In which order the keys, hidden ones too, come into blocks and parts. */
typedef enum { KEYS_FORWARD, KEYS_BACKWARD, KEYS_GATHERED } simulated_order;

/* How the results of parts are joined: all with their common log-sum-exp, one after another, in pairs. */
typedef enum { MERGE_FLAT, MERGE_CHAIN, MERGE_TREE } simulated_merge;

/* What is subtracted from scores before they become exponents. */
typedef enum {
    SHIFT_MAXIMUM, /* the largest visible score so far */
    SHIFT_LAZY,    /* the same, but it stays until it is more than shift_by below, in log2 */
    SHIFT_HIDDEN,  /* the largest so far of all scores, those of hidden keys too */
    SHIFT_FIXED,   /* shift_by, whatever the scores are */
    SHIFT_OFFSET   /* the largest so far plus shift_by */
} simulated_shift;

typedef enum {
    SCALE_ON_SCORE,
    SCALE_ON_QUERY,   /* which is stored, as `scaled` */
    SCALE_ON_BOTH,    /* the root of it on query and key, stored as `scaled` */
    SCALE_IN_EXPONENT /* folded into log2(e), unless something joins the scores: then as SCALE_ON_SCORE */
} simulated_scale;

typedef struct {
    simulated_order order;
    size_t block;       /* keys that are weighed together; 0: all */
    size_t first_block; /* the same of the first of them; 0: as the others */
    size_t parts;       /* into which the keys are split, whole blocks; 0: 1 */
    simulated_merge merge;
    simulated_shift shift;
    double shift_by;
    simulated_scale scale;
    simulated_exponential exponential, rescaling; /* of probabilities; of what was summed before */
    bool divides_first; /* probabilities by their sum, before they are stored; of all keys at once alone */
    bool sums_stored;   /* the sum is of probabilities as stored */
    bool sink_outside_maximum;
    simulated_rounding angle;       /* of rotations */
    simulated_rounding moved;       /* query and key after their rotation */
    simulated_rounding scaled;      /* query and key after they are scaled */
    simulated_rounding operand;     /* query, key and value as a matrix unit takes them */
    simulated_rounding score;       /* each step of a score */
    simulated_rounding shifted;     /* score less the shift */
    simulated_rounding exponent;    /* all that is computed in registers */
    simulated_rounding probability; /* as stored for the product with the values */
    simulated_rounding part;        /* the result of a part before it is joined, and what is joined on the way */
    simulated_rounding output;      /* outputs and weights */
    simulated_unit product;    /* of query and key */
    simulated_unit sum;        /* of probabilities */
    simulated_unit accumulate; /* of probability and value */
} simulated_engine;

/* What one row is evaluated in; results are those of the last row. */
typedef struct {
    const simulated_engine *by;
    const plumb_problem *problem;
    size_t b, h, t;
    double scale, folded;      /* the factor of exponents, 0: the scale is elsewhere */
    plumb_row exact;           /* positions and biases */
    size_t *key_at;            /* [key_length] the keys in their order */
    const double *source;      /* of the keys that are held */
    double *query, *key;       /* as multiplied, keys in their order */
    double *values;            /* [value_dim][key_length] as multiplied, in their order */
    bool all_finite;           /* they are; else those of hidden keys are not read */
    double *column;            /* [key_length] of a block, if some are not */
    double *raw;               /* [key_length] scores in their order, of hidden keys too if SHIFT_HIDDEN */
    bool *takes_part;          /* [key_length] */
    double *probability;       /* [key_length] */
    double shift, divisor;     /* of the part in work */
    double *total;             /* [value_dim] */
    double *result, *part_lse; /* [parts][value_dim], [parts] */
    double sink;               /* its logit; -infinity: none */
    double *output;            /* [value_dim] */
    double *score, *weight;    /* [key_length] by key; -infinity and 0 where a key takes no part */
    double lse;
} simulation;

/* Exits where memory is short, or where a problem is no softmax or has vectors that are moved by other means than
   rotations. */
simulation simulation_begin(const simulated_engine *by, const plumb_problem *problem);
void simulate_row(simulation *run, size_t b, size_t h, size_t t);
void simulation_end(simulation *run);

/* All rows, as tensors. */
typedef struct {
    double *output, *scores, *weights, *lse;
} simulated_answers;

/* scores and weights are left out (NULL) unless asked for. */
simulated_answers simulate(const simulated_engine *by, const plumb_problem *problem, bool with_weights);
void free_simulated(simulated_answers *answers);
#endif
