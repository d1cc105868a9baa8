/* powers.h - exact powers of two. */
#ifndef PLUMB_FAST_POWERS_H
#define PLUMB_FAST_POWERS_H

/* 2^(64 i - 1024), 2^i */
extern const double plumb_coarse_power[32], plumb_fine_power[64];

/* 2^power, -1021 <= power <= 1021: both factors and the product are exact. */
/*@ requires range: -1021 <= power <= 1021;
    assigns \nothing;
*/
static inline double plumb_power_of_two(int power) {
    unsigned place = (unsigned)(power + 1024);
    return plumb_coarse_power[place / 64 % 32] * plumb_fine_power[place % 64];
}
#endif
