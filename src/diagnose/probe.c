#include "diagnose/probe.h"
#include "compare/judge.h"

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

/* The row of the largest ratio, and the row with the most wrong elements. */
static void add_worst(const plumb_findings *findings, plumb_probe *probe) {
    size_t worst = 0, most = 0;
    for (size_t row = 1; row < findings->rows; row++) {
        if (findings->row[row].ratio > findings->row[worst].ratio)
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

void plumb_probe_choose(const plumb_case *stated, const plumb_findings *findings,
                        plumb_probe *probe) {
    *probe = (plumb_probe){.rows = 0};
    add_worst(findings, probe);
    add_ends_of_wrong(findings, probe);
    add_spread(&stated->problem, probe);
    probe->probes = probe->rows;
    if (findings->rows < LONG_CASE)
        return;
    size_t step = findings->rows / PLUMB_PROBE_ROWS;
    for (size_t row = step / 2; row < findings->rows; row += step)
        add_row(probe, PLUMB_PROBE_ROWS, row);
}

/* ---- a changed case on these rows ---- */

static void set_row(plumb_judge *judge, size_t row) {
    plumb_row_place at = plumb_place_of_row(judge->problem, row);
    plumb_judge_row(judge, at.b, at.h, at.t);
}

static plumb_finding judge_one(plumb_judge *judge, const plumb_claim *claim,
                               plumb_quantity quantity, size_t row, size_t column) {
    size_t escalated = 0, width = plumb_quantity_width(quantity, judge->problem);
    return plumb_judge_element(judge, quantity, column, claim->value[row * width + column],
                               claim->format, &escalated)
        .finding;
}

static int begin(plumb_judge *judge, const plumb_case *changed, const plumb_precision *precision) {
    if (plumb_judge_init(judge, &changed->problem, precision, plumb_honest_level_unmeasured(), 1) != 0)
        return -1;
    judge->rows.row.without_lse = !changed->lse.present;
    return 0;
}

/* Counts what is wrong in the row set last, up to so many. */
static size_t count_wrong(plumb_judge *judge, const plumb_case *changed, size_t row, size_t most,
                          size_t *compared) {
    size_t wrong = 0;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        plumb_quantity quantity = (plumb_quantity)q;
        const plumb_claim *claim = plumb_claim_of(changed, quantity);
        size_t width = claim->present ? plumb_quantity_width(quantity, judge->problem) : 0;
        for (size_t column = 0; column < width && wrong < most; column++) {
            plumb_finding finding = judge_one(judge, claim, quantity, row, column);
            *compared += finding != PLUMB_NOT_COMPARED;
            wrong += finding != PLUMB_NOT_COMPARED && finding != PLUMB_WITHIN;
        }
    }
    return wrong;
}

int plumb_probe_passes(const plumb_case *changed, const plumb_precision *precision,
                       const plumb_probe *probe, bool *passes) {
    plumb_judge judge;
    size_t compared = 0;
    if (begin(&judge, changed, precision) != 0)
        return -1;
    *passes = true;
    for (size_t i = 0; i < probe->rows && *passes; i++) {
        set_row(&judge, probe->row[i]);
        *passes = count_wrong(&judge, changed, probe->row[i], 1, &compared) == 0;
    }
    plumb_judge_free(&judge);
    return 0;
}

int plumb_probe_count(const plumb_case *changed, const plumb_precision *precision,
                      const plumb_probe *probe, size_t *compared, size_t *wrong) {
    plumb_judge judge;
    if (begin(&judge, changed, precision) != 0)
        return -1;
    *compared = *wrong = 0;
    for (size_t i = 0; i < probe->probes; i++) {
        set_row(&judge, probe->row[i]);
        *wrong += count_wrong(&judge, changed, probe->row[i], SIZE_MAX, compared);
    }
    plumb_judge_free(&judge);
    return 0;
}
