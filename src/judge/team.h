/* team.h - several processes that share the rows of one case.  Every member reads the case, makes the same request, and
   calls the functions below in the same order; NULL: a single process. */
#ifndef PLUMB_JUDGE_TEAM_H
#define PLUMB_JUDGE_TEAM_H
#include "judge/compare.h"

typedef struct plumb_team {
    size_t member, members;
    /* Returns -1 to every member if one has -1, with the message of the first that failed. */
    int (*agree)(int status, plumb_error *error);
    /* Collects the bytes of all members: all [members][size], in their order. */
    int (*gather)(const void *own, size_t size, void *all);
    /* Combines numbers in member 0: each number is 0 except in the member that computed it. */
    int (*unite)(double *numbers, size_t count);
    /* Combines cells in member 0: each becomes the largest. */
    int (*unite_cells)(unsigned char *cells, size_t count);
} plumb_team;

static inline size_t plumb_team_member(const plumb_team *team) {
    return team != NULL ? team->member : 0;
}

static inline size_t plumb_team_members(const plumb_team *team) {
    return team != NULL ? team->members : 1;
}

static inline int plumb_team_agree(const plumb_team *team, int status, plumb_error *error) {
    return team != NULL ? team->agree(status, error) : status;
}

/* Gives every member the counts and findings of all.  Returns 0, or -1 if there is not enough memory. */
int plumb_team_report(const plumb_team *team, plumb_report *report);

/* The same for the errors of rows, each judged by one member. */
int plumb_team_standing(const plumb_team *team, plumb_standing *standing);
#endif
