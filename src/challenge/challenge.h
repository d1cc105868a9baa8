/* challenge.h - which faults the inputs of a challenge reveal.  Each cheat (cheats.h) and each neighbour that is a
   convention or a fault (diagnose/neighbour.h) is applied to the exact results and judged like an engine; with a loss,
   faults of a backward pass, too (backward.h). */
#ifndef PLUMB_CHALLENGE_CHALLENGE_H
#define PLUMB_CHALLENGE_CHALLENGE_H
#include "challenge/draw.h"
#include "judge/compare.h"

typedef enum {
    PLUMB_DETECTED,            /* FAIL or SUSPECT */
    PLUMB_WITHIN_EXPECTED, /* it changes the results, but within their expected errors */
    PLUMB_NO_CHANGE        /* the results do not change: no input of this shape and these conventions reveals it */
} plumb_detection;

/* Middles of balls have errors below this part of the largest; a smaller change counts as none. */
#define PLUMB_CHALLENGE_STILL 1e-11

enum { PLUMB_FAULT_TEXT = 160 };

typedef enum { PLUMB_FAULT_CHEAT, PLUMB_FAULT_NEIGHBOUR, PLUMB_FAULT_BACKWARD } plumb_fault_kind;

typedef struct {
    char does[PLUMB_FAULT_TEXT]; /* continues "an engine that"; for a backward pass, "an engine of which" */
    const char *needs;           /* of a cheat: what the inputs need for it to change anything; else NULL */
    plumb_fault_kind kind;
    bool done; /* false: does not apply to the operator */
    plumb_detection detection;
    plumb_verdict verdict;
    double expected; /* the largest ratio of an error to its expected error; infinite for NaN and infinities */
} plumb_challenge_fault;

typedef struct {
    const plumb_drawn *drawn;
    plumb_precision precision;
    plumb_challenge_fault *fault;
    size_t count;
    size_t of[3];       /* number of faults with each plumb_detection */
    double right_share; /* that ratio for the correctly rounded results */
} plumb_challenge;

/* text, where: as given to plumb_draw, to draw the inputs before these.  cheats_alone: without neighbours.  threads: 0
   as OpenMP decides.  Returns 0, or -1 with a message. */
int plumb_challenge_try(const plumb_drawn *drawn, const char *text, const char *where, bool cheats_alone, int threads,
                        plumb_challenge *out, plumb_error *error);
void plumb_challenge_free(plumb_challenge *challenge);

/* Write the report.  Return 0, or -1 if there is not enough memory or the stream cannot be written. */
int plumb_challenge_text(const plumb_challenge *challenge, FILE *stream);
int plumb_challenge_json(const plumb_challenge *challenge, FILE *stream);
#endif
