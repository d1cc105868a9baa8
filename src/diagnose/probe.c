/* Rows are chosen to expose wrong changes: the worst rows, the first and last wrong ones, ends and middles of heads,
   and both sides of the first mask edge; in long cases one row is drawn from each of 64 parts by a hash of its number,
   so that a case always has the same rows.  A try judges the output first and stops at the first wrong element, for
   most changes fail at once.  Errors before and after are summed over the elements that were wrong as stated. */
#include "diagnose/probe.h"
#include "judge/judge.h"
#include <math.h>
#include <stdint.h>

/* Only of a case with so many rows are others tried before all of them are. */
#define LONG_CASE (8 * (size_t)PLUMB_PROBE_ROWS)

/* ---- which rows ---- */

static void add_row(plumb_probe *probe, size_t most, size_t row) {
    for (size_t i = 0; i < probe->rows; i++)
        if (probe->row[i] == row)
            return;
    if (probe->rows < most)
        probe->row[probe->rows++] = row;
}

/* The row that errs most, and the row with the most wrong elements. */
static void add_worst(const plumb_findings *findings, plumb_probe *probe) {
    size_t worst = 0, most = 0;
    for (size_t row = 1; row < findings->rows; row++) {
        if (findings->row[row].share > findings->row[worst].share)
            worst = row;
        if (findings->row[row].wrong > findings->row[most].wrong)
            most = row;
    }
    if (findings->row[worst].wrong > 0)
        add_row(probe, PLUMB_PROBES, worst);
    if (findings->row[most].wrong > 0)
        add_row(probe, PLUMB_PROBES, most);
}

static void add_ends_of_wrong(const plumb_findings *findings, plumb_probe *probe) {
    size_t row = 0;
    while (row < findings->rows && findings->row[row].wrong == 0)
        row++;
    if (row == findings->rows)
        return;
    add_row(probe, PLUMB_PROBES, row);
    for (row = findings->rows - 1; findings->row[row].wrong == 0;)
        row--;
    add_row(probe, PLUMB_PROBES, row);
}

/* The first query from which a mask hides a key, or 0: that query and the one before tell a mask
   from one that is a key wider. */
static size_t first_at_edge(const plumb_problem *problem) {
    int64_t edge = 0;
    if (problem->mask.windowed && problem->mask.left >= 0)
        edge = problem->mask.left + 1;
    else if (problem->mask.streaming)
        edge = problem->mask.first + problem->mask.recent;
    else if (problem->mask.chunk > 0)
        edge = problem->mask.chunk;
    else if (problem->mask.prefixed)
        edge = problem->mask.prefix;
    edge -= problem->causal.offset;
    return edge > 0 && (uint64_t)edge < problem->query_length ? (size_t)edge : 0;
}

static void add_spread(const plumb_problem *problem, plumb_probe *probe) {
    size_t queries = problem->query_length, heads = problem->batch * problem->query_heads;
    size_t edge = first_at_edge(problem);
    add_row(probe, PLUMB_PROBES, heads * queries - 1);
    add_row(probe, PLUMB_PROBES, heads / 2 * queries + queries / 2);
    if (edge > 0) {
        add_row(probe, PLUMB_PROBES, edge);
        add_row(probe, PLUMB_PROBES, heads / 2 * queries + edge - 1);
    }
    add_row(probe, PLUMB_PROBES, queries - 1);
    add_row(probe, PLUMB_PROBES, 0);
    add_row(probe, PLUMB_PROBES, heads / 2 * queries + queries - 1);
    add_row(probe, PLUMB_PROBES, (heads - 1) * queries + queries / 3);
}

/* SplitMix64 of the number: the same rows whenever the case is the same. */
static uint64_t scrambled(uint64_t n) {
    n = (n + 1) * UINT64_C(0x9e3779b97f4a7c15);
    n = (n ^ n >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    n = (n ^ n >> 27) * UINT64_C(0x94d049bb133111eb);
    return n ^ n >> 31;
}

/* Rows at equal distances would all be the same query of some head. */
static void add_drawn(size_t rows, plumb_probe *probe) {
    size_t step = rows / PLUMB_PROBE_ROWS;
    for (size_t part = 0; part < PLUMB_PROBE_ROWS; part++)
        add_row(probe, PLUMB_PROBE_ROWS, part * step + (size_t)(scrambled(part) % step));
}

void plumb_probe_choose(const plumb_case *stated, const plumb_findings *findings, plumb_probe *probe) {
    *probe = (plumb_probe){.findings = findings};
    add_worst(findings, probe);
    add_ends_of_wrong(findings, probe);
    add_spread(&stated->problem, probe);
    probe->probes = probe->rows;
    if (findings->rows >= LONG_CASE)
        add_drawn(findings->rows, probe);
}

bool plumb_probe_shows(const plumb_probe *probe) {
    for (size_t i = 0; i < probe->rows; i++)
        if (probe->findings->row[probe->row[i]].wrong > 0)
            return true;
    return false;
}

double plumb_probe_left(const plumb_probe_count *count) {
    return count->before > 0 ? count->after / count->before : 0;
}

/* ---- a changed case on these rows ---- */

/* What the last rounding leaves at least, in units. */
#define LEAST_ROUNDING 0.25

static void set_row(plumb_judge *judge, size_t row) {
    plumb_row_place at = plumb_place_of_row(judge->problem, row);
    plumb_judge_row(judge, at.b, at.h, at.t);
}

static int begin(plumb_judge *judge, const plumb_case *changed, const plumb_precision *precision) {
    if (plumb_judge_init(judge, &changed->problem, precision, plumb_expected_level_unmeasured(), 1) != 0)
        return -1;
    judge->rows.row.without_lse = !changed->lse.present;
    return 0;
}

/* Where an element stands. */
typedef struct {
    plumb_quantity quantity;
    size_t row, column;
} element_place;

static void count_element(const plumb_probe *probe, element_place at, const plumb_element *element,
                          plumb_probe_count *count) {
    bool unjudged = probe->strict && plumb_is_unjudged(element->finding);
    bool wrong = unjudged || plumb_is_wrong(element->finding);
    count->compared += element->finding != PLUMB_NOT_COMPARED;
    count->wrong += wrong;
    count->wrong_in_output += wrong && at.quantity == PLUMB_OUTPUT;
    count->not_finite += wrong && !isfinite(element->error_low);
    if (plumb_findings_measured(probe->findings, at.quantity, at.row, at.column))
        count->after += element->error_low;
    else
        count->not_finite_before += plumb_is_wrong(plumb_findings_at(probe->findings, at.quantity, at.row, at.column));
}

typedef enum { ALL_TENSORS, OUTPUT_ALONE } tensors;

/* Counts what the row set last has, up to so many wrong elements. */
static void count_row(plumb_judge *judge, const plumb_case *changed, const plumb_probe *probe, size_t row,
                      tensors which, size_t most, plumb_probe_count *count) {
    size_t escalated = 0;
    count->before += probe->findings->row[row].error;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        if (which == OUTPUT_ALONE && q != PLUMB_OUTPUT)
            continue;
        element_place at = {(plumb_quantity)q, row, 0};
        const plumb_claim *claim = plumb_claim_of(changed, at.quantity);
        size_t width = claim->present ? plumb_quantity_width(at.quantity, judge->problem) : 0;
        for (; at.column < width && count->wrong < most; at.column++) {
            double engine = claim->value[row * width + at.column];
            plumb_element element =
                plumb_judge_element(judge, at.quantity, at.column, engine, claim->format, &escalated);
            double error = fmax(element.error_low, LEAST_ROUNDING * judge->precision->output.unit * fabs(engine));
            count->squares += element.finding == PLUMB_WITHIN ? error * error : 0;
            count_element(probe, at, &element, count);
        }
    }
}

static int look(const plumb_case *changed, const plumb_precision *precision, const plumb_probe *probe, size_t rows,
                tensors which, size_t most, plumb_probe_count *count) {
    plumb_judge judge;
    *count = (plumb_probe_count){0};
    if (begin(&judge, changed, precision) != 0)
        return -1;
    for (size_t i = 0; i < rows && count->wrong < most && !count->late; i++) {
        set_row(&judge, probe->row[i]);
        count_row(&judge, changed, probe, probe->row[i], which, most, count);
        count->late = i + 1 < rows && probe->is_late != NULL && probe->is_late(probe->context);
    }
    plumb_judge_free(&judge);
    return 0;
}

static size_t tensors_of(const plumb_case *changed) {
    size_t count = 0;
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        count += plumb_claim_of(changed, (plumb_quantity)q)->present;
    return count;
}

int plumb_probe_try(const plumb_case *changed, const plumb_precision *precision, const plumb_probe *probe,
                    plumb_probe_count *count) {
    bool alone = changed->output.present && tensors_of(changed) > 1;
    int result = alone ? look(changed, precision, probe, probe->rows, OUTPUT_ALONE, 1, count) : 0;
    if (alone && (result != 0 || count->wrong > 0 || count->late))
        return result;
    result = look(changed, precision, probe, probe->rows, ALL_TENSORS, 1, count);
    count->output_right = alone;
    return result;
}

int plumb_probe_measure(const plumb_case *changed, const plumb_precision *precision, const plumb_probe *probe,
                        plumb_probe_count *count) {
    return look(changed, precision, probe, probe->probes, ALL_TENSORS, SIZE_MAX, count);
}
