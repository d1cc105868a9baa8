/* findings.h - the findings for all elements of a case as stated, to locate the wrong ones and to see what a change
   does to them. */
#ifndef PLUMB_DIAGNOSE_FINDINGS_H
#define PLUMB_DIAGNOSE_FINDINGS_H
#include "diagnose/making.h"
#include "judge/compare.h"
#include "infer/infer.h"
#include <stdbool.h>
#include <stddef.h>

/* A row's numbers, of all tensors together. */
typedef struct {
    size_t wrong;           /* elements beyond what is expected, or no number where one is due */
    size_t clear, doubtful; /* those of the output, by whether they are far beyond it */
    double share;           /* largest error over what is expected at most */
    double error;           /* sum of the errors of the wrong elements that have a finite one */
} plumb_row_finding;

/* Rows are counted in tensor order: [batch][query_heads][query_length]. */
typedef struct {
    const plumb_problem *problem; /* borrowed: its shape */
    size_t rows;
    size_t width[PLUMB_QUANTITIES];           /* elements in a row */
    unsigned char *finding[PLUMB_QUANTITIES]; /* [rows][width]; NULL: the case has no such tensor */
    plumb_row_finding *row;                   /* [rows] */
} plumb_findings;

/* Returns 0, or -1 if memory is short. */
int plumb_findings_init(plumb_findings *findings, const plumb_case *stated);
void plumb_findings_free(plumb_findings *findings);

/* A verdict that was given, on all rows, and what was found on the way. */
typedef struct {
    plumb_report report;
    plumb_findings findings;
} plumb_judged;

/* For plumb_compare_options: context is a plumb_findings. */
void plumb_findings_note(void *context, plumb_quantity quantity, const plumb_element *element);

/* Rows in tensor order: that of an element, and the batch entry, head and query of a row. */
size_t plumb_element_row(const plumb_problem *problem, const plumb_element *element);
plumb_row_place plumb_place_of_row(const plumb_problem *problem, size_t row);

bool plumb_is_wrong(plumb_finding finding); /* beyond what is expected, or no number where one is due */
bool plumb_is_unjudged(plumb_finding finding);

/* What was found of an element; PLUMB_NOT_COMPARED of one that the case does not hold. */
plumb_finding plumb_findings_at(const plumb_findings *findings, plumb_quantity quantity, size_t row, size_t column);
/* Whether it is wrong, and by a finite error. */
bool plumb_findings_measured(const plumb_findings *findings, plumb_quantity quantity, size_t row, size_t column);

/* From which elements of the output it is inferred what the kernel did.  Where most are only a little beyond what is
   expected they are suspected. */
plumb_infer_failures plumb_findings_to_infer(const plumb_findings *findings);
#endif
