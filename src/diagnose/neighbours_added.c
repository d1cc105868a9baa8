/* neighbours_added.c - scores that no operator of a case gives, made of all that other changes leave, so listed after
   them. */
#include "diagnose/change_corrections.h"
#include "diagnose/rows.h"

#define ADDS(fill, before) CALL(plumb_add_to_hidden, .number = (fill), .second = (before))
#define HAS(fill, before) CALL(plumb_replace_hidden, .number = (fill), .second = (before))

void plumb_neighbours_of_added(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    bool hides = plumb_may_show_hidden(p);
#include "diagnose/neighbours_added.def"
}
