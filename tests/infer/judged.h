/* judged.h - a case judged, and what is inferred from it unless it PASSes. */
#ifndef PLUMB_TESTS_INFER_JUDGED_H
#define PLUMB_TESTS_INFER_JUDGED_H
#include "diagnose/concentration.h"
#include "infer/infer.h"
#include <stdio.h>
#include <stdlib.h>

/* Also outside of tests: table.c. */
static inline void succeed(int result, const plumb_error *error) {
    if (result == 0)
        return;
    fprintf(stderr, "%s\n", error->text);
    abort();
}

/* Set where no convention is taken to explain what is judged, so that places may be told. */
static bool no_convention;

/* Judges, and infers unless it PASSes, in the time that is given. */
static inline plumb_verdict infer_in_time(const plumb_case *judged, plumb_infer_time time, plumb_inferences *inferences,
                                          plumb_concentration *where) {
    plumb_findings findings;
    plumb_report report;
    plumb_error error;
    plumb_fail(&error, "no memory");
    succeed(plumb_findings_init(&findings, judged), &error);
    const plumb_compare_options how = {.element = plumb_findings_note, .element_context = &findings};
    succeed(plumb_compare(judged, &how, &report, &error), &error);
    *inferences = (plumb_inferences){0};
    *where = (plumb_concentration){0};
    if (report.verdict != PLUMB_PASS) {
        plumb_infer_failures failures = plumb_findings_to_infer(&findings);
        failures.no_convention = no_convention;
        succeed(plumb_infer(judged, &report.precision, &failures, time, 0, inferences, &error), &error);
        succeed(plumb_concentration_find(&findings, report.verdict, where), &error);
    }
    plumb_findings_free(&findings);
    return report.verdict;
}

static inline plumb_verdict infer_from(const plumb_case *judged, plumb_inferences *inferences,
                                       plumb_concentration *where) {
    return infer_in_time(judged, (plumb_infer_time){NULL, NULL}, inferences, where);
}
#endif
