/* Slopes of another distance: of places in tiles, clamped, rounded, or another function of it.  The number that a
   distance is clamped or divided by is the one of all that comes nearest. */
#include "infer/fit_factor.h"
#include "infer/forms.h"
#include "infer/tilt_words.h"
#include "schema/text.h"
#include <math.h>

/* Slopes as stated, of another distance, as the words say. */
static plumb_tilts *tilts_of_distance(plumb_inquiry *q, plumb_tilt of, size_t step) {
    const plumb_problem *p = &q->judged->problem;
    plumb_tilts *f = plumb_workspace_take(&q->memory, 1, sizeof *f);
    double *number = plumb_workspace_take(&q->memory, p->query_heads, sizeof *number);
    if (f == NULL || number == NULL)
        return NULL;
    for (size_t h = 0; h < p->query_heads; h++)
        number[h] = plumb_stated_slope(p, h);
    *f = (plumb_tilts){.of = of, .step = step, .features = 1, .by_head = true, .number = number};
    return f;
}

static int consider_distance(plumb_inquiry *q, plumb_tilts *f, plumb_hypotheses *kept) {
    static const char *const says[PLUMB_TILTS] = {
        [PLUMB_TILT_IN_TILE] = "distances are those of a key's place in its tile of %zu keys",
        [PLUMB_TILT_OF_TILE] = "distances are those of the first key of each tile of %zu",
        [PLUMB_TILT_CLAMPED] = "distances are clamped: of at most %zu",
        [PLUMB_TILT_WITHIN] = "distances of more than %zu are taken for 0",
        [PLUMB_TILT_BEYOND] = "distances are less by %zu, and not below 0",
        [PLUMB_TILT_MODULO] = "distances are taken modulo %zu",
        [PLUMB_TILT_COARSE] = "distances are rounded down to multiples of %zu",
        [PLUMB_TILT_ROOT] = "distances are taken by their root",
        [PLUMB_TILT_LOGARITHM] = "distances are taken by the logarithm of 1 more",
        [PLUMB_TILT_SQUARE] = "distances are squared"};
    if (f == NULL)
        return -1;
    plumb_text_add(f->says, sizeof f->says, says[f->of], f->step);
    plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_TILTS, .tilts = f, .says = f->says}, kept);
    return 0;
}

/* Samples by which the number is chosen that a distance is clamped or divided by. */
enum { CHOOSING = 2 };

static int choose_distance(plumb_inquiry *q, plumb_tilt of, plumb_hypotheses *kept) {
    plumb_tilts *f = tilts_of_distance(q, of, 1);
    double least = INFINITY;
    size_t best = 2;
    for (size_t n = 2; f != NULL && n < q->judged->problem.key_length && !plumb_inquiry_is_late(q); n++) {
        f->step = n;
        double misfit =
            plumb_misfit_with(q, (plumb_hypothesis){.cause = PLUMB_CAUSE_TILTS, .tilts = f}, 0, CHOOSING);
        best = misfit < least ? n : best;
        least = fmin(misfit, least);
    }
    if (f != NULL)
        f->step = best;
    return consider_distance(q, f, kept);
}

/* Keys whose positions are counted within tiles, or tile by tile, and other functions of the distance. */
int plumb_form_places(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    int result = 0;
    if (p->position.kind != PLUMB_POSITION_ALIBI || !plumb_operator_is(p->op.kind, PLUMB_IS_MEAN) || q->samples == 0)
        return 0;
    for (size_t step = 8; step < p->key_length && step <= 512; step *= 2)
        for (plumb_tilt of = PLUMB_TILT_IN_TILE; of <= PLUMB_TILT_OF_TILE && result == 0; of++)
            result = consider_distance(q, tilts_of_distance(q, of, step), kept);
    for (plumb_tilt of = PLUMB_TILT_ROOT; of <= PLUMB_TILT_SQUARE && result == 0; of++)
        result = consider_distance(q, tilts_of_distance(q, of, 1), kept);
    for (plumb_tilt of = PLUMB_TILT_CLAMPED; of < PLUMB_TILT_ROOT && result == 0; of++)
        result = choose_distance(q, of, kept);
    return result;
}
