/* terms.c - see terms.h. */
#include "fast/terms.h"
#include "fast/exponential_lane.h"
#include "fast/powers.h"
#include "number/total.h"
#include "score/scaled_dot.h"

/* A sum with it is whole: the last bits are those of the other number, rounded as plumb_ball_exp does, and 1022. */
#define ROUNDS (PLUMB_NO_FRACTION + 1022.0)

/*@ assigns \nothing; */
PLUMB_INTO_LOOP
static inline plumb_ball term_of(plumb_ball score) {
    double rounded = score.mid * PLUMB_ONE_BY_LN2 + ROUNDS;
    double rest = plumb_lane_exp_rest(score.mid, rounded - ROUNDS);
    double twice = plumb_fused(2.0, plumb_lane_exp_terms(rest), 2.0);
    double y = twice * plumb_power_of_last_bits(rounded);
    return (plumb_ball){y, plumb_lane_exp_radius(y, score.rad)};
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_terms(const double *restrict sum, const double *restrict norm, double reach,
                       plumb_ball scale, size_t lanes, double *restrict mid, double *restrict rad) {
    double underflow = plumb_score_underflow(scale);
    size_t j = 0;
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL && j % PLUMB_STRIDES == 0;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (; j < lanes; j += PLUMB_STRIDES)
        /*@ loop invariant index_2: 0 <= lane <= PLUMB_STRIDES;
            loop assigns lane, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
            loop variant PLUMB_STRIDES - lane;
        */
        for (size_t lane = 0; lane < PLUMB_STRIDES; lane++) {
            size_t i = j + lane;
            double score = scale.mid * sum[i];
            double radius =
                plumb_score_radius(reach, norm[i], underflow, plumb_lane_absolute(score));
            plumb_ball term = term_of((plumb_ball){score, radius});
            mid[i] = term.mid;
            rad[i] = term.rad;
        }
    /*@ loop invariant index_3: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (; j < PLUMB_PANEL; j++) {
        mid[j] = 0.0;
        rad[j] = 0.0;
    }
}
