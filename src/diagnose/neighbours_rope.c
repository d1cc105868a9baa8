#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/fit.h"
#include "diagnose/gather.h"
#include "diagnose/rows.h"
#include <math.h>
#include <string.h>

/* Lengths of texts that are looked at, in those that are stated; and bases. */
#define FARTHEST 64
#define FARTHEST_BASE 1024

/* How well short texts tell the logarithm of a base. */
#define LOGARITHM_KNOWN 0x1p-5

#define FACTOR(mu) STATE("\"rope_multiplier\":%s", DIGITS(mu))
#define IDS "query_positions key_positions"
#define SECTIONS(sections) sections_text((char[PLUMB_DESCRIPTION_TEXT]){0}, sections)
#define LENGTH(length) STATE("%s\"rope_length\":%s", ruled, DIGITS(length))
#define ANGLES(what, format) CALL(plumb_round_angles, .integer = (what), .second = PLUMB_##format)

/* By how much a text of that length stretches dynamic's base. */
static double growth_for(const plumb_rope *rope, double length) {
    return rope->factor * length / rope->original - (rope->factor - 1);
}

static void set_length(plumb_problem *problem, double parameter, void *context) {
    (void)context;
    problem->position.rope.length = parameter;
    problem->position.rope.length_rule = PLUMB_ROPE_BY_LENGTH;
}

/* The length of a text that no list has. */
static void add_length(const plumb_case *stated, const char *ruled, plumb_neighbourhood *neighbourhood) {
    const plumb_rope *rope = &stated->problem.position.rope;
    double found, longest = FARTHEST * fmax(rope->length, rope->original);
    const plumb_fitted fitted = {.set = set_length, .low = rope->original, .high = longest, .moves_vectors = true};
    if (!plumb_fit(stated, &fitted, neighbourhood, &found))
        return;
    plumb_neighbour row = FITTED(LENGTH(round(found)));
    if (!plumb_fit_listed(neighbourhood, row.states) && round(found) != rope->length)
        plumb_row_add(stated, neighbourhood, PLUMB_NEIGHBOUR_FAULT, "rope_length", row,
                      "scales RoPE for a text of length %.10g, of nothing stated", round(found));
}

static void set_base(plumb_problem *problem, double parameter, void *context) {
    (void)context;
    problem->position.rope.base = parameter;
}

/* A base that no list has, and the nearest one of two digits, which is meant. */
static void add_base(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    double base = stated->problem.position.rope.base, found;
    const plumb_fitted fitted = {.set = set_base,
                                 .low = fmax(base / FARTHEST_BASE, 1),
                                 .high = base * FARTHEST_BASE,
                                 .moves_vectors = true};
    if (!plumb_fit(stated, &fitted, neighbourhood, &found) ||
        plumb_fit_is(found, base))
        return;
    double meant = plumb_fit_rounded(found, 2);
    bool round = meant != base && fabs(log(found / meant)) < LOGARITHM_KNOWN;
    plumb_neighbour row = FITTED(STATE("\"rope_base\":%s", DIGITS(round ? meant : plumb_fit_rounded(found, 7))));
    if (!plumb_fit_listed(neighbourhood, row.states))
        plumb_row_add(stated, neighbourhood, PLUMB_NEIGHBOUR_FAULT, "rope_base", row,
                      "uses rope base %s%.10g instead of %.10g", round ? "" : "about ", round ? meant : found, base);
}

static plumb_sections exchanged(plumb_sections sections, size_t one, size_t other) {
    size_t pairs = sections.pairs[one];
    sections.pairs[one] = sections.pairs[other];
    sections.pairs[other] = pairs;
    return sections;
}

/* As many pairs for each axis, as far as they go; what is left over goes to axis 0. */
static plumb_sections alike(plumb_sections sections) {
    size_t sum = 0;
    for (size_t a = 0; a < sections.count; a++)
        sum += sections.pairs[a];
    for (size_t a = 0; a < sections.count; a++)
        sections.pairs[a] = sum / sections.count + (a == 0 ? sum % sections.count : 0);
    return sections;
}

/* Every count-th pair from a on, where sections are interleaved that do not fit so. */
static plumb_sections as_far_as_they_go(const plumb_rope *rope) {
    plumb_sections sections = rope->sections;
    size_t axes = sections.count, pairs = rope->dim / 2, rest = pairs;
    for (size_t a = 1; a < axes; a++) {
        size_t most = a < pairs ? (pairs - a + axes - 1) / axes : 0;
        sections.pairs[a] = sections.pairs[a] < most ? sections.pairs[a] : most;
        rest -= sections.pairs[a];
    }
    sections.pairs[0] = rest;
    return sections;
}

/* As many pairs of axis 0, the others by turns. */
static plumb_sections by_turns(const plumb_rope *rope) {
    plumb_sections sections = rope->sections;
    size_t others = sections.count - 1, pairs = rope->dim / 2 - sections.pairs[0];
    for (size_t a = 1; a < sections.count; a++)
        sections.pairs[a] = (pairs + others - a) / others;
    return sections;
}

static const char *sections_text(char text[PLUMB_DESCRIPTION_TEXT], plumb_sections sections) {
    plumb_description d = {.position.rope.sections = sections};
    return plumb_description_text(&d, PLUMB_MEMBER_ROPE_SECTIONS, text);
}

void plumb_neighbours_of_rope(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    const plumb_rope *rope = &p->position.rope;
    if (p->position.kind != PLUMB_POSITION_ROPE && !plumb_rotates_output(&p->position))
        return;
    size_t axes = plumb_axes_of(&p->position);
    size_t dim = p->head_dim, rotated = rope->dim, again = rotated * rotated / dim;
    bool computed = plumb_computes_angles(p), halves = rope->layout == PLUMB_ROPE_HALF;
    bool unscaled = rope->scaling == PLUMB_ROPE_UNSCALED, scaled = computed && !unscaled;
    bool yarn = computed && rope->scaling == PLUMB_ROPE_YARN, longrope = rope->scaling == PLUMB_ROPE_LONGROPE;
    /* Where nothing else reads the base. */
    bool powers = computed && rope->scaling != PLUMB_ROPE_NTK && rope->scaling != PLUMB_ROPE_DYNAMIC && !yarn;
    bool has_rule = yarn || (computed && longrope);
    bool has_mscale = yarn && rope->multiplier == 0 && rope->mscale != 0 && rope->mscale_all != 0;
    bool has_original = computed && rope->scaling >= PLUMB_ROPE_DYNAMIC && rope->factor > 0;
    bool has_length = computed && (rope->scaling == PLUMB_ROPE_DYNAMIC || longrope);
    bool llama3 = computed && rope->scaling == PLUMB_ROPE_LLAMA3;
    bool dynamic = computed && rope->scaling == PLUMB_ROPE_DYNAMIC && rope->length_rule == PLUMB_ROPE_BY_LENGTH;
    bool grows = rotated > 2 && (dynamic || (computed && rope->scaling == PLUMB_ROPE_NTK));
    double growth = dynamic ? growth_for(rope, fmax(rope->length, rope->original)) : rope->factor;
    double shrunk = dynamic ? growth_for(rope, rope->length) : 1, to_power = (double)rotated / ((double)rotated - 2);
    const char *ruled = rope->length_rule == PLUMB_ROPE_BY_MAXIMUM ? "\"rope_length_rule\":\"length\"," : "";
    const char *scaling = plumb_word_name(PLUMB_MEMBER_ROPE_SCALING, rope->scaling);
    double mu = computed ? plumb_rope_factor(rope) : 1;
#include "diagnose/neighbours_rope.def"
    if (powers)
        add_base(stated, neighbourhood);
    if (dynamic)
        add_length(stated, ruled, neighbourhood);
}
