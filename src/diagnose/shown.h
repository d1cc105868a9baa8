/* shown.h - which keys a changed problem shows, and what it adds to their scores: new tensors
   `allowed` and `bias` by a rule, and whether they change anything. */
#ifndef PLUMB_DIAGNOSE_SHOWN_H
#define PLUMB_DIAGNOSE_SHOWN_H
#include "diagnose/making.h"

/* Whether every query sees the same keys in both problems, whose shapes are the same. */
bool plumb_shows_same(const plumb_problem *one, const plumb_problem *other);

/* Whether query t sees any key, and whether some query sees none. */
bool plumb_sees_a_key(const plumb_problem *problem, size_t b, size_t h, size_t t);
bool plumb_hides_a_row(const plumb_problem *problem);
/* Whether some query does not see some key. */
bool plumb_hides_a_key(const plumb_problem *problem);

/* On which dimensions besides the keys a new tensor depends; also on those of the old one. */
typedef struct {
    bool batch, head, query;
} plumb_varies;

/* Those on which it depends which keys are seen. */
plumb_varies plumb_masks_vary(const plumb_problem *problem);

/* Where a new element stands, what the problem as it still is has there, and what else the rule needs to know. */
typedef struct {
    const plumb_problem *p;
    size_t b, h, t, j;
    bool allowed;
    double bias;
    const void *context;
} plumb_score_place;

/* The new element: of `allowed`, 0 hides. */
typedef double plumb_score_rule(const plumb_score_place *at);

/* Leaves out every mask but what a bias hides. */
void plumb_drop_masks(plumb_problem *problem);

/* What a problem has there: true and 0 where it has no such tensor. */
bool plumb_allowed_at(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t j);
double plumb_bias_at(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t j);

/* A new tensor; context: what its rule knows. */
typedef struct {
    plumb_score_rule *rule;
    const void *context;
    plumb_varies varies;
    const plumb_row_place *row; /* the only row that is made; NULL: all are */
} plumb_score_change;

/* Gives the problem a new tensor.  Returns 1, 0 with the problem as it was if the new tensor is
   the old one, or has an element that no case may have, or -1 if memory is short. */
int plumb_change_allowed(plumb_storage *storage, plumb_problem *problem, plumb_score_change change);
int plumb_change_bias(plumb_storage *storage, plumb_problem *problem, plumb_score_change change);
#endif
