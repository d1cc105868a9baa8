#include "tests/support/exact_activation.h"
#include "problem/traits.h"
#include "tests/support/check.h"

static real sigmoid(real x) {
    real e = exponential(minus(number(0), absolute(x)));
    return over(is_above(x, number(0)) ? number(1) : e, SUM(number(1), e));
}

static real elu(real x) {
    return is_above(x, number(0)) ? SUM(x, number(1)) : exponential(x);
}

static real relu(real x) {
    return larger(x, number(0));
}

static real squared_relu(real x) {
    return PRODUCT(relu(x), relu(x));
}

static real identity(real x) {
    return x;
}

real exact_activation_of(plumb_operator_kind kind, real x) {
    static real (*const functions[PLUMB_OPERATOR_COUNT])(real) = {
        [PLUMB_SIGMOID] = sigmoid,      [PLUMB_ELU] = elu,
        [PLUMB_RELU] = relu,            [PLUMB_SQUARED_RELU] = squared_relu,
        [PLUMB_IDENTITY] = identity,    [PLUMB_ELU_KERNEL] = identity,
        [PLUMB_MLP_KERNEL] = identity,
    };
    ck_assert_msg(functions[kind] != NULL, "tests/support/exact_activation.c has no formula of operator %d", (int)kind);
    return functions[kind](x);
}
