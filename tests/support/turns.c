/* turns.c - see turns.h. */
#include "tests/support/turns.h"

#define PRECISION 400

static uint32_t digit(random_cases *cases) {
    static const uint32_t edges[] = {0,          1,          0x1fffffff, 0x20000000,
                                     0x7fffffff, 0x80000000, UINT32_MAX};
    size_t which = random_below(cases, 14);
    return which < 7 ? edges[which] : (uint32_t)random_bits(cases);
}

plumb_turns random_turns(random_cases *cases) {
    plumb_turns turns = {digit(cases), digit(cases), digit(cases), digit(cases)};
    switch (random_below(cases, 4)) {
    case 0:
        turns.first = (uint32_t)random_below(cases, 8) << 29;
        turns.second = turns.third = 0;
        break;
    case 1:
        turns.first = ((uint32_t)random_below(cases, 8) << 29) - 1;
        turns.second = turns.third = UINT32_MAX;
        break;
    case 2:
        turns.first = 0;
        turns.second = random_below(cases, 2) == 0 ? 0 : turns.second;
        break;
    default:
        break;
    }
    return turns;
}

uint64_t random_position(random_cases *cases) {
    static const int powers[] = {0, 1, 20, 24, 31, 32, 52};
    switch (random_below(cases, 5)) {
    case 0:
        return random_below(cases, 9);
    case 1:
        return ((uint64_t)1 << powers[random_below(cases, 7)]) + random_below(cases, 3) - 1;
    case 2:
        return ((uint64_t)1 << 53) - random_below(cases, 3);
    case 3:
        return random_bits(cases) >> 11;
    default:
        return random_bits(cases) >> (11 + random_below(cases, 53));
    }
}

void exact_turns(arb_t exact, plumb_turns turns, long units) {
    const uint32_t digits[] = {turns.first, turns.second, turns.third, turns.fourth};
    arb_zero(exact);
    for (size_t i = 0; i < 4; i++) {
        arb_mul_2exp_si(exact, exact, 32);
        arb_add_ui(exact, exact, digits[i], PRECISION);
    }
    arb_add_si(exact, exact, units, PRECISION);
    arb_mul_2exp_si(exact, exact, -128);
}

void exact_turn(arb_t sine, arb_t cosine, plumb_turns frequency, long units, uint64_t position) {
    arb_t angle;
    arb_init(angle);
    exact_turns(angle, frequency, units);
    arb_mul_ui(angle, angle, position, PRECISION);
    arb_mul_2exp_si(angle, angle, 1);
    arb_sin_cos_pi(sine, cosine, angle, PRECISION);
    arb_clear(angle);
}
