/* judge_parts.h - private functions of the judge's files: rows (judge.c), elements (judge_element.c), and mean errors
   of a row (judge_bias.c). */
#ifndef PLUMB_JUDGE_JUDGE_PARTS_H
#define PLUMB_JUDGE_JUDGE_PARTS_H
#include "judge/judge.h"

/* Whether the row is in an evenly spread sample of one in `rows`.  Each head has other queries; the first head has the
   last query. */
bool plumb_judge_is_one_of(const plumb_judge *judge, size_t b, size_t h, size_t t, size_t rows);

bool plumb_any_nan(const double *x, size_t count);

/* Whether an element of the row has an exact value that no definition sets. */
bool plumb_judge_has_number(const plumb_judge *judge, plumb_quantity quantity, size_t column);

/* Starts the mean errors of a row; each element is counted when it is judged. */
void plumb_judge_begin_bias(plumb_judge *judge);
void plumb_judge_count_error(plumb_judge *judge, plumb_quantity quantity, const plumb_element *element,
                             plumb_format format);
#endif
