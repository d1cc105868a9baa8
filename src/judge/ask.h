/* ask.h - lets proved code test the elements with the largest errors; only what it excludes can make FAIL. */
#ifndef PLUMB_JUDGE_ASK_H
#define PLUMB_JUDGE_ASK_H
#include "judge/compare.h"
#include "judge/judge.h"

/* The tests take at most this many products of a query and a key, about a second; in long contexts fewer elements are
   tested, but at least one. */
#define PLUMB_ASKED_PRODUCTS 0x1p23

/* Which elements are tested: those with the largest errors, until one is excluded; all of these, and more if none of
   them is; or all beyond their expected error. */
typedef enum { PLUMB_ASK_ONE, PLUMB_ASK_MOST, PLUMB_ASK_ALL } plumb_ask_how;

/* For each tensor to which the theorem applies, tests the first element beyond its expected error and those with the
   largest errors (asked.h), and completes the elements that reports show.
   Returns 0, or -1 with a message: not enough memory. */
int plumb_ask_of_farthest(plumb_report *report, plumb_ask_how how, plumb_error *error);

/* Sets *excluded to whether proved code excludes an element of the judge's current row under the judge's precision.
   If a step may overflow, nothing is excluded, and the element names the step.  Returns 0, or -1 if there is not enough
   memory. */
int plumb_ask_of_element(plumb_judge *judge, plumb_quantity quantity, plumb_element *element, plumb_format format,
                         bool *excluded);

/* Counts the result for an element that was tallied before. */
void plumb_ask_note(plumb_tensor_report *tensor, const plumb_element *element, bool excluded);
#endif
