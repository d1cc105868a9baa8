/* Parts of scores multiplied by numbers: columns or tiles of the products, slopes, biases, scores below the largest in
   some tiles.  Gauss-Newton fits the numbers together on the samples. */
#include "infer/forms.h"
#include "infer/predict.h"
#include "infer/tilt_solve.h"
#include "schema/text.h"

/* Unknowns, of single keys alone more; products of a step, at most. */
enum { MOST_FEATURES = 128, MOST_KEYS = 256 };
#define MOST_WORK 2e8

static size_t parts_of(const plumb_problem *p, size_t step, size_t columns) {
    return ((p->key_length + step - 1) / step) * ((p->head_dim + columns - 1) / columns);
}

/* Whether parts of these sizes can be solved for. */
static bool is_feasible(const plumb_inquiry *q, size_t step, size_t columns) {
    const plumb_problem *p = &q->judged->problem;
    double groups = (double)((p->head_dim + columns - 1) / columns);
    return parts_of(p, step, columns) <= MOST_FEATURES &&
           (double)(q->samples * p->key_length * q->width) * groups <= MOST_WORK;
}

static int try_parts(plumb_inquiry *q, size_t step, size_t columns, bool *fits, plumb_hypotheses *kept) {
    return plumb_tilts_try(q,
                     (plumb_tilts){.of = PLUMB_TILT_PRODUCTS, .step = step, .columns = columns,
                                   .features = parts_of(&q->judged->problem, step, columns)},
                     fits, kept);
}

/* The finest blocks first: where these do not fit, none do.  The widest that fit have words. */
static int try_blocks(plumb_inquiry *q, plumb_hypotheses *kept) {
    size_t keys = q->judged->problem.key_length, dim = q->judged->problem.head_dim, step = 16, columns = 8, half = 1;
    bool fits = false, these;
    while (2 * half < dim)
        half *= 2;
    for (bool of_keys = true; step < keys && columns < dim && !is_feasible(q, step, columns); of_keys = !of_keys)
        *(of_keys ? &step : &columns) *= 2;
    if (step >= keys || columns >= dim)
        return 0;
    int result = try_parts(q, step, columns, &fits, NULL);
    for (size_t wide = 256; wide >= step && fits && result == 0; wide /= 2)
        for (size_t many = half; many >= columns && kept->count == 0 && result == 0; many /= 2)
            if (wide < keys)
                result = try_parts(q, wide, many, &these, kept);
    return result;
}

/* Tiles of keys, of which each key head has numbers of its own: the finest that can be solved for, then the widest that
   fit. */
static int try_sources(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t sources = p->batch * p->key_heads, step = 16;
    plumb_tilts tilts = {.of = PLUMB_TILT_PRODUCTS, .columns = p->head_dim, .by_source = true};
    bool fits = false, these;
    while (step < p->key_length && (parts_of(p, step, p->head_dim) * sources > MOST_FEATURES ||
                                    !is_feasible(q, step, p->head_dim)))
        step *= 2;
    if (step >= p->key_length || sources == 1)
        return 0;
    tilts.step = step;
    tilts.features = parts_of(p, step, p->head_dim) * sources;
    int result = plumb_tilts_try(q, tilts, &fits, NULL);
    for (tilts.step = 256; tilts.step >= step && fits && result == 0 && kept->count == 0; tilts.step /= 2) {
        tilts.features = parts_of(p, tilts.step, p->head_dim) * sources;
        if (tilts.step < p->key_length)
            result = plumb_tilts_try(q, tilts, &these, kept);
    }
    return result;
}

/* Each key of each key head by itself, where samples are enough. */
static int try_keys_of_sources(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t sources = p->batch * p->key_heads, keys = p->key_length;
    bool fits;
    plumb_tilts tilts = {.of = PLUMB_TILT_PRODUCTS, .columns = p->head_dim, .step = 1, .by_source = true,
                         .features = keys * sources};
    bool enough = keys <= MOST_KEYS && q->samples * q->width > keys * sources + keys / 4;
    return enough ? plumb_tilts_try(q, tilts, &fits, kept) : 0;
}

/* The same of columns, as scales of channels are. */
static int try_columns_of_sources(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    size_t sources = p->batch * p->key_heads, dim = p->head_dim;
    bool fits;
    plumb_tilts tilts = {.of = PLUMB_TILT_PRODUCTS, .columns = 1, .step = p->key_length, .by_source = true,
                         .features = dim * sources};
    bool enough = sources > 1 && dim <= MOST_FEATURES && q->samples * q->width > dim * sources + dim / 4;
    return enough ? plumb_tilts_try(q, tilts, &fits, kept) : 0;
}

/* Parts of the products, each of as few columns or keys as can be solved for: all of them, columns, keys, blocks. */
static int try_products(plumb_inquiry *q, plumb_hypotheses *kept) {
    size_t keys = q->judged->problem.key_length, dim = q->judged->problem.head_dim, columns = 1, step = 8;
    bool fits;
    int result = try_parts(q, keys, dim, &fits, kept);
    while (columns < dim && !is_feasible(q, keys, columns))
        columns *= 2;
    while (step < keys && !is_feasible(q, step, dim))
        step *= 2;
    if (result == 0 && kept->count == 0 && columns < dim)
        result = try_parts(q, keys, columns, &fits, kept);
    if (result == 0 && kept->count == 0 && step < keys)
        result = try_parts(q, step, dim, &fits, kept);
    if (result == 0 && kept->count == 0)
        result = try_sources(q, kept);
    if (result == 0 && kept->count == 0)
        result = try_columns_of_sources(q, kept);
    if (result == 0 && kept->count == 0)
        result = try_blocks(q, kept);
    if (result == 0 && kept->count == 0 && is_feasible(q, 1, dim))
        result = try_parts(q, 1, dim, &fits, kept);
    return result == 0 && kept->count == 0 ? try_keys_of_sources(q, kept) : result;
}

int plumb_form_others(plumb_inquiry *q, const double *query, const double *key, size_t columns, const char *what,
                      const char *says, plumb_hypotheses *kept) {
    size_t dim = q->judged->problem.head_dim;
    bool fits;
    while (columns < dim && !is_feasible(q, q->judged->problem.key_length, columns))
        columns *= 2;
    plumb_tilts tilts = {.of = PLUMB_TILT_OTHERS, .query = query, .key = key, .step = q->judged->problem.key_length,
                         .columns = columns, .features = (dim + columns - 1) / columns, .what = what};
    plumb_text_add(tilts.says, sizeof tilts.says, "%s", says);
    return plumb_tilts_try(q, tilts, &fits, kept);
}

int plumb_form_tilts(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    bool plain = plumb_scores_are_plain(&q->multiplied), mean = plumb_operator_is(p->op.kind, PLUMB_IS_MEAN);
    int result = 0;
    bool fits;
    if (!mean || q->samples == 0)
        return 0;
    if (p->op.softcap == 0 || p->op.softcap_order == PLUMB_CAP_BIAS_MASK)
        result =
            plumb_tilts_try(q, (plumb_tilts){.of = PLUMB_TILT_DISTANCE, .features = 1, .by_head = true}, &fits, kept);
    if (result == 0 && plumb_bias_comes_off(p))
        result = plumb_tilts_try(q, (plumb_tilts){.of = PLUMB_TILT_BIAS, .features = 1, .by_head = true}, &fits, kept);
    for (plumb_tilt of = PLUMB_TILT_BIAS_DIAGONAL; of <= PLUMB_TILT_BIAS_ODD && plumb_bias_comes_off(p); of++)
        for (size_t step = 16; step < p->key_length && step <= 256 && result == 0 && kept->count == 0; step *= 2)
            result = plumb_tilts_try(q, (plumb_tilts){.of = of, .step = step, .features = 1}, &fits, kept);
    if (plain && result == 0)
        result = try_products(q, kept);
    for (plumb_tilt of = PLUMB_TILT_DIAGONAL; of <= PLUMB_TILT_ODD; of++)
        for (size_t step = 16; step < p->key_length && step <= 256 && result == 0 && kept->count == 0; step *= 2)
            result = plumb_tilts_try(q, (plumb_tilts){.of = of, .step = step, .features = 1}, &fits, kept);
    return result;
}
