/* factor_groups.h - fitted factors of keys for groups of rows, prepared for their description. */
#ifndef PLUMB_INFER_FACTOR_GROUPS_H
#define PLUMB_INFER_FACTOR_GROUPS_H
#include "base/workspace.h"
#include "infer/inquiry.h"
#include "infer/solve.h"

/* Levels that differ by less are the same. */
#define PLUMB_SAME_LEVEL 0.03

/* Levels of one group that are said: lost, and two numbers besides. */
enum { PLUMB_LEVELS_SAID = 3 };

typedef struct {
    plumb_inquiry *q;
    plumb_workspace *workspace;
    plumb_solver *solver;
    plumb_system system;
    plumb_solution solution;
    size_t keys, groups;
    bool each;        /* each key has a number of its own, and no two need agree */
    size_t known;     /* of these, in all groups */
    size_t *class_of; /* [keys] */
    unsigned char *visible; /* [keys] to the query of some sample */
    size_t *row;      /* of one group */
    double *level;    /* [groups][keys] NAN: not known */
    double *sink;     /* [groups] NAN: not known */
    size_t *as;       /* [groups] the first that it is told with; `groups`: none of its rows fails */
    unsigned char *member, *other; /* [keys] */
    plumb_factors *factors;
} plumb_factor_groups;

/* What the groups say into factors->says, those that say the same together.  flag: [groups].  Returns the clauses that
   takes; INFINITY where words fail. */
double plumb_factor_groups_say(plumb_factor_groups *groups, unsigned char *flag);

/* The numbers of the first keys, where each key has its own; false if too few of them are known. */
bool plumb_factor_groups_say_each(plumb_factor_groups *groups);
#endif
