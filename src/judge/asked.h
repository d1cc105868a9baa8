/* asked.h - the elements that proved code is asked about: of those that err more than simulated evaluations do, or more
   than the least that proved code may allow, or of which nothing is expected, the ones that err most. */
#ifndef PLUMB_JUDGE_ASKED_H
#define PLUMB_JUDGE_ASKED_H
#include "theorem/element.h"

/* An error of so much of about the least that proved code may allow is not excluded. */
#define PLUMB_SURELY_ALLOWED 0.5

/* So many by either measure, and of one row. */
enum { PLUMB_ASKED = 32, PLUMB_ASKED_OF_ROW = 4 };

/* The first `count`, the one that errs most first; of equal ones that which stands first in the tensor. */
typedef struct {
    size_t count;
    plumb_element element[PLUMB_ASKED];
} plumb_farthest;

typedef struct {
    plumb_farthest of_expected; /* by error over what is expected at most; none that is within that */
    plumb_farthest of_bound;    /* by error over about the least that proved code may allow */
} plumb_asked;

/* Whether proved code may exclude it, as far as one knows. */
bool plumb_is_worth_asking(const plumb_element *element);

/* Whatever the order in which elements, or those of others, come. */
void plumb_asked_keep(plumb_asked *asked, const plumb_element *element);
void plumb_asked_add(plumb_asked *asked, const plumb_asked *more);

/* Each of them once, those that err most by either measure first.  Returns how many. */
size_t plumb_asked_list(const plumb_asked *asked, const plumb_element *list[2 * PLUMB_ASKED]);

/* As they stand in the tensor: what is found of a row and of a key head serves those that follow. */
void plumb_asked_order(const plumb_element **list, size_t count);
#endif
