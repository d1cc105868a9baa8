/* ask_moved.c - see ask_moved.h.  Heads of a group are added before their sum is turned back, or each is turned back
   by itself, where keys were repeated before they were rotated: a number must be excluded in both ways. */
#include "judge/ask_moved.h"

/* The two columns of the element's pair, where they went; of an element that is not rotated the same one twice. */
static plumb_turned_place gather_columns(const plumb_asking *a, const plumb_asked_line *of, size_t column) {
    bool before = column < of->from;
    plumb_turned_place place = before ? (plumb_turned_place){PLUMB_TURNED_NOT, 0, column, column}
                                      : plumb_place_turned(of->turning.layout, of->turning.pairs, column - of->from);
    size_t from = before ? 0 : of->from;
    for (size_t j = 0; j < of->pairs; j++)
        if (of->visible[j]) {
            a->column[0][j] = of->moved[j * of->width + from + place.first];
            a->column[1][j] = of->moved[j * of->width + from + place.second];
        }
    return place;
}

static plumb_turn turn_of(plumb_turning turning, size_t m) {
    return (plumb_turn){turning.delta[m], turning.cosine[m], turning.sine[m], turning.multiplier, turning.roundings};
}

/* Of the pairs from `first` on. */
static plumb_turned_sums sums_of(const plumb_asking *a, const plumb_asked_line *of, plumb_turned_place place,
                                 const plumb_ball *weight, size_t first, size_t pairs) {
    plumb_turned_sums sums = {
        .first = plumb_total_ball_products(weight + first, of->visible + first, a->column[0] + first, pairs),
        .second = plumb_total_ball_products(weight + first, of->visible + first, a->column[1] + first, pairs),
        .scale = of->scale,
        .stores = of->stores,
        .which = place.which};
    if (place.which != PLUMB_TURNED_NOT)
        sums.turn = turn_of(of->turning, place.m);
    return sums;
}

/* The heads of a group turned back one by one, and added: in each place of the scale. */
static bool is_excluded_by_heads(const plumb_asking *a, const plumb_asked_line *of, plumb_turned_place place,
                                 const plumb_ball *weight, double number) {
    const plumb_proof_model *m = &a->proof.model;
    size_t pairs = of->pairs / of->heads, stores = of->stores > 0 ? of->heads : 0;
    for (int scale = PLUMB_SCALE_VALUE; scale < PLUMB_SCALE_PLACES; scale++) {
        for (size_t h = 0; h < of->heads; h++)
            a->turned[h] = plumb_turned_sum(m->unit, m->tiny, scale, sums_of(a, of, place, weight, h * pairs, pairs));
        if (plumb_gradient_sum_verdict(m->unit, m->tiny, a->turned, a->each, a->one, of->heads, 1, 0, 0,
                                       plumb_ball_of(1.0), stores, number) != PLUMB_IMPOSSIBLE)
            return false;
    }
    return true;
}

bool plumb_moved_is_excluded(const plumb_asking *a, const plumb_asked_line *of, size_t column, double number) {
    const plumb_proof_model *m = &a->proof.model;
    plumb_turned_place place = gather_columns(a, of, column);
    for (size_t way = 0; way < PLUMB_PAIR_WAYS; way++) {
        plumb_turned_sums all = sums_of(a, of, place, of->weight[way], 0, of->pairs);
        if (plumb_turned_gradient_verdict(m->unit, m->tiny, all, number) != PLUMB_IMPOSSIBLE ||
            (of->heads > 1 && !is_excluded_by_heads(a, of, place, of->weight[way], number)))
            return false;
    }
    return true;
}
