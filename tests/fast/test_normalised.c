/* test_normalised.c - normalised rows have the bits of plumb_normalise_sum and of the two other ways. */
#include "fast/normalised.h"
#include "tests/fast/minimal.h"
#include "tests/fast/spread.h"
#include "tests/support/suite.h"
#include "number/quotient.h"
#include "weight/normalised.h"

#define CASES 10000

/* Weights of one sign or two, some of them exactly 0, of any size; now and then unknown ones. */
static void draw_weights(random_cases *cases, const unsigned char *visible, plumb_ball *weight,
                         size_t keys) {
    static const double sizes[] = {0, 0x1p-1060, 0x1p-60, 1, 30, 0x1p1000};
    double size = sizes[random_below(cases, sizeof sizes / sizeof *sizes)];
    bool positive = random_below(cases, 2) == 0;
    draw_balls(cases, weight, keys);
    for (size_t j = 0; j < keys; j++) {
        weight[j].mid = size * (positive ? fabs(weight[j].mid) : weight[j].mid);
        weight[j].rad *= size;
        if (!visible[j] || random_below(cases, 10) == 0)
            weight[j] = plumb_ball_zero();
    }
}

typedef enum { SUM, ABSOLUTE_SUM, AT_LEAST_ONE, WAYS } normalisation;

static void normalise(normalisation way, plumb_ball *weight, size_t keys, double epsilon) {
    if (way == SUM)
        plumb_normalise_sum(weight, keys, epsilon);
    else if (way == ABSOLUTE_SUM)
        plumb_normalise_absolute_sum(weight, keys, epsilon);
    else
        plumb_normalise_at_least_one(weight, keys);
}

static plumb_ball divisor_of(normalisation way, plumb_ball total, double epsilon) {
    if (way == AT_LEAST_ONE)
        return plumb_ball_maximum(plumb_ball_absolute(total), plumb_ball_of(1));
    return plumb_ball_add(total, plumb_ball_of(epsilon));
}

/* One row; returns what the weights that it does not see become. */
static plumb_ball normalise_lanes(normalisation way, spread_rows *spread, size_t panels,
                                  double epsilon) {
    for (size_t i = 0; i < panels && way == ABSOLUTE_SUM; i++)
        plumb_panel_absolutes(spread->mid + i * PLUMB_PANEL, spread->rad + i * PLUMB_PANEL);
    plumb_ball total = plumb_fast_total(spread->mid, spread->rad, spread->visible, panels);
    plumb_ball divisor = divisor_of(way, total, epsilon);
    plumb_ball hidden = plumb_ball_quotient(plumb_ball_zero(), divisor);
    for (size_t i = 0; i < panels; i++) {
        size_t from = i * PLUMB_PANEL;
        plumb_panel_quotients(divisor, hidden.rad, spread->visible + from, spread->mid + from,
                              spread->rad + from);
    }
    return hidden;
}

/* What no key has is not read as a number: plumb_similarities leaves 0 there. */
static void clear_unseen(spread_rows *spread, size_t panels) {
    for (size_t j = 0; j < panels * PLUMB_PANEL; j++)
        if (!spread->visible[j] &&
            plumb_lane_any(spread->visible + j / PLUMB_PANEL * PLUMB_PANEL, PLUMB_PANEL))
            spread->mid[j] = spread->rad[j] = 0;
}

START_TEST(has_the_bits_of_normalisations) {
    static const double epsilons[] = {0, 1e-8, 1, 0x1p-1074, 1e300};
    random_cases cases = random_begin("fast normalisations", CASES);
    unsigned char visible[MOST_SPREAD_KEYS];
    plumb_ball weight[MOST_SPREAD_KEYS], fast[MOST_SPREAD_KEYS + 1];
    static spread_rows spread;
    while (random_next(&cases)) {
        normalisation way = (normalisation)random_below(&cases, WAYS);
        double epsilon = epsilons[random_below(&cases, sizeof epsilons / sizeof *epsilons)];
        size_t keys = random_below(&cases, MOST_SPREAD_KEYS + 1);
        size_t panels = (keys + PLUMB_PANEL - 1) / PLUMB_PANEL;
        draw_visible(&cases, visible, keys);
        draw_weights(&cases, visible, weight, keys);
        spread_out(&spread, 1, keys, visible, weight);
        clear_unseen(&spread, panels);
        plumb_ball hidden = normalise_lanes(way, &spread, panels, epsilon);
        fast[keys] = guard;
        spread_row(&spread, 0, keys, hidden, fast);
        normalise(way, weight, keys, epsilon);
        check_same(&cases, fast, weight, keys);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast/normalised");
    TCase *tests = tcase_create("normalised");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, has_the_bits_of_normalisations);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
