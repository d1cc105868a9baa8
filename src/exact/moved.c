/* Frequencies and the multiplier of a rotation are found once for a problem and a precision; a sine and a cosine in Arb
   then give each pair of a vector at its point.  A sum with sinusoids or a learned row has the derivative 1, so its
   gradient stays as it is.  A rotation is linear, so its gradient is turned by the transpose: by the opposite angle,
   with the layout's places before and after the rotation exchanged. */
#include "exact/moved.h"
#include "exact/function.h"
#include "exact/position.h"
#include "exact/rope.h"

static size_t frequency_count(const plumb_problem *problem) {
    const plumb_position *position = &problem->position;
    if (position->kind == PLUMB_POSITION_SINUSOIDAL)
        return problem->head_dim / 2;
    return plumb_exact_has_rotations(problem) ? position->rope.dim / 2 : 0;
}

/* base^(-m/(d/2)), or base^(-m/(d/2 - 1)) */
static void sinusoidal_frequencies(plumb_exact_movement *movement) {
    const plumb_position *position = &movement->problem->position;
    arb_t base;
    arb_init(base);
    plumb_exact_number(base, position->sinusoidal_base);
    for (size_t m = 0; m < movement->frequencies; m++)
        plumb_exact_decay(movement->frequency + m, base, m,
                          movement->frequencies - (position->sinusoidal_one_less ? 1 : 0), movement->precision);
    arb_clear(base);
}

void plumb_exact_movement_init(plumb_exact_movement *movement, const plumb_problem *problem, slong precision) {
    const plumb_position *position = &problem->position;
    movement->problem = problem;
    movement->precision = precision;
    movement->frequencies = frequency_count(problem);
    movement->frequency = _arb_vec_init((slong)movement->frequencies);
    arb_init(movement->multiplier);
    if (position->kind == PLUMB_POSITION_SINUSOIDAL)
        sinusoidal_frequencies(movement);
    if (plumb_exact_has_rotations(problem) && position->rope.cosine == NULL) {
        plumb_exact_rope_frequencies(movement->frequency, &position->rope, precision);
        plumb_exact_rope_multiplier(movement->multiplier, &position->rope, precision);
    }
}

void plumb_exact_movement_clear(plumb_exact_movement *movement) {
    _arb_vec_clear(movement->frequency, (slong)movement->frequencies);
    arb_clear(movement->multiplier);
}

static void sine_and_cosine(arb_t sine, arb_t cosine, const plumb_exact_movement *movement, size_t m,
                            int64_t position) {
    arb_mul_si(sine, movement->frequency + m, position, movement->precision);
    arb_sin_cos(sine, cosine, sine, movement->precision);
}

static void add_sinusoids(arb_ptr vector, const plumb_exact_movement *movement, int64_t position) {
    size_t half = movement->frequencies;
    bool interleaved = movement->problem->position.sinusoidal == PLUMB_SINUSOIDAL_INTERLEAVED;
    arb_t sine, cosine;
    arb_init(sine);
    arb_init(cosine);
    for (size_t m = 0; m < half; m++) {
        arb_ptr first = vector + (interleaved ? 2 * m : m);
        arb_ptr second = vector + (interleaved ? 2 * m + 1 : half + m);
        sine_and_cosine(sine, cosine, movement, m, position);
        arb_add(first, first, sine, movement->precision);
        arb_add(second, second, cosine, movement->precision);
    }
    arb_clear(sine);
    arb_clear(cosine);
}

static void add_learned(arb_ptr vector, const plumb_exact_movement *movement, int64_t position) {
    const double *row = plumb_exact_learned_row(movement->problem, position);
    arb_t exact;
    arb_init(exact);
    for (size_t c = 0; c < movement->problem->head_dim; c++) {
        if (row != NULL)
            plumb_exact_number(exact, row[c]);
        else
            arb_indeterminate(exact);
        arb_add(vector + c, vector + c, exact, movement->precision);
    }
    arb_clear(exact);
}

/* mu sin(p theta_m) and mu cos(p theta_m), or the stated ones. */
static void rotation(arb_t sine, arb_t cosine, const plumb_exact_movement *movement, size_t m, int64_t position) {
    const double *cosines = plumb_exact_cosine_row(movement->problem, position);
    const double *sines = plumb_exact_sine_row(movement->problem, position);
    if (movement->problem->position.rope.cosine == NULL) {
        sine_and_cosine(sine, cosine, movement, m, position);
        arb_mul(sine, sine, movement->multiplier, movement->precision);
        arb_mul(cosine, cosine, movement->multiplier, movement->precision);
    } else if (cosines != NULL && sines != NULL) {
        plumb_exact_number(sine, sines[m]);
        plumb_exact_number(cosine, cosines[m]);
    } else {
        arb_indeterminate(sine);
        arb_indeterminate(cosine);
    }
}

/* turned_a = a cos - b sin, turned_b = a sin + b cos */
static void turn(arb_t turned_a, arb_t turned_b, const arb_t a, const arb_t b, const arb_t sine, const arb_t cosine,
                 slong precision) {
    arb_mul(turned_a, b, sine, precision);
    arb_neg(turned_a, turned_a);
    arb_addmul(turned_a, a, cosine, precision);
    arb_mul(turned_b, a, sine, precision);
    arb_addmul(turned_b, b, cosine, precision);
}

static void rotate(arb_ptr vector, const plumb_exact_movement *movement, plumb_point point) {
    const plumb_rope *rope = &movement->problem->position.rope;
    bool neighbours = rope->layout != PLUMB_ROPE_HALF;
    bool stay_neighbours = rope->layout == PLUMB_ROPE_INTERLEAVED;
    size_t half = rope->dim / 2;
    arb_ptr part = rope->last ? vector + movement->problem->head_dim - rope->dim : vector;
    arb_ptr turned = _arb_vec_init((slong)rope->dim);
    arb_t sine, cosine;
    arb_init(sine);
    arb_init(cosine);
    for (size_t m = 0; m < half; m++) {
        rotation(sine, cosine, movement, m, point.on[plumb_exact_axis(rope, m)]);
        turn(turned + (stay_neighbours ? 2 * m : m), turned + (stay_neighbours ? 2 * m + 1 : m + half),
             part + (neighbours ? 2 * m : m), part + (neighbours ? 2 * m + 1 : m + half), sine, cosine,
             movement->precision);
    }
    _arb_vec_swap(part, turned, (slong)rope->dim);
    _arb_vec_clear(turned, (slong)rope->dim);
    arb_clear(sine);
    arb_clear(cosine);
}

/* Each pair turns the other way, from where it went to where it came from. */
static void rotate_back(arb_ptr gradient, const plumb_exact_movement *movement, plumb_point point) {
    const plumb_rope *rope = &movement->problem->position.rope;
    bool halves_in = rope->layout == PLUMB_ROPE_HALF, halves_out = rope->layout != PLUMB_ROPE_INTERLEAVED;
    size_t half = rope->dim / 2;
    arb_ptr part = rope->last ? gradient + movement->problem->head_dim - rope->dim : gradient;
    arb_ptr back = _arb_vec_init((slong)rope->dim);
    arb_t sine, cosine;
    arb_init(sine);
    arb_init(cosine);
    for (size_t m = 0; m < half; m++) {
        rotation(sine, cosine, movement, m, point.on[plumb_exact_axis(rope, m)]);
        arb_neg(sine, sine);
        turn(back + (halves_in ? m : 2 * m), back + (halves_in ? m + half : 2 * m + 1),
             part + (halves_out ? m : 2 * m), part + (halves_out ? m + half : 2 * m + 1), sine, cosine,
             movement->precision);
    }
    _arb_vec_swap(part, back, (slong)rope->dim);
    _arb_vec_clear(back, (slong)rope->dim);
    arb_clear(sine);
    arb_clear(cosine);
}

void plumb_exact_move_gradient(arb_ptr gradient, const plumb_exact_movement *movement, plumb_point point) {
    if (plumb_exact_has_rotations(movement->problem))
        rotate_back(gradient, movement, point);
}

/* 1 + factor ln(1 + n), n whole lengths up to the position */
void plumb_exact_temperature(arb_t factor, const plumb_problem *problem, plumb_point point, slong precision) {
    const plumb_temperature *temperature = &problem->position.temperature;
    arb_t slope;
    arb_one(factor);
    if (temperature->factor == 0)
        return;
    arb_init(slope);
    plumb_exact_number(slope, temperature->factor);
    arb_set_si(factor, point.on[0]);
    arb_add_si(factor, factor, temperature->offset, precision);
    arb_div_si(factor, factor, temperature->length, precision);
    arb_floor(factor, factor, precision);
    arb_add_ui(factor, factor, 1, precision);
    arb_log(factor, factor, precision);
    arb_mul(factor, factor, slope, precision);
    arb_add_ui(factor, factor, 1, precision);
    arb_clear(slope);
}

void plumb_exact_move(arb_ptr vector, const plumb_exact_movement *movement, plumb_point point) {
    const plumb_position *encoding = &movement->problem->position;
    switch (encoding->kind) {
    case PLUMB_POSITION_SINUSOIDAL:
        add_sinusoids(vector, movement, point.on[0] + encoding->offset);
        break;
    case PLUMB_POSITION_LEARNED:
        add_learned(vector, movement, point.on[0]);
        break;
    case PLUMB_POSITION_ROPE:
        rotate(vector, movement, point);
        break;
    case PLUMB_POSITION_NONE:
    case PLUMB_POSITION_ROPE_OUTPUT:
    case PLUMB_POSITION_TEMPERATURE:
    case PLUMB_POSITION_ALIBI:
    case PLUMB_POSITION_T5:
    case PLUMB_POSITION_BUCKET_INDEX:
    case PLUMB_POSITION_RELATIVE_TABLE:
    case PLUMB_POSITION_SHAW:
    default:
        break;
    }
}
