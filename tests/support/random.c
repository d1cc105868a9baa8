#include "tests/support/random.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t setting(const char *name, uint64_t standard) {
    const char *text = getenv(name);
    return text == NULL || *text == '\0' ? standard : strtoull(text, NULL, 0);
}

double random_effort(void) {
    const char *text = getenv("PLUMB_TEST_EFFORT");
    return text == NULL || *text == '\0' ? 1 : strtod(text, NULL);
}

double random_timeout(void) {
    return 120 * fmax(1, random_effort());
}

random_cases random_begin(const char *test, uint64_t usual) {
    random_cases cases = {.test = test, .seed = setting("PLUMB_TEST_SEED", 1)};
    cases.end = (uint64_t)ceil((double)usual * random_effort());
    if (getenv("PLUMB_TEST_CASE") != NULL) {
        cases.next = setting("PLUMB_TEST_CASE", 0);
        cases.end = cases.next + 1;
    }
    return cases;
}

/* splitmix64 (Steele, Lea, Flood 2014) */
uint64_t random_bits(random_cases *cases) {
    uint64_t z = cases->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

bool random_next(random_cases *cases) {
    if (cases->next >= cases->end)
        return false;
    cases->number = cases->next++;
    cases->state = cases->seed;
    cases->state = random_bits(cases) + cases->number;
    cases->state = random_bits(cases);
    return true;
}

void random_round(random_cases *cases, int round) {
    cases->state += (uint64_t)round;
    cases->state = random_bits(cases);
}

size_t random_below(random_cases *cases, size_t bound) {
    return (size_t)(random_bits(cases) % bound);
}

double random_uniform(random_cases *cases) {
    return (double)(random_bits(cases) >> 11) * 0x1p-53;
}

/* The sum of twelve uniform numbers (Irwin-Hall). */
double random_normal(random_cases *cases) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += random_uniform(cases);
    return sum;
}

static double random_sign(random_cases *cases, double x) {
    return random_below(cases, 2) == 0 ? x : -x;
}

double random_scaled(random_cases *cases, int low, int high) {
    int exponent = low + (int)random_below(cases, (size_t)(high - low) + 1);
    return random_sign(cases, ldexp(1 + random_uniform(cases), exponent));
}

static double random_pattern(random_cases *cases) {
    double x;
    do {
        uint64_t bits = random_bits(cases);
        memcpy(&x, &bits, sizeof x);
    } while (!isfinite(x));
    return x;
}

static double random_landmark(random_cases *cases) {
    static const double landmarks[] = {0.0,       DBL_MAX, DBL_MIN, 0x1p-1074,
                                       0x1p-1000, 1.0,     0x1p53,  0x1p-1022 - 0x1p-1074};
    size_t count = sizeof landmarks / sizeof *landmarks;
    return random_sign(cases, landmarks[random_below(cases, count)]);
}

double random_edge(random_cases *cases) {
    switch (random_below(cases, 10)) {
    case 0:
        return random_landmark(cases);
    case 1: /* subnormal */
        return random_sign(cases, (double)(random_bits(cases) >> 12) * 0x1p-1074);
    case 2: /* a power of two */
        return random_sign(cases, ldexp(1, (int)random_below(cases, 2098) - 1074));
    case 3: /* a neighbour of one */
        return random_sign(cases, nextafter(ldexp(1, (int)random_below(cases, 100) - 50),
                                            random_below(cases, 2) == 0 ? 0 : DBL_MAX));
    case 4:
        return (double)random_below(cases, 201) - 100;
    case 5:
        return random_scaled(cases, 1000, 1022);
    case 6:
        return random_scaled(cases, -1060, -960);
    case 7:
        return random_pattern(cases);
    default:
        return random_scaled(cases, -4, 4);
    }
}

double random_special(random_cases *cases) {
    switch (random_below(cases, 12)) {
    case 0:
        return NAN;
    case 1:
        return random_sign(cases, INFINITY);
    default:
        return random_edge(cases);
    }
}

double random_companion(random_cases *cases, double x) {
    double y = x;
    switch (random_below(cases, 5)) {
    case 0:
        break;
    case 1:
        y = nextafter(x, random_below(cases, 2) == 0 ? -DBL_MAX : DBL_MAX);
        break;
    case 2:
        y = x * (1 + random_scaled(cases, -40, -3));
        break;
    case 3:
        y = x * random_scaled(cases, -55, -51);
        break;
    default:
        y = random_edge(cases);
    }
    return isfinite(y) ? random_sign(cases, y) : x;
}

plumb_ball random_ball(random_cases *cases) {
    plumb_ball ball = {random_edge(cases), 0};
    switch (random_below(cases, 4)) {
    case 0:
        break;
    case 1:
        ball.rad = fabs(ball.mid) * ldexp(random_uniform(cases), -45);
        break;
    case 2:
        ball.rad = fabs(ball.mid) * random_uniform(cases);
        break;
    default:
        ball.rad = fabs(random_edge(cases));
    }
    return ball;
}
