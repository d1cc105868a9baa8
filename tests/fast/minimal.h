/* minimal.h - what a kernel of src/fast is held against: the bits of the minimal kernel. */
#ifndef PLUMB_TESTS_FAST_MINIMAL_H
#define PLUMB_TESTS_FAST_MINIMAL_H
#include "fast/lanes.h"
#include "tests/support/check.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>
#include <string.h>

/* Stands behind what is written. */
static const plumb_ball guard = {12345, 678};

/* The same bits, or both without information. */
static inline bool same(plumb_ball a, plumb_ball b) {
    return balls_identical(a, b) || (!ball_informs(a) && !ball_informs(b));
}

/* The same bits, or both NaN. */
static inline bool same_number(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* fast [count + 1], the last of them the guard. */
static inline void check_same(const random_cases *cases, const plumb_ball *fast,
                              const plumb_ball *minimal, size_t count) {
    ck_assert_msg(balls_identical(fast[count], guard), "writes beyond the last ball");
    for (size_t i = 0; i < count; i++) {
        if (same(fast[i], minimal[i]))
            continue;
        reproduction line = reproduce(cases);
        reproduce_text(&line, " ball %zu of %zu", i, count);
        reproduce_balls(&line, "fast", fast + i, 1);
        reproduce_balls(&line, "minimal", minimal + i, 1);
        reproduce_fail(&line);
    }
}

/* A window of the keys, which may leave panels before and behind it that nobody sees. */
static inline void draw_window_of(random_cases *cases, unsigned char *visible, size_t keys) {
    size_t from = random_below(cases, keys + 1), width = random_below(cases, keys - from + 1);
    for (size_t j = 0; j < keys; j++)
        visible[j] = j >= from && j - from < width;
}

/* All visible, none, a window, or some. */
static inline void draw_visible(random_cases *cases, unsigned char *visible, size_t keys) {
    size_t hidden = random_below(cases, 8);
    if (hidden > 5) {
        draw_window_of(cases, visible, keys);
        return;
    }
    for (size_t j = 0; j < keys; j++)
        visible[j] = hidden == 0 || (hidden != 1 && random_below(cases, hidden) != 0);
}

/* Balls as lanes: middles apart from radii, and behind them what no kernel may read into a ball. */
typedef struct {
    double mid[PLUMB_PANEL], rad[PLUMB_PANEL], guard[2];
    unsigned char visible[PLUMB_PANEL];
} lanes;

static inline lanes lanes_of(const plumb_ball *x, const unsigned char *visible, size_t count) {
    lanes panel = {.guard = {guard.mid, guard.rad}};
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        panel.mid[j] = j < count ? x[j].mid : NAN;
        panel.rad[j] = j < count ? x[j].rad : NAN;
        panel.visible[j] = j < count && visible[j];
    }
    return panel;
}

/* x [PLUMB_PANEL + 1]: the lanes as balls, then the guard. */
static inline void balls_of(const lanes *panel, plumb_ball *x) {
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        x[j] = (plumb_ball){panel->mid[j], panel->rad[j]};
    x[PLUMB_PANEL] = (plumb_ball){panel->guard[0], panel->guard[1]};
}

/* Numbers of one character: ordinary, or all edges; now and then one that is not finite. */
static inline void draw_doubles(random_cases *cases, double *x, size_t count) {
    bool edges = random_below(cases, 3) == 0;
    for (size_t i = 0; i < count; i++)
        x[i] = edges ? random_edge(cases) : random_normal(cases);
    if (count > 0 && random_below(cases, 4) == 0)
        x[random_below(cases, count)] = random_special(cases);
}

/* Likewise; an ordinary radius is that of a few roundings. */
static inline void draw_balls(random_cases *cases, plumb_ball *x, size_t count) {
    bool edges = random_below(cases, 3) == 0;
    for (size_t i = 0; i < count; i++) {
        double mid = random_normal(cases);
        x[i] = edges ? random_ball(cases) : (plumb_ball){mid, fabs(mid) * 0x1p-50};
    }
    if (count > 0 && random_below(cases, 4) == 0)
        x[random_below(cases, count)] = plumb_ball_unknown();
}

/* Arguments of one size, the ends of what the exponential and the sigmoid's two forms reach among them. */
static inline void draw_exponents(random_cases *cases, plumb_ball *x, size_t count) {
    static const double sizes[] = {0x1p-60, 1, 30, 500, 800, 1e4, 1e300};
    static const double ends[] = {-708, -707, -700, 700, 708, 709, 0};
    double size = sizes[random_below(cases, sizeof sizes / sizeof *sizes)];
    draw_balls(cases, x, count);
    for (size_t i = 0; i < count; i++) {
        x[i].mid *= size;
        if (random_below(cases, 8) == 0)
            x[i].mid = nextafter(ends[random_below(cases, sizeof ends / sizeof *ends)],
                                 random_normal(cases) * 1e3);
        if (random_below(cases, 8) == 0)
            x[i].rad = random_below(cases, 2) == 0 ? 1.0 : 2 * random_uniform(cases);
    }
}

#endif
