/* question.h - whether two runs were asked the same: conventions, and every tensor but the answers bit by bit. */
#ifndef PLUMB_SAME_QUESTION_H
#define PLUMB_SAME_QUESTION_H
#include "exact/quantity.h"
#include "same/slice.h"

/* The tensor that holds what was answered. */
plumb_member plumb_same_answer(plumb_quantity quantity);

/* 0, or -1 with a message that names the other run's file and the first field or tensor that differs.  Who answered, in
   which precision, why, and where the scale was applied may differ; a scale of the same value is the same however it
   is written. */
int plumb_same_question(const plumb_same_run *first, const plumb_same_run *other, const plumb_same_part *part,
                        plumb_error *error);
#endif
