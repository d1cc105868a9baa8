#include "honest/moments.h"
#include "fast/lanes.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum {
    LANES = 8,    /* partial sums, so that their order does not depend on the processor */
    TOGETHER = 4, /* keys whose values are read before the sums are stored */
};

static double add_up(const double part[LANES]) {
    double sum = 0;
    for (size_t i = 0; i < LANES; i++)
        sum += part[i];
    return sum;
}

static double greatest(const double part[LANES]) {
    double most = 0;
    for (size_t i = 0; i < LANES; i++)
        most = part[i] > most ? part[i] : most;
    return most;
}

/* Keys of no weight have no score to speak of. */
typedef struct {
    double score[LANES], weight[LANES], square[LANES], position[LANES];
} key_lanes;

static inline void load(key_lanes *lanes, const plumb_ball *score, const plumb_ball *weight, const double *square,
                        const double *position, size_t keys) {
    for (size_t i = 0; i < LANES; i++) {
        double w = i < keys ? weight[i].mid : 0;
        lanes->weight[i] = w;
        lanes->score[i] = w != 0 && score[i].rad < INFINITY ? score[i].mid : 0;
        lanes->square[i] = i < keys ? square[i] : 0;
        lanes->position[i] = i < keys && position != NULL ? position[i] : 0;
    }
}

PLUMB_FOR_EACH_PROCESSOR
static void take_largest(const plumb_ball *score, const plumb_ball *weight, size_t keys, double most[LANES]) {
    for (size_t j = 0; j + LANES <= keys; j += LANES)
        for (size_t i = 0; i < LANES; i++) {
            double s = weight[j + i].mid != 0 && score[j + i].rad < INFINITY ? fabs(score[j + i].mid) : 0;
            most[i] = s > most[i] ? s : most[i];
        }
}

double plumb_largest_magnitude(const plumb_ball *score, const plumb_ball *weight, size_t keys) {
    double most[LANES] = {0};
    take_largest(score, weight, keys, most);
    for (size_t j = keys - keys % LANES; j < keys; j++)
        if (weight[j].mid != 0 && score[j].rad < INFINITY)
            most[0] = fmax(most[0], fabs(score[j].mid));
    return greatest(most);
}

typedef struct {
    double largest[LANES], total[LANES], square[LANES], exponent[LANES], weight[LANES], scored[LANES];
} partial_sums;

static inline void weigh(const plumb_key_terms *terms, const key_lanes *lanes, double *score, double *relative,
                         double *moment, double *scored, partial_sums *sums) {
    for (size_t i = 0; i < LANES; i++) {
        double s = lanes->score[i], w = lanes->weight[i], p = lanes->position[i], q = terms->position;
        double turns = terms->angle * (p * p + q * q + (p - q) * (p - q));
        double spread = fabs(s) + terms->most;
        score[i] = lanes->square[i] * (terms->product + turns) + terms->score * s * s + terms->least;
        relative[i] = score[i] + terms->exponent * (s * s + terms->most * terms->most) +
                      terms->shifted * spread * spread + terms->function;
        moment[i] = w * w * (relative[i] + terms->store);
        scored[i] = w * s;
        double counted = w != 0 ? relative[i] : 0;
        sums->largest[i] = moment[i] > sums->largest[i] ? moment[i] : sums->largest[i];
        sums->exponent[i] = counted > sums->exponent[i] ? counted : sums->exponent[i];
        sums->total[i] += moment[i];
        sums->square[i] += w * w;
        sums->weight[i] += w;
        sums->scored[i] += scored[i];
    }
}

PLUMB_FOR_EACH_PROCESSOR
static void weigh_all(const plumb_key_terms *terms, const plumb_ball *score, const plumb_ball *weight,
                      const double *square, const double *position, size_t keys, const plumb_key_moments *to,
                      partial_sums *sums) {
    for (size_t j = 0; j + LANES <= keys; j += LANES) {
        key_lanes lanes;
        load(&lanes, score + j, weight + j, square + j, position != NULL ? position + j : NULL, LANES);
        weigh(terms, &lanes, to->score + j, to->relative + j, to->moment + j, to->scored + j, sums);
    }
}

/* The last keys, fewer than LANES. */
static void weigh_rest(const plumb_key_terms *terms, const plumb_ball *score, const plumb_ball *weight,
                       const double *square, const double *position, size_t keys, const plumb_key_moments *to,
                       partial_sums *sums) {
    key_lanes lanes;
    double room[4][LANES];
    load(&lanes, score, weight, square, position, keys);
    weigh(terms, &lanes, room[0], room[1], room[2], room[3], sums);
    memcpy(to->score, room[0], keys * sizeof **room);
    memcpy(to->relative, room[1], keys * sizeof **room);
    memcpy(to->moment, room[2], keys * sizeof **room);
    memcpy(to->scored, room[3], keys * sizeof **room);
}

plumb_key_sums plumb_key_variances(const plumb_key_terms *terms, const plumb_ball *score, const plumb_ball *weight,
                                   const double *square, const double *position, size_t keys,
                                   const plumb_key_moments *to) {
    partial_sums sums;
    size_t whole = keys - keys % LANES;
    memset(&sums, 0, sizeof sums);
    weigh_all(terms, score, weight, square, position, keys, to, &sums);
    if (whole < keys) {
        const plumb_key_moments rest = {to->score + whole, to->relative + whole, to->moment + whole,
                                        to->scored + whole};
        weigh_rest(terms, score + whole, weight + whole, square + whole, position != NULL ? position + whole : NULL,
                   keys - whole, &rest, &sums);
    }
    return (plumb_key_sums){greatest(sums.largest),  add_up(sums.total),  add_up(sums.square),
                            greatest(sums.exponent), add_up(sums.weight), add_up(sums.scored)};
}

/* The factors of some keys, in the format of the values. */
typedef struct {
    float spread[TOGETHER], scored[TOGETHER], size[TOGETHER];
} key_factors;

static bool take(const plumb_value_moments *sums, size_t j, size_t keys, key_factors *factors) {
    bool any = false;
    for (size_t i = 0; i < TOGETHER; i++) {
        bool is_key = j + i < keys;
        factors->spread[i] = is_key ? (float)(sums->spread[j + i] * sums->inverse) : 0;
        factors->scored[i] = is_key ? (float)sums->scored[j + i] : 0;
        factors->size[i] = is_key ? (float)sums->size[j + i] : 0;
        any = any || factors->spread[i] != 0 || factors->scored[i] != 0 || factors->size[i] != 0;
    }
    return any;
}

PLUMB_FOR_EACH_PROCESSOR
static void add_four(const key_factors *f, const float *restrict value, size_t columns, float *restrict first,
                     float *restrict second, float *restrict tilt, float *restrict reach) {
    const float *a = value, *b = a + columns, *c = b + columns, *d = c + columns;
    for (size_t i = 0; i < columns; i++) {
        float u = f->spread[0] * a[i], v = f->spread[1] * b[i], w = f->spread[2] * c[i], x = f->spread[3] * d[i];
        first[i] += (u + v) + (w + x);
        second[i] += (u * a[i] + v * b[i]) + (w * c[i] + x * d[i]);
        tilt[i] += (f->scored[0] * a[i] + f->scored[1] * b[i]) + (f->scored[2] * c[i] + f->scored[3] * d[i]);
        reach[i] += (f->size[0] * fabsf(a[i]) + f->size[1] * fabsf(b[i])) +
                    (f->size[2] * fabsf(c[i]) + f->size[3] * fabsf(d[i]));
    }
}

static void add_one(const key_factors *f, size_t key, const float *value, size_t columns,
                    const plumb_value_moments *sums) {
    for (size_t i = 0; i < columns; i++) {
        float u = f->spread[key] * value[i];
        sums->first[i] += u;
        sums->second[i] += u * value[i];
        sums->tilt[i] += f->scored[key] * value[i];
        sums->reach[i] += f->size[key] * fabsf(value[i]);
    }
}

void plumb_sum_values(const plumb_value_moments *sums, size_t keys, const float *value, size_t columns) {
    float *const rooms[] = {sums->first, sums->second, sums->tilt, sums->reach};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        memset(rooms[i], 0, columns * sizeof **rooms);
    for (size_t j = 0; j < keys; j += TOGETHER) {
        key_factors factors;
        if (!take(sums, j, keys, &factors))
            continue;
        if (j + TOGETHER <= keys)
            add_four(&factors, value + j * columns, columns, sums->first, sums->second, sums->tilt, sums->reach);
        else
            for (size_t i = 0; j + i < keys; i++)
                add_one(&factors, i, value + (j + i) * columns, columns, sums);
    }
}
