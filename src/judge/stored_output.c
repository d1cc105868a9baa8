#include "judge/stored_output.h"
#include "case/borrowed.h"
#include "exact/shape.h"
#include "schema/text.h"
#include <math.h>

enum { NAMES = 192 };

/* Whether so many bits hold the significand. */
static bool is_held(double x, int bits) {
    int exponent;
    double significand = ldexp(frexp(x, &exponent), bits);
    return !isfinite(x) || significand == rint(significand);
}

/* Whether inputs or outputs have that format, or a coarser one. */
static bool is_usual(const plumb_case *judged, plumb_rounding stored) {
    double input = plumb_format_rounding(judged->input_format).unit;
    return stored.unit <= fmax(input, plumb_format_rounding(judged->output.format).unit);
}

static int significand_bits(plumb_rounding rounding) {
    return rounding.cut - ilogb(rounding.unit);
}

static void name_others(const plumb_case *judged, char names[NAMES]) {
    const plumb_precision *model;
    plumb_format output = judged->output.format;
    names[0] = 0;
    for (size_t i = 0; (model = plumb_precision_plausible(judged->input_format, output, i)) != NULL; i++)
        if (model->output.unit <= plumb_format_rounding(output).unit)
            plumb_text_add(names, NAMES, "%s%s", names[0] != 0 ? ", " : "", model->name);
}

static int refuse(const plumb_case *judged, const plumb_precision *precision, double number, plumb_error *error) {
    char names[NAMES];
    name_others(judged, names);
    plumb_fail(error,
               "%s: precision: %s stores outputs in %s, but out is %s and holds %.9g, which %s cannot represent; "
               "expected a precision that stores %s, such as %s",
               judged->source, precision->name, plumb_rounding_name(precision->output),
               plumb_format_name(judged->output.format), number, plumb_rounding_name(precision->output),
               plumb_format_name(judged->output.format), names);
    return plumb_fail_of(error, "precision", precision->name, names);
}

int plumb_check_stored_output(const plumb_case *judged, const plumb_precision *precision, plumb_error *error) {
    const plumb_problem *p = &judged->problem;
    const plumb_claim *output = &judged->output;
    size_t width = p->query_length * p->value_dim;
    int status = 0;
    if (!output->present || is_usual(judged, precision->output))
        return 0;
    for (size_t head = 0; head < p->batch * p->query_heads && status == 0; head++) {
        size_t b = head / p->query_heads, h = head % p->query_heads;
        plumb_borrowed_hold(judged->borrowed, p, b, h, 0, p->query_length);
        for (size_t i = head * width; i < (head + 1) * width && status == 0; i++)
            if (!is_held(output->value[i], significand_bits(precision->output)))
                status = refuse(judged, precision, output->value[i], error);
        plumb_borrowed_release(judged->borrowed, p, b, h, 0, p->query_length);
    }
    return status;
}
