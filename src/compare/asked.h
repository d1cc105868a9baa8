/* asked.h - the elements that proved code is asked about: of those that err more than honest evaluations do, and of
   those that honest evaluations say nothing of, the ones that err most, where proved code may know more than the
   provable budget. */
#ifndef PLUMB_COMPARE_ASKED_H
#define PLUMB_COMPARE_ASKED_H
#include "compare/element.h"

/* So many by either measure, and of one row. */
enum { PLUMB_ASKED = 32, PLUMB_ASKED_OF_ROW = 4 };

/* The first `count`, the one that errs most first; of equal ones that which stands first in the tensor. */
typedef struct {
    size_t count;
    plumb_element element[PLUMB_ASKED];
} plumb_farthest;

typedef struct {
    plumb_farthest of_honest;   /* by error over what is taken for honest */
    plumb_farthest of_provable; /* by error over the provable budget */
} plumb_asked;

/* Whatever the order in which elements, or those of others, come. */
void plumb_asked_keep(plumb_asked *asked, const plumb_element *element);
void plumb_asked_add(plumb_asked *asked, const plumb_asked *more);

/* Each of them once, those that err most by either measure first.  Returns how many. */
size_t plumb_asked_list(const plumb_asked *asked, const plumb_element *list[2 * PLUMB_ASKED]);
#endif
