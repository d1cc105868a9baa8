/* visible.h - which numbers of a problem one row depends on, from problem/problem.h alone. */
#ifndef PLUMB_EXACT_VISIBLE_H
#define PLUMB_EXACT_VISIBLE_H
#include "problem/problem.h"
#include <stdbool.h>
#include <stddef.h>

/* The position of query t among the keys. */
int64_t plumb_exact_place(const plumb_problem *problem, size_t b, size_t t);

/* By the mask, or as one of the first keys that the sink makes visible to all. */
bool plumb_exact_visible(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i);
size_t plumb_exact_visible_count(const plumb_problem *problem, size_t b, size_t h, size_t t);
/* Whether that count is above 0. */
bool plumb_exact_sees_any(const plumb_problem *problem, size_t b, size_t h, size_t t);

/* Whether key i has a weight in row t: it is visible, or the softcap comes after the mask, so that a hidden key has the
   score -softcap.  The vector of such a key is not read; its value is. */
bool plumb_exact_takes_part(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i);

/* Whether a sink adds a logit to those of the keys, and whether that logit carries a value. */
bool plumb_exact_has_sink_logit(const plumb_problem *problem);
bool plumb_exact_has_sink_value(const plumb_problem *problem);

/* Whether anything at all has a weight in a row with so many visible keys: a key, and a key or an
   extra logit. */
bool plumb_exact_any_key(const plumb_problem *problem, size_t visible);
bool plumb_exact_empty(const plumb_problem *problem, size_t visible);
/* Whether such a row is the mean of all values, of each key alike, hidden ones too. */
bool plumb_exact_is_mean(const plumb_problem *problem, size_t visible);

/* The vectors of query t of head h, and of key i as that head reads it. */
const double *plumb_exact_query(const plumb_problem *problem, size_t b, size_t h, size_t t);
const double *plumb_exact_key(const plumb_problem *problem, size_t b, size_t h, size_t i);
const double *plumb_exact_value(const plumb_problem *problem, size_t b, size_t h, size_t i);

/* Numbers of the optional tensors; NULL where the problem has none. */
const double *plumb_exact_bias(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i);
const double *plumb_exact_key0_bias(const plumb_problem *problem, size_t h, size_t i);
const double *plumb_exact_value_bias(const plumb_problem *problem, size_t h, size_t column);
const double *plumb_exact_gate(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t column);

/* The vectors of the sink of head h, for a sink that has them. */
const double *plumb_exact_sink_key(const plumb_problem *problem, size_t h);
const double *plumb_exact_sink_value(const plumb_problem *problem, size_t h);
#endif
