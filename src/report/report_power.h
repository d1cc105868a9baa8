/* report_power.h - what a case would have noticed, in words. */
#ifndef PLUMB_REPORT_REPORT_POWER_H
#define PLUMB_REPORT_REPORT_POWER_H
#include "report/report_facts.h"

/* "would reveal scores off by 0.4 %, 1 lost key of 64"; a warning where that is little; else "". */
const char *plumb_power_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]);
const char *plumb_little_power_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]);

/* What has to be noticed and is not, of a PASS that is blind (compare.h): "this input does not reveal 1 lost key of 64
   ..."; else "". */
const char *plumb_blind_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]);

#endif
