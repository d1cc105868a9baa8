/* report_facts.h - the texts of reports, each fact once; the reports differ only in layout.  The conventions of the
   problem are in report/report_conventions.h. */
#ifndef PLUMB_REPORT_REPORT_FACTS_H
#define PLUMB_REPORT_REPORT_FACTS_H
#include "judge/compare.h"

/* Each function returns text, or a constant text. */
enum { PLUMB_FACT_TEXT = 1024 };
const char *plumb_write_fact(char text[PLUMB_FACT_TEXT], const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *plumb_source_fact(const plumb_case *judged);
const char *plumb_engine_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]);      /* its name and version */
const char *plumb_precision_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]); /* "f32 (stated)" */
/* "tf32 is coarser than usual for F32 tensors", or "". */
const char *plumb_coarse_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]);
const char *plumb_verdict_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]); /* "PASS (warning: ...)" */
/* "PASS: bf16-flash, bf16-eager; FAIL (3 rows): f32", and what follows for the verdict; "" if a precision is stated. */
const char *plumb_plausible_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]);
const char *plumb_strictest_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]);
const char *plumb_sizes_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]);  /* "batch 1, heads 4 on 2" */
const char *plumb_inputs_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]); /* "BF16", or one for each */
const char *plumb_scale_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]);  /* "1/sqrt(32)" */
const char *plumb_rows_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]); /* "96, 0 of them ..." */
/* The finding in words; if a step may overflow, which. */
const char *plumb_finding_fact(const plumb_element *element, char text[PLUMB_FACT_TEXT]);
/* "the 64 largest errors: 64 impossible"; "none: ..." of a gradient; "" if nothing was tested. */
const char *plumb_asked_fact(const plumb_report *report, plumb_quantity quantity, char text[PLUMB_FACT_TEXT]);
/* "between 0.5 and 0.5000001"; one number if that is the exact value. */
const char *plumb_exact_fact(const plumb_element *element, char text[PLUMB_FACT_TEXT]);
/* "at least 0.12, 3 ulp"; "-0.5 where exactly 0 is correct"; "" if there is no error. */
const char *plumb_error_fact(const plumb_element *element, char text[PLUMB_FACT_TEXT]);
/* "error up to 0.0024; error bound 0.00089 (proved)": the expected error, and the error bound if it was computed. */
const char *plumb_limits_fact(const plumb_element *element, char text[PLUMB_FACT_TEXT]);
/* The largest error of a tensor in units in the last place, and over its expected error; "-" if the worst element
   is not finite. */
const char *plumb_ulps_fact(const plumb_tensor_report *tensor, char text[PLUMB_FACT_TEXT]);
const char *plumb_ratio_fact(const plumb_tensor_report *tensor, char text[PLUMB_FACT_TEXT]);
const char *plumb_place_fact(const plumb_element *element, plumb_quantity quantity, char text[PLUMB_FACT_TEXT]);
/* "query" or "key": what a row of the tensor belongs to. */
const char *plumb_row_name(plumb_quantity quantity);
/* "3 elements of output are NaN" if some elements are beyond their expected error, since the reported element need not
   be NaN; else "". */
const char *plumb_not_numbers_fact(const plumb_tensor_report *tensor, plumb_quantity quantity,
                                   char text[PLUMB_FACT_TEXT]);

/* Why a tensor as a whole is SUSPECT, apart from its elements; "" if it is not. */
const char *plumb_reason_fact(const plumb_report *report, plumb_quantity quantity, char text[PLUMB_FACT_TEXT]);

/* The facts about the engine compared with simulated kernels, in the order of a report: the level of its errors; why
   that is beyond the expected one ("" if it is not); its mean error, unless that is the reason; what the input would
   reveal; and a warning if that is little, else "".  Each is about the first tensor for which there is something to
   report. */
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

/* The element to show: the first that decides the verdict, else the worst.  Sets *what to its description; NULL if
   there is none. */
const plumb_element *plumb_decisive_element(const plumb_tensor_report *tensor, const char **what);
#endif
