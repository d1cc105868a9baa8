/* ask.h - FAIL is a theorem: proved code is asked about the numbers that err most. */
#ifndef PLUMB_JUDGE_ASK_H
#define PLUMB_JUDGE_ASK_H
#include "judge/compare.h"
#include "judge/judge.h"

/* So many products of a query and a key at most, which take a second or so: of long contexts fewer are asked, one at
   least. */
#define PLUMB_ASKED_PRODUCTS 0x1p23

/* About which elements: those that err most, until one is excluded; all of these, and more if none of them is; or all
   that err more than is expected. */
typedef enum { PLUMB_ASK_ONE, PLUMB_ASK_MOST, PLUMB_ASK_ALL } plumb_ask_how;

/* Of each tensor that proof decides, asks about the first element beyond its expected error and those that err most
   (asked.h); what is shown of it becomes complete.
   Returns 0, or -1 with a message: memory is short. */
int plumb_ask_of_farthest(plumb_report *report, plumb_ask_how how, plumb_error *error);

/* Whether proved code excludes an element of the row that the judge has set, under the judge's precision.  Where a step
   may overflow it says nothing, and the element says which.  0, or -1 if memory is short. */
int plumb_ask_of_element(plumb_judge *judge, plumb_quantity quantity, plumb_element *element, plumb_format format,
                         bool *excluded);

/* Counts the answer about an element that was tallied. */
void plumb_ask_note(plumb_tensor_report *tensor, const plumb_element *element, bool excluded);
#endif
