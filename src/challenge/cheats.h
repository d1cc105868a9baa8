/* cheats.h - cheats: what a kernel may compute instead of attention.  The table cheats.def, and its evaluation from the
   exact weights and outputs. */
#ifndef PLUMB_CHALLENGE_CHEATS_H
#define PLUMB_CHALLENGE_CHEATS_H
#include "case/case.h"
#include "precision/precision.h"
#include <stdbool.h>

/* A row before a cheat changes it. */
typedef struct {
    const plumb_problem *p;
    size_t b, h, t;
    const unsigned char *visible;
    const double *score; /* [key_length] -infinity: takes no part */
    double *weight;      /* [key_length] exact; changed by the cheat */
} plumb_cheat_row;

/* All outputs, [rows][value_dim]: `right` the exact ones, `stale` the exact ones of other inputs. */
typedef struct {
    const plumb_problem *p;
    const double *right, *stale;
    double *out;
} plumb_cheat_output;

typedef struct {
    const char *does;
    const char *needs;                     /* what the inputs need for it to change anything */
    void (*weights)(plumb_cheat_row *row); /* one of these is not NULL */
    void (*output)(plumb_cheat_output *all);
    double (*inputs)(double x); /* the rounding of q, k and v */
    const char *precision;      /* further roundings of the simulated engine */
    bool renormalises;          /* weights are divided by their sum again */
    bool rounds;                /* the cheat is a rounding, which a coarse precision may hide */
    bool of_softmax;            /* the cheat changes exponentials */
} plumb_cheat;

/* The cheat of that index; NULL beyond the last. */
const plumb_cheat *plumb_cheat_at(size_t index);

/* Sets out [rows][value_dim], with no roundings except the cheat's.  Returns 1, 0 if the cheat does not apply, or -1 if
   there is not enough memory. */
int plumb_cheat_evaluate(const plumb_cheat *cheat, const plumb_case *asked, const plumb_precision *precision,
                         const double *right, const double *stale, double *out);

/* Sets out [rows][value_dim] to the middles of the exact outputs.  Returns 0, or -1 if there is not enough memory. */
int plumb_exact_outputs(const plumb_problem *problem, double *out);
#endif
