#include "judge/loose.h"
#include "fast/lanes.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Two balls lie in one vector: middle, radius, middle, radius. */
enum { LANES = 4, BALLS = 2 };
typedef double lanes_of __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t masks_of __attribute__((vector_size(LANES * sizeof(int64_t))));

bool plumb_key_is_loose(plumb_ball score, plumb_ball weight) {
    return !(score.rad < INFINITY) || !(weight.rad <= PLUMB_WIDEST_WEIGHT * fmax(1, fabs(weight.mid)));
}

/* In the lanes of a middle: the radius that follows it. */
PLUMB_FOR_EACH_PROCESSOR
bool plumb_any_key_is_loose(const plumb_ball *score, const plumb_ball *weight, size_t keys) {
    const masks_of is_middle = {-1, 0, -1, 0};
    masks_of loose = {0};
    size_t j = 0;
    for (; j + BALLS < keys; j += BALLS) {
        lanes_of mid, rad, score_rad;
        memcpy(&mid, &weight[j].mid, sizeof mid);
        memcpy(&rad, (const char *)&weight[j] + sizeof(double), sizeof rad);
        memcpy(&score_rad, (const char *)&score[j] + sizeof(double), sizeof score_rad);
        lanes_of magnitude = (lanes_of)((masks_of)mid & INT64_MAX);
        masks_of wide = ~((rad <= PLUMB_WIDEST_WEIGHT) | (rad <= PLUMB_WIDEST_WEIGHT * magnitude));
        loose |= wide | ~(score_rad < (double)INFINITY);
    }
    loose &= is_middle;
    bool any = (loose[0] | loose[2]) != 0;
    for (; j < keys; j++)
        any = any || plumb_key_is_loose(score[j], weight[j]);
    return any;
}
