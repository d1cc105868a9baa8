/* neighbours_rope_lengths.c - what the scalings of RoPE go by: the length trained on, the length in
   use, and the ends of ramps. */
#include "diagnose/change_rope.h"
#include "diagnose/neighbours_rope.h"

static bool has_original(const plumb_rope *rope) {
    return rope->scaling >= PLUMB_ROPE_DYNAMIC;
}

/* number: the original length. */
static int use_original(const plumb_neighbour *neighbour, plumb_storage *storage,
                        plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope before = problem->position.rope;
    if (!plumb_computes_angles(problem) || !has_original(&before))
        return 0;
    problem->position.rope.original = neighbour->number;
    return plumb_rotation_made(storage, &before, problem);
}

static bool has_length(const plumb_rope *rope) {
    return rope->scaling == PLUMB_ROPE_DYNAMIC || rope->scaling == PLUMB_ROPE_LONGROPE;
}

/* number: the length of the text; 0: as long as it may become, factor times the original. */
static int use_length(const plumb_neighbour *neighbour, plumb_storage *storage,
                      plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope *rope = &problem->position.rope, before = *rope;
    if (!plumb_computes_angles(problem) || !has_length(&before))
        return 0;
    rope->length_rule = neighbour->number == 0 ? PLUMB_ROPE_BY_MAXIMUM : PLUMB_ROPE_BY_LENGTH;
    rope->length = neighbour->number;
    return plumb_rotation_made(storage, &before, problem);
}

/* The ends of YaRN's ramp are rounded, or not. */
static int toggle_truncation(const plumb_neighbour *neighbour, plumb_storage *storage,
                             plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope before = problem->position.rope;
    (void)neighbour;
    if (!plumb_computes_angles(problem) || before.scaling != PLUMB_ROPE_YARN)
        return 0;
    problem->position.rope.untruncated = !before.untruncated;
    return plumb_rotation_made(storage, &before, problem);
}

typedef enum { USUAL_BETAS, SWAPPED_BETAS } betas;

/* integer: which */
static int use_betas(const plumb_neighbour *neighbour, plumb_storage *storage,
                     plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope *rope = &problem->position.rope, before = *rope;
    bool swapped = neighbour->integer == SWAPPED_BETAS;
    if (!plumb_computes_angles(problem) || before.scaling != PLUMB_ROPE_YARN)
        return 0;
    rope->beta_fast = swapped ? before.beta_slow : 32;
    rope->beta_slow = swapped ? before.beta_fast : 1;
    return plumb_rotation_made(storage, &before, problem);
}

/* Llama 3.1's ramp from 1 to 4 turns. */
static int use_usual_ramp(const plumb_neighbour *neighbour, plumb_storage *storage,
                          plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope *rope = &problem->position.rope, before = *rope;
    (void)neighbour;
    if (!plumb_computes_angles(problem) || before.scaling != PLUMB_ROPE_LLAMA3)
        return 0;
    rope->low_frequency = 1;
    rope->high_frequency = 4;
    return plumb_rotation_made(storage, &before, problem);
}

static void add_original(plumb_neighbourhood *list, double original, const char *why) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "rope_original",
                                 .change = use_original,
                                 .number = original};
    plumb_change_member(&neighbour, "\"rope_original\":%.10g", original);
    plumb_change_add(list, neighbour, "takes %.10g, %s, as rope_original", original, why);
}

static void add_originals(plumb_neighbourhood *list, const plumb_rope *stated) {
    if (!has_original(stated) || stated->factor <= 0)
        return;
    add_original(list, stated->original * stated->factor, "the extended length");
    add_original(list, stated->original / stated->factor, "what is stated over rope_factor");
}

static void add_length(plumb_neighbourhood *list, const plumb_rope *stated, double length,
                       const char *what) {
    bool ruled = stated->length_rule == PLUMB_ROPE_BY_MAXIMUM;
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "rope_length",
                                 .change = use_length,
                                 .number = length};
    if (length <= 0)
        return;
    plumb_change_member(&neighbour, "%s\"rope_length\":%.10g",
                        ruled ? "\"rope_length_rule\":\"length\"," : "", length);
    plumb_change_add(list, neighbour, "scales RoPE for a text of length %.10g%s", length, what);
}

static void add_lengths(plumb_neighbourhood *list, const plumb_problem *problem) {
    const plumb_rope *stated = &problem->position.rope;
    plumb_neighbour maximum = {
        .kind = PLUMB_NEIGHBOUR_CONVENTION, .axis = "rope_length", .change = use_length};
    if (!has_length(stated))
        return;
    plumb_change_member(&maximum, "\"rope_length_rule\":\"maximum\"");
    if (stated->length_rule == PLUMB_ROPE_BY_LENGTH)
        plumb_change_add(list, maximum, "scales RoPE for the longest text, %.10g",
                         stated->factor * stated->original);
    add_length(list, stated, (double)problem->key_length, ", key_length");
    if (problem->query_length != problem->key_length)
        add_length(list, stated, (double)problem->query_length, ", query_length");
    add_length(list, stated, stated->original, ", rope_original");
    if (stated->scaling == PLUMB_ROPE_LONGROPE)
        add_length(list, stated, 2 * stated->original, ", beyond rope_original");
}

static void add_ramps(plumb_neighbourhood *list, const plumb_rope *stated) {
    plumb_neighbour truncation = {
        .kind = PLUMB_NEIGHBOUR_CONVENTION, .axis = "rope_truncate", .change = toggle_truncation};
    plumb_neighbour beta = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "rope_beta_fast", .change = use_betas};
    plumb_neighbour frequency = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "rope_low_frequency", .change = use_usual_ramp};
    plumb_change_member(&truncation, "\"rope_truncate\":%s",
                        stated->untruncated ? "true" : "false");
    if (stated->scaling == PLUMB_ROPE_YARN) {
        plumb_change_add(list, truncation, "%s the ends of YaRN's ramp to whole pairs",
                         stated->untruncated ? "rounds" : "does not round");
        beta.integer = USUAL_BETAS;
        plumb_change_add(list, beta,
                         "uses beta_fast 32 and beta_slow 1 in place of %.10g and %.10g",
                         stated->beta_fast, stated->beta_slow);
        beta.integer = SWAPPED_BETAS;
        plumb_change_add(list, beta, "swaps beta_fast %.10g and beta_slow %.10g", stated->beta_fast,
                         stated->beta_slow);
    }
    if (stated->scaling == PLUMB_ROPE_LLAMA3)
        plumb_change_add(list, frequency, "uses frequencies 1 and 4 in place of %.10g and %.10g",
                         stated->low_frequency, stated->high_frequency);
}

void plumb_neighbours_of_lengths(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_rope *rope = &stated->problem.position.rope;
    if (!plumb_computes_angles(&stated->problem))
        return;
    add_originals(neighbourhood, rope);
    add_lengths(neighbourhood, &stated->problem);
    add_ramps(neighbourhood, rope);
}
