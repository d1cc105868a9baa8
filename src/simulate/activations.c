#include "simulate/activations.h"

const plumb_simulated_activation plumb_simulated_none = {.value = NULL};

const plumb_simulated_activation *plumb_simulated_activation_of(plumb_operator_kind kind) {
    static const plumb_simulated_activation *const activations[] = {
#define OPERATOR(kind, features, lanes, activation, ...) [kind] = &plumb_simulated_##activation,
#include "problem/operators.def"
    };
    return activations[kind];
}
