/* windows.h - problems whose rows see some of many keys: windows that begin and end at and near the edges of panels and
   lanes, with hidden panels before, between and after; scales from 2^-40 to 2^40. */
#ifndef PLUMB_TESTS_BUNDLE_WINDOWS_H
#define PLUMB_TESTS_BUNDLE_WINDOWS_H
#include "tests/support/positions.h"
#include <math.h>
#include <stdio.h>

#define MOST_KEYS 300

/* A count up to the most, often where lanes, panels or bundles end. */
static inline size_t draw_edge(random_cases *cases, size_t most) {
    static const size_t edges[] = {0, 1, 4, 8, 16, 32, 64, 128, 192, 256, MOST_KEYS};
    size_t edge = edges[random_below(cases, sizeof edges / sizeof *edges)];
    size_t near = edge + random_below(cases, 3);
    if (random_below(cases, 3) == 0 || near == 0 || near - 1 > most)
        return random_below(cases, most + 1);
    return near - 1;
}

static inline size_t draw_length(random_cases *cases, size_t most) {
    size_t length = draw_edge(cases, most);
    return length > 0 ? length : 1;
}

/* Heads are few and long, or many and short. */
static inline plumb_problem draw_window_shape(random_cases *cases) {
    bool many = random_below(cases, 4) == 0;
    size_t queries = draw_length(cases, many ? 4 : MOST_KEYS);
    size_t keys = many ? draw_length(cases, 140) : MOST_KEYS - random_below(cases, 200);
    plumb_problem shape = one_head(queries, keys, draw_length(cases, many ? 9 : 37),
                                   draw_length(cases, many ? 9 : 37));
    shape.batch = 1 + random_below(cases, 2);
    shape.key_heads = 1 + random_below(cases, many ? 9 : 2);
    shape.query_heads = shape.key_heads * (1 + random_below(cases, many ? 8 : 2));
    return shape;
}

/* What row t sees begins at an edge, and neighbours see one key more or less on either side. */
static inline void draw_window(random_cases *cases, plumb_problem *p, size_t t) {
    size_t from = draw_edge(cases, p->key_length), left = draw_edge(cases, 70);
    p->causal.offset = (int64_t)(from + left) - (int64_t)t;
    p->causal.causal = random_below(cases, 3) == 0;
    switch (random_below(cases, 6)) {
    case 0:
        p->causal.causal = true;
        break;
    case 1:
        p->mask.streaming = true;
        p->mask.first = (int64_t)random_below(cases, 5);
        p->mask.recent = (int64_t)left + 1;
        break;
    case 2:
        p->mask.chunk = (int64_t)left + 1;
        break;
    default:
        p->mask.windowed = true;
        p->mask.left = (int64_t)left;
        p->mask.right =
            random_below(cases, 4) == 0 ? -1 : (int64_t)draw_edge(cases, p->key_length - from);
    }
}

/* A factor with all its digits, or a power of two; NULL for the default. */
static inline const char *draw_scale(random_cases *cases, int *exponent) {
    static const int edges[] = {-1070, -40, -39, -20, -7, -1, 0, 1, 3, 20, 39, 40};
    static char text[1200];
    bool edge = random_below(cases, 2) == 0;
    size_t choice = random_below(cases, sizeof edges / sizeof *edges);
    *exponent = edge ? edges[choice] : (int)random_below(cases, 81) - 40;
    double significand = random_below(cases, 3) == 0 ? 1 : 1 + random_uniform(cases);
    if (random_below(cases, 8) == 0) {
        *exponent = 0;
        return NULL;
    }
    snprintf(text, sizeof text, "%s%.*e", random_below(cases, 4) == 0 ? "-" : "",
             random_below(cases, 2) == 0 ? 1100 : 16, ldexp(significand, *exponent));
    return text;
}

/* The queries make up for the scale, so that scores are ordinary, or about as large as they may be without a shift
   of exponentials; or they do not. */
static inline void draw_balance(random_cases *cases, drawn_problem *drawn, int exponent) {
    int size = random_below(cases, 2) == 0 ? 0 : 3 + (int)random_below(cases, 4);
    if (random_below(cases, 4) == 0)
        return;
    for (size_t i = 0; i < query_numbers(&drawn->problem); i++)
        drawn->query[i] = ldexp(drawn->query[i], size - exponent);
}

/* Not learned positions, whose table would have to know every place. */
static inline plumb_position_kind draw_kind(random_cases *cases) {
    static const plumb_position_kind kinds[] = {PLUMB_POSITION_ROPE, PLUMB_POSITION_ALIBI,
                                                PLUMB_POSITION_T5, PLUMB_POSITION_RELATIVE_TABLE};
    return random_below(cases, 8) == 0 ? kinds[random_below(cases, 4)] : PLUMB_POSITION_NONE;
}

/* Of that operator; what row t sees begins at an edge. */
static inline drawn_problem draw_visible_in_part(random_cases *cases, operator_variant variant,
                                              size_t *t) {
    bool ordinary = random_below(cases, 2) == 0;
    problem_character character =
        ordinary ? ORDINARY : (problem_character)random_below(cases, CHARACTERS);
    int exponent;
    plumb_problem shape = draw_window_shape(cases);
    *t = random_below(cases, shape.query_length);
    draw_window(cases, &shape, *t);
    shape.scale.text = draw_scale(cases, &exponent);
    shape.empty_row = (plumb_empty_row)random_below(cases, 2);
    drawn_problem drawn = draw_operator_of_shape(cases, shape, variant, character);
    draw_position(cases, &drawn, draw_kind(cases), character);
    draw_balance(cases, &drawn, exponent);
    return drawn;
}
#endif
