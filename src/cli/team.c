#include "cli/team.h"

const plumb_team *plumb_program_team = NULL;
