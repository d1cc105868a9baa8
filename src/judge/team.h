/* team.h - several processes that share the rows of one case.  Every member reads the case, asks for
   the same and calls the functions below in the same order; NULL stands for a process alone. */
#ifndef PLUMB_JUDGE_TEAM_H
#define PLUMB_JUDGE_TEAM_H
#include "judge/compare.h"

typedef struct plumb_team {
    size_t member, members;
    /* -1 for everybody if it is for anybody, with the message of the first who failed. */
    int (*agree)(int status, plumb_error *error);
    /* all [members][size]: the bytes of every member, in their order. */
    int (*gather)(const void *own, size_t size, void *all);
    /* The numbers of member 0 become the union: each is 0 but where one member computed it. */
    int (*unite)(double *numbers, size_t count);
    /* Each cell of member 0 becomes the greatest. */
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

/* Every member's counts and findings become those of all.  0, or -1 if memory is short. */
int plumb_team_report(const plumb_team *team, plumb_report *report);

/* The same of the errors of rows, each of which one member has judged. */
int plumb_team_standing(const plumb_team *team, plumb_standing *standing);
#endif
