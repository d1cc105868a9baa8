#include "diagnose/stored.h"
#include "judge/compare.h"
#include "diagnose/grid.h"
#include "precision/precision_text.h"
#include <stdio.h>
#include <stdlib.h>

static const struct {
    const char *name;
    plumb_format format;
} formats[] = {{"bf16", PLUMB_BF16}, {"f16", PLUMB_F16}};
enum { FORMATS = sizeof formats / sizeof *formats };

static char *joined(const char *precision, const char *format) {
    int length = snprintf(NULL, 0, "%s,output=%s", precision, format);
    char *text = malloc((size_t)length + 1);
    if (text != NULL)
        snprintf(text, (size_t)length + 1, "%s,output=%s", precision, format);
    return text;
}

static int stated_precision(const plumb_case *judged, plumb_precision *stated, plumb_error *error) {
    if (judged->precision != NULL)
        return plumb_precision_of_case(judged, judged->precision, stated, error);
    *stated = *plumb_precision_default(judged->output.format);
    return 0;
}

/* Whether the outputs show that precision; a text that is none, as one that states the output twice, shows nothing. */
static bool is_shown(const plumb_case *judged, const plumb_precision *stated, const char *text) {
    plumb_precision precision;
    plumb_error ignored;
    return plumb_precision_parse(text, judged->source, &precision, &ignored) == 0 &&
           plumb_shows_grid(&judged->output, &precision.output, &stated->output);
}

static int judge(const plumb_case *judged, int threads, const char *precision, plumb_verdict *verdict,
                 plumb_error *error) {
    const plumb_compare_options how = {.threads = threads, .precision = precision, .alone = true};
    plumb_report report;
    if (plumb_compare(judged, &how, &report, error) != 0)
        return -1;
    *verdict = report.verdict;
    return 0;
}

/* Whether neither storing alone explains it nor an engine that has that format throughout. */
static int is_wrong_besides(const plumb_case *judged, int threads, const char *text, plumb_format format, bool *is,
                            plumb_error *error) {
    const plumb_precision *precision;
    plumb_verdict verdict;
    if (judge(judged, threads, text, &verdict, error) != 0)
        return -1;
    *is = verdict == PLUMB_FAIL;
    for (size_t i = 0; *is && (precision = plumb_precision_plausible(format, format, i)) != NULL; i++) {
        if (judge(judged, threads, precision->name, &verdict, error) != 0)
            return -1;
        *is = verdict != PLUMB_PASS;
    }
    return 0;
}

int plumb_stored_precision(const plumb_case *judged, int threads, char **text, plumb_error *error) {
    plumb_precision stated;
    bool does = false;
    *text = NULL;
    if (!judged->output.present)
        return 0;
    if (stated_precision(judged, &stated, error) != 0)
        return -1;
    for (size_t i = 0; i < FORMATS; i++) {
        char *shown = joined(stated.name, formats[i].name);
        if (shown == NULL)
            return plumb_fail(error, "%s: not enough memory to diagnose", judged->source);
        if (is_shown(judged, &stated, shown)) {
            int result = is_wrong_besides(judged, threads, shown, formats[i].format, &does, error);
            if (does)
                *text = shown;
            else
                free(shown);
            return result;
        }
        free(shown);
    }
    return 0;
}
