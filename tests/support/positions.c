#include "tests/support/positions.h"
#include <stdlib.h>

/* Position ids from least to most, equal ones and ones out of order among them. */
static void draw_ids(random_cases *cases, drawn_problem *drawn, int64_t least, int64_t most) {
    const plumb_problem *p = &drawn->problem;
    size_t span = (size_t)(most - least) + 1;
    give_position_ids(drawn);
    for (size_t i = 0; i < plumb_query_places(p); i++)
        drawn->query_position[i] = least + (int64_t)random_below(cases, span);
    for (size_t i = 0; i < plumb_key_places(p); i++)
        drawn->key_position[i] = least + (int64_t)random_below(cases, span);
}

static void draw_tensor(random_cases *cases, drawn_problem *drawn, position_tensor tensor,
                        problem_character character) {
    give_position(drawn, tensor);
    draw_numbers(cases, character, drawn->position[tensor],
                 position_numbers(&drawn->problem, tensor));
}

/* Ids for encodings that know every position: near 0, or as far as positions go. */
static void draw_any_ids(random_cases *cases, drawn_problem *drawn, problem_character character) {
    bool far = drawn->problem.position.kind != PLUMB_POSITION_ALIBI || character != ORDINARY;
    switch (random_below(cases, 6)) {
    case 0:
        draw_ids(cases, drawn, 0, far ? 1 << 24 : 40);
        break;
    case 1:
        draw_ids(cases, drawn, -40, 40);
        break;
    case 2:
        draw_ids(cases, drawn, far ? PLUMB_POSITION_MAX - 100 : 0, far ? PLUMB_POSITION_MAX : 9);
        break;
    default:
        break;
    }
}

/* The frequencies of the pairs, for a text of any length. */
static void draw_scaling(random_cases *cases, plumb_rope *rope) {
    static const double factors[] = {1, 2, 4, 8, 32, 1.5, 0.5}, lengths[] = {0.5, 1, 2, 3.7};
    static const double originals[] = {4, 16, 512, 4096, 8192}, fast[] = {32, 32, 4, 2};
    static const double slow[] = {1, 1, 4, 0.5}, magnitudes[] = {0, 0, 1, 0.707};
    static const double low[] = {1, 1, 2}, high[] = {4, 4, 8};
    rope->scaling = (plumb_rope_scaling)random_below(cases, PLUMB_ROPE_LONGROPE + 1);
    if (rope->dim == 2 && (rope->scaling == PLUMB_ROPE_NTK || rope->scaling == PLUMB_ROPE_DYNAMIC))
        rope->scaling = PLUMB_ROPE_LINEAR;
    rope->factor = random_choice(cases, factors, 7);
    rope->original = random_choice(cases, originals, 5);
    rope->length = rope->original * random_choice(cases, lengths, 4);
    rope->length_rule = (plumb_rope_length_rule)random_below(cases, PLUMB_ROPE_BY_MAXIMUM + 1);
    rope->beta_fast = random_choice(cases, fast, 4);
    rope->beta_slow = random_choice(cases, slow, 4);
    rope->untruncated = random_below(cases, 2) == 0;
    rope->mscale = random_choice(cases, magnitudes, 4);
    rope->mscale_all = random_choice(cases, magnitudes, 4);
    rope->low_frequency = random_choice(cases, low, 3);
    rope->high_frequency = random_choice(cases, high, 3);
}

static void draw_divisors(random_cases *cases, drawn_problem *drawn) {
    static const double divisors[] = {1, 1.02, 1.5, 4, 64.5, 0.9};
    for (int tensor = ROPE_LONG; tensor <= ROPE_SHORT; tensor++) {
        give_position(drawn, (position_tensor)tensor);
        for (size_t m = 0; m < drawn->problem.position.rope.dim / 2; m++)
            drawn->position[tensor][m] = random_choice(cases, divisors, 6);
    }
}

/* Positions for which tables have a row: those of every query and key, moved by the offset. */
enum { STATED_ROWS = 24, STATED_OFFSET = 6 };

static bool has_single(const plumb_sections *sections) {
    for (size_t a = 0; a < sections->count; a++)
        if (sections->pairs[a] == 1)
            return true;
    return false;
}

static bool are_alike(const plumb_sections *sections) {
    for (size_t a = 1; a < sections->count; a++)
        if (sections->pairs[a] != sections->pairs[0])
            return false;
    return true;
}

static void draw_frequencies(random_cases *cases, plumb_rope *rope) {
    bool stretched = rope->scaling == PLUMB_ROPE_NTK || rope->scaling == PLUMB_ROPE_DYNAMIC;
    rope->frequencies = (plumb_section_frequencies)random_below(cases, PLUMB_FREQUENCIES_DEALT + 1);
    if (rope->frequencies == PLUMB_FREQUENCIES_DEALT ? !are_alike(&rope->sections)
                                                     : rope->scaling == PLUMB_ROPE_LONGROPE ||
                                                           (stretched && has_single(&rope->sections)))
        rope->frequencies = PLUMB_FREQUENCIES_CONTINUED;
}

/* Several axes of position ids, each of which some pair reads. */
static void draw_sections(random_cases *cases, plumb_rope *rope) {
    size_t pairs = rope->dim / 2, most = pairs < PLUMB_MOST_AXES ? pairs : PLUMB_MOST_AXES;
    if (pairs < 2 || random_below(cases, 3) > 0)
        return;
    plumb_sections *sections = &rope->sections;
    size_t axes = sections->count = 2 + random_below(cases, most - 1), rest = pairs - (axes - 1);
    rope->order = (plumb_section_order)random_below(cases, 3);
    if (rope->order == PLUMB_SECTIONS_ALTERNATING) {
        sections->pairs[0] = 1 + random_below(cases, rest);
        for (size_t a = 1; a < axes; a++)
            sections->pairs[a] = (pairs - sections->pairs[0] + axes - 1 - a) / (axes - 1);
        draw_frequencies(cases, rope);
        return;
    }
    for (size_t a = 1; a < axes; a++) {
        size_t room = rope->order == PLUMB_SECTIONS_INTERLEAVED ? (pairs - a + axes - 1) / axes : rest;
        sections->pairs[a] = 1 + random_below(cases, room < rest ? room : rest);
        rest -= sections->pairs[a] - 1;
    }
    sections->pairs[0] = rest;
    if (random_below(cases, 2) == 0 && pairs % axes == 0)
        for (size_t a = 0; a < axes; a++)
            sections->pairs[a] = pairs / axes;
    draw_frequencies(cases, rope);
}

/* Steps at every few positions, or far apart. */
static void draw_temperature(random_cases *cases, drawn_problem *drawn) {
    static const double factors[] = {0.1, 0.1, 0.5, 2, 0.01};
    static const int64_t lengths[] = {1, 2, 3, 8, 8192}, offsets[] = {0, 1, 1, 7};
    plumb_temperature *temperature = &drawn->problem.position.temperature;
    temperature->factor = random_choice(cases, factors, 5);
    temperature->length = lengths[random_below(cases, 5)];
    temperature->offset = offsets[random_below(cases, 4)];
    for (size_t i = 0; drawn->query_position != NULL && i < plumb_query_places(&drawn->problem); i++)
        drawn->query_position[i] = llabs(drawn->query_position[i]);
    if (drawn->query_position == NULL && drawn->problem.causal.offset < 0)
        temperature->offset = -drawn->problem.causal.offset;
}

static void draw_rope(random_cases *cases, drawn_problem *drawn, problem_character character) {
    static const double bases[] = {10000, 10000, 500000, 1e6, 100, 2, 0.5};
    static const double multipliers[] = {0, 0, 1, 1.25};
    plumb_rope *rope = &drawn->problem.position.rope;
    size_t pairs = drawn->problem.head_dim / 2;
    rope->layout = (plumb_rope_layout)random_below(cases, PLUMB_ROPE_DEINTERLEAVED + 1);
    rope->dim = 2 * (random_below(cases, 2) == 0 ? pairs : 1 + random_below(cases, pairs));
    rope->last = random_below(cases, 3) == 0;
    rope->base = random_choice(cases, bases, 7);
    rope->multiplier = random_choice(cases, multipliers, 4);
    draw_scaling(cases, rope);
    if (rope->scaling == PLUMB_ROPE_LONGROPE)
        draw_divisors(cases, drawn);
    draw_sections(cases, rope);
    if (random_below(cases, 6) > 0) {
        draw_any_ids(cases, drawn, character);
        return;
    }
    rope->frequencies = PLUMB_FREQUENCIES_CONTINUED;
    rope->rows = 1 + random_below(cases, STATED_ROWS);
    draw_tensor(cases, drawn, ROPE_COSINE, character);
    draw_tensor(cases, drawn, ROPE_SINE, character);
    draw_ids(cases, drawn, 0, (int64_t)rope->rows - 1);
}

static void draw_sinusoidal(random_cases *cases, drawn_problem *drawn,
                            problem_character character) {
    static const double bases[] = {10000, 10000, 100, 2, 0.5};
    static const int64_t offsets[] = {0, 0, 2, -3, 1 << 20};
    plumb_position *position = &drawn->problem.position;
    position->sinusoidal = (plumb_sinusoidal_layout)random_below(cases, 2);
    position->sinusoidal_one_less = drawn->problem.head_dim >= 4 && random_below(cases, 2) == 0;
    position->sinusoidal_base = random_choice(cases, bases, 5);
    draw_any_ids(cases, drawn, character);
    if (drawn->query_position == NULL)
        position->offset = offsets[random_below(cases, 5)];
}

static void draw_learned(random_cases *cases, drawn_problem *drawn, problem_character character) {
    plumb_position *position = &drawn->problem.position;
    position->offset = STATED_OFFSET;
    position->table_rows = STATED_ROWS;
    draw_tensor(cases, drawn, POSITION_TABLE, character);
    if (random_below(cases, 3) == 0)
        draw_ids(cases, drawn, -STATED_OFFSET, STATED_ROWS - STATED_OFFSET - 1);
}

static void draw_alibi(random_cases *cases, drawn_problem *drawn, problem_character character) {
    drawn->problem.position.alibi = (plumb_alibi_form)random_below(cases, 4);
    if (random_below(cases, 3) == 0)
        draw_tensor(cases, drawn, SLOPES, character);
    draw_any_ids(cases, drawn, character);
}

static void draw_buckets(random_cases *cases, drawn_problem *drawn, problem_character character) {
    static const size_t causal[] = {32, 32, 2, 5, 7, 8, 16}, both[] = {32, 32, 4, 6, 10, 8, 16};
    static const size_t distances[] = {128, 128, 17, 20, 1000, 100000};
    plumb_position *position = &drawn->problem.position;
    position->bidirectional = random_below(cases, 2) == 0;
    position->buckets = (position->bidirectional ? both : causal)[random_below(cases, 7)];
    position->max_distance = distances[random_below(cases, 6)];
    if (position->kind == PLUMB_POSITION_T5)
        draw_tensor(cases, drawn, POSITION_TABLE, character);
    if (random_below(cases, 4) == 0)
        draw_ids(cases, drawn, 0, 150);
    else
        draw_any_ids(cases, drawn, character);
}

/* A table with a row for each distance up to the reach; shaw, too, may have values of distances. */
static void draw_distances(random_cases *cases, drawn_problem *drawn, problem_character character) {
    const plumb_extras *extra = &drawn->problem.extra;
    plumb_position *position = &drawn->problem.position;
    bool plain_output = extra->value_bias == NULL && extra->gate == NULL;
    position->table_rows = 2 * random_below(cases, 6) + 1;
    draw_tensor(cases, drawn, POSITION_TABLE, character);
    if (position->kind == PLUMB_POSITION_SHAW && plain_output && random_below(cases, 2) == 0)
        draw_tensor(cases, drawn, POSITION_VALUES, character);
    draw_any_ids(cases, drawn, character);
}

/* Whether vectors of that size, and the feature map of the operator, allow the encoding. */
static bool allows(const plumb_problem *p, plumb_position_kind kind) {
    bool kernel = p->op.kind == PLUMB_ELU_KERNEL || p->op.kind == PLUMB_MLP_KERNEL;
    if (kernel && (plumb_position_moves_vectors(kind) || kind == PLUMB_POSITION_SHAW))
        return false;
    if (kind == PLUMB_POSITION_SINUSOIDAL)
        return p->head_dim % 2 == 0;
    bool sums_alone = p->extra.gate == NULL && p->extra.value_bias == NULL && p->extra.sink_value == NULL;
    if (kind == PLUMB_POSITION_ROPE_OUTPUT)
        return p->head_dim >= 2 && p->value_dim == p->head_dim && sums_alone && p->empty_row != PLUMB_EMPTY_ROW_MEAN;
    return kind != PLUMB_POSITION_ROPE || p->head_dim >= 2;
}

void draw_position(random_cases *cases, drawn_problem *drawn, plumb_position_kind kind,
                   problem_character character) {
    if (!allows(&drawn->problem, kind))
        return;
    drawn->problem.position.kind = kind;
    switch (kind) {
    case PLUMB_POSITION_SINUSOIDAL:
        draw_sinusoidal(cases, drawn, character);
        break;
    case PLUMB_POSITION_LEARNED:
        draw_learned(cases, drawn, character);
        break;
    case PLUMB_POSITION_ROPE:
        draw_rope(cases, drawn, character);
        if (random_below(cases, 4) == 0)
            draw_temperature(cases, drawn);
        break;
    case PLUMB_POSITION_ROPE_OUTPUT:
        draw_rope(cases, drawn, character);
        free(drawn->key_position); /* which it does not read */
        drawn->problem.position.key_position = drawn->key_position = NULL;
        break;
    case PLUMB_POSITION_TEMPERATURE:
        draw_any_ids(cases, drawn, character);
        free(drawn->key_position); /* which it does not read */
        drawn->problem.position.key_position = drawn->key_position = NULL;
        draw_temperature(cases, drawn);
        break;
    case PLUMB_POSITION_ALIBI:
        draw_alibi(cases, drawn, character);
        break;
    case PLUMB_POSITION_T5:
    case PLUMB_POSITION_BUCKET_INDEX:
        draw_buckets(cases, drawn, character);
        break;
    case PLUMB_POSITION_RELATIVE_TABLE:
    case PLUMB_POSITION_SHAW:
        draw_distances(cases, drawn, character);
        break;
    case PLUMB_POSITION_NONE:
    default:
        break;
    }
}
