/* sample.h - rows that are drawn at random from all heads and queries, and how much each row has to do. */
#ifndef PLUMB_JUDGE_SAMPLE_H
#define PLUMB_JUDGE_SAMPLE_H
#include "problem/problem.h"
#include <stddef.h>
#include <stdint.h>

/* chosen [rows]: 1 of `count` rows whose queries exist and are from <= t < to, 0 of the others; of all such rows where
   there are no more.  The same for the same seed on every machine.  Returns how many are chosen. */
size_t plumb_sample_rows(const plumb_problem *problem, size_t from, size_t to, size_t count, uint64_t seed,
                         unsigned char *chosen);

/* How many rows there are whose queries are from <= t < to, and exist. */
size_t plumb_rows_between(const plumb_problem *problem, size_t from, size_t to);

/* About how many keys query t sees, at least 1: what causal, prefix and sliding-window masks leave of them. */
size_t plumb_keys_in_reach(const plumb_problem *problem, size_t t);
#endif
