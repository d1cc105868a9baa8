/* largest_key.h - the key with the largest softmax weight in a row. */
#ifndef PLUMB_ROW_LARGEST_KEY_H
#define PLUMB_ROW_LARGEST_KEY_H
#include "row/evaluate.h"

/* The first visible key of the largest score, or the number of keys where none is visible. */
size_t plumb_row_largest_key(const plumb_row *row, size_t keys);
#endif
