/* report_origin.h - where a report comes from, for those that are kept: each as text, NULL where it is not known. */
#ifndef PLUMB_COMPARE_REPORT_ORIGIN_H
#define PLUMB_COMPARE_REPORT_ORIGIN_H

typedef struct {
    const char *version;  /* of this judge: "0.1.0" */
    const char *date;     /* "2026-01-31T23:59:59Z" */
    const char *command;  /* that judges the case again, with the rows that were drawn */
    const char *diagnose; /* the command that asks what the engine computes instead */
} plumb_report_origin;
#endif
