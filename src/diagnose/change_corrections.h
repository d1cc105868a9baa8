/* change_corrections.h - scores that no operator of a case gives, stated as what is to be added to those that it does
   give: made of all scores, so only where these are few. */
#ifndef PLUMB_DIAGNOSE_CHANGE_CORRECTIONS_H
#define PLUMB_DIAGNOSE_CHANGE_CORRECTIONS_H
#include "diagnose/making.h"

/* What is added to a score x of a key; number: as the caller has it. */
typedef double plumb_correction(const plumb_problem *asked, double x, double number);

/* Adds to the bias of the problem what the rule says of scores of another problem, whose keys that take no part get
   nothing.  Returns as plumb_change_bias, and 0 where there are too many scores. */
int plumb_correct_scores(plumb_storage *storage, plumb_problem *problem, const plumb_problem *asked,
                         plumb_correction *rule, double number);

/* Changes (diagnose/making.h). */
int plumb_cap_again(const plumb_making *m);
int plumb_leave_out_one(const plumb_making *m); /* elu(x) in place of elu(x) + 1, of scores or of queries and keys */

/* Hidden keys take part: number is added to their scores, or is their score; second: 1, before the scale multiplies. */
bool plumb_may_show_hidden(const plumb_problem *problem);
int plumb_add_to_hidden(const plumb_making *m);
int plumb_replace_hidden(const plumb_making *m);
#endif
