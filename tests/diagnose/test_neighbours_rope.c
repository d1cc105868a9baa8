/* test_neighbours_rope.c - neighbours of a rotation: each is a valid case, and an independently written engine with the
   mistake is correct under it and wrong as stated. */
#include "tests/diagnose/rotating_engine.h"
#include "tests/support/ropes.h"

#define PROBLEMS 400

START_TEST(every_neighbour_is_a_case) {
    static tallies all;
    random_cases cases = random_begin("neighbours of rope", PROBLEMS);
    while (random_next(&cases)) {
        drawn_problem drawn;
        if (!draw_stated(&cases, PLUMB_POSITION_ROPE, &drawn))
            continue;
        check_neighbours(&cases, plumb_neighbours_of_rope, &drawn, &all);
        free_problem(&drawn);
    }
    check_tallies(&all);
}
END_TEST

/* ---- wrong engines ---- */

static void adjacent(engine *e) {
    e->adjacent = true;
    e->parted = false;
}

static void in_halves(engine *e) {
    e->adjacent = e->parted = false;
}

static void adjacent_parted(engine *e) {
    e->adjacent = e->parted = true;
}

static void set_dim(engine *e, size_t dim) {
    e->dim = dim;
    e->apart = dim / 2;
    e->exponent_dim = (double)dim;
}

static void dim_16(engine *e) {
    set_dim(e, 16);
}

static void dim_8(engine *e) {
    set_dim(e, 8);
}

static void dim_4(engine *e) {
    set_dim(e, 4);
}

static void last_ones(engine *e) {
    e->first = e->p->head_dim - e->dim;
}

static void first_ones(engine *e) {
    e->first = 0;
}

static void across(engine *e) {
    e->apart = 8;
}

static void across_by_head(engine *e) {
    e->apart = 8;
    e->exponent_dim = 16;
}

static void interleaved_sections(engine *e) {
    e->alternate = true;
    e->others_first = false;
}

static void sections_by_turns(engine *e) {
    e->others_first = true;
}

static void interleaved_as_far(engine *e) {
    e->alternate = true;
    e->sections = (plumb_sections){3, {3, 3, 2}};
}

static void sections_in_blocks(engine *e) {
    e->alternate = false;
}

static void set_sections(engine *e, size_t first, size_t second, size_t third) {
    e->sections = (plumb_sections){3, {first, second, third}};
}

static void sections_4_2_2(engine *e) {
    set_sections(e, 4, 2, 2);
}

static void sections_2_2_4(engine *e) {
    set_sections(e, 2, 2, 4);
}

static void sections_2_4_2(engine *e) {
    set_sections(e, 2, 4, 2);
}

static void alike_sections(engine *e) {
    set_sections(e, 4, 2, 2);
}

static void frequencies_continue(engine *e) {
    e->anew = e->by_turns = false;
}

static void frequencies_anew(engine *e) {
    e->anew = true;
    e->by_turns = false;
}

static void frequencies_dealt(engine *e) {
    e->anew = false;
    e->by_turns = true;
}

static void set_axes(engine *e, size_t first, size_t second, size_t third) {
    e->reads[0] = first;
    e->reads[1] = second;
    e->reads[2] = third;
}

static void axis_0(engine *e) {
    set_axes(e, 0, 0, 0);
}

static void axis_2(engine *e) {
    set_axes(e, 2, 2, 2);
}

static void axes_1_0(engine *e) {
    set_axes(e, 1, 0, 2);
}

static void axes_1_0_3_2(engine *e) {
    set_axes(e, 1, 0, 3);
    e->reads[3] = 2;
}

static void axes_0_2_1(engine *e) {
    set_axes(e, 0, 2, 1);
}

static void axes_reversed(engine *e) {
    set_axes(e, 2, 1, 0);
}

static void next_axis(engine *e) {
    set_axes(e, 1, 2, 0);
}

static void axis_before(engine *e) {
    set_axes(e, 2, 0, 1);
}

static void base_10000(engine *e) {
    e->base = 10000;
}

static void base_500000(engine *e) {
    e->base = 500000;
}

static void exponent_16(engine *e) {
    e->exponent_dim = 16;
}

static void exponent_14(engine *e) {
    e->exponent_dim = 14;
}

static void exponent_32(engine *e) {
    e->exponent_dim = 32;
}

static void exponent_8(engine *e) {
    e->exponent_dim = 8;
}

static void set_mu(engine *e, double mu) {
    e->query_mu = e->key_mu = mu;
}

static void unscaled_with_mu(engine *e) {
    e->theta = unscaled_theta;
}

static void unscaled(engine *e) {
    e->theta = unscaled_theta;
    set_mu(e, 1);
}

static void linearly(engine *e) {
    e->theta = linear_theta;
    set_mu(e, 1);
}

static void by_ntk(engine *e) {
    e->theta = ntk_theta;
    set_mu(e, 1);
}

static void by_yarn(engine *e) {
    e->theta = yarn_theta;
    e->fast = 32;
    e->slow = 1;
    set_mu(e, growth_of(e->factor, 1));
}

static void multiplied(engine *e) {
    e->factor = 1 / e->factor;
}

static double floored_angle(const engine *e, double theta, double position) {
    return theta * floor(position / e->factor);
}

static void as_integers(engine *e) {
    e->theta = unscaled_theta;
    e->angle = floored_angle;
}

/* The attention factor of longrope goes by it, too. */
static void extended_original(engine *e) {
    e->original *= e->factor;
    if (e->theta == longrope_theta)
        set_mu(e, sqrt(1 + log(e->factor) / log(e->original)));
}

static void original_over_factor(engine *e) {
    e->original /= e->factor;
}

static void longest_text(engine *e) {
    e->length = e->factor * e->original;
}

static void length_24(engine *e) {
    e->length = 24;
}

static void length_6(engine *e) {
    e->length = 6;
}

static void length_original(engine *e) {
    e->length = e->original;
}

static void length_beyond(engine *e) {
    e->length = 3 * e->original;
}

static void length_16(engine *e) {
    e->length = 16;
}

static void length_13(engine *e) {
    e->length = 13;
}

static void length_11(engine *e) {
    e->length = 11;
}

static void length_37(engine *e) {
    e->length = 37;
}

/* The base grows by 4, not by 4^(16/14). */
static double unpowered_ntk_theta(const engine *e, size_t m) {
    return power_of(e, e->base * e->factor, m);
}

static double unpowered_dynamic_theta(const engine *e, size_t m) {
    return power_of(e, e->base * (e->factor * e->length / e->original - (e->factor - 1)), m);
}

static double unclamped_theta(const engine *e, size_t m) {
    return stretched_theta(e, e->factor * e->length / e->original - (e->factor - 1), m);
}

static void unpowered_ntk(engine *e) {
    e->theta = unpowered_ntk_theta;
}

static void unpowered_dynamic(engine *e) {
    e->theta = unpowered_dynamic_theta;
}

static void unclamped(engine *e) {
    e->theta = unclamped_theta;
}

static double swapped_ramp(const engine *e, size_t m, bool everywhere) {
    double f = power_of(e, e->base, m), turns = e->original * f / (2 * acos(-1));
    double smooth = clipped((turns - e->low) / (e->high - e->low));
    if (!everywhere && (smooth == 0 || smooth == 1))
        return llama3_theta(e, m);
    return f * (smooth / e->factor + 1 - smooth);
}

static double swapped_everywhere(const engine *e, size_t m) {
    return swapped_ramp(e, m, true);
}

static double swapped_within(const engine *e, size_t m) {
    return swapped_ramp(e, m, false);
}

static void swap_ramp(engine *e) {
    e->theta = swapped_everywhere;
}

static void swap_ramp_within(engine *e) {
    e->theta = swapped_within;
}

static void other_truncation(engine *e) {
    e->truncates = !e->truncates;
}

static void usual_betas(engine *e) {
    e->fast = 32;
    e->slow = 1;
}

static void swapped_betas(engine *e) {
    double fast = e->fast;
    e->fast = e->slow;
    e->slow = fast;
}

static double reversed_theta(const engine *e, size_t m) {
    return unscaled_theta(e, e->dim / 2 - 1 - m);
}

static double next_theta(const engine *e, size_t m) {
    return unscaled_theta(e, m + 1);
}

static double theta_before(const engine *e, size_t m) {
    return unscaled_theta(e, 0) * unscaled_theta(e, m) / unscaled_theta(e, 1);
}

static double theta_over_4(const engine *e, size_t m) {
    return unscaled_theta(e, m) / 4;
}

static void positions_over_4(engine *e) {
    e->theta = theta_over_4;
}

static void frequencies_reversed(engine *e) {
    e->theta = reversed_theta;
}

static void frequencies_of_next(engine *e) {
    e->theta = next_theta;
}

static void frequencies_of_last(engine *e) {
    e->theta = theta_before;
}

static void usual_frequencies(engine *e) {
    e->low = 1;
    e->high = 4;
}

static void mu_left_out(engine *e) {
    set_mu(e, 1);
}

static void mu_twice(engine *e) {
    set_mu(e, e->query_mu * e->query_mu);
}

static void mu_of_queries_alone(engine *e) {
    e->key_mu = 1;
}

static void mu_by_rule(engine *e) {
    set_mu(e, growth_of(e->factor, 1));
}

static void mu_without_division(engine *e) {
    set_mu(e, growth_of(e->factor, e->p->position.rope.mscale));
}

static void mu_in_scale(engine *e) {
    e->scale *= e->query_mu * e->query_mu;
    set_mu(e, 1);
}

static void growth_in_scale(engine *e) {
    double g = growth_of(e->factor, 1);
    e->scale *= g * g;
}

static void queries_alone(engine *e) {
    e->key_turns = 0;
}

static void keys_alone(engine *e) {
    e->query_turns = 0;
}

static void queries_backwards(engine *e) {
    e->query_turns = -1;
}

static void keys_backwards(engine *e) {
    e->key_turns = -1;
}

/* Multipliers, too. */
static void queries_twice(engine *e) {
    e->query_turns = 2;
    e->query_mu *= e->query_mu;
}

static void keys_twice(engine *e) {
    e->key_turns = 2;
    e->key_mu *= e->key_mu;
}

static void backwards(engine *e) {
    e->query_turns = e->key_turns = -1;
}

/* The matrix of a rotation twice: angles and multipliers both. */
static void twice(engine *e) {
    e->query_turns = e->key_turns = 2;
    set_mu(e, e->query_mu * e->query_mu);
}

static double few_bits(const engine *e, double theta, double position) {
    double f = in_few(theta, e->format), p = in_few(position, e->format);
    return in_few(f * p, e->format);
}

static double few_bits_of_theta(const engine *e, double theta, double position) {
    return f32(in_few(theta, e->format) * position);
}

static double few_bits_of_both(const engine *e, double theta, double position) {
    return f32(in_few(theta, e->format) * in_few(position, e->format));
}

static double few_bits_of_angle(const engine *e, double theta, double position) {
    return in_few(f32(theta) * position, e->format);
}

static void set_few(engine *e, plumb_format format,
                    double (*angle)(const engine *, double, double)) {
    e->format = format;
    e->angle = angle;
}

static void all_in_bf16(engine *e) {
    set_few(e, PLUMB_BF16, few_bits);
}

static void theta_in_bf16(engine *e) {
    set_few(e, PLUMB_BF16, few_bits_of_theta);
}

static void both_in_bf16(engine *e) {
    set_few(e, PLUMB_BF16, few_bits_of_both);
}

static void angle_in_bf16(engine *e) {
    set_few(e, PLUMB_BF16, few_bits_of_angle);
}

static void table_in_bf16(engine *e) {
    e->format = PLUMB_BF16;
    e->rounded = in_few;
}

static void all_in_f16(engine *e) {
    set_few(e, PLUMB_F16, few_bits);
}

static void theta_in_f16(engine *e) {
    set_few(e, PLUMB_F16, few_bits_of_theta);
}

static void both_in_f16(engine *e) {
    set_few(e, PLUMB_F16, few_bits_of_both);
}

static void angle_in_f16(engine *e) {
    set_few(e, PLUMB_F16, few_bits_of_angle);
}

static void table_in_f16(engine *e) {
    e->format = PLUMB_F16;
    e->rounded = in_few;
}

/* ---- and the cases that show them ---- */

/* clang-format off */
#define ROPE(...) .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.base = 10000, __VA_ARGS__}}
#define OF(parameters) .position = {.kind = PLUMB_POSITION_ROPE, .rope = parameters}
#define HALVES .dim = 16, .layout = PLUMB_ROPE_HALF
#define PAIRS .dim = 16, .layout = PLUMB_ROPE_INTERLEAVED
#define PARTED .dim = 16, .layout = PLUMB_ROPE_DEINTERLEAVED
#define LINEAR .dim = 16, .scaling = PLUMB_ROPE_LINEAR, .factor = 4
#define NTK .dim = 16, .scaling = PLUMB_ROPE_NTK, .factor = 4
#define DYNAMIC .dim = 16, .scaling = PLUMB_ROPE_DYNAMIC, .factor = 2, .original = 8, .length = 12
#define LONGER .dim = 16, .scaling = PLUMB_ROPE_DYNAMIC, .factor = 2, .original = 8, .length = 20
#define LONGROPE .dim = 16, .scaling = PLUMB_ROPE_LONGROPE, .factor = 4, .original = 8, .length = 12
#define YARN .dim = 16, .scaling = PLUMB_ROPE_YARN, .factor = 8, .original = 2048, .beta_fast = 32, .beta_slow = 1
#define MSCALE .mscale = 1, .mscale_all = 0.5
#define LLAMA3 .dim = 16, .scaling = PLUMB_ROPE_LLAMA3, .factor = 8, .original = 2048, .low_frequency = 1, .high_frequency = 4
#define AT_THE_END .dim = 8, .last = true
#define OF_AXES HALVES, .sections = {3, {4, 2, 2}}
#define FAR .apart = 37
#define FURTHER .first = 300, .apart = 37

static const round_trip trips[] = {
    {"rotates pairs (2m, 2m + 1)", adjacent, ROPE(HALVES)},
    {"rotates pairs (2m, 2m + 1)", adjacent, ROPE(PARTED), .sink = true},
    {"rotates pairs (2m, 2m + 1) and leaves them in halves", adjacent_parted, ROPE(PAIRS), .sink = true},
    {"rotates pairs (m, m + 8)", in_halves, ROPE(PAIRS)},
    {"rotates pairs (m, m + 8)", in_halves, ROPE(PARTED)},
    {"rotates pairs (m, m + 4)", in_halves, ROPE(.dim = 8, .layout = PLUMB_ROPE_INTERLEAVED), .offset = 3},
    {"rotates the first 16 elements, all of the head", dim_16, ROPE(.dim = 8)},
    {"rotates the first 4 elements: the partial factor applied twice", dim_4, ROPE(.dim = 8)},
    {"rotates the first 8 elements", dim_8, ROPE(HALVES)},
    {"rotates the first 8 elements", dim_8, ROPE(PAIRS)},
    {"rotates the first 4 elements", dim_4, ROPE(HALVES)},
    {"rotates the first 8 elements", dim_8, ROPE(.dim = 4)},
    {"rotates the first 8 elements", dim_8, ROPE(LLAMA3), FAR},
    {"rotates the last 8 elements, not the first", last_ones, ROPE(.dim = 8)},
    {"rotates the last 8 elements, not the first", last_ones, ROPE(.dim = 8, .layout = PLUMB_ROPE_INTERLEAVED), .sink = true},
    {"rotates the first 8 elements, not the last", first_ones, ROPE(AT_THE_END)},
    {"rotates the first 8 elements, not the last", first_ones, ROPE(AT_THE_END, .layout = PLUMB_ROPE_DEINTERLEAVED), .sink = true},
    {"rotates pairs (2m, 2m + 1)", adjacent, ROPE(AT_THE_END)},
    {"rotates the other way, by -p theta", backwards, ROPE(AT_THE_END)},
    {"rotates the other way, by -p theta", backwards, ROPE(AT_THE_END, .layout = PLUMB_ROPE_DEINTERLEAVED), .sink = true},
    {"rotates queries, but not keys", queries_alone, ROPE(AT_THE_END, .layout = PLUMB_ROPE_DEINTERLEAVED, .multiplier = 1.25)},
    {"rotates pairs (m, m + 8), half of the head apart", across, ROPE(.dim = 8)},
    {"rotates pairs (m, m + 8) by powers -2m/16 of the base", across_by_head, ROPE(.dim = 8)},
    {"interleaves the sections of axes", interleaved_sections, ROPE(OF_AXES), FAR},
    {"interleaves the sections of axes", interleaved_sections, ROPE(OF_AXES, .order = PLUMB_SECTIONS_ALTERNATING), FAR},
    {"has the sections of axes from 1 on by turns, and that of axis 0 behind them", sections_by_turns, ROPE(OF_AXES), FAR},
    {"interleaves the sections of axes", interleaved_as_far, ROPE(HALVES, .sections = {3, {2, 4, 2}}), FAR},
    {"has the sections of axes in blocks", sections_in_blocks, ROPE(OF_AXES, .order = PLUMB_SECTIONS_INTERLEAVED), FAR},
    {"exchanges the sections of axes 0 and 1", sections_4_2_2, ROPE(HALVES, .sections = {3, {2, 4, 2}}), FAR},
    {"exchanges the sections of axes 0 and 2", sections_2_2_4, ROPE(OF_AXES), FAR},
    {"exchanges the sections of axes 1 and 2", sections_2_4_2, ROPE(HALVES, .sections = {3, {2, 2, 4}}), FAR},
    {"has as many pairs for each axis", alike_sections, ROPE(PAIRS, .sections = {3, {3, 4, 1}}), FAR},
    {"continues frequencies from one axis to the next", frequencies_continue, ROPE(OF_AXES, .frequencies = PLUMB_FREQUENCIES_RESTARTED), FAR},
    {"starts frequencies anew on each axis", frequencies_anew, ROPE(OF_AXES), FAR},
    {"deals frequencies to the axes by turns", frequencies_dealt, ROPE(HALVES, .sections = {2, {4, 4}}), FAR},
    {"reads the positions of axis 0 for all pairs", axis_0, ROPE(OF_AXES), FAR},
    {"reads the positions of axis 2 for all pairs", axis_2, ROPE(OF_AXES, .order = PLUMB_SECTIONS_INTERLEAVED), FAR},
    {"exchanges axes 0 and 1 of positions", axes_1_0, ROPE(OF_AXES), FAR},
    {"exchanges axes 0 and 1, and axes 2 and 3, of positions", axes_1_0_3_2, ROPE(HALVES, .sections = {4, {2, 2, 2, 2}}), FAR},
    {"exchanges axes 1 and 2 of positions", axes_0_2_1, ROPE(OF_AXES), FAR},
    {"has the axes of positions in reverse order", axes_reversed, ROPE(OF_AXES), FAR},
    {"reads the positions of the next axis", next_axis, ROPE(OF_AXES), FAR},
    {"reads the positions of the axis before", axis_before, ROPE(OF_AXES), FAR},
    {"uses rope base 10000 instead of 500000",
     base_10000, .position = {.kind = PLUMB_POSITION_ROPE, .rope = {HALVES, .base = 500000}}},
    {"uses rope base 500000 instead of 10000", base_500000, ROPE(YARN), FAR},
    {"turns by powers -2m/16 of the base, not -2m/8", exponent_16, ROPE(.dim = 8)},
    {"turns by powers -2m/14 of the base, not -2m/16", exponent_14, ROPE(HALVES)},
    {"turns by powers -m/16 of the base, not -2m/16", exponent_32, ROPE(LINEAR)},
    {"turns by powers -4m/16 of the base, not -2m/16", exponent_8, ROPE(LLAMA3), FAR},

    {"leaves the scaling linear of RoPE out", unscaled, ROPE(LINEAR)},
    {"leaves the scaling ntk of RoPE out", unscaled, ROPE(NTK)},
    {"leaves the scaling dynamic of RoPE out", unscaled, ROPE(DYNAMIC)},
    {"leaves the scaling yarn of RoPE out", unscaled, ROPE(YARN), FAR},
    {"leaves the scaling llama3 of RoPE out", unscaled, ROPE(LLAMA3), FAR},
    {"leaves the scaling longrope of RoPE out", unscaled, ROPE(LONGROPE)},
    {"leaves out the scaling linear of RoPE, but keeps its attention factor",
     unscaled_with_mu, ROPE(LINEAR, .multiplier = 1.25)},
    {"leaves out the scaling ntk of RoPE, but keeps its attention factor", unscaled_with_mu, ROPE(NTK, .multiplier = 1.25)},
    {"leaves out the scaling dynamic of RoPE, but keeps its attention factor",
     unscaled_with_mu, ROPE(DYNAMIC, .multiplier = 1.25)},
    {"leaves out the scaling yarn of RoPE, but keeps its attention factor", unscaled_with_mu, ROPE(YARN, MSCALE), FAR},
    {"leaves out the scaling llama3 of RoPE, but keeps its attention factor",
     unscaled_with_mu, ROPE(LLAMA3, .multiplier = 1.25), FAR},
    {"leaves out the scaling longrope of RoPE, but keeps its attention factor", unscaled_with_mu, ROPE(LONGROPE)},
    {"scales RoPE by rule linear, not ntk, factor 4", linearly, ROPE(NTK)},
    {"scales RoPE by rule linear, not dynamic, factor 2", linearly, ROPE(DYNAMIC)},
    {"scales RoPE by rule linear, not yarn, factor 8", linearly, ROPE(YARN), FAR},
    {"scales RoPE by rule linear, not llama3, factor 8", linearly, ROPE(LLAMA3), FAR},
    {"scales RoPE by rule linear, not longrope, factor 4", linearly, ROPE(LONGROPE)},
    {"scales RoPE by rule ntk, not linear, factor 4", by_ntk, ROPE(LINEAR)},
    {"scales RoPE by rule ntk, not dynamic, factor 2", by_ntk, ROPE(LONGER)},
    {"scales RoPE by rule ntk, not yarn, factor 8", by_ntk, ROPE(YARN), FAR},
    {"scales RoPE by rule ntk, not llama3, factor 8", by_ntk, ROPE(LLAMA3), FAR},
    {"scales RoPE by rule ntk, not longrope, factor 4", by_ntk, ROPE(LONGROPE)},
    {"scales RoPE by rule yarn, not llama3, factor 8", by_yarn, ROPE(LLAMA3), FAR},
    {"multiplies positions by rope_factor 4", multiplied, ROPE(LINEAR)},
    {"divides positions by rope_factor 4 as integers", as_integers, ROPE(LINEAR)},
    {"divides positions by rope_factor 4 as integers", as_integers, ROPE(LINEAR), FURTHER},

    {"takes 16384, the extended length, as rope_original", extended_original, ROPE(YARN), FAR},
    {"takes 16384, the extended length, as rope_original", extended_original, ROPE(LLAMA3), FAR},
    {"takes 16, the extended length, as rope_original", extended_original, ROPE(DYNAMIC)},
    {"takes 32, the extended length, as rope_original", extended_original, ROPE(LONGROPE)},
    {"takes 256, what is stated over rope_factor, as rope_original", original_over_factor, ROPE(YARN), FAR},
    {"takes 4, what is stated over rope_factor, as rope_original", original_over_factor, ROPE(DYNAMIC)},
    {"scales RoPE for the longest text, 16", longest_text, ROPE(DYNAMIC)},
    {"scales RoPE for the longest text, 32", longest_text, ROPE(.dim = 16, .scaling = PLUMB_ROPE_LONGROPE, .factor = 4, .original = 8, .length = 6)},
    {"scales RoPE for a text of length 24, key_length", length_24, ROPE(DYNAMIC)},
    {"scales RoPE for a text of length 24, key_length", length_24, ROPE(DYNAMIC, .length_rule = PLUMB_ROPE_BY_MAXIMUM)},
    {"scales RoPE for a text of length 6, query_length", length_6, ROPE(DYNAMIC)},
    {"scales RoPE for a text of length 6, query_length", length_6, ROPE(LONGROPE)},
    {"scales RoPE for a text of length 8, rope_original", length_original, ROPE(DYNAMIC)},
    {"scales RoPE for a text of length 16, a power of two", length_16, ROPE(DYNAMIC)},
    {"scales RoPE for a text of length 13, one beside", length_13, ROPE(DYNAMIC)},
    {"scales RoPE for a text of length 11, one beside", length_11, ROPE(DYNAMIC)},
    {"scales RoPE for a text of length 37, of nothing stated", length_37, ROPE(DYNAMIC)},
    {"multiplies the base by 4, not by that to the power 16/14", unpowered_ntk, ROPE(NTK)},
    {"multiplies the base by 2, not by that to the power 16/14", unpowered_dynamic, ROPE(DYNAMIC)},
    {"scales RoPE down for a text shorter than rope_original, 6", unclamped, ROPE(.dim = 16, .scaling = PLUMB_ROPE_DYNAMIC, .factor = 2, .original = 8, .length = 6)},
    {"keeps low frequencies and divides high ones by rope_factor 8", swap_ramp, ROPE(LLAMA3), FAR},
    {"swaps the ends of llama3's ramp, where frequencies are neither kept nor divided by 8", swap_ramp_within, ROPE(LLAMA3), FAR},
    {"scales RoPE for a text of length 16, beyond rope_original", length_beyond, ROPE(.dim = 16, .scaling = PLUMB_ROPE_LONGROPE, .factor = 4, .original = 8, .length = 6)},
    {"rounds the ends of YaRN's ramp to whole pairs", other_truncation, OF(ROPE_OF_GPT_OSS(16)), FAR},
    {"does not round the ends of YaRN's ramp to whole pairs", other_truncation, ROPE(YARN), FAR},
    {"uses beta_fast 32 and beta_slow 1 instead of 4 and 0.5",
     usual_betas, ROPE(.dim = 16, .scaling = PLUMB_ROPE_YARN, .factor = 8, .original = 2048, .beta_fast = 4, .beta_slow = 0.5), FAR},
    {"swaps beta_fast 32 and beta_slow 1", swapped_betas, ROPE(YARN, .untruncated = true), FAR},
    {"uses frequencies 1 and 4 instead of 2 and 16",
     usual_frequencies, ROPE(.dim = 16, .scaling = PLUMB_ROPE_LLAMA3, .factor = 8, .original = 2048, .low_frequency = 2, .high_frequency = 16), FAR},

    {"leaves RoPE's attention factor out (1.25)", mu_left_out, ROPE(HALVES, .multiplier = 1.25)},
    {"leaves RoPE's attention factor out (1.20794)", mu_left_out, ROPE(YARN), FAR},
    {"multiplies by RoPE's attention factor twice (1.20794)", mu_twice, ROPE(YARN), FAR},
    {"multiplies scores by RoPE's attention factor, not by its square (1.20794)", mu_of_queries_alone, ROPE(YARN), FAR},
    {"computes RoPE's attention factor and ignores the stated one (1.5)",
     mu_by_rule, ROPE(YARN, .multiplier = 1.5), FAR},
    {"ignores rope_mscale and rope_mscale_all, so that RoPE's attention factor differs (1.09418)",
     mu_by_rule, ROPE(YARN, MSCALE), FAR},
    {"does not divide RoPE's attention factor by that of rope_mscale_all (1.07966)", mu_without_division, ROPE(YARN, .mscale = 0.707, .mscale_all = 0.3), FAR},
    {"multiplies by YaRN's attention factor although the scaling has none (1)", mu_by_rule, ROPE(LLAMA3), FAR},
    {"multiplies whole scores by the square of RoPE's attention factor, 1.25", mu_in_scale, ROPE(.dim = 8, .multiplier = 1.25)},
    {"multiplies the scale by the square of YaRN's 0.1 c ln(8) + 1, too", growth_in_scale, ROPE(YARN), FAR},

    {"rotates queries, but not keys", queries_alone, ROPE(HALVES)},
    {"rotates queries, but not keys", queries_alone, ROPE(PARTED)},
    {"rotates queries, but not keys", queries_alone, ROPE(YARN), FAR},
    {"rotates keys, but not queries", keys_alone, ROPE(PAIRS)},
    {"rotates keys, but not queries", keys_alone, ROPE(PARTED, .multiplier = 1.25), .sink = true},
    {"rotates queries the other way, by -p theta, and keys as stated", queries_backwards, ROPE(HALVES)},
    {"rotates keys the other way, by -p theta, and queries as stated", keys_backwards, ROPE(PAIRS, .multiplier = 1.25), .sink = true},
    {"rotates keys the other way, by -p theta, and queries as stated", keys_backwards, ROPE(YARN), FAR},
    {"has RoPE's frequencies in reverse order", frequencies_reversed, ROPE(HALVES)},
    {"turns by powers -(2m + 2)/16 of the base, not -2m/16", frequencies_of_next, ROPE(PAIRS)},
    {"turns by powers -(2m - 2)/16 of the base, not -2m/16", frequencies_of_last, ROPE(HALVES)},
    {"rotates queries twice, and keys once", queries_twice, ROPE(HALVES)},
    {"rotates keys twice, and queries once", keys_twice, ROPE(PAIRS, .multiplier = 1.25)},
    {"divides positions by 4", positions_over_4, ROPE(HALVES)},
    {"rotates the other way, by -p theta", backwards, ROPE(HALVES)},
    {"rotates the other way, by -p theta", backwards, ROPE(.dim = 8, .layout = PLUMB_ROPE_INTERLEAVED), .sink = true},
    {"rotates the other way, by -p theta", backwards, ROPE(PARTED), .sink = true},
    {"rotates twice", twice, ROPE(HALVES)},
    {"rotates twice", twice, ROPE(PAIRS, .multiplier = 1.25), .sink = true},

    {"computes RoPE's frequencies, positions and angles in bf16", all_in_bf16, ROPE(HALVES), FURTHER},
    {"rounds RoPE's frequencies to bf16", theta_in_bf16, ROPE(PAIRS), FURTHER},
    {"rounds RoPE's frequencies and positions to bf16", both_in_bf16, ROPE(PARTED), FURTHER},
    {"rounds RoPE's angles to bf16", angle_in_bf16, ROPE(YARN), FURTHER},
    {"rounds RoPE's cosines and sines to bf16", table_in_bf16, ROPE(LLAMA3), FURTHER},
    {"computes RoPE's frequencies, positions and angles in f16", all_in_f16, ROPE(HALVES), .first = 3000, .apart = 37},
    {"rounds RoPE's frequencies to f16", theta_in_f16, ROPE(PAIRS), FURTHER},
    {"rounds RoPE's frequencies and positions to f16", both_in_f16, ROPE(PARTED), .first = 3000, .apart = 37},
    {"rounds RoPE's angles to f16", angle_in_f16, ROPE(HALVES), FURTHER},
    {"rounds RoPE's cosines and sines to f16", table_in_f16, ROPE(HALVES)},
};
/* clang-format on */

enum { TRIPS = sizeof trips / sizeof *trips };

static void give_divisors(drawn_problem *drawn) {
    if (drawn->problem.position.rope.scaling != PLUMB_ROPE_LONGROPE)
        return;
    give_position(drawn, ROPE_LONG);
    give_position(drawn, ROPE_SHORT);
    for (size_t m = 0; m < drawn->problem.position.rope.dim / 2; m++) {
        drawn->position[ROPE_LONG][m] = 1.5 + (double)m;
        drawn->position[ROPE_SHORT][m] = 1 + 0.125 * (double)m;
    }
}

START_TEST(wrong_engines_are_right_under_their_neighbour) {
    const round_trip *trip = &trips[_i];
    drawn_problem drawn = draw_trip(trip);
    give_divisors(&drawn);
    engine right = rope_engine(&drawn.problem);
    check_trip(trip, plumb_neighbours_of_rope, &drawn.problem, &right);
    free_problem(&drawn);
}
END_TEST

/* Rotations by stated tables, multiplied by 1.25. */
static drawn_problem draw_stated_tables(const round_trip *trip) {
    drawn_problem drawn = draw_trip(trip);
    plumb_rope *rope = &drawn.problem.position.rope;
    rope->rows = KEYS + 8;
    give_position(&drawn, ROPE_COSINE);
    give_position(&drawn, ROPE_SINE);
    for (size_t i = 0; i < rope->rows * 8; i++) {
        double angle = (double)(i / 8) * pow(100, -(double)(i % 8) / 8);
        drawn.position[ROPE_COSINE][i] = f32(1.25 * cos(angle));
        drawn.position[ROPE_SINE][i] = f32(1.25 * sin(angle));
    }
    return drawn;
}

START_TEST(tables_are_changed_too) {
    static const round_trip of_tables[] = {
        {"rotates pairs (2m, 2m + 1)", adjacent, ROPE(HALVES)},
        {"rotates queries, but not keys", queries_alone, ROPE(HALVES)},
        {"rotates keys, but not queries", keys_alone, ROPE(PARTED)},
        {"rotates the other way, by -p theta", backwards, ROPE(PAIRS)},
        {"rotates twice", twice, ROPE(PAIRS)},
        {"rounds RoPE's cosines and sines to bf16", table_in_bf16, ROPE(HALVES)},
    };
    for (size_t i = 0; i < sizeof of_tables / sizeof *of_tables; i++) {
        drawn_problem drawn = draw_stated_tables(&of_tables[i]);
        engine right = rope_engine(&drawn.problem);
        check_trip(&of_tables[i], plumb_neighbours_of_rope, &drawn.problem, &right);
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(every_neighbour_has_an_engine) {
    static tallies all;
    random_cases cases = random_begin("neighbours of rope", PROBLEMS);
    while (random_next(&cases)) {
        drawn_problem drawn;
        if (!draw_stated(&cases, PLUMB_POSITION_ROPE, &drawn))
            continue;
        gather_neighbours(plumb_neighbours_of_rope, &drawn, &all);
        free_problem(&drawn);
    }
    check_shown(&all, trips, TRIPS);
}
END_TEST

START_TEST(other_encodings_have_none) {
    for (int kind = 0; kind < PLUMB_POSITION_COUNT; kind++) {
        plumb_case stated = {.problem = one_head(3, 4, 8, 8)};
        plumb_neighbourhood neighbourhood = {.list = NULL};
        stated.problem.position.kind = (plumb_position_kind)kind;
        stated.problem.position.rope = (plumb_rope){.dim = 8, .base = 10000};
        plumb_neighbours_of_rope(&stated, &neighbourhood);
        ck_assert((neighbourhood.count > 0) ==
                  (kind == PLUMB_POSITION_ROPE || kind == PLUMB_POSITION_ROPE_OUTPUT));
        plumb_neighbourhood_free(&neighbourhood);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/neighbours_rope");
    TCase *tests = tcase_create("neighbours of rope");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, every_neighbour_is_a_case);
    tcase_add_loop_test(tests, wrong_engines_are_right_under_their_neighbour, 0, TRIPS);
    tcase_add_test(tests, tables_are_changed_too);
    tcase_add_test(tests, every_neighbour_has_an_engine);
    tcase_add_test(tests, other_encodings_have_none);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
