#include "exact/certify.h"
#include "exact/definition.h"
#include "exact/rational.h"
#include "exact/round.h"
#include "exact/visible.h"
#include <math.h>

/* What is asked, for one element after another of a row. */
typedef struct {
    const plumb_problem *problem;
    size_t b, h, t;
    plumb_quantity quantity;
    plumb_format format;
    plumb_reference *reference;
    plumb_second_look again;
} question;

/* Of binary64, whose boundaries lie as close as the balls are wide, it would tell nothing. */
static bool decide_again(const question *asked, size_t column, double *rounded) {
    if (asked->again.output == NULL || asked->quantity != PLUMB_OUTPUT || asked->format == PLUMB_F64)
        return false;
    plumb_ball ball = asked->again.output(asked->again.context, asked->b, asked->h, asked->t, column);
    return plumb_round_ball(rounded, ball, asked->format);
}

/* The reference at growing precision; ties, which no precision decides, as rational numbers. */
static bool decide_with_reference(question *asked, size_t column, double *rounded) {
    arb_t rational;
    arb_init(rational);
    bool decided = false;
    for (slong precision = PLUMB_REFERENCE_FIRST; precision <= PLUMB_REFERENCE_LAST && !decided; precision *= 2) {
        decided = plumb_round_arb(
            rounded,
            plumb_reference_element(asked->reference, asked->b, asked->h, asked->t, asked->quantity, column, precision),
            asked->format);
        if (!decided && precision == PLUMB_REFERENCE_FIRST &&
            plumb_exact_rational(asked->problem, asked->b, asked->h, asked->t, asked->quantity, column,
                                 PLUMB_REFERENCE_LAST, rational))
            decided = plumb_round_arb(rounded, rational, asked->format);
    }
    arb_clear(rational);
    return decided;
}

static plumb_certificate certify_element(question *asked, const plumb_row *row, size_t column, double *rounded,
                                         size_t *escalated) {
    if (plumb_round_ball(rounded, plumb_row_ball(row, asked->quantity, column), asked->format))
        return PLUMB_DECIDED;
    if (decide_again(asked, column, rounded))
        return PLUMB_DECIDED;
    ++*escalated;
    if (decide_with_reference(asked, column, rounded))
        return PLUMB_DECIDED;
    *rounded = NAN;
    return PLUMB_UNDECIDED;
}

void plumb_certifier_init(plumb_certifier *certifier, const plumb_problem *problem) {
    *certifier = (plumb_certifier){.head = {.key = NULL}};
    plumb_reference_init(&certifier->reference, problem);
}

void plumb_certifier_clear(plumb_certifier *certifier) {
    plumb_reference_clear(&certifier->reference);
}

/* An element that may be given by definition or have no value. */
static plumb_certificate certify_any(question *asked, size_t visible, plumb_finite finite, const plumb_row *row,
                                     size_t column, double *rounded, size_t *escalated) {
    if (plumb_exact_by_definition(asked->problem, asked->b, asked->h, asked->t, visible, asked->quantity, column,
                                  rounded))
        return PLUMB_DECIDED;
    *rounded = NAN;
    if (!plumb_exact_has_value(asked->problem, asked->b, asked->h, asked->t, finite, asked->quantity, column))
        return PLUMB_NO_VALUE;
    return certify_element(asked, row, column, rounded, escalated);
}

/* Whether no element of the row is given by definition and each has a value: found once for all. */
static bool is_ordinary(const question *asked, size_t visible, plumb_finite finite) {
    double value;
    return finite.keys && finite.values && !plumb_definition_by_column(asked->quantity) &&
           !plumb_exact_by_definition(asked->problem, asked->b, asked->h, asked->t, visible, asked->quantity, 0,
                                      &value);
}

void plumb_certify_row(plumb_certifier *certifier, size_t b, size_t h, size_t t, const plumb_row *row,
                       plumb_quantity quantity, plumb_format format, double *rounded, unsigned char *certificate,
                       size_t *escalated) {
    const plumb_problem *problem = certifier->reference.problem;
    question asked = {problem, b, h, t, quantity, format, &certifier->reference, certifier->again};
    /* How many keys the row sees beyond the first makes no difference here. */
    size_t visible = plumb_exact_sees_any(problem, b, h, t) ? 1 : 0;
    plumb_finite finite = plumb_exact_finite(problem, b, h, t, &certifier->head);
    bool ordinary = is_ordinary(&asked, visible, finite);
    const plumb_ball *ball = plumb_row_balls(row, quantity);
    size_t width = plumb_quantity_width(quantity, problem);
    if (ordinary)
        plumb_round_balls(ball, width, format, rounded, certificate);
    for (size_t column = 0; column < width; column++)
        if (!ordinary || certificate[column] != PLUMB_DECIDED)
            certificate[column] =
                (unsigned char)certify_any(&asked, visible, finite, row, column, &rounded[column], escalated);
}
