#include "case/surd.h"

static const uint64_t limit = UINT64_C(1) << 63;

plumb_surd plumb_surd_of(uint64_t integer) {
    return (plumb_surd){.above = integer, .below = 1, .root = 1};
}

static bool multiply(uint64_t *x, uint64_t factor) {
    if (factor != 0 && *x > (limit - 1) / factor)
        return false;
    *x *= factor;
    return true;
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static bool multiply_ratio(plumb_surd *x, uint64_t above, uint64_t below) {
    uint64_t common = common_divisor(above, below);
    above /= common;
    below /= common;
    uint64_t crossed = common_divisor(above, x->below), other = common_divisor(x->above, below);
    x->below /= crossed;
    x->above /= other;
    return multiply(&x->above, above / crossed) && multiply(&x->below, below / other);
}

/* The root of a square; 0 of any other number. */
static uint64_t root_of(uint64_t square) {
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit != 0; bit >>= 1)
        if ((root | bit) * (root | bit) <= square)
            root |= bit;
    return root * root == square ? root : 0;
}

/* By 1 / sqrt(under). */
static bool divide_by_root(plumb_surd *x, uint64_t under) {
    uint64_t twice = common_divisor(x->root, under); /* sqrt(twice)^2 */
    x->root /= twice;
    if (!multiply(&x->root, under / twice) || !multiply_ratio(x, 1, twice))
        return false;
    uint64_t root = root_of(x->root);
    if (root == 0)
        return true;
    x->root = 1;
    return multiply_ratio(x, 1, root);
}

bool plumb_surd_multiply(plumb_surd *x, plumb_surd y) {
    x->negative = x->negative != y.negative;
    return multiply_ratio(x, y.above, y.below) && divide_by_root(x, y.root);
}

/* 1 / (a / b / sqrt(r)) = b r / a / sqrt(r) */
bool plumb_surd_invert(plumb_surd *x) {
    plumb_surd inverse = plumb_surd_of(x->below);
    inverse.negative = x->negative;
    if (x->above == 0 || !multiply_ratio(&inverse, 1, x->above) || !multiply_ratio(&inverse, x->root, 1) ||
        !divide_by_root(&inverse, x->root))
        return false;
    *x = inverse;
    return true;
}

bool plumb_surd_add(plumb_surd *x, plumb_surd y) {
    uint64_t common = common_divisor(x->below, y.below), below = x->below, crossed = y.above;
    if (x->root != y.root || !multiply(&x->above, y.below / common) || !multiply(&crossed, below / common) ||
        !multiply(&below, y.below / common))
        return false;
    bool larger = x->above >= crossed, same = x->negative == y.negative;
    plumb_surd sum = plumb_surd_of(same ? x->above + crossed : larger ? x->above - crossed : crossed - x->above);
    sum.negative = larger ? x->negative : y.negative;
    sum.root = x->root;
    *x = sum;
    return sum.above < limit && multiply_ratio(x, 1, below);
}

/* sqrt(a / b) = a / sqrt(a b) */
bool plumb_surd_root(plumb_surd *x) {
    uint64_t under = x->above;
    if (x->negative || x->root != 1 || !multiply(&under, x->below))
        return false;
    *x = plumb_surd_of(x->above);
    return under == 0 || divide_by_root(x, under);
}
