#include "diagnose/change_slopes.h"
#include <math.h>

double plumb_ruled_slope(size_t heads, size_t h) {
    size_t n = 1;
    while (n <= heads / 2)
        n *= 2;
    double eighths = h < n ? 8 * ((double)h + 1) : 4 * (2 * (double)(h - n) + 1);
    return exp2(-eighths / (double)n);
}

double *plumb_slopes_in_use(plumb_storage *storage, const plumb_problem *problem) {
    const plumb_position *position = &problem->position;
    bool scaled = position->alibi == PLUMB_ALIBI_SCALED_KEY;
    double *slope = plumb_storage_take(storage, problem->query_heads, sizeof *slope);
    for (size_t h = 0; slope != NULL && h < problem->query_heads; h++) {
        slope[h] = position->slopes != NULL ? position->slopes[h]
                                            : plumb_ruled_slope(problem->query_heads, h);
        slope[h] *= scaled ? plumb_change_scale(problem) : 1;
    }
    return slope;
}

int plumb_state_slopes(plumb_storage *storage, plumb_problem *problem) {
    plumb_problem unscaled = *problem;
    unscaled.position.alibi = PLUMB_ALIBI_KEY;
    problem->position.slopes = plumb_slopes_in_use(storage, &unscaled);
    return problem->position.slopes != NULL ? 1 : -1;
}
