/* grid.h - whether numbers have few enough significant bits to be stored in a format. */
#ifndef PLUMB_DIAGNOSE_GRID_H
#define PLUMB_DIAGNOSE_GRID_H
#include "case/case.h"
#include "precision/precision.h"
#include <stdbool.h>

/* Whether every finite number of the claim has at most the significant bits of that rounding,
   and one more; true of a claim that is not there. */
bool plumb_is_on_grid(const plumb_claim *claim, const plumb_rounding *rounding);

/* Whether the numbers show that they were rounded more coarsely than is stated: the rounding is
   coarser, the claim is there, and its numbers have no more bits than that leaves. */
bool plumb_shows_grid(const plumb_claim *claim, const plumb_rounding *rounding, const plumb_rounding *stated);
#endif
