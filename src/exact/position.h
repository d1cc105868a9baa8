/* position.h - where a query and a key stand, and what of a position's tensors one score reads
   (spec/positions.md), in exact integers. */
#ifndef PLUMB_EXACT_POSITION_H
#define PLUMB_EXACT_POSITION_H
#include "problem/problem.h"
#include <stddef.h>
#include <stdint.h>

/* p_t, and p_j as query t counts it, by the position ids or without them: on every axis that these have, the others 0;
   and on axis 0, the only one of encodings that are no rotations. */
plumb_point plumb_exact_query_point(const plumb_problem *problem, size_t b, size_t t);
plumb_point plumb_exact_key_point(const plumb_problem *problem, size_t b, size_t t, size_t i);
int64_t plumb_exact_query_position(const plumb_problem *problem, size_t b, size_t t);
int64_t plumb_exact_key_position(const plumb_problem *problem, size_t b, size_t t, size_t i);
/* p_j - p_t */
int64_t plumb_exact_distance(const plumb_problem *problem, size_t b, size_t t, size_t i);

/* The bucket of T5 in which a distance p_j - p_t falls. */
size_t plumb_exact_bucket(const plumb_problem *problem, int64_t distance);
/* clip(distance) + reach: a row of a table of 2 reach + 1. */
size_t plumb_exact_clipped(const plumb_problem *problem, int64_t distance);

/* The number of a table that joins the score of key i: t5, relative-table; NULL for others. */
const double *plumb_exact_position_entry(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i);
/* shaw: the vectors that join key and value i; NULL for others, and without a table of values. */
const double *plumb_exact_key_row(const plumb_problem *problem, size_t b, size_t t, size_t i);
const double *plumb_exact_value_row(const plumb_problem *problem, size_t b, size_t t, size_t i);

/* Whether queries and keys, or outputs, turn by angles. */
bool plumb_exact_has_rotations(const plumb_problem *problem);

/* Row p + offset of the learned table, rows p of the stated cosines and sines; NULL for other
   encodings, and where there is no such row. */
const double *plumb_exact_learned_row(const plumb_problem *problem, int64_t position);
const double *plumb_exact_cosine_row(const plumb_problem *problem, int64_t position);
const double *plumb_exact_sine_row(const plumb_problem *problem, int64_t position);
#endif
