/* report_bias.h - what reports say of mean errors (judge/bias.h). */
#ifndef PLUMB_REPORT_REPORT_BIAS_H
#define PLUMB_REPORT_REPORT_BIAS_H
#include "report/report_facts.h"

/* "all outputs seem to be 1.0056 times their correct size; expected within 0.4 %" */
const char *plumb_factor_fact(const char *what, double excess, double limit, char text[PLUMB_FACT_TEXT]);

/* Why a tensor is beyond what is expected, if its mean error is why. */
const char *plumb_bias_reason(const plumb_report *report, plumb_quantity quantity, char text[PLUMB_FACT_TEXT]);

/* The mean error of the first tensor whose errors lean to one side by more than scatter explains, and no more than is
   expected; else of the first that has one, along the exact values.  "": a tensor is wrong, or nothing is known. */
const char *plumb_bias_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]);
#endif
