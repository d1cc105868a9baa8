/* visible.h - which numbers of a problem one row depends on, from attention/problem.h alone. */
#ifndef PLUMB_EXACT_VISIBLE_H
#define PLUMB_EXACT_VISIBLE_H
#include "attention/problem.h"
#include <stdbool.h>
#include <stddef.h>

bool plumb_exact_visible(const plumb_problem *problem, size_t t, size_t i);
size_t plumb_exact_visible_count(const plumb_problem *problem, size_t t);

/* The vectors of query t of head h, and of key i as that head reads it. */
const double *plumb_exact_query(const plumb_problem *problem, size_t b, size_t h, size_t t);
const double *plumb_exact_key(const plumb_problem *problem, size_t b, size_t h, size_t i);
const double *plumb_exact_value(const plumb_problem *problem, size_t b, size_t h, size_t i);

/* Whether an element has an exact value: every number it depends on is finite. */
bool plumb_exact_key_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i);
bool plumb_exact_keys_finite(const plumb_problem *problem, size_t b, size_t h, size_t t);
bool plumb_exact_values_finite(const plumb_problem *problem, size_t b, size_t h, size_t t);
bool plumb_exact_column_finite(const plumb_problem *problem, size_t b, size_t h, size_t t,
                               size_t column);
#endif
