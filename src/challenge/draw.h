/* draw.h - the inputs of a challenge: a case without results. */
#ifndef PLUMB_CHALLENGE_DRAW_H
#define PLUMB_CHALLENGE_DRAW_H
#include "challenge/drawn.h"
#include "challenge/question.h"

typedef struct {
    plumb_challenge_question question;
    plumb_drawn_case inputs; /* q, k, v and the others; its storage also owns the texts of the question */
} plumb_drawn;

/* Draws the inputs that the text describes (question.h), from another seed if `seed` is not NULL. Returns 0, or -1 with
   a message.  Free *out only after 0. */
int plumb_draw(const char *text, const char *where, const uint64_t *seed, plumb_drawn *out, plumb_error *error);
void plumb_drawn_free(plumb_drawn *drawn);
#endif
