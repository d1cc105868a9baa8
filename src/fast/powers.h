/* powers.h - exact powers of two. */
#ifndef PLUMB_FAST_POWERS_H
#define PLUMB_FAST_POWERS_H
#include <stdint.h>

/* 2^power, from the bits of a binary64 number. */
/*@ requires range: -1021 <= power <= 1021;
    assigns \nothing;
*/
static inline double plumb_power_of_two(int power) {
    union {
        uint64_t bits;
        double number;
    } exponent = {(uint64_t)(power + 1023) * 0x10000000000000u};
    return exponent.number;
}

/* 2^(n - 1023), from a number whose last bits are those of the integer n > 0. */
/*@ assigns \nothing; */
static inline double plumb_power_of_last_bits(double number) {
    union {
        double number;
        uint64_t bits;
    } last = {number};
    last.bits = last.bits % 0x1000 * 0x10000000000000u;
    return last.number;
}
#endif
