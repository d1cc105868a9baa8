/* loose.h - whether the enclosures of a row are so wide that they would hide errors of an engine. */
#ifndef PLUMB_JUDGE_LOOSE_H
#define PLUMB_JUDGE_LOOSE_H
#include "number/ball.h"
#include <stdbool.h>
#include <stddef.h>

/* If the radius of a weight exceeds this, relative to max(1, weight), the reference evaluates the row. */
#define PLUMB_WIDEST_WEIGHT 0x1p-20

/* Whether the ball of the key's score has no finite radius, or that of its weight is too wide. */
bool plumb_key_is_loose(plumb_ball score, plumb_ball weight);

/* The same for any of score [keys], weight [keys], including keys that take no part. */
bool plumb_any_key_is_loose(const plumb_ball *score, const plumb_ball *weight, size_t keys);
#endif
