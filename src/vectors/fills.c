#include "vectors/fills.h"
#include <math.h>
#include <string.h>

static size_t last(const plumb_fill_place *at) {
    return at->index[at->rank - 1];
}

/* [B,Sq] and [B,Sk]: the place among the keys, where the last query stands at the last key. */
static size_t place(const plumb_fill_place *at) {
    return last(at) + at->keys - at->shape[1];
}

static double normal(const plumb_fill_place *at) {
    return plumb_random_normal(at->random);
}

static double large(const plumb_fill_place *at) {
    return 3 + normal(at);
}

/* In bfloat16 numbers of that size are 4 apart. */
static double far_above(const plumb_fill_place *at) {
    return 600 + 4 * rint(normal(at));
}

static double far_below(const plumb_fill_place *at) {
    return -far_above(at);
}

static double ones(const plumb_fill_place *at) {
    (void)at;
    return 1;
}

static double divisors(const plumb_fill_place *at) {
    return 1.25 + 0.5 * (double)last(at);
}

static double slopes(const plumb_fill_place *at) {
    return ldexp(0.75, -(int)last(at));
}

/* Position ids: with gaps, other ones in each batch entry; and such as are far apart. */
static double positions(const plumb_fill_place *at) {
    return (double)(2 * place(at) + 3 * at->index[0] + (place(at) % 3 == 2));
}

static double far(const plumb_fill_place *at) {
    return (double)(40 * place(at) + 7);
}

static double documents(const plumb_fill_place *at) {
    return (double)((place(at) + at->index[0]) / 3);
}

static double within_documents(const plumb_fill_place *at) {
    return (double)((place(at) + at->index[0]) % 3);
}

static double last_document(const plumb_fill_place *at) {
    return (double)((at->keys - 1 + at->index[0]) / 3);
}

static double scattered(const plumb_fill_place *at) {
    return (double)((place(at) + at->index[0]) % 2);
}

static double shown_unless(const plumb_fill_place *at, bool hidden) {
    double shown = at->boolean ? 1 : normal(at);
    return !hidden ? shown : at->boolean ? 0 : -INFINITY;
}

static double holes(const plumb_fill_place *at) {
    return shown_unless(at, plumb_random_below(at->random, 3) == 0);
}

/* The last key, and one more in each batch entry. */
static double padding(const plumb_fill_place *at) {
    return shown_unless(at, last(at) > 0 && last(at) + 1 + at->index[0] >= at->keys);
}

static double not_the_first(const plumb_fill_place *at) {
    return shown_unless(at, at->index[at->rank - 2] == 0);
}

static const struct {
    const char *word;
    plumb_fill_function *function;
} fills[] = {{"normal", normal},
             {"large", large},
             {"far-above", far_above},
             {"far-below", far_below},
             {"ones", ones},
             {"divisors", divisors},
             {"slopes", slopes},
             {"positions", positions},
             {"far", far},
             {"documents", documents},
             {"within-documents", within_documents},
             {"last-document", last_document},
             {"scattered", scattered},
             {"holes", holes},
             {"padding", padding},
             {"not-the-first", not_the_first}};

plumb_fill_function *plumb_fill_find(const char *word) {
    for (size_t i = 0; i < sizeof fills / sizeof *fills; i++)
        if (strcmp(fills[i].word, word) == 0)
            return fills[i].function;
    return NULL;
}
