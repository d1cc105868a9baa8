/* tile.h - the convention that query head h reads key head h mod key_heads (onnx 1.18.0 to 1.19.0), expressed by the
   other, h / (query_heads / key_heads): repeats keys and values of the file, so that each query head has a key head. */
#ifndef PLUMB_CASE_TILE_H
#define PLUMB_CASE_TILE_H
#include "base/error.h"
#include "base/storage.h"
#include "problem/problem.h"

/* Of a problem whose tensors are all there; source is the case, for messages. */
int plumb_tile_heads(plumb_problem *problem, const char *source, plumb_storage *storage, plumb_error *error);
#endif
