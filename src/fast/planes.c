/* planes.c - see planes.h. */
#include "fast/planes.h"

size_t plumb_planes_pitch(size_t keys) {
    size_t panels = (keys + PLUMB_PANEL - 1) / PLUMB_PANEL;
    return panels * PLUMB_PANEL + PLUMB_LINE / sizeof(double);
}

/*@ requires inside: from < keys;
    assigns \nothing;
    ensures inside: from < \result <= keys && \result <= from + PLUMB_PANEL;
*/
static size_t panel_end(size_t from, size_t keys) {
    return keys - from < PLUMB_PANEL ? keys : from + PLUMB_PANEL;
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_planes_join(const double *restrict mid, const double *restrict rad,
                       const unsigned char *restrict visible, size_t keys, plumb_ball hidden,
                       plumb_ball *restrict ball) {
    /*@ loop invariant index: 0 <= from;
        loop assigns from, ball[0 .. keys - 1];
        loop variant keys - from;
    */
    for (size_t from = 0; from < keys; from = panel_end(from, keys)) {
        size_t end = panel_end(from, keys);
        int any = plumb_lane_any(visible + from, end - from);
        /*@ loop invariant index: from <= j <= end;
            loop assigns j, ball[0 .. keys - 1];
            loop variant end - j;
        */
        for (size_t j = from; j < end; j++) {
            ball[j].mid = any ? mid[j] : hidden.mid;
            ball[j].rad = any ? rad[j] : hidden.rad;
        }
    }
}

void plumb_planes_split(const plumb_ball *restrict ball, size_t keys, double *restrict mid,
                        double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, mid[0 .. keys - 1], rad[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        mid[j] = ball[j].mid;
        rad[j] = ball[j].rad;
    }
}
