/* cheats.h - what a kernel may do in place of attention and still look busy: the table cheats.def, and its evaluation
   from the exact weights and outputs. */
#ifndef PLUMB_CHALLENGE_CHEATS_H
#define PLUMB_CHALLENGE_CHEATS_H
#include "case/case.h"
#include "precision/precision.h"
#include <stdbool.h>

/* A row as a cheat finds it. */
typedef struct {
    const plumb_problem *p;
    size_t b, h, t;
    const unsigned char *visible;
    const double *score; /* [key_length] -infinity: takes no part */
    double *weight;      /* [key_length] exact; what the cheat makes of it */
} plumb_cheat_row;

/* All outputs, [rows][value_dim]: `right` are the exact ones, `stale` those of other inputs. */
typedef struct {
    const plumb_problem *p;
    const double *right, *stale;
    double *out;
} plumb_cheat_output;

typedef struct {
    const char *does;
    const char *needs;                     /* what must be there for it to change anything */
    void (*weights)(plumb_cheat_row *row); /* one of these is not NULL */
    void (*output)(plumb_cheat_output *all);
    double (*inputs)(double x); /* what q, k and v are rounded to */
    const char *precision;      /* what the simulated engine rounds besides */
    bool renormalises;          /* weights are divided by their sum again */
    bool rounds;                /* it is a rounding, which a coarse precision may hide */
    bool of_softmax;            /* it is done to exponentials */
} plumb_cheat;

/* One after the other; NULL when index is past the last. */
const plumb_cheat *plumb_cheat_at(size_t index);

/* out [rows][value_dim], not rounded but for what the cheat rounds.  Returns 1, or 0 where the cheat cannot be done, or
   -1 if memory is short. */
int plumb_cheat_evaluate(const plumb_cheat *cheat, const plumb_case *asked, const plumb_precision *precision,
                         const double *right, const double *stale, double *out);

/* The exact outputs of a problem, as middles of balls.  0, or -1 if memory is short. */
int plumb_exact_outputs(const plumb_problem *problem, double *out);
#endif
