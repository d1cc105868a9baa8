/* Each gradient in the sample is split into the parts of up to 64 tiles of keys or queries.  How often each part counts
   beyond once is solved by least squares of all sampled numbers, weighed by their expected errors, with a small ridge
   and Cholesky.  Factors near an integer become it, and the sums so predicted must explain nearly all that is wrong;
   then runs of equal factors are put into words.  If no such tiles explain the numbers, pairs of tiles may
   (gradient_pairs.h). */
#include "diagnose/gradient_tiles.h"
#include "diagnose/gradient_parts.h"
#include "diagnose/gradient_pairs.h"
#include "backward/gradients.h"
#include "infer/infer.h"
#include "schema/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const plumb_gradient_parts *parts;
    const plumb_sampled_gradient *of;
    size_t tiles;
    double *gram, *factor; /* [tiles][tiles], [tiles] */
} solving;

/* Tiles count a whole number of times. */
static void settle(solving *s) {
    for (size_t i = 0; i < s->tiles; i++) {
        double whole = rint(s->factor[i]);
        s->factor[i] = fabs(s->factor[i] - whole) < 0.2 ? whole : s->factor[i];
    }
}

static void predict(const solving *s, double *numbers) {
    for (size_t i = 0; i < s->of->lines * s->of->width; i++) {
        numbers[i] = s->of->exact[i];
        for (size_t k = 0; k < s->tiles; k++)
            numbers[i] += s->factor[k] * s->parts->part[i * s->tiles + k];
    }
}

/* ---- in words ---- */

static size_t run_end(const solving *s, size_t from) {
    size_t end = from + 1;
    while (end < s->tiles && fabs(s->factor[end] - s->factor[from]) < 0.05)
        end++;
    return end;
}

static void add_run(const solving *s, size_t from, size_t end, const char *comma, char *says, size_t size) {
    const char *noun = s->parts->gradient == PLUMB_GRADIENT_OF_QUERY ? "keys" : "queries";
    size_t last = end * s->parts->tile < s->parts->length ? end * s->parts->tile - 1 : s->parts->length - 1;
    plumb_text_add(says, size, "%s%s %zu to %zu ", comma, noun, from * s->parts->tile, last);
    if (fabs(s->factor[from] + 1) < 0.05)
        plumb_text_add(says, size, "are left out");
    else if (fabs(s->factor[from] - 1) < 0.05)
        plumb_text_add(says, size, "count twice");
    else
        plumb_text_add(says, size, "count %.3g times", 1 + s->factor[from]);
}

/* More runs than these are no tiles. */
enum { MOST_RUNS = 3 };

static bool say(const solving *s, char *says, size_t size) {
    size_t runs = 0;
    *says = 0;
    for (size_t i = 0, end; i < s->tiles; i = end) {
        end = run_end(s, i);
        if (fabs(s->factor[i]) < 0.05)
            continue;
        if (++runs > MOST_RUNS)
            return false;
        add_run(s, i, end, runs > 1 ? ", " : "", says, size);
    }
    return runs > 0;
}

/* One factor for each tile, in all lines. */
static int try_tiles(const plumb_gradient_sample *sample, const plumb_gradient_parts *parts, double *numbers,
                     size_t *explained, char *says, size_t size) {
    solving s = {.parts = parts, .of = parts->of, .tiles = parts->tiles};
    s.gram = calloc(s.tiles * (s.tiles + 1), sizeof *s.gram);
    if (s.gram == NULL)
        return -1;
    s.factor = s.gram + s.tiles * s.tiles;
    if (plumb_gradient_parts_solve(s.of, 0, s.of->lines, parts->part, s.tiles, s.gram, s.factor)) {
        settle(&s);
        predict(&s, numbers);
        size_t right = plumb_numbers_explain(sample, parts->gradient, numbers);
        if (right > 0 && say(&s, says, size))
            *explained = right;
    }
    free(s.gram);
    return 0;
}

int plumb_gradient_tiles(const plumb_gradient_sample *sample, plumb_gradient gradient, double *numbers,
                         size_t *explained, char *says, size_t size) {
    plumb_gradient_parts parts;
    *explained = 0;
    if (sample->of->problem.key_length == 0 || gradient > PLUMB_GRADIENT_OF_VALUE)
        return 0;
    int status = plumb_gradient_parts_init(&parts, sample, gradient);
    if (status == 0)
        status = try_tiles(sample, &parts, numbers, explained, says, size);
    if (status == 0 && *explained == 0)
        status = plumb_gradient_pairs(&parts, numbers, explained, says, size);
    if (*explained > 0) {
        char what[PLUMB_INFERENCE_TEXT];
        snprintf(what, sizeof what, "in %s, %.300s", plumb_gradient_name(gradient), says);
        snprintf(says, size, "%s", what);
    }
    plumb_gradient_parts_free(&parts);
    return status;
}
