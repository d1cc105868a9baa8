/* team.h - the processes that share this program's work: NULL for one alone. */
#ifndef PLUMB_CLI_TEAM_H
#define PLUMB_CLI_TEAM_H
#include "judge/team.h"

/* Set once, before plumb_run. */
extern const plumb_team *plumb_program_team;

/* Whether this process prints and writes files for its team. */
static inline bool plumb_is_speaker(void) {
    return plumb_team_member(plumb_program_team) == 0;
}
#endif
