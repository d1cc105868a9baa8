/* judge.h - judges one row of a case: its intervals and expected errors, and the finding for each element. */
#ifndef PLUMB_JUDGE_JUDGE_H
#define PLUMB_JUDGE_JUDGE_H
#include "bundle/rows.h"
#include "judge/compare.h"
#include "judge/least_bound.h"
#include "theorem/overflow.h"
#include "theorem/proof_row.h"
#include "exact/definition.h"
#include "exact/reference.h"
#include "simulate/arithmetic.h"
#include "simulate/bias.h"
#include "simulate/deviation.h"
#include "simulate/filter.h"
#include "simulate/level.h"

/* Everything one thread needs to judge rows. */
typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    plumb_rows rows;
    plumb_reference reference;
    plumb_row_size size;         /* of the row: computed when needed */
    plumb_row_overflow overflow; /* likewise */
    bool has_size, has_overflow;
    bool is_beyond; /* some element of the row is beyond its expected error */
    bool decided[PLUMB_QUANTITIES]; /* the theorem decides whether elements are impossible */
    plumb_least_bound least_bound;  /* of the row */
    plumb_proof_workspace proof;         /* for the tests by proved code */
    plumb_deviation deviation;
    plumb_expected_level level;
    double limit[PLUMB_QUANTITIES]; /* largest error of a simulated element, in standard deviations */
    double square[PLUMB_QUANTITIES], count[PLUMB_QUANTITIES]; /* of the row's errors, in standard deviations */
    double along, tilt;  /* sums of error times tilt, and of squared tilts, of its output (deviation.h) */
    double along_stored; /* the sum `along` that storing the exact output alone would give */
    double tilts;        /* elements whose tilt is known */
    plumb_bias_row bias[PLUMB_QUANTITIES];
    plumb_simulated_format stored[PLUMB_QUANTITIES]; /* the format in which the precision stores numbers */
    plumb_simulated_format tensor[PLUMB_FORMATS];    /* that of a tensor, by its plumb_format */
    plumb_key_filter filter;
    size_t asked;  /* single keys are examined in one of this many rows, and where a quick test suggests it; 0: never */
    size_t tilted; /* one of this many rows has tilts, which show a common factor; 1 unless set */
    double *error, *of_output; /* [value_dim] of the row's output, and its deviations; NaN: not counted */
    double *rounded, *slope;   /* [value_dim] the error of storing the exact output, and the tilts */
    double *whole;             /* [value_dim] weights of errors that estimate a factor of the output (filter.h) */
    size_t b, h, t;
    /* the problem may be rows of another that were gathered (row/gathered.h): which, and where they begin there */
    struct {
        const plumb_problem *problem;
        size_t b, t;
    } origin;
    bool sees_any; /* a key is visible */
    /* the rows of the head that were prepared together, from `first` on */
    bool several; /* up to PLUMB_DEVIATION_ROWS, set if no weights and scores are judged; else one */
    size_t first, prepared, prepared_b, prepared_h;
    plumb_finite prepared_finite[PLUMB_DEVIATION_ROWS];
    size_t number[PLUMB_DEVIATION_ROWS]; /* their numbers in `deviation` */
    plumb_finite finite;
    bool output_has_numbers; /* each column of the output has an exact value that no definition sets */
    plumb_finite_head head;
    bool not_number; /* a visible query or key contains NaN */
} plumb_judge;

/* together: how many neighbouring rows are evaluated at a time, at most (bundle/rows.h).  level: the errors of
   simulated kernels.  Returns 0, or -1 if there is not enough memory. */
int plumb_judge_init(plumb_judge *judge, const plumb_problem *problem, const plumb_precision *precision,
                     plumb_expected_level level, size_t together);
void plumb_judge_free(plumb_judge *judge);

/* Evaluates the row of query t, head h, batch entry b; the functions below refer to it. */
void plumb_judge_row(plumb_judge *judge, size_t b, size_t h, size_t t);

/* After all elements of the row: what its output shows about single keys; adds its mean errors to bias. */
plumb_key_finding plumb_judge_keys(plumb_judge *judge);

/* Whether some step of the precision may overflow on the way to a number of the judged row.  Nothing is then known
   about the number, and the element names the step. */
bool plumb_judge_may_overflow(plumb_judge *judge, plumb_quantity quantity, plumb_element *element, plumb_format format);

/* Judges one value of the engine.  Adds 1 to *escalated if the reference evaluated it. */
plumb_element plumb_judge_element(plumb_judge *judge, plumb_quantity quantity, size_t column, double engine,
                                  plumb_format format, size_t *escalated);
#endif
