#include "tests/support/activation.h"
#include "problem/traits.h"
#include "tests/support/check.h"
#include <math.h>

static double exponential_of(const activation_arithmetic *by, double x) {
    return by->rounded(by->engine, exp(x));
}

static double sigmoid(const activation_arithmetic *by, double x) {
    if (by->other_form && x < 0) {
        double e = exponential_of(by, x);
        return by->rounded(by->engine, e / by->rounded(by->engine, 1 + e));
    }
    return by->rounded(by->engine, 1 / by->rounded(by->engine, 1 + exponential_of(by, -x)));
}

static double sigmoid_of_twice(const activation_arithmetic *by, double x) {
    return sigmoid(by, 2 * x);
}

static double elu_and(const activation_arithmetic *by, double x, double one) {
    double first = x > 0 ? x : by->rounded(by->engine, expm1(x));
    return by->stored(by->engine, by->stored(by->engine, first) + one);
}

static double elu(const activation_arithmetic *by, double x) {
    if (!by->other_form)
        return elu_and(by, x, 1);
    return x > 0 ? by->rounded(by->engine, x + 1) : exponential_of(by, x);
}

static double elu_alone(const activation_arithmetic *by, double x) {
    return elu_and(by, x, 0);
}

static double identity(const activation_arithmetic *by, double x) {
    (void)by;
    return x;
}

static double relu(const activation_arithmetic *by, double x) {
    (void)by;
    return fmax(0, x);
}

static double squared_relu(const activation_arithmetic *by, double x) {
    return by->rounded(by->engine, relu(by, x) * relu(by, x));
}

static const activation activations[PLUMB_OPERATOR_COUNT] = {
    [PLUMB_SIGMOID] = {sigmoid, sigmoid_of_twice, "sigmoid of twice the score"},
    [PLUMB_ELU] = {elu, elu_alone, "elu without + 1"},
    [PLUMB_RELU] = {relu, identity, "relu not rectified"},
    [PLUMB_SQUARED_RELU] = {squared_relu, relu, "squared-relu not squared"},
    [PLUMB_IDENTITY] = {identity, NULL, NULL},
    [PLUMB_ELU_KERNEL] = {identity, NULL, NULL},
    [PLUMB_MLP_KERNEL] = {identity, NULL, NULL},
};

bool has_activation(plumb_operator_kind kind) {
    return activations[kind].right != NULL;
}

const activation *activation_of(plumb_operator_kind kind) {
    ck_assert_msg(has_activation(kind), "tests/support/activation.c has no formula of operator %d", (int)kind);
    return &activations[kind];
}

static double as_it_is(const void *engine, double x) {
    (void)engine;
    return x;
}

double activated(plumb_operator_kind kind, double x) {
    const activation_arithmetic real_numbers = {.rounded = as_it_is, .stored = as_it_is, .other_form = true};
    return activation_of(kind)->right(&real_numbers, x);
}
