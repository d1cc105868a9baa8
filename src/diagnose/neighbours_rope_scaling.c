/* neighbours_rope_scaling.c - RoPE for longer texts: scalings taken for one another or left out,
   and factors used in another way. */
#include "diagnose/change_rope.h"
#include "diagnose/neighbours_rope.h"
#include "schema/schema.h"
#include <inttypes.h>
#include <math.h>

/* integer: the scaling, with the stated factor, and defaults for what is not stated. second:
   whether the attention factor stays as it was. */
static int use_scaling(const plumb_neighbour *neighbour, plumb_storage *storage,
                       plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope *rope = &problem->position.rope, before = *rope;
    plumb_rope_scaling scaling = (plumb_rope_scaling)neighbour->integer;
    if (!plumb_computes_angles(problem) || before.scaling == scaling)
        return 0;
    bool keeps = neighbour->second != 0;
    plumb_state_rope_factor(rope, keeps ? plumb_rope_factor(&before) : 0);
    if (keeps && rope->multiplier == 1)
        return 0;
    rope->scaling = scaling;
    if (scaling == PLUMB_ROPE_YARN) {
        rope->beta_fast = 32;
        rope->beta_slow = 1;
        rope->untruncated = false;
    }
    return plumb_rotation_made(storage, &before, problem);
}

/* Positions multiplied by the factor that they are to be divided by. */
static int invert_factor(const plumb_neighbour *neighbour, plumb_storage *storage,
                         plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope before = problem->position.rope;
    (void)neighbour;
    if (!plumb_computes_angles(problem) || before.scaling != PLUMB_ROPE_LINEAR)
        return 0;
    problem->position.rope.factor = 1 / before.factor;
    return plumb_rotation_made(storage, &before, problem);
}

/* Returns whether no quotient was rounded. */
static bool divide_all(int64_t *position, size_t count, double factor) {
    int64_t divisor = (int64_t)factor;
    bool exact = true;
    for (size_t i = 0; i < count; i++) {
        exact = exact && position[i] % divisor == 0;
        position[i] = position[i] / divisor - (position[i] % divisor < 0);
    }
    return exact;
}

/* Positions divided by the factor as integers are, the rest dropped. */
static int divide_whole_positions(const plumb_neighbour *neighbour, plumb_storage *storage,
                                  plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope *rope = &problem->position.rope;
    int64_t *query = NULL, *key = NULL;
    (void)neighbour;
    if (!plumb_computes_angles(problem) || rope->scaling != PLUMB_ROPE_LINEAR || rope->factor < 2 ||
        rope->factor > 0x1p32 || rope->factor != floor(rope->factor))
        return 0;
    int result = plumb_state_positions(storage, problem, &query, &key);
    if (result != 1)
        return result;
    bool exact = divide_all(query, problem->batch * problem->query_length, rope->factor);
    exact = divide_all(key, problem->batch * problem->key_length, rope->factor) && exact;
    rope->scaling = PLUMB_ROPE_UNSCALED;
    return exact ? 0 : plumb_positions_made(problem);
}

static const char *scaling_name(plumb_rope_scaling scaling) {
    return plumb_word_name(PLUMB_MEMBER_ROPE_SCALING, scaling);
}

static void add_scaling(plumb_neighbourhood *list, const plumb_rope *stated,
                        plumb_rope_scaling scaling) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "rope_scaling",
                                 .change = use_scaling,
                                 .integer = scaling};
    if (stated->scaling == scaling)
        return;
    plumb_change_member(&neighbour, "\"rope_scaling\":\"%s\"", scaling_name(scaling));
    plumb_change_add(list, neighbour, "scales RoPE by rule %s, not %s, factor %.10g",
                     scaling_name(scaling), scaling_name(stated->scaling), stated->factor);
}

static void add_unscaled(plumb_neighbourhood *list, plumb_rope_scaling stated) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "rope_scaling",
                                 .change = use_scaling,
                                 .integer = PLUMB_ROPE_UNSCALED};
    plumb_change_member(&neighbour, "\"rope_scaling\":\"none\"");
    plumb_change_add(list, neighbour, "leaves the scaling %s of RoPE out", scaling_name(stated));
    neighbour.second = 1;
    neighbour.member[0] = '\0';
    plumb_change_add(list, neighbour,
                     "leaves the scaling %s of RoPE out but for its attention factor",
                     scaling_name(stated));
}

static void add_scalings(plumb_neighbourhood *list, const plumb_rope *stated) {
    plumb_neighbour inverted = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "rope_factor", .change = invert_factor};
    plumb_neighbour whole = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "rope_factor", .change = divide_whole_positions};
    add_unscaled(list, stated->scaling);
    add_scaling(list, stated, PLUMB_ROPE_LINEAR);
    add_scaling(list, stated, PLUMB_ROPE_NTK);
    if (stated->scaling == PLUMB_ROPE_LLAMA3)
        add_scaling(list, stated, PLUMB_ROPE_YARN);
    if (stated->scaling != PLUMB_ROPE_LINEAR)
        return;
    plumb_change_add(list, inverted, "multiplies positions by rope_factor %.10g", stated->factor);
    plumb_change_add(list, whole, "divides positions by rope_factor %.10g as integers",
                     stated->factor);
}

void plumb_neighbours_of_scaling(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_rope *rope = &stated->problem.position.rope;
    if (!plumb_computes_angles(&stated->problem) || rope->scaling == PLUMB_ROPE_UNSCALED)
        return;
    add_scalings(neighbourhood, rope);
}
