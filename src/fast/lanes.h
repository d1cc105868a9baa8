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
#include "number/fused.h"
#ifndef __FRAMAC__
#include <math.h>
#endif

/* Keys that are treated together: [PLUMB_PANEL] stands for arrays over them. */
#define PLUMB_PANEL 64
/* The balls of a panel, and which of its keys are visible. */
/*@ predicate reads_panel{L}(double *mid, double *rad) =
      \valid_read(mid + (0 .. PLUMB_PANEL - 1)) && \valid_read(rad + (0 .. PLUMB_PANEL - 1)); */
/*@ predicate writes_panel{L}(double *mid, double *rad) =
      \valid(mid + (0 .. PLUMB_PANEL - 1)) && \valid(rad + (0 .. PLUMB_PANEL - 1)); */
/*@ predicate mask_apart{L}(double *mid, double *rad, unsigned char *visible) =
      \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1), visible + (0 .. PLUMB_PANEL - 1)); */

/* Where an array of lanes should start: no vector then lies in two lines of the cache. */
#define PLUMB_LINE 64
#define PLUMB_ALIGNED __attribute__((aligned(PLUMB_LINE)))

/* Rows that are evaluated together, at most. */
#define PLUMB_BUNDLE_ROWS 64

/* One function for each generation of processors, chosen when the program is loaded; by gcc: what
   clang 14 makes of it cannot be called from other files.  x86-64-v3 is AVX2 with fused
   multiply-add; without that instruction the C library fuses, with the same bits. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) &&                        \
    !defined(__FRAMAC__) && !defined(__SANITIZE_ADDRESS__)
#define PLUMB_FOR_EACH_PROCESSOR                                                                   \
    __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define PLUMB_FOR_EACH_PROCESSOR
#endif

/* Whether instructions hold eight lanes or more, and there are registers for 32 of them. */
/*@ assigns \nothing; */
static inline int plumb_lane_are_long(void) {
#if defined(__x86_64__) && !defined(__FRAMAC__)
    return __builtin_cpu_supports("avx512vl") != 0;
#else
    return 0;
#endif
}

/* Of a step too long for a compiler to take it into a loop unasked: a call would be to a function for the least
   processor alone. */
#ifdef __FRAMAC__
#define PLUMB_INTO_LOOP
#else
#define PLUMB_INTO_LOOP __attribute__((always_inline))
#endif

/* One instruction, but of a library that states no proved contract.  The proofs read
   plumb_absolute, which differs in the sign of a zero or a NaN alone. */
#ifdef __FRAMAC__
#define plumb_lane_absolute plumb_absolute
#else
#define plumb_lane_absolute fabs
#endif

/* As &&, but of both sides in every lane, so that none has to branch. */
/*@ assigns \nothing; */
static inline int plumb_lane_both(int a, int b) {
    return a & b;
}

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

/* The rounding of a middle. */
/*@ assigns \nothing; */
static inline double plumb_lane_rounding(double mid) {
    return plumb_lane_absolute(mid) * 0x1p-53;
}

/* As plumb_ball_multiply; reach is |a.mid| + a.rad. */
/*@ assigns \nothing; */
static inline plumb_ball plumb_lane_multiply(plumb_ball a, double reach, plumb_ball b) {
    double mid = a.mid * b.mid;
    double from_both = a.rad * plumb_lane_absolute(b.mid) + reach * b.rad;
    return (plumb_ball){mid,
                        plumb_lane_radius(mid, plumb_upward(from_both + plumb_lane_rounding(mid)))};
}

/*@ assigns \nothing; */
static inline double plumb_lane_reach(plumb_ball a) {
    return plumb_lane_absolute(a.mid) + a.rad;
}

/* As plumb_ball_add. */
/*@ assigns \nothing; */
static inline plumb_ball plumb_lane_add(plumb_ball a, plumb_ball b) {
    double mid = a.mid + b.mid;
    double rad = plumb_upward(a.rad + b.rad + plumb_lane_rounding(mid));
    return (plumb_ball){mid, plumb_lane_radius(mid, rad)};
}

/* As plumb_ball_divide. */
/*@ assigns \nothing; */
static inline plumb_ball plumb_lane_divide(plumb_ball a, plumb_ball b) {
    double least = plumb_difference_down(plumb_lane_absolute(b.mid), b.rad);
    int known = plumb_lane_both(plumb_lane_absolute(least) <= PLUMB_LARGEST, 0.0 < least);
    double mid = a.mid / b.mid;
    double rounding = plumb_product_up(plumb_lane_absolute(mid), 0x1p-53);
    double ratio = plumb_sum_up(plumb_lane_absolute(mid), rounding);
    double numerator = plumb_sum_up(a.rad, plumb_product_up(ratio, b.rad));
    double rad = plumb_sum_up(plumb_quotient_up(numerator, least), rounding);
    return (plumb_ball){known ? mid : 0.0,
                        known ? plumb_lane_radius(mid, rad) : plumb_lane_unknown()};
}

/* As plumb_ball_is_zero; no radius is below 0. */
/*@ assigns \nothing; */
static inline int plumb_lane_is_zero(plumb_ball a) {
    return plumb_lane_both(a.mid == 0.0, a.rad == 0.0);
}

/*@ assigns \nothing; */
static inline plumb_ball plumb_lane_choose(int first, plumb_ball a, plumb_ball b) {
    return (plumb_ball){first ? a.mid : b.mid, first ? a.rad : b.rad};
}

/* A panel of balls that a kernel needs besides the one that it changes. */
typedef struct {
    double mid[PLUMB_PANEL] PLUMB_ALIGNED, rad[PLUMB_PANEL] PLUMB_ALIGNED;
} plumb_lane_balls;

/*@ requires reads: reads_panel(mid, rad);
    requires writes: \valid(copy);
    requires apart: \separated(copy, mid + (0 .. PLUMB_PANEL - 1)) && \separated(copy, rad + (0 .. PLUMB_PANEL - 1));
    assigns *copy;
*/
static inline void plumb_lane_copy(const double *restrict mid, const double *restrict rad,
                                   plumb_lane_balls *restrict copy) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, *copy;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        copy->mid[j] = mid[j];
        copy->rad[j] = rad[j];
    }
}

/*@ requires writes: \valid(x + (0 .. count - 1));
    assigns x[0 .. count - 1];
*/
static inline void plumb_lane_zero(double *x, size_t count) {
    /*@ loop invariant index: 0 <= i <= count;
        loop assigns i, x[0 .. count - 1];
        loop variant count - i;
    */
    for (size_t i = 0; i < count; i++)
        x[i] = 0.0;
}

/* Whether a row sees any of the keys. */
/*@ requires reads: \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
*/
static inline int plumb_lane_any(const unsigned char *visible, size_t keys) {
    unsigned char any = 0; /* as wide as what it is made of */
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, any;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        any = (unsigned char)(any | visible[j]);
    return any != 0;
}

/* Whether a row sees all of the keys. */
/*@ requires reads: \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
*/
static inline int plumb_lane_all(const unsigned char *visible, size_t keys) {
    unsigned char all = 1;
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, all;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        all = (unsigned char)(all & (visible[j] != 0));
    return all;
}

/* Keys up to the last that a row sees. */
/*@ requires reads: \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
    ensures inside: \result <= keys;
*/
static inline size_t plumb_lane_width(const unsigned char *visible, size_t keys) {
    size_t width = keys;
    /*@ loop invariant index: width <= keys;
        loop assigns width;
        loop variant width;
    */
    while (width > 0 && !visible[width - 1])
        width--;
    return width;
}

/* The widest of some rows, or `most`. */
/*@ requires reads: \valid_read(width + (0 .. rows - 1));
    assigns \nothing;
    ensures inside: \result <= most;
*/
static inline size_t plumb_lane_widest(const size_t *width, size_t rows, size_t most) {
    size_t widest = 0;
    /*@ loop invariant index: 0 <= r <= rows;
        loop assigns r, widest;
        loop variant rows - r;
    */
    for (size_t r = 0; r < rows; r++)
        widest = widest < width[r] ? width[r] : widest;
    return widest < most ? widest : most;
}

/* mid[j] = 0 and rad[j] = hidden for the lanes that are not visible. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
static inline void plumb_lane_hide(double *restrict mid, double *restrict rad, double hidden,
                                   const unsigned char *restrict visible) {
    if (plumb_lane_all(visible, PLUMB_PANEL))
        return;
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        mid[j] = visible[j] ? mid[j] : 0.0;
        rad[j] = visible[j] ? rad[j] : hidden;
    }
}

/* mid[j] = 1 and rad[j] = 0 for the lanes that are not visible: what is computed of them is never read, but of
   0 it would go through subnormal numbers, which take a processor long. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
static inline void plumb_lane_stand_in(double *restrict mid, double *restrict rad,
                                       const unsigned char *restrict visible) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        mid[j] = visible[j] ? mid[j] : 1.0;
        rad[j] = visible[j] ? rad[j] : 0.0;
    }
}
#endif
