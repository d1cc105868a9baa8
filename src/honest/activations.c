#include "honest/activations.h"

const plumb_honest_activation plumb_honest_none = {NULL, NULL, NULL};

const plumb_honest_activation *plumb_honest_activation_of(plumb_operator_kind kind) {
    static const plumb_honest_activation *const activations[] = {
#define OPERATOR(kind, features, lanes, activation, ...) [kind] = &plumb_honest_##activation,
#include "problem/operators.def"
    };
    return activations[kind];
}
