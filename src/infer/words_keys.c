#include "infer/saying.h"
#include "infer/key_set.h"
#include "infer/places.h"
#include <math.h>

/* Of a factor that many numbers tell. */
enum { DIGITS = 9 };

void plumb_say_keys(const plumb_saying *s, size_t from, size_t to) {
    plumb_key_range_say(from, to, s->p->key_length, s->text, s->size);
}

void plumb_say_block(const plumb_saying *s) {
    const plumb_block *block = &s->h->block;
    double least = s->sweep->least[0], most = s->sweep->most[0];
    bool plural = block->to > block->from + 1;
    const char *is = plural ? "are" : "is", *weighs = plural ? "weigh" : "weighs";
    bool values = isnan(block->numerator) ? !isnan(block->denominator) : block->denominator == 1;
    bool weights = block->numerator == 1;
    const char *of = values    ? " in the sum of values, not in the sum of weights"
                     : weights ? " in the sum of weights, not in the sum of values"
                               : "";
    double factor = weights ? block->denominator : block->numerator;
    plumb_say_keys(s, block->from, block->to);
    if (factor < 0)
        plumb_say(s, " would have to weigh %.3g times what %s should%s: no weight is below 0", factor,
            plural ? "they" : "it", of);
    else if (isnan(factor) && least < 0 && most >= 0 && most - least < PLUMB_NOTHING)
        plumb_say(s, " %s missing, as far as rounding shows: between %.3g and %.3g times the weight, row by row%s", is,
                  least, most, of);
    else if (isnan(factor) && least < 0)
        plumb_say(s, " would have to weigh %.3g to %.3g times what %s should%s, row by row: no weight is below 0",
                  least, most, plural ? "they" : "it", of);
    else if (factor == 0)
        plumb_say(s, " %s missing%s", is, of);
    else if (factor == 2)
        plumb_say(s, " %s counted twice%s", is, of);
    else if (!isnan(factor))
        plumb_say(s, " %s %.*g times what %s should%s", weighs, plumb_digits_of_factor(factor, DIGITS), factor,
            plural ? "they" : "it", of);
    else if (most - least < 1e-3 * fabs(most))
        plumb_say(s, " %s %.*g times what %s should%s", weighs, plumb_digits_of_factor(most, DIGITS), most,
            plural ? "they" : "it", of);
    else
        plumb_say(s, " %s %.3g to %.3g times what %s should%s, row by row", weighs, least, most, plural ? "they" : "it",
                  of);
}

/* Sums of weights that are nearer to 1 are written as 1. */
#define NEAR_1 0.005

void plumb_say_free(const plumb_saying *s) {
    const plumb_hypothesis *h = s->h;
    const double *least = s->sweep->least, *most = s->sweep->most;
    bool one = h->to - h->from == 1;
    if (h->variant == PLUMB_FREE_TILES) {
        plumb_say(s,
                  "within each tile of %zu keys the weights are right, but in each row a tile weighs a number of its "
                  "own, %.3g to %.3g times what it should",
                  h->tile, least[0], most[0]);
        return;
    }
    if (h->variant == PLUMB_FREE_KEYS)
        plumb_say_keys(s, h->from, h->to);
    else if (one)
        plumb_say(s, "the key at the query's own position");
    else
        plumb_say(s, h->variant == PLUMB_FREE_TILE ? "keys of the query's own tile of %zu"
                                                   : "the last %zu keys up to the query's position", h->tile);
    plumb_say(s, " %s not weigh what %s should%s; ", one ? "does" : "do", one ? "it" : "they",
              h->once ? ", and are seen where the mask hides them" : "");
    if (h->free > h->to - h->from)
        plumb_say(s, "all other keys do, up to one number for each row, %.3g to %.3g; ", least[0], most[0]);
    if (fabs(least[1] - 1) < NEAR_1 && fabs(most[1] - 1) < NEAR_1)
        plumb_say(s, "weights add up to 1");
    else
        plumb_say(s, "weights add up to %.3g to %.3g", least[1], most[1]);
}
