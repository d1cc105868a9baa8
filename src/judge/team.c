/* team.c - see team.h. */
#include "judge/team.h"
#include "judge/tally.h"
#include <stdlib.h>
#include <string.h>

int plumb_team_report(const plumb_team *team, plumb_report *report) {
    if (team == NULL)
        return 0;
    plumb_tally own = {.rows = report->rows_judged, .empty_rows = report->empty_rows};
    memcpy(own.tensor, report->tensor, sizeof own.tensor);
    plumb_tally *all = malloc(team->members * sizeof *all);
    int result = all != NULL ? team->gather(&own, sizeof own, all) : -1;
    for (size_t member = 0; result == 0 && member < team->members; member++)
        if (member != team->member)
            plumb_tally_add(report, &all[member]);
    free(all);
    return result;
}

/* numbers [count] is 0 but where this member computed it. */
static int add_of_all(const plumb_team *team, double *numbers, size_t count) {
    double *all = malloc(team->members * count * sizeof *all + 1);
    int result = all != NULL ? team->gather(numbers, count * sizeof *numbers, all) : -1;
    for (size_t member = 0; result == 0 && member < team->members; member++)
        for (size_t i = 0; member != team->member && i < count; i++)
            numbers[i] += all[member * count + i];
    free(all);
    return result;
}

int plumb_team_standing(const plumb_team *team, plumb_standing *standing) {
    int result = 0;
    for (size_t q = 0; team != NULL && result == 0 && q < PLUMB_QUANTITIES; q++)
        if (standing->square[q] != NULL)
            result = add_of_all(team, standing->square[q], standing->rows) +
                     add_of_all(team, standing->count[q], standing->rows) +
                     add_of_all(team, &standing->bias[q]->sum, plumb_standing_biases(standing) * PLUMB_BIAS_ROW);
    if (team != NULL && result == 0)
        result = add_of_all(team, &standing->row->along, standing->rows * PLUMB_ROW_STANDING);
    return result != 0 ? -1 : 0;
}
