/* asked.h - keeps the elements that proved code will test: those with the largest errors among the ones that are beyond
   their expected error, have none, or may exceed the error bound. */
#ifndef PLUMB_JUDGE_ASKED_H
#define PLUMB_JUDGE_ASKED_H
#include "theorem/element.h"

/* An error below this part of the estimated error bound is not excluded. */
#define PLUMB_SURELY_ALLOWED 0.5

/* How many are kept by either measure, and how many of one row. */
enum { PLUMB_ASKED = 32, PLUMB_ASKED_OF_ROW = 4 };

/* `count` elements, the largest error first; of equal ones, the first in the tensor first. */
typedef struct {
    size_t count;
    plumb_element element[PLUMB_ASKED];
} plumb_farthest;

typedef struct {
    plumb_farthest of_expected; /* by error over expected error; none within it */
    plumb_farthest of_bound;    /* by error over the estimated error bound */
} plumb_asked;

/* Whether proved code might exclude the element. */
bool plumb_is_worth_asking(const plumb_element *element);

/* The result does not depend on the order of the calls. */
void plumb_asked_keep(plumb_asked *asked, const plumb_element *element);
void plumb_asked_add(plumb_asked *asked, const plumb_asked *more);

/* Lists each of them once, the largest by either measure first.  Returns how many. */
size_t plumb_asked_list(const plumb_asked *asked, const plumb_element *list[2 * PLUMB_ASKED]);

/* Sorts them as in the tensor, so that what is computed for a row and a key head is used again. */
void plumb_asked_order(const plumb_element **list, size_t count);
#endif
