#include "compare/moved_budget.h"
#include "compare/key_budget.h"
#include "exact/position.h"
#include <math.h>

/* Sine and cosine, and what the multiplier's rule takes: in units of the exponent's. */
#define FUNCTION_ROUNDINGS 12
#define MULTIPLIER_ROUNDINGS 18

plumb_rounding plumb_tensor_rounding(const plumb_precision *p) {
    return p->input.unit > p->output.unit ? p->input : p->output;
}

/* Where the two elements of pair m stand, before and after the rotation. */
typedef struct {
    size_t from[2], to[2];
} pair_places;

static pair_places places_of(const plumb_rope *rope, size_t m) {
    size_t half = rope->dim / 2;
    pair_places together = {{m, m + half}, {m, m + half}};
    if (rope->layout == PLUMB_ROPE_HALF)
        return together;
    pair_places adjacent = {{2 * m, 2 * m + 1}, {2 * m, 2 * m + 1}};
    if (rope->layout == PLUMB_ROPE_DEINTERLEAVED) {
        adjacent.to[0] = m;
        adjacent.to[1] = m + half;
    }
    return adjacent;
}

size_t plumb_multiplier_roundings(plumb_ball multiplier) {
    bool is_one = multiplier.mid == 1 && multiplier.rad == 0;
    return is_one ? 0 : MULTIPLIER_ROUNDINGS;
}

/* What an element of a rotated pair is made of. */
typedef struct {
    double a, b;        /* magnitudes of the pair as given */
    double size;        /* bounds |a cosine| + |b sine|, multiplied, whatever the angle */
    double multiplier;  /* upper bound */
    double here, there; /* magnitudes of the element and of its partner after the rotation */
} element;

/* The angle is off by delta in sine and cosine alike: the element moves along a circle. */
static double turned(element e, double delta) {
    return fmin(e.there * delta + e.here * delta * delta / 2, e.size + e.here);
}

static double rotation_roundings(const plumb_precision *p, element e, double off, double functions) {
    plumb_rounding tensor = plumb_tensor_rounding(p);
    double table = plumb_compound(tensor.unit, functions);
    double product = plumb_compound(table, plumb_compound(tensor.unit, p->input.unit));
    double sum = plumb_compound(tensor.unit, tensor.unit);
    double products = product * e.size;
    double tiny = tensor.tiny * (e.a + e.b + 4) + 2 * e.multiplier * (p->input.tiny + p->exponent.tiny * (e.a + e.b));
    return products + sum * (e.here + off + products) + 2 * tiny;
}

static void rotate_pair(const plumb_moved_budget *budget, const double *x, int64_t position, plumb_ball multiplier,
                        size_t m, const plumb_ball *moved, double *error, double *rounding) {
    const plumb_precision *p = budget->precision;
    const plumb_rope *rope = &budget->problem->position.rope;
    const double *cosine = plumb_exact_cosine_row(budget->problem, position);
    const double *sine = plumb_exact_sine_row(budget->problem, position);
    bool stated = rope->cosine != NULL;
    pair_places places = places_of(rope, m);
    element e = {.a = fabs(x[places.from[0]]), .b = fabs(x[places.from[1]])};
    e.multiplier = stated ? 1 : fabs(multiplier.mid) + multiplier.rad;
    double delta = stated ? 0 : plumb_angle_error(budget->frequency[m], p, position);
    double functions = stated ? 0 : plumb_gamma(FUNCTION_ROUNDINGS + (double)plumb_multiplier_roundings(multiplier),
                                                   p->exponent.unit);
    for (int n = 0; n < 2; n++) {
        plumb_ball here = moved[places.to[n]], there = moved[places.to[1 - n]];
        e.here = fabs(here.mid) + here.rad;
        e.there = fabs(there.mid) + there.rad;
        e.size = e.multiplier * hypot(e.a, e.b) * (1 + 0x1p-40);
        if (cosine != NULL)
            e.size = n == 0 ? e.a * fabs(cosine[m]) + e.b * fabs(sine[m]) : e.a * fabs(sine[m]) + e.b * fabs(cosine[m]);
        double off = turned(e, delta);
        rounding[places.to[n]] = rotation_roundings(p, e, off, functions);
        error[places.to[n]] = off + rounding[places.to[n]] + 2 * here.rad;
    }
}

void plumb_moved_norms(const plumb_moved_budget *budget, const double *x, plumb_ball multiplier, double *norm) {
    const plumb_rope *rope = &budget->problem->position.rope;
    double factor = (fabs(multiplier.mid) + multiplier.rad) * (1 + 0x1p-40);
    for (size_t m = 0; m < plumb_turning_pairs(budget->problem); m++) {
        pair_places places = places_of(rope, m);
        norm[m] = factor * hypot(x[places.from[0]], x[places.from[1]]);
    }
}

/* The elements beyond the rotary dimension stay as they are. */
static void rope_errors(const plumb_moved_budget *budget, const double *x, int64_t position, plumb_ball multiplier,
                        const plumb_ball *moved, double *error, double *rounding) {
    const plumb_rope *rope = &budget->problem->position.rope;
    for (size_t c = rope->dim; c < budget->problem->head_dim; c++)
        error[c] = rounding[c] = 0;
    for (size_t m = 0; m < rope->dim / 2; m++)
        rotate_pair(budget, x, position, multiplier, m, moved, error, rounding);
}

/* x + row, the row rounded and off by `off` besides. */
static double sum_roundings(const plumb_precision *p, double row, double off, plumb_ball moved) {
    plumb_rounding tensor = plumb_tensor_rounding(p);
    double rounded = tensor.unit * (fabs(row) + off);
    double sum = plumb_compound(plumb_compound(tensor.unit, tensor.unit), p->exponent.unit);
    return rounded + sum * (fabs(moved.mid) + moved.rad + off + rounded) + 4 * tensor.tiny;
}

static void learned_errors(const plumb_moved_budget *budget, const double *x, int64_t position, plumb_ball multiplier,
                           const plumb_ball *moved, double *error, double *rounding) {
    (void)x;
    (void)multiplier;
    const double *row = plumb_exact_learned_row(budget->problem, position);
    for (size_t c = 0; c < budget->problem->head_dim; c++) {
        rounding[c] = sum_roundings(budget->precision, row != NULL ? row[c] : 0, 0, moved[c]);
        error[c] = rounding[c] + 2 * moved[c].rad;
    }
}

static void sinusoidal_errors(const plumb_moved_budget *budget, const double *x, int64_t position,
                              plumb_ball multiplier, const plumb_ball *moved, double *error, double *rounding) {
    (void)multiplier;
    const plumb_precision *p = budget->precision;
    const plumb_position *encoding = &budget->problem->position;
    size_t dim = budget->problem->head_dim;
    bool adjacent = encoding->sinusoidal == PLUMB_SINUSOIDAL_INTERLEAVED;
    double functions = plumb_gamma(FUNCTION_ROUNDINGS, p->exponent.unit);
    for (size_t c = 0; c < dim; c++) {
        size_t m = adjacent ? c / 2 : c % (dim / 2);
        double off = plumb_angle_error(budget->frequency[m], p, position + encoding->offset);
        off = fmin(off, 2) + functions;
        double row = fmin(fabs(moved[c].mid - x[c]) + moved[c].rad, 1);
        rounding[c] = sum_roundings(p, row, off, moved[c]);
        error[c] = off + rounding[c] + 2 * moved[c].rad;
    }
}

/* ---- one table for all encodings that move vectors ---- */

static void set_sinusoidal_frequencies(plumb_moved_budget *budget) {
    const plumb_position *position = &budget->problem->position;
    size_t dim = budget->problem->head_dim;
    for (size_t m = 0; m < dim / 2; m++)
        budget->frequency[m] =
            plumb_sinusoidal_frequency_budget(position->sinusoidal_base, dim, position->sinusoidal_one_less, m);
}

static void set_rope_frequencies(plumb_moved_budget *budget) {
    for (size_t m = 0; m < plumb_turning_pairs(budget->problem); m++)
        budget->frequency[m] = plumb_rope_frequency_budget(&budget->problem->position.rope, m);
}

typedef struct {
    void (*set_frequencies)(plumb_moved_budget *budget); /* NULL: it has none */
    void (*errors)(const plumb_moved_budget *budget, const double *x, int64_t position, plumb_ball multiplier,
                   const plumb_ball *moved, double *error, double *rounding);
    bool turns_pairs; /* by angles, computed unless the case has them */
} mover;

/* NULL: the encoding moves no vectors. */
static const mover *mover_of(const plumb_problem *problem) {
    static const mover sinusoidal = {set_sinusoidal_frequencies, sinusoidal_errors, false},
                       learned = {NULL, learned_errors, false}, rope = {set_rope_frequencies, rope_errors, true};
    static const mover *const movers[] = {
#define MOVES_VECTORS(kind, name) [kind] = &(name),
#include "problem/positions.def"
    };
    return movers[problem->position.kind];
}

size_t plumb_turning_pairs(const plumb_problem *problem) {
    const mover *encoding = mover_of(problem);
    bool computed = problem->position.rope.cosine == NULL;
    return encoding != NULL && encoding->turns_pairs && computed ? problem->position.rope.dim / 2 : 0;
}

void plumb_moved_errors(const plumb_moved_budget *budget, const double *x, int64_t position, plumb_ball multiplier,
                        const plumb_ball *moved, double *error, double *rounding) {
    mover_of(budget->problem)->errors(budget, x, position, multiplier, moved, error, rounding);
}

plumb_moved_budget plumb_moved_budget_of(const plumb_problem *problem, const plumb_precision *precision,
                                         plumb_room *room) {
    const mover *encoding = mover_of(problem);
    plumb_moved_budget budget = {.problem = problem, .precision = precision};
    if (encoding == NULL || encoding->set_frequencies == NULL)
        return budget;
    budget.frequency = plumb_room_take(room, problem->head_dim / 2, sizeof *budget.frequency);
    if (budget.frequency != NULL)
        encoding->set_frequencies(&budget);
    return budget;
}
