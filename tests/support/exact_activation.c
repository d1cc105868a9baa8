#include "tests/support/check.h"
#include "tests/support/exact_activation.h"
#include "problem/traits.h"
#include "tests/support/exact_softmax.h"
#include "tests/support/exact_units.h"

static real sigmoid(real x) {
    real e = exponential(minus(number(0), absolute(x)));
    return over(is_above(x, number(0)) ? one() : e, SUM(one(), e));
}

static exact_activated sigmoid_of(real x, real d, const plumb_precision *p) {
    real four = gamma_of(number(4), unit_of(p->exponent)), reach = SUM(absolute(x), d);
    real off = SUM(d, gamma_of(one(), number(p->exponential)), PRODUCT(four, reach),
                   PRODUCT(number(4), tiny_of(p->exponent)), own_error(4, SUM(one(), reach)));
    real a = sigmoid(x), roundings = SUM(four, own_error(4, one()));
    real growth = exact_growth(off), moved = smaller(over(off, number(4)), larger(a, sigmoid(SUM(x, off))));
    if (is_finite(growth))
        moved = smaller(moved, PRODUCT(a, sigmoid(minus(number(0), x)), growth));
    return (exact_activated){a, SUM(moved, PRODUCT(roundings, SUM(a, moved)))};
}

static exact_activated elu_of(real x, real d, const plumb_precision *p) {
    bool above = is_above(x, number(0));
    real a = above ? SUM(x, one()) : exponential(x), elu = absolute(minus(a, one()));
    real reach = smaller(one(), exponential(SUM(x, d)));
    real two = gamma_of(number(2), unit_of(p->exponent)), f = PRODUCT(d, reach);
    if (is_above(d, x))
        f = SUM(f, PRODUCT(gamma_of(one(), number(p->exponential)), reach));
    f = SUM(f, own_error(4, SUM(a, elu)));
    f = SUM(f, PRODUCT(COMPOUND(unit_of(p->score), two), SUM(elu, f)), tiny_of(p->score),
            tiny_of(p->exponent));
    return (exact_activated){a, SUM(f, PRODUCT(two, SUM(a, f)))};
}

static exact_activated relu_of(real x, real d, const plumb_precision *p) {
    (void)p;
    return (exact_activated){larger(x, number(0)), smaller(d, larger(SUM(x, d), number(0)))};
}

static exact_activated squared_relu_of(real x, real d, const plumb_precision *p) {
    exact_activated once = relu_of(x, d, p);
    real a = PRODUCT(once.value, once.value);
    real moved = PRODUCT(once.error, SUM(once.value, once.value, once.error));
    real rounding = SUM(gamma_of(one(), unit_of(p->exponent)), own_error(4, one()));
    return (exact_activated){a, SUM(moved, PRODUCT(rounding, SUM(a, moved)), tiny_of(p->exponent))};
}

static exact_activated identity_of(real x, real d, const plumb_precision *p) {
    (void)p;
    return (exact_activated){x, d};
}

exact_activated exact_activation_of(plumb_operator_kind kind, real x, real d, const plumb_precision *p) {
    static exact_activated (*const functions[PLUMB_OPERATOR_COUNT])(real, real, const plumb_precision *) = {
        [PLUMB_SIGMOID] = sigmoid_of,
        [PLUMB_ELU] = elu_of,
        [PLUMB_RELU] = relu_of,
        [PLUMB_SQUARED_RELU] = squared_relu_of,
        [PLUMB_IDENTITY] = identity_of,
        [PLUMB_ELU_KERNEL] = identity_of,
        [PLUMB_MLP_KERNEL] = identity_of,
    };
    ck_assert_msg(functions[kind] != NULL, "tests/support/exact_activation.c has no formula of operator %d", (int)kind);
    return functions[kind](x, d, p);
}
