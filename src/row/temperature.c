#include "row/temperature.h"
#include "problem/arb.h"
#include "row/around.h"

/* Far more than the 53 bits of a ball. */
#define PRECISION 128

plumb_ball plumb_temperature_at(const plumb_temperature *temperature, int64_t position) {
    int64_t from = position + temperature->offset;
    if (temperature->factor == 0)
        return plumb_ball_of(1.0);
    if (from < 0)
        return plumb_ball_unknown();
    if (from < temperature->length)
        return plumb_ball_of(1.0);
    arb_t factor, grown;
    arb_init(factor);
    arb_init(grown);
    arb_set_d(factor, temperature->factor);
    arb_log_ui(grown, 1 + (ulong)(from / temperature->length), PRECISION);
    arb_mul(grown, grown, factor, PRECISION);
    arb_add_ui(grown, grown, 1, PRECISION);
    plumb_ball result = plumb_ball_around_arb(grown);
    arb_clear(factor);
    arb_clear(grown);
    return result;
}

plumb_ball plumb_heat(const plumb_temperature *temperature, int64_t position, plumb_ball *vector, size_t dim) {
    plumb_ball factor = plumb_temperature_at(temperature, position);
    bool is_one = factor.mid == 1 && factor.rad == 0;
    for (size_t c = 0; !is_one && c < dim; c++)
        vector[c] = plumb_ball_multiply(factor, vector[c]);
    return factor;
}

plumb_ball plumb_largest_temperature(const plumb_problem *problem) {
    const plumb_position *position = &problem->position;
    size_t axes = plumb_axes_of(position);
    int64_t most = 0;
    for (size_t b = 0; b < problem->batch; b++)
        for (size_t t = 0; t < problem->query_length; t++) {
            int64_t at = position->query_position != NULL
                             ? position->query_position[b * axes * problem->query_length + t]
                             : (int64_t)t + plumb_offset_of(problem, b);
            most = at > most ? at : most;
        }
    return plumb_temperature_at(&position->temperature, most);
}
