/* tile.h - the convention that query head h reads key head h mod key_heads (onnx 1.18.0 to 1.19.0),
   in the terms of the other, h / (query_heads / key_heads): keys and values of the file are repeated,
   so that there is a key head for each query head. */
#ifndef PLUMB_CASE_TILE_H
#define PLUMB_CASE_TILE_H
#include "base/error.h"
#include "base/storage.h"
#include "problem/problem.h"

/* Of a problem whose tensors are all there; source is the case, for messages. */
int plumb_tile_heads(plumb_problem *problem, const char *source, plumb_storage *storage, plumb_error *error);
#endif
