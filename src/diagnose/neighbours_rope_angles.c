/* neighbours_rope_angles.c - RoPE whose frequencies, positions, angles, or cosines and sines an
   engine holds in 16 bits: tables of what such arithmetic comes to. */
#include "diagnose/change_rope.h"
#include "diagnose/change_round.h"
#include "diagnose/neighbours_rope.h"
#include <math.h>

/* What is rounded; several may be. */
enum { FREQUENCIES = 1, POSITIONS = 2, ANGLES = 4 };

/* The angle as computed, from a position and a frequency of binary32. */
static double angle_of(int64_t position, double theta, int64_t what, plumb_format format) {
    double p = (double)(float)position, f = (double)(float)theta;
    if ((what & POSITIONS) != 0)
        p = plumb_round_twice(p, format);
    if ((what & FREQUENCIES) != 0)
        f = plumb_round_twice(f, format);
    double angle = (double)(float)(p * f);
    return (what & ANGLES) != 0 ? plumb_round_twice(angle, format) : angle;
}

/* Fills the rows; returns whether all angles are finite and some is not what binary32 makes it. */
static bool fill_rows(const plumb_neighbour *neighbour, const plumb_rope *rope, double multiplier,
                      const double *theta, const int64_t *position, double *cosine, double *sine) {
    plumb_format format = (plumb_format)neighbour->second;
    size_t half = rope->dim / 2;
    bool differs = false;
    for (size_t i = 0; i + 1 < rope->rows; i++)
        for (size_t m = 0; m < half; m++) {
            double angle = angle_of(position[i], theta[m], neighbour->integer, format);
            if (!isfinite(angle))
                return false;
            differs = differs || angle != angle_of(position[i], theta[m], 0, format);
            cosine[i * half + m] = multiplier * cos(angle);
            sine[i * half + m] = multiplier * sin(angle);
        }
    return differs;
}

/* integer: what is rounded; second: the format. */
static int round_angles(const plumb_neighbour *neighbour, plumb_storage *storage,
                        plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope before = problem->position.rope;
    int64_t *position = NULL;
    double *cosine = NULL, *sine = NULL;
    if (!plumb_computes_angles(problem))
        return 0;
    const double *theta = plumb_rope_angles(storage, &before);
    if (theta == NULL)
        return -1;
    int result = plumb_take_rotation_tables(storage, problem, &position, &cosine, &sine);
    if (result != 1)
        return result;
    if (!fill_rows(neighbour, &problem->position.rope, plumb_rope_factor(&before), theta, position,
                   cosine, sine))
        return 0;
    return plumb_positions_made(problem);
}

/* second: the format of cosines and sines. */
static int round_tables(const plumb_neighbour *neighbour, plumb_storage *storage,
                        plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_format format = (plumb_format)neighbour->second;
    int64_t *position = NULL;
    double *cosine = NULL, *sine = NULL;
    int result = plumb_tabulate_rotation(storage, problem, &position, &cosine, &sine);
    if (result != 1)
        return result;
    bool differs = false;
    for (size_t i = 0; i < problem->position.rope.rows * (problem->position.rope.dim / 2); i++) {
        double c = plumb_round_twice(cosine[i], format), s = plumb_round_twice(sine[i], format);
        differs = differs || c != cosine[i] || s != sine[i];
        if (!isfinite(c) || !isfinite(s))
            return 0;
        cosine[i] = c;
        sine[i] = s;
    }
    return differs ? plumb_positions_made(problem) : 0;
}

static void add_format(plumb_neighbourhood *list, plumb_format format, const char *name) {
    plumb_neighbour angles = {.kind = PLUMB_NEIGHBOUR_FAULT,
                              .axis = "rope angles",
                              .change = round_angles,
                              .second = format};
    plumb_neighbour tables = {.kind = PLUMB_NEIGHBOUR_PRECISION,
                              .axis = "rope_cos",
                              .change = round_tables,
                              .second = format};
    angles.integer = FREQUENCIES | POSITIONS | ANGLES;
    plumb_change_add(list, angles, "computes RoPE's frequencies, positions and angles in %s", name);
    angles.integer = FREQUENCIES;
    plumb_change_add(list, angles, "rounds RoPE's frequencies to %s", name);
    angles.integer = FREQUENCIES | POSITIONS;
    plumb_change_add(list, angles, "rounds RoPE's frequencies and positions to %s", name);
    angles.integer = ANGLES;
    plumb_change_add(list, angles, "rounds RoPE's angles to %s", name);
    plumb_change_add(list, tables, "rounds RoPE's cosines and sines to %s", name);
}

void plumb_neighbours_of_angles(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    (void)stated;
    add_format(neighbourhood, PLUMB_BF16, "bf16");
    add_format(neighbourhood, PLUMB_F16, "f16");
}
