/* neighbours_positions_unstated.c - encodings that an engine applies although the case states none:
   q and k had them already, or were to have none. */
#include "diagnose/change_positions.h"
#include "diagnose/neighbours_positions.h"
#include "schema/schema.h"
#include <inttypes.h>
#include <stdio.h>

/* The encodings that need no tensor. */
static plumb_position encoding_of(const plumb_neighbour *neighbour, size_t head_dim) {
    plumb_position position = {.kind = (plumb_position_kind)neighbour->integer};
    int form = (int)neighbour->second;
    switch (position.kind) {
    case PLUMB_POSITION_ROPE:
        position.rope.layout = (plumb_rope_layout)form;
        position.rope.dim = head_dim;
        position.rope.base = neighbour->number;
        break;
    case PLUMB_POSITION_SINUSOIDAL:
        position.sinusoidal = (plumb_sinusoidal_layout)form;
        position.sinusoidal_base = neighbour->number;
        break;
    case PLUMB_POSITION_ALIBI:
    default:
        position.alibi = (plumb_alibi_form)form;
    }
    return position;
}

/* integer: the encoding; second: its layout or form; number: its base. */
static int apply(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    (void)storage;
    if (problem->position.kind != PLUMB_POSITION_NONE)
        return 0;
    problem->position = encoding_of(neighbour, problem->head_dim);
    return plumb_positions_made(problem);
}

/* The same, the last query at the last key, where no offset says another. */
static int apply_at_end(const plumb_neighbour *neighbour, plumb_storage *storage,
                        plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    int64_t last = (int64_t)problem->key_length - (int64_t)problem->query_length;
    int64_t *query = NULL;
    if (problem->causal.offset != 0 || last == 0)
        return 0;
    int result = apply(neighbour, storage, changed);
    if (result == 1)
        result = plumb_state_positions(storage, problem, &query, NULL);
    if (result != 1 || query == NULL)
        return result == 1 ? 0 : result;
    for (size_t i = 0; i < problem->batch * problem->query_length; i++)
        query[i] += last;
    return plumb_positions_made(problem);
}

static void add_both(plumb_neighbourhood *list, const plumb_problem *stated,
                     plumb_neighbour neighbour, const char *does) {
    int64_t last = (int64_t)stated->key_length - (int64_t)stated->query_length;
    neighbour.change = apply;
    plumb_change_add(list, neighbour, "%s, although no position is stated", does);
    neighbour.change = apply_at_end;
    neighbour.member[0] = '\0';
    bool of_keys = neighbour.integer == PLUMB_POSITION_ALIBI && neighbour.second == PLUMB_ALIBI_KEY;
    if (last != 0 && stated->causal.offset == 0 && !of_keys)
        plumb_change_add(list, neighbour,
                         "%s, queries from position %" PRId64 " on, although none is stated", does,
                         last);
}

static void add_rope(plumb_neighbourhood *list, const plumb_problem *stated, double base,
                     plumb_rope_layout layout) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "position",
                                 .integer = PLUMB_POSITION_ROPE,
                                 .second = layout,
                                 .number = base};
    char does[PLUMB_NEIGHBOUR_TEXT];
    snprintf(does, sizeof does, "rotates %s (RoPE, base %.10g)",
             layout == PLUMB_ROPE_HALF ? "halves" : "pairs (2m, 2m + 1)", base);
    plumb_change_member(&neighbour,
                        "\"position\":\"rope\",\"rope_layout\":\"%s\",\"rope_base\":%.10g",
                        plumb_word_name(PLUMB_MEMBER_ROPE_LAYOUT, layout), base);
    add_both(list, stated, neighbour, does);
}

static void add_ropes(plumb_neighbourhood *list, const plumb_problem *stated) {
    static const double bases[] = {10000, 500000, 1000000};
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        add_rope(list, stated, bases[i], PLUMB_ROPE_HALF);
        if (stated->head_dim > 2)
            add_rope(list, stated, bases[i], PLUMB_ROPE_INTERLEAVED);
    }
}

static void add_alibi(plumb_neighbourhood *list, const plumb_problem *stated, plumb_alibi_form form,
                      const char *does) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "position",
                                 .integer = PLUMB_POSITION_ALIBI,
                                 .second = form};
    plumb_change_member(&neighbour, "\"position\":\"alibi\",\"alibi_form\":\"%s\"",
                        plumb_word_name(PLUMB_MEMBER_ALIBI_FORM, form));
    add_both(list, stated, neighbour, does);
}

static void add_sinusoidal(plumb_neighbourhood *list, const plumb_problem *stated,
                           plumb_sinusoidal_layout layout, const char *does) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "position",
                                 .integer = PLUMB_POSITION_SINUSOIDAL,
                                 .second = layout,
                                 .number = 10000};
    plumb_change_member(&neighbour, "\"position\":\"sinusoidal\",\"sinusoidal_layout\":\"%s\"",
                        plumb_word_name(PLUMB_MEMBER_SINUSOIDAL_LAYOUT, layout));
    add_both(list, stated, neighbour, does);
}

void plumb_neighbours_of_unstated(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *problem = &stated->problem;
    if (problem->head_dim % 2 == 0)
        add_ropes(neighbourhood, problem);
    add_alibi(neighbourhood, problem, PLUMB_ALIBI_RELATIVE, "adds ALiBi's slope (p_j - p_t)");
    add_alibi(neighbourhood, problem, PLUMB_ALIBI_KEY, "adds ALiBi's slope p_j");
    add_alibi(neighbourhood, problem, PLUMB_ALIBI_SYMMETRIC, "adds ALiBi's -slope |p_j - p_t|");
    if (problem->head_dim % 2 != 0)
        return;
    add_sinusoidal(neighbourhood, problem, PLUMB_SINUSOIDAL_CONCATENATED,
                   "adds sinusoids, sines first");
    add_sinusoidal(neighbourhood, problem, PLUMB_SINUSOIDAL_INTERLEAVED,
                   "adds interleaved sinusoids");
}
