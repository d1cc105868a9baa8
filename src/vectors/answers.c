#include "vectors/answers.h"
#include "judge/error_bound.h"
#include "exact/definition.h"
#include "exact/finite.h"
#include "exact/round.h"
#include "exact/reference.h"
#include "exact/visible.h"
#include "vectors/gradient_answers.h"
#include <math.h>
#include <string.h>

typedef struct {
    const plumb_problem *p;
    plumb_reference reference;
    plumb_vector_answers *out;
} answering;

static void define(plumb_vector_result *out, size_t i, double value) {
    out->low[i] = out->high[i] = out->middle[i] = value;
    for (int format = 0; format < PLUMB_FORMATS; format++)
        out->rounded[format][i] = value;
}

/* Whether the ball is narrow enough for all that is asked.  A number that is known exactly, as that of a single key is,
   may lie on a tie of another format, where no ball decides. */
bool plumb_vector_settle(plumb_vector_result *out, size_t i, arb_srcptr ball, bool last) {
    arf_t low, high;
    bool known = true;
    for (int format = 0; format < PLUMB_FORMATS; format++) {
        bool decided = plumb_round_arb(&out->rounded[format][i], ball, (plumb_format)format);
        known = known && (decided || last);
        out->lacks[format] = out->lacks[format] || (last && !decided) || (decided && isinf(out->rounded[format][i]));
    }
    arf_init(low);
    arf_init(high);
    arb_get_lbound_arf(low, ball, PLUMB_REFERENCE_LAST);
    arb_get_ubound_arf(high, ball, PLUMB_REFERENCE_LAST);
    out->low[i] = arf_get_d(low, ARF_RND_FLOOR);
    out->high[i] = arf_get_d(high, ARF_RND_CEIL);
    arf_clear(low);
    arf_clear(high);
    out->middle[i] = out->low[i] + (out->high[i] - out->low[i]) / 2;
    return known && nextafter(nextafter(out->low[i], INFINITY), INFINITY) >= out->high[i];
}

static bool answer_element(answering *w, size_t b, size_t h, size_t t, size_t c, size_t i) {
    double value;
    if (plumb_exact_by_definition(w->p, b, h, t, plumb_exact_visible_count(w->p, b, h, t), PLUMB_OUTPUT, c, &value)) {
        define(&w->out->out, i, value);
        return true;
    }
    if (!plumb_exact_keys_finite(w->p, b, h, t) || !plumb_exact_column_finite(w->p, b, h, t, c))
        return false;
    bool known = false;
    for (slong precision = PLUMB_REFERENCE_FIRST; !known && precision <= PLUMB_REFERENCE_LAST; precision *= 2)
        known = plumb_vector_settle(&w->out->out, i,
                                    plumb_reference_element(&w->reference, b, h, t, PLUMB_OUTPUT, c, precision),
                                    precision == PLUMB_REFERENCE_LAST);
    return known;
}

static int answer_all(answering *w, const char *where, plumb_error *error) {
    const plumb_problem *p = w->p;
    for (size_t i = 0; i < w->out->out.count; i++) {
        size_t row = i / p->value_dim, head = row / p->query_length, t = row % p->query_length;
        if (!answer_element(w, head / p->query_heads, head % p->query_heads, t, i % p->value_dim, i))
            return plumb_fail(error, "%s: element %zu has no exact value, or one that cannot be rounded", where, i);
    }
    return 0;
}

/* What no bound is known of may be anything. */
static int find_tolerance(answering *w, const char *where, plumb_error *error) {
    plumb_report report;
    plumb_compare_options how = {.threads = 1, .alone = true};
    if (plumb_compare(&w->out->right, &how, &report, error) != 0)
        return -1;
    if (report.verdict == PLUMB_FAIL)
        return plumb_fail(error, "%s: the correctly rounded answer is judged FAIL", where);
    w->out->precision = report.precision;
    w->out->passes = report.verdict == PLUMB_PASS;
    if (plumb_error_bounds(&report, PLUMB_OUTPUT, w->out->out.tolerance, error) != 0)
        return -1;
    for (size_t i = 0; i < w->out->out.count; i++)
        w->out->out.tolerance[i] = isnan(w->out->out.tolerance[i]) ? INFINITY : w->out->out.tolerance[i];
    return w->p->loss.output != NULL ? plumb_vector_gradient_tolerance(&report, w->out, error) : 0;
}

bool plumb_vector_result_take(plumb_vector_result *out, size_t count, plumb_storage *storage) {
    double **const arrays[] = {&out->low,        &out->high,       &out->middle,     &out->tolerance,
                               &out->rounded[0], &out->rounded[1], &out->rounded[2], &out->rounded[3]};
    out->count = count;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = plumb_storage_take(storage, count, sizeof **arrays[i]);
        if (*arrays[i] == NULL)
            return false;
        memset(*arrays[i], 0, count * sizeof **arrays[i]);
    }
    return true;
}

static bool lacks_any(const plumb_vector_answers *out, plumb_format format) {
    bool lacks = out->out.lacks[format];
    for (size_t g = 0; g < PLUMB_GRADIENT_COUNT; g++)
        lacks = lacks || out->gradient[g].lacks[format];
    return lacks;
}

int plumb_vector_answer(const plumb_drawn_case *inputs, plumb_storage *storage, plumb_vector_answers *out,
                        plumb_error *error) {
    const plumb_problem *p = &inputs->asked.problem;
    const char *where = inputs->asked.source;
    *out = (plumb_vector_answers){.right = inputs->asked};
    if (!plumb_vector_result_take(&out->out, plumb_rows_of(p) * p->value_dim, storage))
        return plumb_fail(error, "%s: not enough memory", where);
    answering w = {.p = p, .out = out};
    plumb_reference_init(&w.reference, p);
    int result = answer_all(&w, where, error);
    plumb_reference_clear(&w.reference);
    plumb_format format = inputs->asked.input_format;
    out->right.output = (plumb_claim){true, format, out->out.count, out->out.rounded[format]};
    if (result == 0 && p->loss.output != NULL)
        result = plumb_vector_gradients(&inputs->asked, storage, out, error);
    return result != 0 || lacks_any(out, format) ? result : find_tolerance(&w, where, error);
}
