/* judge_parts.h - what the files of the judge share: rows (judge.c), their elements (judge_element.c), and what the
   errors of a row say together (judge_bias.c). */
#ifndef PLUMB_JUDGE_JUDGE_PARTS_H
#define PLUMB_JUDGE_JUDGE_PARTS_H
#include "judge/judge.h"

/* One of so many rows, evenly spread over the queries, others in each head, the last query among those of the first. */
bool plumb_judge_is_one_of(const plumb_judge *judge, size_t b, size_t h, size_t t, size_t rows);

bool plumb_any_nan(const double *x, size_t count);

/* Whether an element of the row has an exact value that nobody defines. */
bool plumb_judge_has_number(const plumb_judge *judge, plumb_quantity quantity, size_t column);

/* Starts to count the errors of a row; each of its numbers is counted as it is judged. */
void plumb_judge_begin_bias(plumb_judge *judge);
void plumb_judge_count_error(plumb_judge *judge, plumb_quantity quantity, const plumb_element *element,
                             plumb_format format);
#endif
