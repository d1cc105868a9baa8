#include "diagnose/findings.h"
#include <math.h>
#include <stdlib.h>

/* Beside the finding in an element's byte. */
#define MEASURED 0x80

/* Errors of so many times what is expected at most leave no doubt. */
#define CLEARLY 4.0

int plumb_findings_init(plumb_findings *findings, const plumb_case *stated) {
    const plumb_problem *problem = &stated->problem;
    *findings = (plumb_findings){.problem = problem};
    findings->rows = plumb_rows_of(problem);
    findings->row = calloc(findings->rows + 1, sizeof *findings->row);
    bool missing = findings->row == NULL;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        findings->width[q] = plumb_quantity_width((plumb_quantity)q, problem);
        if (!plumb_claim_of(stated, (plumb_quantity)q)->present)
            continue;
        findings->finding[q] = calloc(findings->rows * findings->width[q] + 1, 1);
        missing = missing || findings->finding[q] == NULL;
    }
    if (missing)
        plumb_findings_free(findings);
    return missing ? -1 : 0;
}

void plumb_findings_free(plumb_findings *findings) {
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        free(findings->finding[q]);
    free(findings->row);
    *findings = (plumb_findings){0};
}

size_t plumb_element_row(const plumb_problem *problem, const plumb_element *element) {
    return (element->batch * problem->query_heads + element->head) * problem->query_length + element->query;
}

plumb_row_place plumb_place_of_row(const plumb_problem *problem, size_t row) {
    size_t head = row / problem->query_length;
    return (plumb_row_place){head / problem->query_heads, head % problem->query_heads, row % problem->query_length};
}

void plumb_findings_note(void *context, plumb_quantity quantity, const plumb_element *element) {
    plumb_findings *findings = context;
    if (plumb_is_gradient(quantity))
        return;
    size_t row = plumb_element_row(findings->problem, element);
    unsigned char code = (unsigned char)element->finding;
    if (plumb_is_wrong(element->finding)) {
        plumb_row_finding *of_row = &findings->row[row];
        double share = element->error_low / element->probable;
        of_row->wrong++;
        of_row->share = fmax(of_row->share, share);
        of_row->doubtful += quantity == PLUMB_OUTPUT && share < CLEARLY;
        of_row->clear += quantity == PLUMB_OUTPUT && !(share < CLEARLY);
        if (isfinite(element->error_low)) {
            of_row->error += element->error_low;
            code |= MEASURED;
        }
    }
    findings->finding[quantity][row * findings->width[quantity] + element->column] = code;
}

bool plumb_is_wrong(plumb_finding finding) {
    switch (finding) {
    case PLUMB_IMPROBABLE:
    case PLUMB_MAY_OVERFLOW:
    case PLUMB_NOT_AS_DEFINED:
    case PLUMB_NAN:
    case PLUMB_INFINITE:
    case PLUMB_NOT_NAN:
    case PLUMB_FINITE:
    case PLUMB_EXCLUDED:
        return true;
    case PLUMB_WITHIN:
    case PLUMB_NO_JUDGEMENT:
    case PLUMB_UNINFORMATIVE:
    case PLUMB_NOT_COMPARED:
    default:
        return false;
    }
}

bool plumb_is_unjudged(plumb_finding finding) {
    return finding == PLUMB_NO_JUDGEMENT || finding == PLUMB_UNINFORMATIVE;
}

static unsigned char code_at(const plumb_findings *findings, plumb_quantity quantity, size_t row, size_t column) {
    if (findings->finding[quantity] == NULL || row >= findings->rows || column >= findings->width[quantity])
        return PLUMB_NOT_COMPARED;
    return findings->finding[quantity][row * findings->width[quantity] + column];
}

plumb_finding plumb_findings_at(const plumb_findings *findings, plumb_quantity quantity, size_t row, size_t column) {
    return (plumb_finding)(code_at(findings, quantity, row, column) & ~MEASURED);
}

bool plumb_findings_measured(const plumb_findings *findings, plumb_quantity quantity, size_t row, size_t column) {
    return (code_at(findings, quantity, row, column) & MEASURED) != 0;
}

static bool output_is_wrong(const void *findings, size_t row, size_t column) {
    return plumb_is_wrong(plumb_findings_at(findings, PLUMB_OUTPUT, row, column));
}

plumb_infer_failures plumb_findings_to_infer(const plumb_findings *findings) {
    size_t clear = 0, doubtful = 0;
    for (size_t row = 0; row < findings->rows; row++) {
        clear += findings->row[row].clear;
        doubtful += findings->row[row].doubtful;
    }
    return (plumb_infer_failures){output_is_wrong, findings, doubtful > clear, false};
}
