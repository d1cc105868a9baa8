/* engine.h - a simulated engine: evaluates rows of a problem in one of the usual forms (form.h), with all roundings of
   its precision model.

   Its numbers are not certified.  The judge measures their errors (level.h). */
#ifndef PLUMB_SIMULATED_ENGINE_H
#define PLUMB_SIMULATED_ENGINE_H
#include "exact/quantity.h"
#include "simulate/arithmetic.h"
#include "simulate/form.h"
#include "row/evaluate.h"

/* If the keys are split (form.h): into four parts that are merged at once, or in a chain, with one part more than
   merges. */
enum { PLUMB_SIMULATED_PARTS = 4, PLUMB_SIMULATED_MOST_PARTS = 64 };

/* The most rows of a head that are evaluated together, and the keys that each of them reads, from the caches, before
   the next. */
enum { PLUMB_SIMULATED_ROWS = 4, PLUMB_SIMULATED_KEYS = 64 };

typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    const plumb_simulated_form *form;
    plumb_simulated_format input, operand, product, score, shifted, exponent, probability, accumulate, partial,
        output;
    plumb_simulated_format tensor; /* between two operations: the coarser of input and output */
    plumb_ball scale;
    plumb_row exact; /* exact positions and biases; owns their arrays */
    size_t dim;      /* of the vectors that are multiplied */
    size_t b, h, t;
    const double *key_source; /* of the current keys */
    const double *key;        /* [key_length][dim] the case's, or moved_key */
    double *moved_key;
    bool moves;
    double *query;            /* [dim] */
    double *joined;           /* [dim] a key and the row of its distance */
    double *scaled;           /* [dim] a key of the case, times the root of the scale */
    double *frequency;        /* [head_dim / 2] */
    double *hidden;           /* [hidden_dim] */
    double *score_of;         /* [key_length + 1] as computed, the sink's last; -infinity: takes no part */
    double *weight;           /* [key_length + 1] before the division, and before the rescaling of its block */
    double *rescaling;        /* [key_length + 1] the factor of the previous sums, for each block */
    double exponential; /* relative error of a fast exponential, at most; 0: an accurate one */
    size_t parts;
    double part_sum[PLUMB_SIMULATED_MOST_PARTS];    /* of the weights of each part */
    double part_factor[PLUMB_SIMULATED_MOST_PARTS]; /* the factor of its result in the merge, */
    double chain_factor[PLUMB_SIMULATED_MOST_PARTS]; /* and of the others: 1 if all are merged at once */
    double hidden_maximum; /* of hidden scores, if the shift includes them; else -infinity */
    double divisor;
    double *part, *sum; /* [value_dim] */
    double *result;     /* [value_dim] the output */
    double lse;
    bool without_lse; /* set by a caller that does not need it */
} plumb_simulated_engine;

/* Returns 0, or -1 if there is not enough memory. */
int plumb_simulated_engine_init(plumb_simulated_engine *engine, const plumb_problem *problem,
                             const plumb_precision *precision, const plumb_simulated_form *form);
void plumb_simulated_engine_free(plumb_simulated_engine *engine);

/* Fills result, and score_of, weight / divisor, lse of row (b, h, t), in which some key takes part. */
void plumb_simulated_evaluate(plumb_simulated_engine *engine, size_t b, size_t h, size_t t);

/* The weight of key i as the engine returns it. */
double plumb_simulated_weight(const plumb_simulated_engine *engine, size_t i);

/* The same for `rows` rows of a head, each by its own engine, all of one form. */
void plumb_simulated_evaluate_rows(plumb_simulated_engine *engine, size_t rows, size_t b, size_t h, const size_t *t);

/* Whether keys are moved or mapped before they are scaled and multiplied. */
bool plumb_simulated_moves_keys(const plumb_problem *problem);

/* Moves x [head_dim] to a position, before any scale; and turns the gradient of a moved vector into that of x. */
void plumb_simulated_move(plumb_simulated_engine *engine, const double *x, plumb_point point, double *moved);
void plumb_simulated_turn_back(const plumb_simulated_engine *engine, const double *moved, plumb_point point,
                               double *gradient);

/* Key i as it is multiplied; valid until the next call. */
const double *plumb_simulated_key(const plumb_simulated_engine *engine, size_t i);

/* The stages of these rows, or of one. */
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

/* Number c of a result of the row, as a tensor of that format holds it. */
double plumb_simulated_answer(const plumb_simulated_engine *engine, plumb_quantity quantity, size_t c,
                              plumb_format format);

/* e^x, as the form computes it. */
double plumb_simulated_exponential(const plumb_simulated_engine *engine, double x);

/* x.y of n numbers, with the roundings of the model. */
double plumb_simulated_dot(const plumb_simulated_engine *engine, const double *x, const double *y, size_t n);
/* The sum of n numbers; and sum [n] += factor * x. */
double plumb_simulated_sum(const plumb_simulated_engine *engine, const double *x, size_t n);
void plumb_simulated_add(const plumb_simulated_engine *engine, double factor, const double *x, size_t n, double *sum);

/* Rounds the result of an operation in registers; of one stored as a score; and of one between two operations, which
   some forms store. */
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
