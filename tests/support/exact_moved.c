#include "tests/support/exact_moved.h"
#include "exact/moved.h"
#include "exact/function.h"
#include "exact/position.h"
#include <math.h>

exact_vector exact_vector_of(size_t count, size_t turned) {
    exact_vector vector = {.count = count, .turned = turned};
    vector.size = room_for(3 * count + turned, sizeof(real));
    vector.error = vector.size + count;
    vector.reach = vector.error + count;
    vector.length = vector.reach + count;
    return vector;
}

exact_vector exact_plain_vector(const double *x, size_t count) {
    exact_vector vector = exact_vector_of(count, 0);
    for (size_t c = 0; c < count; c++) {
        vector.size[c] = vector.reach[c] = number(fabs(x[c]));
        vector.error[c] = number(0);
    }
    return vector;
}

plumb_rounding exact_tensor(const plumb_precision *precision) {
    return precision->input.unit > precision->output.unit ? precision->input : precision->output;
}

/* ---- section 18 ---- */

/* x + a, a off by e */
static void add_with_error(exact_vector *vector, size_t c, const plumb_precision *precision,
                           real moved, real added, real e) {
    plumb_rounding tensor = exact_tensor(precision);
    real unit = number(tensor.unit);
    real stored = SUM(e, PRODUCT(unit, SUM(absolute(added), e)));
    real sums = COMPOUND(unit, unit, number(precision->exponent.unit));
    real size = absolute(moved);
    vector->size[c] = size;
    vector->error[c] = SUM(stored, PRODUCT(sums, SUM(size, stored)),
                           PRODUCT(number(4), number(tensor.tiny)));
    vector->reach[c] = SUM(size, vector->error[c]);
}

static exact_vector with_sinusoids(const plumb_problem *problem, const plumb_precision *precision,
                                   const exact_angles *angles, const double *x, arb_srcptr moved,
                                   int64_t position) {
    exact_vector vector = exact_vector_of(problem->head_dim, 0);
    bool interleaved = problem->position.sinusoidal == PLUMB_SINUSOIDAL_INTERLEAVED;
    for (size_t c = 0; c < problem->head_dim; c++) {
        size_t m = interleaved ? c / 2 : c % angles->count;
        real delta = exact_angle_error(angles, m, position + problem->position.offset);
        real e = SUM(smaller(delta, number(2)),
                     gamma_of(number(12), number(precision->exponent.unit)));
        add_with_error(&vector, c, precision, moved + c, minus(moved + c, number(x[c])), e);
    }
    return vector;
}

static exact_vector with_row(const plumb_problem *problem, const plumb_precision *precision,
                             arb_srcptr moved, int64_t position) {
    exact_vector vector = exact_vector_of(problem->head_dim, 0);
    const double *row = plumb_exact_learned_row(problem, position);
    for (size_t c = 0; c < problem->head_dim; c++)
        add_with_error(&vector, c, precision, moved + c,
                       row == NULL ? infinite() : number(row[c]), number(0));
    return vector;
}

/* ---- section 17 ---- */

/* One element of a pair (a, b), whose angle is off by delta. */
typedef struct {
    real a, b;   /* before */
    real length; /* n: of the pair turned; of the sum of magnitudes where cosines are stated */
    real delta, functions, multiplier;
} exact_pair;

static void turn_element(exact_vector *vector, size_t c, const exact_pair *pair,
                         const plumb_precision *precision, real element, real partner) {
    plumb_rounding tensor = exact_tensor(precision);
    real unit = number(tensor.unit), tiny = number(tensor.tiny), size = absolute(element);
    real turned = smaller(SUM(PRODUCT(absolute(partner), pair->delta),
                              over(PRODUCT(size, pair->delta, pair->delta), number(2))),
                          SUM(pair->length, size));
    real products = PRODUCT(COMPOUND(pair->functions, unit, unit, number(precision->input.unit)),
                            pair->length);
    real sum = PRODUCT(COMPOUND(unit, unit), SUM(size, turned, products));
    real magnitudes = SUM(absolute(pair->a), absolute(pair->b));
    real lost = SUM(PRODUCT(number(2), tiny, SUM(magnitudes, number(4))),
                    PRODUCT(number(4), pair->multiplier,
                            SUM(number(precision->input.tiny),
                                PRODUCT(number(precision->exponent.tiny), magnitudes))));
    vector->size[c] = size;
    vector->error[c] = SUM(products, sum, lost);
    vector->reach[c] = SUM(size, turned, vector->error[c]);
}

/* Where pair m is, and where it goes to. */
static void places(const plumb_rope *rope, size_t m, size_t from[2], size_t to[2]) {
    bool neighbours = rope->layout != PLUMB_ROPE_HALF;
    bool stay = rope->layout == PLUMB_ROPE_INTERLEAVED;
    from[0] = neighbours ? 2 * m : m;
    from[1] = neighbours ? 2 * m + 1 : m + rope->dim / 2;
    to[0] = stay ? 2 * m : m;
    to[1] = stay ? 2 * m + 1 : m + rope->dim / 2;
}

static void turn_by_angle(exact_vector *vector, size_t m, const double *x, arb_srcptr moved,
                          const plumb_rope *rope, const plumb_precision *precision,
                          const exact_angles *angles, int64_t position) {
    size_t from[2], to[2];
    places(rope, m, from, to);
    real a = number(x[from[0]]), b = number(x[from[1]]), mu = absolute(angles->multiplier);
    bool multiplied = !arb_is_one(angles->multiplier);
    vector->length[m] = PRODUCT(mu, hypotenuse(a, b));
    exact_pair pair = {.a = a, .b = b, .length = vector->length[m], .multiplier = mu};
    pair.delta = exact_angle_error(angles, m, position);
    pair.functions =
        gamma_of(number(multiplied ? 30 : 12), number(precision->exponent.unit));
    turn_element(vector, to[0], &pair, precision, moved + to[0], moved + to[1]);
    turn_element(vector, to[1], &pair, precision, moved + to[1], moved + to[0]);
}

/* By cosines and sines as stated. */
static void turn_as_stated(exact_vector *vector, size_t m, const double *x, arb_srcptr moved,
                           const plumb_problem *problem, const plumb_precision *precision,
                           int64_t position) {
    size_t from[2], to[2];
    places(&problem->position.rope, m, from, to);
    const double *cosine = plumb_exact_cosine_row(problem, position);
    const double *sine = plumb_exact_sine_row(problem, position);
    real a = number(x[from[0]]), b = number(x[from[1]]);
    real c = number(fabs(cosine[m])), s = number(fabs(sine[m]));
    exact_pair pair = {.a = a, .b = b, .multiplier = number(1)};
    pair.delta = pair.functions = number(0);
    pair.length = SUM(PRODUCT(absolute(a), c), PRODUCT(absolute(b), s));
    turn_element(vector, to[0], &pair, precision, moved + to[0], moved + to[1]);
    pair.length = SUM(PRODUCT(absolute(a), s), PRODUCT(absolute(b), c));
    turn_element(vector, to[1], &pair, precision, moved + to[1], moved + to[0]);
}

static exact_vector rotated(const plumb_problem *problem, const plumb_precision *precision,
                            const exact_angles *angles, const double *x, arb_srcptr moved,
                            int64_t position) {
    const plumb_rope *rope = &problem->position.rope;
    exact_vector vector = exact_vector_of(problem->head_dim, angles->count);
    for (size_t m = 0; m < rope->dim / 2; m++)
        if (rope->cosine == NULL)
            turn_by_angle(&vector, m, x, moved, rope, precision, angles, position);
        else
            turn_as_stated(&vector, m, x, moved, problem, precision, position);
    for (size_t c = rope->dim; c < problem->head_dim; c++) {
        vector.size[c] = vector.reach[c] = number(fabs(x[c]));
        vector.error[c] = number(0);
    }
    return vector;
}

exact_vector exact_moved_vector(const plumb_problem *problem, const plumb_precision *precision,
                                const exact_angles *angles, const double *x, int64_t position) {
    if (!plumb_position_moves_vectors(problem->position.kind))
        return exact_plain_vector(x, problem->head_dim);
    plumb_exact_movement movement;
    plumb_exact_movement_init(&movement, problem, REAL_PRECISION);
    arb_ptr moved = _arb_vec_init((slong)problem->head_dim);
    plumb_exact_vector(moved, x, problem->head_dim);
    plumb_exact_move(moved, &movement, position);
    exact_vector vector;
    if (problem->position.kind == PLUMB_POSITION_SINUSOIDAL)
        vector = with_sinusoids(problem, precision, angles, x, moved, position);
    else if (problem->position.kind == PLUMB_POSITION_LEARNED)
        vector = with_row(problem, precision, moved, position);
    else
        vector = rotated(problem, precision, angles, x, moved, position);
    _arb_vec_clear(moved, (slong)problem->head_dim);
    plumb_exact_movement_clear(&movement);
    return vector;
}
