/* parts.h - diagnoses the stated parts of the keys: which of them are wrong, and what their merge computes instead
   (judge/parts.h). */
#ifndef PLUMB_DIAGNOSE_PARTS_H
#define PLUMB_DIAGNOSE_PARTS_H
#include "infer/infer.h"
#include "judge/compare.h"

/* Whether nothing else need be asked: all parts are right and the merge is named, or the answers are right and a part
   is not.  What is told becomes the inferences. */
bool plumb_parts_tell(const plumb_report *report, plumb_inferences *inferences);

/* The same of answers that are right beside lists of keys that lack one with a larger index score (case/choice.h). */
bool plumb_choice_tells(const plumb_case *stated, plumb_inferences *inferences);
#endif
