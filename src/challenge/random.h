/* random.h - numbers drawn from a seed: the same on every machine. */
#ifndef PLUMB_CHALLENGE_RANDOM_H
#define PLUMB_CHALLENGE_RANDOM_H
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t state;
} plumb_random;

/* splitmix64: Steele, Lea, Flood 2014. */
static inline uint64_t plumb_random_bits(plumb_random *random) {
    uint64_t z = (random->state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* One sequence for each number. */
static inline plumb_random plumb_random_of(uint64_t seed, uint64_t number) {
    plumb_random random = {seed * UINT64_C(0xD1342543DE82EF95) + number};
    plumb_random_bits(&random);
    return random;
}

/* in [0, 1), a multiple of 2^-32: sums and products of a few are the same everywhere */
static inline double plumb_random_uniform(plumb_random *random) {
    return (double)(plumb_random_bits(random) >> 32) * 0x1p-32;
}

/* 0 .. bound - 1 */
static inline size_t plumb_random_below(plumb_random *random, size_t bound) {
    return (size_t)(plumb_random_bits(random) % bound);
}

/* mean 0, variance 1: of twelve uniform ones */
static inline double plumb_random_normal(plumb_random *random) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += plumb_random_uniform(random);
    return sum;
}
#endif
