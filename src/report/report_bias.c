#include "report/report_bias.h"
#include "schema/text.h"
#include <math.h>
#include <stdio.h>

#define add(text, ...) plumb_text_add(text, PLUMB_FACT_TEXT, __VA_ARGS__)

static const char *numbers_of(plumb_quantity quantity) {
    static const char *const names[PLUMB_QUANTITIES] = {[PLUMB_OUTPUT] = "outputs",
                                                        [PLUMB_WEIGHTS] = "weights",
                                                        [PLUMB_SCORES] = "scores",
                                                        [PLUMB_LSE] = "log-sum-exps"};
    return names[quantity];
}

static void add_factor(const char *what, double excess, double limit, char text[PLUMB_FACT_TEXT]) {
    int digits = 2 + (int)ceil(-log10(fmin(fabs(excess), 1)));
    add(text, "all %s seem to be %.*g times their correct size; expected within %.2g %%", what, digits, 1 + excess,
        100 * limit);
}

const char *plumb_factor_fact(const char *what, double excess, double limit, char text[PLUMB_FACT_TEXT]) {
    *text = 0;
    add_factor(what, excess, limit, text);
    return text;
}

const char *plumb_bias_reason(const plumb_report *report, plumb_quantity quantity, char text[PLUMB_FACT_TEXT]) {
    const plumb_stand *stand = &report->tensor[quantity].stand;
    size_t heads = report->judged->problem.query_heads;
    bool whole = plumb_bias_share(&stand->bias) > 1;
    const plumb_bias *bias = whole ? &stand->bias : &stand->head_bias;
    *text = 0;
    if (!whole)
        add(text, "batch %zu, head %zu: ", stand->biased_head / heads, stand->biased_head % heads);
    if (plumb_bias_is_along(bias))
        add_factor(numbers_of(quantity), bias->along, bias->along_limit, text);
    else
        add(text, "the mean error of all %s is %+.2g standard deviations of a single error; expected within %.2g",
            numbers_of(quantity), bias->mean, bias->mean_limit);
    return text;
}

/* What is why a tensor is beyond what is expected is said there, and of a wrong one the mean is no rounding's. */
static bool may_be_said(const plumb_tensor_report *tensor) {
    return tensor->present && tensor->verdict != PLUMB_FAIL && plumb_stand_bias_share(&tensor->stand) <= 1;
}

static bool leans(const plumb_bias *bias) {
    return plumb_bias_leans(bias) || plumb_bias_leans_along(bias);
}

static bool is_known_along(const plumb_bias *bias) {
    return isfinite(bias->along_scatter) && isfinite(bias->along_limit);
}

static void add_growth(plumb_growth growth, char text[PLUMB_FACT_TEXT]) {
    if (growth == PLUMB_GROWTH_KEYS)
        add(text, ", growing as the number of keys");
    else if (growth == PLUMB_GROWTH_ROOT)
        add(text, ", growing as the root of the number of keys");
}

static void add_along(const char *what, const plumb_bias *bias, char text[PLUMB_FACT_TEXT]) {
    if (bias->along == 0) {
        add(text, "%s are on average neither too large nor too small", what);
        return;
    }
    double errors = fabs(bias->along) / bias->along_scatter;
    add(text, "%s are on average %.2g %% too %s (%.*g standard errors)", what, 100 * fabs(bias->along),
        bias->along > 0 ? "large" : "small", plumb_two_digits(errors), errors);
    if (!plumb_bias_leans_along(bias))
        return;
    add_growth(bias->growth, text);
    add(text, "; expected within %.2g %%", 100 * bias->along_limit);
}

static void add_mean(const char *what, const plumb_bias *bias, char text[PLUMB_FACT_TEXT]) {
    double errors = fabs(bias->mean) / bias->mean_scatter;
    add(text,
        "the mean error of all %s is %+.2g standard deviations (%.*g standard errors); expected within %.2g", what,
        bias->mean, plumb_two_digits(errors), errors, bias->mean_limit);
}

/* A tensor that leans goes before one that does not. */
const char *plumb_bias_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    *text = 0;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        const plumb_bias *bias = &report->tensor[q].stand.bias;
        if (!may_be_said(&report->tensor[q]) || !leans(bias))
            continue;
        (plumb_bias_leans_along(bias) ? add_along : add_mean)(numbers_of((plumb_quantity)q), bias, text);
        return text;
    }
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        if (may_be_said(&report->tensor[q]) && is_known_along(&report->tensor[q].stand.bias)) {
            add_along(numbers_of((plumb_quantity)q), &report->tensor[q].stand.bias, text);
            return text;
        }
    return text;
}
