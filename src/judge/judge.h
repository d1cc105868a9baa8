/* judge.h - one row of a case: its enclosures and expected errors, and the finding for each element. */
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
    plumb_row_size size;         /* of the row: made when it is asked for */
    plumb_row_overflow overflow; /* likewise */
    bool has_size, has_overflow;
    bool is_beyond; /* some number of the row is: what it says of single keys is asked of some rows alone */
    bool decided[PLUMB_QUANTITIES]; /* by proof, which numbers are impossible: they are not asked about here */
    plumb_least_bound least_bound;  /* of the row */
    plumb_proof_workspace proof;         /* of what is asked of proved code */
    plumb_deviation deviation;
    plumb_expected_level level;
    double limit[PLUMB_QUANTITIES]; /* of the error of a simulated element, in standard deviations */
    double square[PLUMB_QUANTITIES], count[PLUMB_QUANTITIES]; /* of the row's errors, in standard deviations */
    double along, tilt;  /* sums of error times tilt, and of squared tilts, of its output (deviation.h) */
    double along_stored; /* the first of what storing the exact output does to it */
    double tilts;        /* elements whose tilt is known */
    plumb_bias_row bias[PLUMB_QUANTITIES];
    plumb_simulated_format stored[PLUMB_QUANTITIES]; /* what storing a number of the precision does to it */
    plumb_key_filter filter;
    size_t asked;  /* set by who asks what rows say of single keys: one of so many, and what a glance shows; 0: none */
    size_t tilted; /* one row of so many has tilts, and tells a factor: set to 1, or by who needs no more */
    double *error, *of_output; /* [value_dim] of the row's output, and its deviations; NaN where none was counted */
    double *rounded, *slope;   /* [value_dim] what storing the exact output does to it, and its tilts */
    double *whole;             /* [value_dim] weights of errors that tell a factor of the output (filter.h) */
    size_t b, h, t;
    bool sees_any; /* a key is visible */
    /* the rows that were prepared together: of the head, from `first` on */
    bool several; /* up to PLUMB_DEVIATION_ROWS: set by who judges no weights and scores; or one */
    size_t first, prepared, prepared_b, prepared_h;
    plumb_finite prepared_finite[PLUMB_DEVIATION_ROWS];
    size_t number[PLUMB_DEVIATION_ROWS]; /* by which the deviation knows them */
    plumb_finite finite;
    bool output_has_numbers; /* each column of the output has an exact value that is not defined */
    plumb_finite_head head;
    bool not_number; /* NaN is among the visible queries and keys */
} plumb_judge;

/* At most `together` neighbouring rows are evaluated at a time (bundle/rows.h).  level: how far simulated
   evaluations err.  Returns 0, or -1 if memory is short. */
int plumb_judge_init(plumb_judge *judge, const plumb_problem *problem, const plumb_precision *precision,
                     plumb_expected_level level, size_t together);
void plumb_judge_free(plumb_judge *judge);

/* Evaluates a row; the elements judged next are of it. */
void plumb_judge_row(plumb_judge *judge, size_t b, size_t h, size_t t);

/* What the output of the row says of single keys, and into bias of itself, once all its elements are judged. */
plumb_key_finding plumb_judge_keys(plumb_judge *judge);

/* Whether some step of the precision may overflow on the way to a number of the row, judged before: then nothing is
   known of it, and the element says which. */
bool plumb_judge_may_overflow(plumb_judge *judge, plumb_quantity quantity, plumb_element *element, plumb_format format);

/* Judges one number that the engine returned.  *escalated grows by 1 if the reference was asked. */
plumb_element plumb_judge_element(plumb_judge *judge, plumb_quantity quantity, size_t column, double engine,
                                  plumb_format format, size_t *escalated);
#endif
