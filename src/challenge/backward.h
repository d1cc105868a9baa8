/* backward.h - which faults of a backward pass the inputs of a challenge with a loss reveal. */
#ifndef PLUMB_CHALLENGE_BACKWARD_H
#define PLUMB_CHALLENGE_BACKWARD_H
#include "challenge/challenge.h"

/* Adds these faults to the challenge.  right: the inputs with the correct outputs.  Returns 0, or -1 with a message. */
int plumb_challenge_try_backward(plumb_challenge *challenge, const plumb_case *right, const char *where, int threads,
                                 plumb_error *error);
#endif
