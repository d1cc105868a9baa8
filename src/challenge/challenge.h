/* challenge.h - which faults the inputs of a challenge tell: each cheat (cheats.h) and each neighbour that is a
   convention or a fault (diagnose/neighbour.h), done to the exact answer and judged as an engine's is; where the inputs
   have a loss, those of a backward pass, too (backward.h). */
#ifndef PLUMB_CHALLENGE_CHALLENGE_H
#define PLUMB_CHALLENGE_CHALLENGE_H
#include "challenge/draw.h"
#include "judge/compare.h"

typedef enum {
    PLUMB_DETECTED,            /* FAIL or SUSPECT */
    PLUMB_WITHIN_EXPECTED, /* it moves the answer, by no more than simulated evaluations err */
    PLUMB_NO_CHANGE        /* the answer stays what it is: no input of that shape and these conventions can show it */
} plumb_detection;

/* Middles of balls are off by less than this part of the largest; what moves less has not moved. */
#define PLUMB_CHALLENGE_STILL 1e-11

enum { PLUMB_FAULT_TEXT = 160 };

typedef enum { PLUMB_FAULT_CHEAT, PLUMB_FAULT_NEIGHBOUR, PLUMB_FAULT_BACKWARD } plumb_fault_kind;

typedef struct {
    char does[PLUMB_FAULT_TEXT]; /* reads on from "an engine that"; of a backward pass, from "an engine of which" */
    const char *needs;           /* of a cheat: what must be there for it to change anything; else NULL */
    plumb_fault_kind kind;
    bool done; /* false where its operator has no such thing */
    plumb_detection detection;
    plumb_verdict verdict;
    double expected; /* the largest error over what is expected at most; infinite of NaN and infinities */
} plumb_challenge_fault;

typedef struct {
    const plumb_drawn *drawn;
    plumb_precision precision;
    plumb_challenge_fault *fault;
    size_t count;
    size_t of[3];       /* of each plumb_detection */
    double right_share; /* the correctly rounded answer, over the expected error */
} plumb_challenge;

/* text and where: as plumb_draw had them, for the inputs before these.  cheats_alone: without neighbours.  threads: 0
   as many as usual.  Returns 0, or -1 with a message. */
int plumb_challenge_try(const plumb_drawn *drawn, const char *text, const char *where, bool cheats_alone, int threads,
                        plumb_challenge *out, plumb_error *error);
void plumb_challenge_free(plumb_challenge *challenge);

/* Reports. */
int plumb_challenge_text(const plumb_challenge *challenge, FILE *stream);
int plumb_challenge_json(const plumb_challenge *challenge, FILE *stream);
#endif
