/* Vectors of four doubles hold four partial sums, which are added at the end.  So the order of additions is fixed by
   this file and not by the processor's registers, and every processor has the same bits.  The remainder of a length
   that is no multiple of four goes through the same lanes, padded with zeros, or is added last.  Masks replace
   branches: scores of keys without weight do not count, and numbers that are not finite count as 0. */
#include "simulate/moments.h"
#include "fast/lanes.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { LANES = 4 }; /* partial sums, so that their order does not depend on the processor */

typedef double lanes_of __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t masks_of __attribute__((vector_size(LANES * sizeof(double))));

static double add_up(const lanes_of *part) {
    double sum = 0;
    for (size_t i = 0; i < LANES; i++)
        sum += (*part)[i];
    return sum;
}

static double greatest(const lanes_of *part) {
    double most = 0;
    for (size_t i = 0; i < LANES; i++)
        most = (*part)[i] > most ? (*part)[i] : most;
    return most;
}

/* |x|, the larger of two, 0 where the mask is, of each lane. */
#define MAGNITUDE(x) ((lanes_of)((masks_of)(x)&INT64_MAX))
#define WHERE(mask, x) ((lanes_of)((mask) & (masks_of)(x)))
#define LARGER(x, y) ((lanes_of)(((masks_of)(x) & ((x) > (y))) | ((masks_of)(y) & ~((x) > (y)))))

/* Keys of no weight have no score to speak of. */
typedef struct {
    lanes_of score, weight, square, position;
} key_lanes;

static inline void load_balls(key_lanes *lanes, const plumb_ball *score, const plumb_ball *weight, size_t keys) {
    double s[LANES], r[LANES], w[LANES];
    lanes_of radius;
    for (size_t i = 0; i < LANES; i++) {
        w[i] = i < keys ? weight[i].mid : 0;
        s[i] = i < keys ? score[i].mid : 0;
        r[i] = i < keys ? score[i].rad : 0;
    }
    memcpy(&lanes->weight, w, sizeof w);
    memcpy(&lanes->score, s, sizeof s);
    memcpy(&radius, r, sizeof r);
    lanes->score = WHERE((lanes->weight != 0) & (radius < (double)INFINITY), lanes->score);
}

static inline void load(key_lanes *lanes, const plumb_ball *score, const plumb_ball *weight, const double *square,
                        const double *position, size_t keys) {
    const lanes_of zero = {0};
    load_balls(lanes, score, weight, keys);
    lanes->square = lanes->position = zero;
    memcpy(&lanes->square, square, keys * sizeof *square);
    if (position != NULL)
        memcpy(&lanes->position, position, keys * sizeof *position);
}

PLUMB_FOR_EACH_PROCESSOR
double plumb_largest_magnitude(const plumb_ball *score, const plumb_ball *weight, size_t keys) {
    lanes_of most = {0};
    key_lanes lanes;
    for (size_t j = 0; j + LANES <= keys; j += LANES) {
        load_balls(&lanes, score + j, weight + j, LANES);
        most = LARGER(MAGNITUDE(lanes.score), most);
    }
    if (keys % LANES > 0) {
        load_balls(&lanes, score + keys - keys % LANES, weight + keys - keys % LANES, keys % LANES);
        most = LARGER(MAGNITUDE(lanes.score), most);
    }
    return greatest(&most);
}

typedef struct {
    lanes_of largest, heaviest, total, square, exponent, weight, scored, extra, lost;
} partial_sums;

/* What becomes of some keys. */
typedef struct {
    lanes_of score, relative, moment, scored;
} made_lanes;

static inline void weigh(const plumb_key_terms *terms, const key_lanes *lanes, made_lanes *made, partial_sums *sums) {
    lanes_of s = lanes->score, w = lanes->weight, p = lanes->position, away = p - terms->position;
    lanes_of turns = terms->angle * (p * p + terms->position * terms->position + away * away);
    lanes_of magnitude = MAGNITUDE(s), spread = magnitude + terms->most, square = s * s, weight_square = w * w;
    lanes_of moved = lanes->square * (terms->product + turns), capped = s * terms->inverse_cap;
    lanes_of slope = 1 - capped * capped, curved = 1 + 4 * terms->inverse_cap * terms->inverse_cap * moved;
    made->score = moved * slope * slope * curved + terms->score * square + terms->least;
    made->relative = made->score + terms->exponent * (square + terms->most * terms->most) +
                     terms->shifted * spread * spread + terms->function;
    made->moment = weight_square * (made->relative + terms->store);
    made->scored = w * s;
    lanes_of counted = WHERE(w != 0, made->relative), error = terms->size.score * magnitude;
    error = WHERE(error < terms->size.most, error) + WHERE(error >= terms->size.most, terms->size.most - (lanes_of){0});
    sums->largest = LARGER(made->moment, sums->largest);
    sums->heaviest = LARGER(MAGNITUDE(w), sums->heaviest);
    sums->exponent = LARGER(counted, sums->exponent);
    sums->total += made->moment;
    sums->square += weight_square;
    sums->weight += w;
    sums->scored += made->scored;
    sums->extra += MAGNITUDE(w) * error;
    sums->lost += WHERE(MAGNITUDE(w) < terms->lost, MAGNITUDE(w));
}

static inline void put(const made_lanes *made, const plumb_key_moments *to, size_t j, size_t keys) {
    float scored[LANES];
    for (size_t i = 0; i < LANES; i++)
        scored[i] = (float)made->scored[i];
    memcpy(to->score + j, &made->score, keys * sizeof *to->score);
    memcpy(to->relative + j, &made->relative, keys * sizeof *to->relative);
    memcpy(to->moment + j, &made->moment, keys * sizeof *to->moment);
    memcpy(to->scored + j, scored, keys * sizeof *scored);
}

PLUMB_FOR_EACH_PROCESSOR
plumb_key_sums plumb_key_variances(const plumb_key_terms *terms, const plumb_ball *score, const plumb_ball *weight,
                                   const double *square, const double *position, size_t keys,
                                   const plumb_key_moments *to) {
    const plumb_key_terms own = *terms;
    const plumb_key_moments moments = *to;
    partial_sums sums;
    key_lanes lanes;
    made_lanes made;
    size_t whole = keys - keys % LANES;
    memset(&sums, 0, sizeof sums);
    for (size_t j = 0; j < whole; j += LANES) {
        load(&lanes, score + j, weight + j, square + j, position != NULL ? position + j : NULL, LANES);
        weigh(&own, &lanes, &made, &sums);
        put(&made, &moments, j, LANES);
    }
    if (whole < keys) {
        load(&lanes, score + whole, weight + whole, square + whole, position != NULL ? position + whole : NULL,
             keys - whole);
        weigh(&own, &lanes, &made, &sums);
        put(&made, &moments, whole, keys - whole);
    }
    return (plumb_key_sums){.largest = greatest(&sums.largest),
                            .heaviest = greatest(&sums.heaviest),
                            .total = add_up(&sums.total),
                            .square = add_up(&sums.square),
                            .exponent = greatest(&sums.exponent),
                            .weight = add_up(&sums.weight),
                            .scored = add_up(&sums.scored),
                            .extra = add_up(&sums.extra),
                            .lost = add_up(&sums.lost)};
}

/* x, 0 where it is not finite. */
#define FINITE(x) WHERE(MAGNITUDE(x) < (double)INFINITY, x)

PLUMB_FOR_EACH_PROCESSOR
double plumb_largest_finite(const double *x, size_t count) {
    lanes_of most = {0}, size;
    size_t whole = count - count % LANES;
    for (size_t i = 0; i < whole; i += LANES) {
        memcpy(&size, x + i, sizeof size);
        size = MAGNITUDE(FINITE(size));
        most = LARGER(size, most);
    }
    double all = greatest(&most);
    for (size_t i = whole; i < count; i++)
        all = isfinite(x[i]) && fabs(x[i]) > all ? fabs(x[i]) : all;
    return all;
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_square_keys(const double *restrict key, size_t keys, size_t dim, double *restrict square,
                       double *restrict share) {
    size_t whole = dim - dim % LANES;
    for (size_t j = 0; j < keys; j++) {
        const double *k = key + j * dim;
        lanes_of sum = {0}, x, shared;
        for (size_t c = 0; c < whole; c += LANES) {
            memcpy(&x, k + c, sizeof x);
            memcpy(&shared, share + c, sizeof shared);
            x = FINITE(x);
            x *= x;
            sum += x;
            shared += x;
            memcpy(share + c, &shared, sizeof shared);
        }
        square[j] = add_up(&sum);
        for (size_t c = whole; c < dim; c++) {
            double rest = isfinite(k[c]) ? k[c] * k[c] : 0;
            square[j] += rest;
            share[c] += rest;
        }
    }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_narrow_values(const double *restrict value, size_t keys, size_t columns, double unit,
                         float *restrict narrow, double *restrict square) {
    size_t whole = columns - columns % LANES;
    for (size_t j = 0; j < keys; j++) {
        const double *v = value + j * columns;
        float *made = narrow + j * columns;
        for (size_t c = 0; c < whole; c += LANES) {
            lanes_of x, sum;
            memcpy(&x, v + c, sizeof x);
            memcpy(&sum, square + c, sizeof sum);
            x = FINITE(x) / unit;
            sum += x * x;
            for (size_t i = 0; i < LANES; i++)
                made[c + i] = (float)x[i];
            memcpy(square + c, &sum, sizeof sum);
        }
        for (size_t c = whole; c < columns; c++) {
            double rest = isfinite(v[c]) ? v[c] / unit : 0;
            made[c] = (float)rest;
            square[c] += rest * rest;
        }
    }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_weigh_value(double weight, const double *value, size_t columns, double *weighted) {
    size_t whole = columns - columns % LANES;
    lanes_of x;
    for (size_t c = 0; c < whole; c += LANES) {
        memcpy(&x, value + c, sizeof x);
        x *= weight;
        memcpy(weighted + c, &x, sizeof x);
    }
    for (size_t c = whole; c < columns; c++)
        weighted[c] = weight * value[c];
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_add_weighted(const double *more, size_t columns, double *weighted) {
    size_t whole = columns - columns % LANES;
    lanes_of x, y;
    for (size_t c = 0; c < whole; c += LANES) {
        memcpy(&x, weighted + c, sizeof x);
        memcpy(&y, more + c, sizeof y);
        x += y;
        memcpy(weighted + c, &x, sizeof x);
    }
    for (size_t c = whole; c < columns; c++)
        weighted[c] += more[c];
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_add_share(double share, const double *value, size_t columns, double *restrict sum,
                     double *restrict square) {
    size_t whole = columns - columns % LANES;
    double size = fabs(share);
    lanes_of x, grown;
    for (size_t c = 0; c < whole; c += LANES) {
        memcpy(&x, value + c, sizeof x);
        memcpy(&grown, sum + c, sizeof grown);
        grown += share * x;
        memcpy(sum + c, &grown, sizeof grown);
        memcpy(&grown, square + c, sizeof grown);
        grown += size * x * x;
        memcpy(square + c, &grown, sizeof grown);
    }
    for (size_t c = whole; c < columns; c++) {
        sum[c] += share * value[c];
        square[c] += size * value[c] * value[c];
    }
}

static inline void add_shifts(double part, const double *output, const double *sum, const double *inverse,
                              lanes_of *squares) {
    lanes_of o, s, i;
    memcpy(&o, output, sizeof o);
    memcpy(&s, sum, sizeof s);
    memcpy(&i, inverse, sizeof i);
    o = (part * o - s) * i;
    *squares += o * o;
}

PLUMB_FOR_EACH_PROCESSOR
double plumb_sum_shifts(double part, const double *output, const double *sum, const double *inverse, size_t columns) {
    lanes_of first = {0}, second = {0};
    size_t whole = columns - columns % (2 * LANES);
    for (size_t c = 0; c < whole; c += 2 * LANES) {
        add_shifts(part, output + c, sum + c, inverse + c, &first);
        add_shifts(part, output + c + LANES, sum + c + LANES, inverse + c + LANES, &second);
    }
    first += second;
    double all = add_up(&first);
    for (size_t c = whole; c < columns; c++) {
        double rest = (part * output[c] - sum[c]) * inverse[c];
        all += rest * rest;
    }
    return all;
}

static inline void add_products(const double *inverse, const double *x, const double *y, lanes_of *sum) {
    lanes_of i, a, b;
    memcpy(&i, inverse, sizeof i);
    memcpy(&a, x, sizeof a);
    memcpy(&b, y, sizeof b);
    *sum += i * a * b;
}

static inline double sum_products(const double *inverse, const double *x, const double *y, size_t columns) {
    lanes_of sum = {0}, more = {0};
    size_t whole = columns - columns % (2 * LANES);
    for (size_t c = 0; c < whole; c += 2 * LANES) {
        add_products(inverse + c, x + c, y + c, &sum);
        add_products(inverse + c + LANES, x + c + LANES, y + c + LANES, &more);
    }
    sum += more;
    double all = add_up(&sum);
    for (size_t c = whole; c < columns; c++)
        all += inverse[c] * x[c] * y[c];
    return all;
}

PLUMB_FOR_EACH_PROCESSOR
double plumb_sum_products(const double *inverse, const double *x, const double *y, size_t columns) {
    return sum_products(inverse, x, y, columns);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_sum_all_products(const double *inverse, const double *x, const double *y, size_t rows, size_t columns,
                            double *sums) {
    for (size_t i = 0; i < rows; i++)
        sums[i] = sum_products(inverse, x, y + i * columns, columns);
}
