/* The merge becomes a separate case, with one head and one query for each row: q is 1, key i is the log-sum-exp of part
   i, scale 1, so that the score of part i is its log-sum-exp; the values are the parts' outputs, and empty parts are
   hidden.  That case is judged under the precision of a chain of merges (spec/merge.md, section 3), without proofs, and
   single numbers decide.  If some number is beyond its expected error, the merge is judged again with results stored
   between merges as the parts are, and then explained by a fault. */
#include "judge/merged.h"
#include "base/workspace.h"
#include "judge/merge_fault.h"
#include "judge/parts.h"
#include "precision/precision_text.h"
#include "schema/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is given ---- */

static bool is_empty(const plumb_case *judged, double lse) {
    return isinf(lse) && (lse < 0 || judged->problem.empty_lse_positive);
}

static const double *part_output(const plumb_case *judged, size_t part, size_t row) {
    size_t rows = plumb_rows_of(&judged->problem), width = judged->problem.value_dim;
    return judged->parts.output.value + (part * rows + row) * width;
}

static double part_lse(const plumb_case *judged, size_t part, size_t row) {
    return judged->parts.lse.value[part * plumb_rows_of(&judged->problem) + row];
}

/* An empty part may hold anything. */
static bool can_be_merged(const plumb_case *judged, size_t row) {
    for (size_t i = 0; i < judged->parts.count; i++) {
        double lse = part_lse(judged, i, row);
        const double *output = part_output(judged, i, row);
        if (is_empty(judged, lse))
            continue;
        if (!isfinite(lse))
            return false;
        for (size_t c = 0; c < judged->problem.value_dim; c++)
            if (!isfinite(output[c]))
                return false;
    }
    return true;
}

static void gather_row(const plumb_case *judged, size_t row, plumb_merge_rows *m) {
    size_t at = m->rows++;
    m->row[at] = row;
    memcpy(m->output + at * m->width, judged->output.value + row * m->width, m->width * sizeof *m->output);
    if (m->merged_lse != NULL)
        m->merged_lse[at] = judged->lse.value[row];
    for (size_t i = 0; i < m->parts; i++) {
        double lse = part_lse(judged, i, row);
        size_t place = at * m->parts + i;
        m->has_keys[place] = !is_empty(judged, lse);
        if (m->has_keys[place] == 0)
            continue;
        m->lse[place] = lse;
        memcpy(m->value + place * m->width, part_output(judged, i, row), m->width * sizeof *m->value);
    }
}

/* Those of the queries that are judged, and exist. */
static int gather(const plumb_case *judged, const plumb_report *report, plumb_workspace *workspace,
                  plumb_merge_rows *m) {
    const plumb_problem *p = &judged->problem;
    size_t rows = plumb_rows_of(p);
    *m = (plumb_merge_rows){.parts = judged->parts.count, .width = p->value_dim};
    m->row = plumb_workspace_take(workspace, rows, sizeof *m->row);
    m->lse = plumb_workspace_take(workspace, rows * m->parts, sizeof *m->lse);
    m->has_keys = plumb_workspace_take(workspace, rows * m->parts, 1);
    m->value = plumb_workspace_take(workspace, rows * m->parts * m->width, sizeof *m->value);
    m->output = plumb_workspace_take(workspace, rows * m->width, sizeof *m->output);
    if (judged->lse.present)
        m->merged_lse = plumb_workspace_take(workspace, rows, sizeof *m->merged_lse);
    if (workspace->short_of_memory)
        return -1;
    for (size_t row = 0; row < rows; row++) {
        size_t t = row % p->query_length;
        if (t < report->from || t >= report->to || !plumb_query_exists(p, row / p->query_length / p->query_heads, t))
            continue;
        if (can_be_merged(judged, row))
            gather_row(judged, row, m);
        else
            m->left_out++;
    }
    return 0;
}

/* ---- the derived case ---- */

static plumb_case case_of(const plumb_case *judged, const plumb_merge_rows *m, const double *ones) {
    plumb_case merge = {.source = judged->source, .lse_converted = judged->lse_converted};
    bool wide = judged->output.format == PLUMB_F64 || judged->parts.output.format == PLUMB_F64;
    merge.input_format = wide ? PLUMB_F64 : PLUMB_F32;
    for (size_t i = 0; i < 3; i++)
        merge.vector_format[i] = merge.input_format;
    merge.problem = (plumb_problem){.batch = 1,
                                    .query_heads = m->rows,
                                    .key_heads = m->rows,
                                    .query_length = 1,
                                    .key_length = m->parts,
                                    .head_dim = 1,
                                    .value_dim = m->width,
                                    .query = ones,
                                    .key = m->lse,
                                    .value = m->value,
                                    .scale = {"1"},
                                    .mask = {.allowed = m->has_keys, .allowed_head = m->parts},
                                    .empty_row = judged->problem.empty_row,
                                    .empty_lse_positive = judged->problem.empty_lse_positive};
    merge.output = (plumb_claim){true, judged->output.format, m->rows * m->width, m->output};
    if (m->merged_lse != NULL)
        merge.lse = (plumb_claim){true, judged->lse.format, m->rows, m->merged_lse};
    return merge;
}

/* What results between two merges are stored in: as the precision states, or as they are computed. */
static plumb_format part_format(const plumb_case *judged, const plumb_compare_options *options,
                                plumb_format computed) {
    const char *text = options->precision != NULL ? options->precision : judged->precision;
    plumb_precision stated;
    plumb_error ignored;
    if (text == NULL || plumb_precision_parse(text, "precision", &stated, &ignored) != 0)
        return computed;
    for (int format = PLUMB_F16; format <= PLUMB_BF16; format++)
        if (stated.part.unit == plumb_format_rounding((plumb_format)format).unit)
            return (plumb_format)format;
    return computed;
}

/* Weights and sums in binary32, or binary64, where one of the formats is; results between two merges are stored in
   `part`. */
static void name_precision(const plumb_case *judged, const plumb_case *merge, const plumb_precision *whole,
                           plumb_format part, char text[PLUMB_ALTERNATIVE_TEXT]) {
    const char *base = merge->input_format == PLUMB_F64 ? "f64" : "f32-fast-exp";
    if (strcmp(whole->name, "f32") == 0 || strcmp(whole->name, "f64") == 0)
        base = whole->name;
    text[0] = 0;
    plumb_text_add(text, PLUMB_ALTERNATIVE_TEXT, "%s,output=%s", base,
                   plumb_format_rounding_name(judged->output.format));
    if (judged->parts.count > 2)
        plumb_text_add(text, PLUMB_ALTERNATIVE_TEXT, ",part=%s,merge_levels=%zu",
                       plumb_format_rounding_name(part), whole->merge_levels);
}

/* ---- the verdict ---- */

/* The first number of a row that is beyond what is expected. */
typedef struct {
    bool present;
    plumb_quantity quantity;
    size_t column;
    plumb_finding finding;
    double engine, low, high;
} beyond;

/* What the threads share: each has rows of its own. */
typedef struct {
    const plumb_merge_rows *m;
    double unit, exponential; /* of the arithmetic */
    beyond *row;              /* [rows] */
} verdicts;

static double largest_lse(const plumb_merge_rows *m, size_t row) {
    double largest = 1;
    for (size_t i = 0; i < m->parts; i++)
        if (m->has_keys[row * m->parts + i] != 0)
            largest = fmax(largest, fabs(m->lse[row * m->parts + i]));
    return largest;
}

/* In a chain parts are weighed by e^(lse - the log-sum-exp so far), which is rounded, and not divided again: such a
   merge multiplies a row by a factor near 1, whatever its parts differ by. */
static double chain_error(const verdicts *all, size_t row, double size) {
    double each = all->unit * largest_lse(all->m, row) + all->exponential;
    return (double)(all->m->parts - 1) * each * size;
}

static bool is_beyond(const verdicts *all, plumb_quantity quantity, const plumb_element *element) {
    if (element->finding != PLUMB_IMPROBABLE)
        return element->finding != PLUMB_WITHIN;
    double size = quantity == PLUMB_LSE ? 1 : fmax(fabs(element->low), fabs(element->high));
    return !(element->error_low <= element->probable + chain_error(all, element->head, size));
}

/* Single numbers decide: a row of so few terms is no sample that has to scatter as simulated ones do. */
static void note(void *context, plumb_quantity quantity, const plumb_element *element) {
    verdicts *all = context;
    beyond *row = &all->row[element->head];
    if (!row->present && is_beyond(all, quantity, element))
        *row = (beyond){true,           quantity,     element->column, element->finding,
                        element->engine, element->low, element->high};
}

static void place_element(const plumb_problem *p, size_t row, const beyond *of, plumb_element *element) {
    *element = (plumb_element){.present = true,
                               .batch = row / p->query_length / p->query_heads,
                               .head = row / p->query_length % p->query_heads,
                               .query = row % p->query_length,
                               .column = of->column,
                               .finding = of->finding,
                               .engine = of->engine,
                               .low = of->low,
                               .high = of->high,
                               .error_low = NAN,
                               .error_high = NAN,
                               .ulps = NAN,
                               .deviation = NAN,
                               .provable = NAN,
                               .probable = NAN};
}

/* No lemma bounds merges in every order, so the theorem on merging at once gives no FAIL. */
static void conclude(const plumb_problem *p, const verdicts *all, plumb_wrong_part *out) {
    for (size_t i = 0; i < all->m->rows; i++)
        if (all->row[i].present) {
            out->verdict = PLUMB_SUSPECT;
            out->quantity = all->row[i].quantity;
            place_element(p, all->m->row[i], &all->row[i], &out->element);
            return;
        }
}

static int judge_under(const plumb_case *judged, const plumb_compare_options *options, const plumb_case *merge,
                       const plumb_merge_rows *m, const char *precision, plumb_wrong_part *out, plumb_error *error) {
    plumb_precision model;
    plumb_report report;
    plumb_workspace workspace = {.short_of_memory = false};
    int status = plumb_precision_of_case(merge, precision, &model, error);
    verdicts all = {m, model.accumulate.unit, model.exponential,
                    plumb_workspace_take(&workspace, m->rows, sizeof *all.row)};
    const plumb_compare_options how = {.threads = options->threads,
                                       .minimal = options->minimal,
                                       .precision = precision,
                                       .alone = true,
                                       .unasked = true,
                                       .element = note,
                                       .element_context = &all};
    if (status == 0 && workspace.short_of_memory)
        status = plumb_fail(error, "%s: not enough memory to judge the merge", judged->source);
    if (status == 0)
        status = plumb_compare(merge, &how, &report, error);
    if (status == 0)
        conclude(&judged->problem, &all, out);
    plumb_workspace_free(&workspace);
    return status;
}

/* Cascades merge two at a time, and store what they have as the parts are stored. */
static int judge_stored(const plumb_case *judged, const plumb_compare_options *options, const plumb_case *merge,
                        const plumb_merge_rows *m, plumb_report *report, plumb_error *error) {
    char text[PLUMB_ALTERNATIVE_TEXT];
    plumb_format stored = judged->parts.output.format;
    plumb_wrong_part found = {.part = 0};
    if (stored == PLUMB_F64 || stored == PLUMB_F32 || judged->parts.count < 3)
        return 0;
    name_precision(judged, merge, &report->precision, stored, text);
    if (judge_under(judged, options, merge, m, text, &found, error) != 0)
        return -1;
    report->parts.passes_stored = found.verdict == PLUMB_PASS;
    return 0;
}

static int judge_rows(const plumb_case *judged, const plumb_compare_options *options, const plumb_merge_rows *m,
                      plumb_report *report, plumb_workspace *workspace, plumb_error *error) {
    plumb_parts_report *parts = &report->parts;
    double *ones = plumb_workspace_take(workspace, m->rows, sizeof *ones);
    if (ones == NULL)
        return plumb_fail(error, "%s: not enough memory to judge the merge", judged->source);
    for (size_t i = 0; i < m->rows; i++)
        ones[i] = 1;
    plumb_case merge = case_of(judged, m, ones);
    plumb_format part = part_format(judged, options, merge.input_format);
    name_precision(judged, &merge, &report->precision, part, parts->precision);
    if (judge_under(judged, options, &merge, m, parts->precision, &parts->merge, error) != 0)
        return -1;
    if (parts->merge.verdict == PLUMB_PASS)
        return 0;
    if (judge_stored(judged, options, &merge, m, report, error) != 0)
        return -1;
    return parts->passes_stored ? 0 : plumb_merge_fault_find(judged, m, &parts->fault, error);
}

int plumb_judge_merged(const plumb_case *judged, const plumb_compare_options *options, plumb_report *report,
                       plumb_error *error) {
    plumb_workspace workspace = {.short_of_memory = false};
    plumb_merge_rows m;
    int status = gather(judged, report, &workspace, &m);
    if (status != 0)
        plumb_fail(error, "%s: not enough memory to judge the merge", judged->source);
    report->parts.unmerged = m.left_out;
    if (status == 0 && m.rows > 0)
        status = judge_rows(judged, options, &m, report, &workspace, error);
    plumb_workspace_free(&workspace);
    return status;
}
