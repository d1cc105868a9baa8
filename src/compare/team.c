/* team.c - see team.h. */
#include "compare/team.h"
#include "compare/tally.h"
#include <stdlib.h>
#include <string.h>

/* What a member has found in its rows. */
typedef struct {
    plumb_tensor_report tensor[PLUMB_QUANTITIES];
    size_t empty_rows;
} share;

static void add_share(plumb_report *report, const share *part) {
    report->empty_rows += part->empty_rows;
    for (int quantity = 0; quantity < PLUMB_QUANTITIES; quantity++)
        plumb_tally_merge(&report->tensor[quantity], &part->tensor[quantity]);
}

int plumb_team_report(const plumb_team *team, plumb_report *report) {
    if (team == NULL)
        return 0;
    share own = {.empty_rows = report->empty_rows};
    memcpy(own.tensor, report->tensor, sizeof own.tensor);
    share *all = malloc(team->members * sizeof *all);
    int result = all != NULL ? team->gather(&own, sizeof own, all) : -1;
    for (size_t member = 0; result == 0 && member < team->members; member++)
        if (member != team->member)
            add_share(report, &all[member]);
    free(all);
    return result;
}
