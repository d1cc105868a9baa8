/* report_power.h - the texts of reports about the faults that a case would reveal. */
#ifndef PLUMB_REPORT_REPORT_POWER_H
#define PLUMB_REPORT_REPORT_POWER_H
#include "report/report_facts.h"

/* "would reveal scores off by 0.4 %, 1 lost key of 64"; and a warning if that is little; else "". */
const char *plumb_power_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]);
const char *plumb_little_power_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]);

/* For a PASS that is blind (compare.h), the faults that the input does not reveal: "this input does not reveal 1 lost
   key of 64 ..."; else "". */
const char *plumb_blind_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]);

#endif
