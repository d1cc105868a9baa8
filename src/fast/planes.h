/* planes.h - the balls of several rows, middles apart from radii, so that they are lanes without being
   sorted first. */
#ifndef PLUMB_FAST_PLANES_H
#define PLUMB_FAST_PLANES_H
#include "fast/lanes.h"
#include "number/index.h"

/* visible, mid, rad [rows][pitch]; beyond the last key of a row nothing is visible.  What stands in a
   panel of which a row sees no key has no meaning. */
typedef struct {
    size_t rows, pitch;
    const unsigned char *visible;
    double *mid, *rad;
} plumb_planes;

/*@ predicate has_planes(plumb_planes p) =
      \valid_read(p.visible + (0 .. p.rows * p.pitch - 1)) && \valid(p.mid + (0 .. p.rows * p.pitch - 1)) &&
      \valid(p.rad + (0 .. p.rows * p.pitch - 1)) &&
      \separated(p.mid + (0 .. p.rows * p.pitch - 1), p.rad + (0 .. p.rows * p.pitch - 1),
                 p.visible + (0 .. p.rows * p.pitch - 1)); */

/*@ predicate planes_apart(plumb_planes p, plumb_ball *x, integer n) =
      \separated(x + (0 .. n - 1), p.mid + (0 .. p.rows * p.pitch - 1)) &&
      \separated(x + (0 .. n - 1), p.rad + (0 .. p.rows * p.pitch - 1)) &&
      \separated(x + (0 .. n - 1), p.visible + (0 .. p.rows * p.pitch - 1)); */

/* Numbers from one row to the next: whole panels, and a line of the cache more, so that the same lane
   of several rows does not compete for one place in it. */
/*@ requires few: keys <= PLUMB_MOST_ELEMENTS;
    assigns \nothing;
    ensures room: keys <= \result;
*/
size_t plumb_planes_pitch(size_t keys);

/* ball[j] = the ball of key j, one row; `hidden` in panels of which it sees no key. */
/*@ requires reads: \valid_read(mid + (0 .. keys - 1)) && \valid_read(rad + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(ball + (0 .. keys - 1));
    requires apart: \separated(ball + (0 .. keys - 1), mid + (0 .. keys - 1)) &&
                    \separated(ball + (0 .. keys - 1), rad + (0 .. keys - 1)) &&
                    \separated(ball + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns ball[0 .. keys - 1];
*/
void plumb_planes_join(const double *mid, const double *rad, const unsigned char *visible, size_t keys,
                       plumb_ball hidden, plumb_ball *ball);

/* The way back, of all keys. */
/*@ requires reads: \valid_read(ball + (0 .. keys - 1));
    requires writes: \valid(mid + (0 .. keys - 1)) && \valid(rad + (0 .. keys - 1));
    requires apart: \separated(ball + (0 .. keys - 1), mid + (0 .. keys - 1)) &&
                    \separated(ball + (0 .. keys - 1), rad + (0 .. keys - 1)) &&
                    \separated(mid + (0 .. keys - 1), rad + (0 .. keys - 1));
    assigns mid[0 .. keys - 1], rad[0 .. keys - 1];
*/
void plumb_planes_split(const plumb_ball *ball, size_t keys, double *mid, double *rad);
#endif
