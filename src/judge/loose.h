/* loose.h - whether the enclosures of a row are so loose that they would excuse an engine. */
#ifndef PLUMB_JUDGE_LOOSE_H
#define PLUMB_JUDGE_LOOSE_H
#include "number/ball.h"
#include <stdbool.h>
#include <stddef.h>

/* A row whose weights the kernels enclose less tightly than this is asked of the reference.  Relative to 1, or to
   weights that exceed it. */
#define PLUMB_WIDEST_WEIGHT 0x1p-20

/* Of one key: its score says nothing, or its weight too little. */
bool plumb_key_is_loose(plumb_ball score, plumb_ball weight);

/* Whether some key is, of those that take no part, too: told many at a time. */
bool plumb_any_key_is_loose(const plumb_ball *score, const plumb_ball *weight, size_t keys);
#endif
