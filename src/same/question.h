/* question.h - whether two runs answer the same question: equal conventions and, bit by bit, equal tensors except
   results. */
#ifndef PLUMB_SAME_QUESTION_H
#define PLUMB_SAME_QUESTION_H
#include "exact/quantity.h"
#include "same/slice.h"

/* The tensor of an engine's results. */
plumb_member plumb_same_answer(plumb_quantity quantity);

/* Returns 0, or -1 with a message that names the other run's file and the first field or tensor that differs.  The
   engine, its precision, the note, and the place of the scale may differ; scales are equal if their values are. */
int plumb_same_question(const plumb_same_run *first, const plumb_same_run *other, const plumb_same_part *part,
                        plumb_error *error);
#endif
