/* engine.h - a simulated engine: it evaluates rows of a problem as its precision model says and one of the usual forms
   does (form.h), roundings included.

   Not a kernel, and nothing is claimed of its numbers but that they are such an evaluation: the judge asks how far
   they end from the exact ones (level.h). */
#ifndef PLUMB_SIMULATED_ENGINE_H
#define PLUMB_SIMULATED_ENGINE_H
#include "simulate/arithmetic.h"
#include "simulate/form.h"
#include "row/evaluate.h"

/* Where the keys are split (form.h): in four parts that are merged at once, or in a chain, one part more than there are
   merges. */
enum { PLUMB_SIMULATED_PARTS = 4, PLUMB_SIMULATED_MOST_PARTS = 64 };

/* Rows of a head that are evaluated together, at most, and keys that each of them reads before the next does: from the
   caches. */
enum { PLUMB_SIMULATED_ROWS = 4, PLUMB_SIMULATED_KEYS = 64 };

typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    const plumb_simulated_form *form;
    plumb_simulated_format input, operand, product, score, shifted, exponent, probability, accumulate, partial,
        output;
    plumb_simulated_format tensor; /* the coarser of input and output: what lies between two operations */
    plumb_ball scale;
    plumb_row exact; /* positions and biases, to begin from; its arrays */
    size_t dim;      /* of the vectors that are multiplied */
    size_t b, h, t;
    const double *key_source; /* of the keys that are held */
    const double *key;        /* [key_length][dim] the case's own, or, if they are moved: */
    double *moved_key;
    bool moves;
    double *query;            /* [dim] */
    double *joined;           /* [dim] a key and the row of its distance */
    double *scaled;           /* [dim] a key of the case's own, times the root of the scale */
    double *frequency;        /* [head_dim / 2] */
    double *hidden;           /* [hidden_dim] */
    double *score_of;         /* [key_length + 1] as computed, the sink's last; -infinity: takes no part */
    double *weight;           /* [key_length + 1] up to the divisor, and to the rescaling of its block */
    double *rescaling;        /* [key_length + 1] of what was summed before, for each block */
    double exponential; /* what a fast exponential is off by at most, relative; 0: it is as good as any */
    size_t parts;
    double part_sum[PLUMB_SIMULATED_MOST_PARTS];    /* of the weights of each part */
    double part_factor[PLUMB_SIMULATED_MOST_PARTS]; /* what its result is multiplied by as it joins the others, */
    double chain_factor[PLUMB_SIMULATED_MOST_PARTS]; /* and what these are: 1 where all are merged at once */
    double hidden_maximum; /* of the scores that the mask hides, where the shift takes them in; else -infinity */
    double divisor;
    double *part, *sum; /* [value_dim] */
    double *result;     /* [value_dim] the output */
    double lse;
    bool without_lse; /* set by who does not ask for it */
} plumb_simulated_engine;

/* 0, or -1 if memory is short. */
int plumb_simulated_engine_init(plumb_simulated_engine *engine, const plumb_problem *problem,
                             const plumb_precision *precision, const plumb_simulated_form *form);
void plumb_simulated_engine_free(plumb_simulated_engine *engine);

/* Fills result, and score_of, weight / divisor, lse of row (b, h, t), in which some key takes part. */
void plumb_simulated_evaluate(plumb_simulated_engine *engine, size_t b, size_t h, size_t t);

/* The weight of key i as it is handed out. */
double plumb_simulated_weight(const plumb_simulated_engine *engine, size_t i);

/* The same of `rows` rows of a head, each by an engine of its own, all of one form. */
void plumb_simulated_evaluate_rows(plumb_simulated_engine *engine, size_t rows, size_t b, size_t h, const size_t *t);

/* Whether keys are moved or mapped before they are scaled and multiplied. */
bool plumb_simulated_moves_keys(const plumb_problem *problem);

/* x [head_dim] at a position, before any scale; and from the gradient in such a vector to that in x. */
void plumb_simulated_move(plumb_simulated_engine *engine, const double *x, plumb_point point, double *moved);
void plumb_simulated_turn_back(const plumb_simulated_engine *engine, const double *moved, plumb_point point,
                               double *gradient);

/* Key i as it is multiplied; it stays until the next is asked for. */
const double *plumb_simulated_key(const plumb_simulated_engine *engine, size_t i);

/* The stages of such rows, or of one. */
void plumb_simulated_vectors(plumb_simulated_engine *engine, size_t rows);
void plumb_simulated_scores(plumb_simulated_engine *engine, size_t rows);
void plumb_simulated_weigh(plumb_simulated_engine *engine);
void plumb_simulated_aggregate(plumb_simulated_engine *engine, size_t rows);

/* Whether the row is evaluated in parts, and the places of a part among the keys and the sink. */
typedef struct {
    size_t from, to;
} plumb_simulated_part;
bool plumb_simulated_has_parts(const plumb_simulated_engine *engine);
plumb_simulated_part plumb_simulated_part_at(const plumb_simulated_engine *engine, size_t number);

/* e^x, as the form takes it. */
double plumb_simulated_exponential(const plumb_simulated_engine *engine, double x);

/* x.y of n numbers, as the model multiplies and adds. */
double plumb_simulated_dot(const plumb_simulated_engine *engine, const double *x, const double *y, size_t n);
/* The sum of n numbers; sum [n] grows by factor * x. */
double plumb_simulated_sum(const plumb_simulated_engine *engine, const double *x, size_t n);
void plumb_simulated_add(const plumb_simulated_engine *engine, double factor, const double *x, size_t n, double *sum);

/* One operation in registers; what is kept as a score; what lies between two operations, if it is stored at all. */
static inline double plumb_simulated_step(const plumb_simulated_engine *engine, double x) {
    return plumb_simulated_round(&engine->exponent, x);
}
static inline double plumb_simulated_stored(const plumb_simulated_engine *engine, double x) {
    return plumb_simulated_round(&engine->score, plumb_simulated_step(engine, x));
}
static inline double plumb_simulated_between(const plumb_simulated_engine *engine, double x) {
    x = plumb_simulated_step(engine, x);
    return engine->form->stores_steps ? plumb_simulated_round(&engine->tensor, x) : x;
}
#endif
