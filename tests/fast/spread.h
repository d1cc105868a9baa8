/* spread.h - rows of balls as the planes of fast/planes.h. */
#ifndef PLUMB_TESTS_FAST_SPREAD_H
#define PLUMB_TESTS_FAST_SPREAD_H
#include "fast/planes.h"
#include <math.h>

#define MOST_SPREAD_ROWS 9
#define MOST_SPREAD_KEYS (2 * PLUMB_PANEL + 3)
#define MOST_SPREAD (MOST_SPREAD_ROWS * (3 * PLUMB_PANEL + PLUMB_LINE))

typedef struct {
    plumb_planes planes;
    unsigned char visible[MOST_SPREAD];
    double mid[MOST_SPREAD], rad[MOST_SPREAD];
} spread_rows;

/* visible, ball [rows][keys]; what stands beyond the keys or in a panel that a row does not see is NaN. */
static inline void spread_out(spread_rows *spread, size_t rows, size_t keys,
                              const unsigned char *visible, const plumb_ball *ball) {
    size_t pitch = plumb_planes_pitch(keys);
    spread->planes = (plumb_planes){rows, pitch, spread->visible, spread->mid, spread->rad};
    for (size_t i = 0; i < rows * pitch; i++) {
        size_t r = i / pitch, j = i % pitch;
        spread->visible[i] = j < keys ? visible[r * keys + j] : 0;
        spread->mid[i] = spread->rad[i] = NAN;
    }
    for (size_t r = 0; r < rows; r++)
        for (size_t j = 0; j < keys; j++) {
            size_t panel = r * pitch + j / PLUMB_PANEL * PLUMB_PANEL;
            if (!plumb_lane_any(spread->visible + panel, PLUMB_PANEL))
                continue;
            spread->mid[r * pitch + j] = ball[r * keys + j].mid;
            spread->rad[r * pitch + j] = ball[r * keys + j].rad;
        }
}

static inline void spread_row(const spread_rows *spread, size_t r, size_t keys, plumb_ball hidden,
                              plumb_ball *ball) {
    size_t start = r * spread->planes.pitch;
    plumb_planes_join(spread->mid + start, spread->rad + start, spread->visible + start, keys,
                      hidden, ball);
}
#endif
