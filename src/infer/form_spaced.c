/* Keys lost at even distances: tiles that a loop steps over, the share of one warp or lane, or all but that. */
#include "infer/forms.h"

/* Of single keys every second to every eighth is asked for, of tiles powers of two. */
enum { MOST_EVERY = 8 };

/* Where they are lost: factors in the sum of values and in that of weights. */
static const double places[][2] = {{0, 0}, {0, 1}, {1, 0}};
enum { PLACES = sizeof places / sizeof *places };

static void list_first(plumb_inquiry *q, size_t tile, size_t every, size_t first, plumb_hypotheses *kept) {
    for (int variant = 0; variant < PLUMB_SPACED; variant++)
        for (size_t i = 0; i < PLACES; i++) {
            plumb_hypothesis h = {.cause = PLUMB_CAUSE_SPACED,
                                  .variant = variant,
                                  .tile = tile,
                                  .every = every,
                                  .from = first * tile,
                                  .numerator = places[i][0],
                                  .denominator = places[i][1]};
            /* all but every second are the others of two */
            if (variant == PLUMB_SPACED_LOST || every > 2)
                plumb_consider(q, &h, kept);
        }
}

int plumb_form_spaced(plumb_inquiry *q, plumb_hypotheses *kept) {
    static const size_t tiles[] = {1, 8, 16, 32, 64, 128};
    const plumb_problem *p = &q->judged->problem;
    if (!plumb_operator_is(p->op.kind, PLUMB_IS_MEAN))
        return 0;
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++)
        for (size_t every = 2; every <= MOST_EVERY && 2 * every * tiles[i] <= p->key_length; every++)
            for (size_t first = 0; first < every && (tiles[i] == 1 || (every & (every - 1)) == 0); first++)
                list_first(q, tiles[i], every, first, kept);
    return 0;
}
