/* report_choice.h - lists of keys beside their index scores (case/choice.h), in words and as JSON. */
#ifndef PLUMB_REPORT_CHOICE_H
#define PLUMB_REPORT_CHOICE_H
#include "base/json.h"
#include "judge/compare.h"
#include "report/report_facts.h"

/* "each of 64 lists has the largest index scores"; empty where no scores are given. */
const char *plumb_choice_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]);

/* Of a list that is wrong, which; else empty. */
const char *plumb_wrong_choice_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]);

/* null where no scores are given */
json_t *plumb_choice_json(const plumb_case *judged);
#endif
