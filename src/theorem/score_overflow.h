/* score_overflow.h - bounds the numbers from which the score of a key is computed, in any order and with the scale in
   any place that spec/budget.md, section 1, allows. */
#ifndef PLUMB_THEOREM_SCORE_OVERFLOW_H
#define PLUMB_THEOREM_SCORE_OVERFLOW_H
#include "theorem/overflow_step.h"
#include "theorem/row_size.h"

/* Upper bound of log2(e): a scale, a bias or a score may be multiplied by it, for exponentials to the base 2. */
#define PLUMB_LOG2_E 1.4426950408889636

/* Counts the steps of the row's query, and those of one key that takes part; the key of a sink is the last. */
void plumb_query_overflow(plumb_overflow *worst, const plumb_row_size *row);
void plumb_key_overflow(plumb_overflow *worst, const plumb_row_size *row, size_t key);

/* Counts the steps of all keys that take part. */
void plumb_keys_overflow(plumb_overflow *worst, const plumb_row_size *row);
#endif
