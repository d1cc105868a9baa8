/* lanes.h - what the files of this folder share: loops over lanes that a compiler turns into vector
   instructions, the same source for every processor.

   Each lane performs the operations of one minimal kernel in that kernel's order, so its bits do
   not depend on how many lanes an instruction holds.  Only where a ball carries no information may
   its bits differ: which NaN an operation returns is the processor's choice.

   Proved of the kernels here is that they touch no other memory than their contracts name and
   overflow no index; that they have the bits of the minimal kernels, which enclose, is tested. */
#ifndef PLUMB_FAST_LANES_H
#define PLUMB_FAST_LANES_H
#include "number/ball.h"
#ifndef __FRAMAC__
#include <math.h>
#endif

/* Keys that are treated together: [PLUMB_PANEL] stands for arrays over them. */
#define PLUMB_PANEL 64

/* One function for each generation of processors, chosen when the program is loaded; by gcc: what
   clang 14 makes of it cannot be called from other files. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) &&                        \
    !defined(__FRAMAC__) && !defined(__SANITIZE_ADDRESS__)
#define PLUMB_FOR_EACH_PROCESSOR __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define PLUMB_FOR_EACH_PROCESSOR
#endif

/* One instruction, but of a library that states no proved contract.  The proofs read
   plumb_absolute, which differs in the sign of a zero or a NaN alone. */
#ifdef __FRAMAC__
#define plumb_lane_absolute plumb_absolute
#else
#define plumb_lane_absolute fabs
#endif

/* The radius of a ball without information. */
/*@ assigns \nothing; */
static inline double plumb_lane_unknown(void) {
    return plumb_divide(1.0, 0.0);
}

/* The radius that plumb_ball_make would keep. */
/*@ assigns \nothing; */
static inline double plumb_lane_radius(double mid, double rad) {
    return plumb_lane_absolute(mid) <= PLUMB_LARGEST ? rad : mid;
}

/* As plumb_rounding_radius. */
/*@ assigns \nothing; */
static inline double plumb_lane_rounding(double mid) {
    return plumb_product_up(plumb_lane_absolute(mid), 0x1p-53);
}

/* As plumb_ball_multiply; reach is the largest absolute value in a. */
/*@ assigns \nothing; */
static inline plumb_ball plumb_lane_multiply(plumb_ball a, double reach, plumb_ball b) {
    double mid = a.mid * b.mid;
    double from_a = plumb_product_up(a.rad, plumb_lane_absolute(b.mid));
    double from_b = plumb_product_up(reach, b.rad);
    double rad = plumb_sum_up(plumb_sum_up(from_a, from_b), plumb_lane_rounding(mid));
    return (plumb_ball){mid, plumb_lane_radius(mid, rad)};
}

/*@ assigns \nothing; */
static inline double plumb_lane_reach(plumb_ball a) {
    return plumb_sum_up(plumb_lane_absolute(a.mid), a.rad);
}

/* As plumb_ball_add. */
/*@ assigns \nothing; */
static inline plumb_ball plumb_lane_add(plumb_ball a, plumb_ball b) {
    double mid = a.mid + b.mid;
    double rad = plumb_sum_up(plumb_sum_up(a.rad, b.rad), plumb_lane_rounding(mid));
    return (plumb_ball){mid, plumb_lane_radius(mid, rad)};
}

/* Whether a row sees any of the keys. */
/*@ requires reads: \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
*/
static inline int plumb_lane_any(const unsigned char *visible, size_t keys) {
    unsigned any = 0;
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, any;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        any |= visible[j];
    return any != 0;
}

/* The balls of the visible keys, 0 for the others. */
/*@ requires reads: \valid_read(mid + (0 .. keys - 1)) && \valid_read(rad + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(ball + (0 .. keys - 1));
    requires apart: \separated(ball + (0 .. keys - 1), mid + (0 .. keys - 1)) &&
                    \separated(ball + (0 .. keys - 1), rad + (0 .. keys - 1)) &&
                    \separated(ball + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns ball[0 .. keys - 1];
*/
static inline void plumb_lane_store(const double *mid, const double *rad,
                                    const unsigned char *visible, size_t keys, plumb_ball *ball) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, ball[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        ball[j].mid = visible[j] ? mid[j] : 0.0;
        ball[j].rad = visible[j] ? rad[j] : 0.0;
    }
}

/* The balls of the visible keys, no information for the others. */
/*@ requires reads: \valid_read(mid + (0 .. keys - 1)) && \valid_read(rad + (0 .. keys - 1)) &&
                    \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), mid + (0 .. keys - 1)) &&
                    \separated(score + (0 .. keys - 1), rad + (0 .. keys - 1)) &&
                    \separated(score + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns score[0 .. keys - 1];
*/
static inline void plumb_lane_store_scores(const double *mid, const double *rad,
                                           const unsigned char *visible, size_t keys,
                                           plumb_ball *score) {
    double unknown = plumb_lane_unknown();
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, score[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        score[j].mid = visible[j] ? mid[j] : 0.0;
        score[j].rad = visible[j] ? rad[j] : unknown;
    }
}

/* The ball 0 for each key. */
/*@ requires writes: \valid(ball + (0 .. keys - 1));
    assigns ball[0 .. keys - 1];
*/
static inline void plumb_lane_clear(size_t keys, plumb_ball *ball) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, ball[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        ball[j] = (plumb_ball){0.0, 0.0};
}
#endif
