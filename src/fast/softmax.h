/* softmax.h - plumb_softmax of several rows. */
#ifndef PLUMB_FAST_SOFTMAX_H
#define PLUMB_FAST_SOFTMAX_H
#include "fast/lanes.h"
#include "number/index.h"

/* As plumb_softmax of weight/softmax.h on each of the rows, row r of the arrays at [r * keys]; no
   row sees a key from `seen` on, and their weights are left alone. */
/*@ requires inside: rows * keys <= PLUMB_MOST_ELEMENTS && rows <= PLUMB_MOST_ELEMENTS && keys <= PLUMB_MOST_ELEMENTS;
    requires seen: seen <= keys;
    requires reads: \valid_read(score + (0 .. rows * keys - 1)) && \valid_read(visible + (0 .. rows * keys - 1));
    requires writes: \valid(weight + (0 .. rows * keys - 1));
    requires apart: \separated(weight + (0 .. rows * keys - 1), score + (0 .. rows * keys - 1)) &&
                    \separated(weight + (0 .. rows * keys - 1), visible + (0 .. rows * keys - 1));
    assigns weight[0 .. rows * keys - 1];
*/
void plumb_fast_softmax(const plumb_ball *score, const unsigned char *visible, size_t rows,
                        size_t seen, size_t keys, plumb_ball *weight);
#endif
