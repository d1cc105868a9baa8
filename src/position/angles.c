/* angles.c - see angles.h. */
#include "position/angles.h"
#include "number/angle.h"

void plumb_rotary_angles(const plumb_turns *frequency, size_t pairs, uint64_t position,
                         plumb_ball multiplier, plumb_ball *cosine, plumb_ball *sine) {
    /*@ loop invariant index: 0 <= m <= pairs;
        loop invariant cosines: \forall seq t, real a;
          \at(frequencies(frequency, t, pairs), Pre) && in_ball(multiplier, a) ==>
          encloses(cosine, rotary_cosines(t, position, a), m);
        loop invariant sines: \forall seq t, real a;
          \at(frequencies(frequency, t, pairs), Pre) && in_ball(multiplier, a) ==>
          encloses(sine, rotary_sines(t, position, a), m);
        loop invariant frequency: \forall seq t;
          \at(frequencies(frequency, t, pairs), Pre) ==> frequencies(frequency, t, pairs);
        loop assigns m, cosine[0 .. pairs - 1], sine[0 .. pairs - 1];
        loop variant pairs - m;
    */
    for (size_t m = 0; m < pairs; m++) {
        plumb_ball c = plumb_ball_multiply(multiplier, plumb_turn_cosine(frequency[m], position));
        /*@ assert cosine: \forall seq t, real a;
              \at(frequencies(frequency, t, pairs), Pre) && in_ball(multiplier, a) ==>
              in_ball(c, el(rotary_cosines(t, position, a), m)); */
        plumb_ball s = plumb_ball_multiply(multiplier, plumb_turn_sine(frequency[m], position));
        /*@ assert sine: \forall seq t, real a; \at(frequencies(frequency, t, pairs), Pre) && in_ball(multiplier, a) ==>
              in_ball(s, el(rotary_sines(t, position, a), m)); */
        cosine[m] = c;
        sine[m] = s;
        //@ assert stored: cosine[m] == c && sine[m] == s;
    }
}

void plumb_stated_angles(const double *cosine_row, const double *sine_row, size_t pairs,
                         plumb_ball *cosine, plumb_ball *sine) {
    /*@ loop invariant index: 0 <= m <= pairs;
        loop invariant cosines: \forall seq c; \at(values(cosine_row, c, pairs), Pre) ==> encloses(cosine, c, m);
        loop invariant sines: \forall seq s; \at(values(sine_row, s, pairs), Pre) ==> encloses(sine, s, m);
        loop invariant cosine_row: \forall seq c;
          \at(values(cosine_row, c, pairs), Pre) ==> values(cosine_row, c, pairs);
        loop invariant sine_row: \forall seq s; \at(values(sine_row, s, pairs), Pre) ==> values(sine_row, s, pairs);
        loop assigns m, cosine[0 .. pairs - 1], sine[0 .. pairs - 1];
        loop variant pairs - m;
    */
    for (size_t m = 0; m < pairs; m++) {
        plumb_ball c = plumb_ball_of(cosine_row[m]);
        plumb_ball s = plumb_ball_of(sine_row[m]);
        //@ assert cosine: \forall seq v; \at(values(cosine_row, v, pairs), Pre) ==> in_ball(c, el(v, m));
        //@ assert sine: \forall seq v; \at(values(sine_row, v, pairs), Pre) ==> in_ball(s, el(v, m));
        cosine[m] = c;
        sine[m] = s;
        //@ assert stored: cosine[m] == c && sine[m] == s;
    }
}
