/* team.c - see team.h. */
#include "compare/team.h"
#include "compare/tally.h"
#include <stdlib.h>
#include <string.h>

int plumb_team_report(const plumb_team *team, plumb_report *report) {
    if (team == NULL)
        return 0;
    plumb_tally own = {.empty_rows = report->empty_rows};
    memcpy(own.tensor, report->tensor, sizeof own.tensor);
    plumb_tally *all = malloc(team->members * sizeof *all);
    int result = all != NULL ? team->gather(&own, sizeof own, all) : -1;
    for (size_t member = 0; result == 0 && member < team->members; member++)
        if (member != team->member)
            plumb_tally_add(report, &all[member]);
    free(all);
    return result;
}
