/* sample.h - draws rows at random from all heads and queries, and estimates the work of a row. */
#ifndef PLUMB_JUDGE_SAMPLE_H
#define PLUMB_JUDGE_SAMPLE_H
#include "problem/problem.h"
#include <stddef.h>
#include <stdint.h>

/* Sets chosen [rows] to 1 for `count` random rows, or all if there are fewer, of those whose queries exist and are
   from <= t < to, and to 0 for all others.  A seed gives the same rows on every machine.  Returns how many it chose. */
size_t plumb_sample_rows(const plumb_problem *problem, size_t from, size_t to, size_t count, uint64_t seed,
                         unsigned char *chosen);

/* The number of rows whose queries exist and are from <= t < to. */
size_t plumb_rows_between(const plumb_problem *problem, size_t from, size_t to);

/* About how many keys query t sees under causal, prefix and sliding-window masks; at least 1. */
size_t plumb_keys_in_reach(const plumb_problem *problem, size_t t);
#endif
