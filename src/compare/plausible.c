#include "compare/plausible.h"
#include <stdint.h>

/* Products of rows, keys and dimensions up to which all rows are judged under each precision, and the fewest of a
   larger case, one of so many. */
#define WORK 0x1p27
enum { MOST_STRIDE = 32 };

static size_t stride_of(const plumb_report *report) {
    const plumb_problem *p = &report->judged->problem;
    double work = (double)report->rows * (double)p->key_length * (double)(p->head_dim + p->value_dim) / WORK;
    return work <= 1 ? 1 : work >= MOST_STRIDE ? MOST_STRIDE : (size_t)work + 1;
}

/* The dtype that the precision was assumed from. */
static plumb_format assumed_format(const plumb_report *report) {
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        if (report->tensor[q].present)
            return report->tensor[q].format;
    return PLUMB_F64;
}

static int judge_under(const plumb_precision *precision, const plumb_compare_options *options,
                       const plumb_report *report, plumb_plausible *plausible, plumb_error *error) {
    *plausible = (plumb_plausible){precision, report->verdict, report->rows_judged};
    if (precision == plumb_precision_find(report->precision.name))
        return 0;
    plumb_compare_options how = {.team = options->team,
                                 .precision = precision->name,
                                 .threads = options->threads,
                                 .from = options->from,
                                 .to = options->to,
                                 .sample = options->sample,
                                 .seed = options->seed,
                                 .minimal = options->minimal,
                                 .thorough = options->thorough,
                                 .stride = stride_of(report)};
    plumb_report other;
    if (plumb_compare(report->judged, &how, &other, error) != 0)
        return -1;
    plausible->verdict = other.verdict;
    plausible->rows = other.rows_judged;
    return 0;
}

int plumb_judge_plausible(const plumb_compare_options *options, plumb_report *report, plumb_error *error) {
    plumb_format format = assumed_format(report);
    const plumb_precision *precision;
    if (report->precision_stated || (format != PLUMB_BF16 && format != PLUMB_F16))
        return 0;
    for (size_t i = 0; i < PLUMB_PLAUSIBLES && (precision = plumb_precision_plausible(report->judged->input_format, format, i)) != NULL; i++) {
        if (judge_under(precision, options, report, &report->plausible[i], error) != 0)
            return -1;
        report->plausibles++;
    }
    return 0;
}

const plumb_plausible *plumb_strictest_that_passes(const plumb_report *report) {
    for (size_t i = 0; i < report->plausibles; i++)
        if (report->plausible[i].verdict == PLUMB_PASS)
            return &report->plausible[i];
    return NULL;
}
