/* report_facts.h - what the reports of a verdict say, each fact told once: texts, which every report lays out in its
   own way.  The conventions of the problem: report/report_conventions.h. */
#ifndef PLUMB_REPORT_REPORT_FACTS_H
#define PLUMB_REPORT_REPORT_FACTS_H
#include "judge/compare.h"

/* Each returns text, or a text that outlives the report. */
enum { PLUMB_FACT_TEXT = 1024 };
const char *plumb_write_fact(char text[PLUMB_FACT_TEXT], const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *plumb_source_fact(const plumb_case *judged);
const char *plumb_engine_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]);      /* its name and version */
const char *plumb_precision_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]); /* "f32 (stated)" */
/* "tf32 is coarser than usual for F32 tensors", where that is so, else "". */
const char *plumb_coarse_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]);
const char *plumb_verdict_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]); /* with that in brackets */
/* "PASS: bf16-flash, bf16-eager; FAIL (3 rows): f32", and how the verdict stands to that; "" where a precision is
   stated. */
const char *plumb_plausible_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]);
const char *plumb_strictest_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]);
const char *plumb_sizes_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]);  /* "batch 1, heads 4 on 2" */
const char *plumb_inputs_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]); /* "BF16", or that of each */
const char *plumb_scale_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]);  /* "1/sqrt(32)" */
const char *plumb_rows_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]); /* "96, of which 0 ..." */
/* In words; where a step may overflow, which. */
const char *plumb_finding_fact(const plumb_element *element, char text[PLUMB_FACT_TEXT]);
/* "about the 64 that err most: 64 impossible"; "about none: ..." of a gradient; "" where nothing was asked. */
const char *plumb_asked_fact(const plumb_report *report, plumb_quantity quantity, char text[PLUMB_FACT_TEXT]);
/* "between 0.5 and 0.5000001"; one number where the exact value is known to be it. */
const char *plumb_exact_fact(const plumb_element *element, char text[PLUMB_FACT_TEXT]);
/* "at least 0.12, 3 ulp"; "-0.5 where exactly 0 is right"; "" of what has no error. */
const char *plumb_error_fact(const plumb_element *element, char text[PLUMB_FACT_TEXT]);
/* "error up to 0.0024; error bound 0.00089 (rigorous)": what is expected of a number, and what is proved where that was
   asked. */
const char *plumb_limits_fact(const plumb_element *element, char text[PLUMB_FACT_TEXT]);
/* The largest error of a tensor in units in the last place, and over what is expected; "-" where the worst is no
   number. */
const char *plumb_ulps_fact(const plumb_tensor_report *tensor, char text[PLUMB_FACT_TEXT]);
const char *plumb_ratio_fact(const plumb_tensor_report *tensor, char text[PLUMB_FACT_TEXT]);
const char *plumb_place_fact(const plumb_element *element, plumb_quantity quantity, char text[PLUMB_FACT_TEXT]);
/* "query" or "key": what a row of the tensor is of. */
const char *plumb_row_name(plumb_quantity quantity);
/* "3 elements of output are NaN", where some are beyond what is expected: an element that is shown need not be one of
   them; else "". */
const char *plumb_not_numbers_fact(const plumb_tensor_report *tensor, plumb_quantity quantity,
                                   char text[PLUMB_FACT_TEXT]);

/* Why a tensor is SUSPECT as a whole, beside what its elements say; "" where it is not. */
const char *plumb_reason_fact(const plumb_report *report, plumb_quantity quantity, char text[PLUMB_FACT_TEXT]);

/* How the engine stands beside simulated evaluations, and why that is beyond what is expected ("" if it is); to
   which side its errors lean, if they do by more than scatter explains and that is not why; what the case would have
   noticed; and a warning where that is little, else "".  Of the first tensor that has something to say, in the order
   in which a report tells them. */
typedef enum {
    PLUMB_STAND_LEVEL,
    PLUMB_STAND_REASON,
    PLUMB_STAND_BIAS,
    PLUMB_STAND_POWER,
    PLUMB_STAND_BLINDNESS,
    PLUMB_STAND_FACTS
} plumb_stand_kind;
const char *plumb_stand_name(plumb_stand_kind kind); /* "simulated", "reason", "bias", "power", "little power" */
const char *plumb_stand_fact(const plumb_report *report, plumb_stand_kind kind, char text[PLUMB_FACT_TEXT]);

/* The element that a reader asks for next, and what it is: the first that decides the verdict, else the worst; NULL if
   there is none. */
const plumb_element *plumb_decisive_element(const plumb_tensor_report *tensor, const char **what);
#endif
