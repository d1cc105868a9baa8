/* report_bias.h - the texts of reports about mean errors (judge/bias.h). */
#ifndef PLUMB_REPORT_REPORT_BIAS_H
#define PLUMB_REPORT_REPORT_BIAS_H
#include "report/report_facts.h"

/* "all outputs seem to be 1.0056 times their correct size; expected within 0.4 %" */
const char *plumb_factor_fact(const char *what, double excess, double limit, char text[PLUMB_FACT_TEXT]);

/* The reason for a SUSPECT tensor, if it is its mean error; else "". */
const char *plumb_bias_reason(const plumb_report *report, plumb_quantity quantity, char text[PLUMB_FACT_TEXT]);

/* The mean error of the first tensor whose bias exceeds its scatter, but not its limit; else of the first tensor that
   has one, along the exact values.  "" if a tensor is wrong, or no mean is known. */
const char *plumb_bias_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]);
#endif
