/* evidence.h - the numbers of one row: exact weights and output (middles of their enclosures), scores, and the engine's
   output. */
#ifndef PLUMB_INFER_EVIDENCE_H
#define PLUMB_INFER_EVIDENCE_H
#include "base/workspace.h"
#include "bundle/rows.h"
#include "case/case.h"
#include "precision/precision.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    plumb_workspace workspace;        /* of the arrays */
    size_t row, b, h, t;    /* the row in tensor order, and its place */
    unsigned char *visible; /* [key_length] */
    double *weight;         /* [key_length] as stated; 0: hidden */
    double *lifted;         /* [key_length] in the same unit, as if no mask hid a key; where asked for */
    double *score;          /* [key_length] of visible keys; of all where `lifted` is asked for */
    const double *part;     /* [key_length] what a key adds to what weights are divided by, in a unit of its own if the
                               weights are made of it otherwise than by a quotient */
    double mass;            /* the sum of the parts and the sink's */
    double sink;            /* the weight of the sink */
    double largest;         /* score of a visible key */
    size_t largest_key, first_key, last_key; /* visible ones */
    double (*map)(double);                   /* what an operator that is no softmax makes of a score; or NULL */
    double unit;                             /* by which that is multiplied in this row */
    bool normalised;                         /* the weights are divided by the sum of the parts, or its root */
    double relative;                         /* what the precision leaves open of a weight, relative */
    double *exact;                           /* [value_dim] */
    double *own_part;                        /* [key_length] where parts are no weights */
    const double *engine;                    /* [value_dim] */
    bool usable;                             /* the row sees a key, and everything of it is finite */
} plumb_evidence;

int plumb_evidence_init(plumb_evidence *evidence, const plumb_problem *problem);
void plumb_evidence_free(plumb_evidence *evidence);

/* Reads rows; each thread has its own.  plain: scores are scale * q.k with a softcap at most. */
typedef struct {
    const plumb_case *judged;
    const plumb_precision *precision;
    plumb_problem bare; /* the problem without masks */
    plumb_rows rows, bare_rows;
    bool lifts;
    double scale;
    const double *longest_key; /* [batch][key_heads] norms; borrowed */
} plumb_evidence_reader;

/* together: rows evaluated at a time; 1 where they are scattered.  Returns 0, or -1 if memory is short. */
int plumb_evidence_reader_init(plumb_evidence_reader *reader, const plumb_case *judged,
                               const plumb_precision *precision, const double *longest_key, size_t together);
void plumb_evidence_reader_free(plumb_evidence_reader *reader);

/* With lifted weights on demand.  Returns 0, or -1 if memory is short. */
int plumb_evidence_read(plumb_evidence_reader *reader, size_t row, bool lifted, plumb_evidence *evidence);

/* Whether the weight of a key follows from its score, but for a number that all keys of a row share; and the weight of
   a key with that score, in the unit of the row's. */
bool plumb_weights_follow_scores(const plumb_problem *problem);
double plumb_weight_of_score(const plumb_evidence *at, double score);

/* Whether masks can be lifted: positions do not depend on them, and scores tell weights. */
bool plumb_masks_lift(const plumb_problem *problem);

/* Whether a tensor says which keys are hidden, not positions alone. */
bool plumb_masks_by_tensor(const plumb_problem *problem);

/* Whether scores are scale * q.k, capped, or with a number added that does not depend on the vectors, so that they can
   be computed from other vectors; whether a number is added; and the score where none is. */
bool plumb_scores_are_plain(const plumb_problem *problem);
bool plumb_adds_to_scores(const plumb_problem *problem);
double plumb_plain_score(const plumb_problem *problem, double scale, double product);

/* Whether a bias tensor is added to scores after all else, so that weights tell what they would be without, and the
   weight of a visible key without it. */
bool plumb_bias_comes_off(const plumb_problem *problem);
double plumb_weight_without_bias(const plumb_problem *problem, const plumb_evidence *at, size_t key);

/* What becomes of a weighted mean of values in a column: value bias and gate; and the way back. */
double plumb_output_of_mean(const plumb_problem *problem, const plumb_evidence *at, size_t column, double mean);
double plumb_mean_of_output(const plumb_problem *problem, const plumb_evidence *at, size_t column, double output);
/* By how much that mean grows as what it is divided by shrinks, a relative change. */
double plumb_growth_of_output(const plumb_problem *problem, const plumb_evidence *at, size_t column);
/* By how much that multiplies a difference. */
double plumb_gate_at(const plumb_problem *problem, const plumb_evidence *at, size_t column);
#endif
