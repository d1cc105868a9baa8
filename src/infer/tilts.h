/* tilts.h - wrong factors of parts of the scores, as a table: score = stated + sum_f number_f feature_f. */
#ifndef PLUMB_INFER_TILTS_H
#define PLUMB_INFER_TILTS_H
#include "infer/factors.h"

/* What a feature is. */
typedef enum {
    PLUMB_TILT_PRODUCTS, /* the products of `columns` columns of the query and of `step` keys */
    PLUMB_TILT_OTHERS,   /* the products of `columns` columns of other vectors less those of the stated ones */
    PLUMB_TILT_DISTANCE, /* the key's position less the query's */
    PLUMB_TILT_IN_TILE,  /* less the key that its tile of `step` begins with */
    PLUMB_TILT_OF_TILE,  /* less the key's place in its tile */
    PLUMB_TILT_BIAS,     /* the bias */
    PLUMB_TILT_BIAS_DIAGONAL, /* in the tile of `step` keys of the query's position, */
    PLUMB_TILT_BIAS_ODD, /* or in every second such tile */
    PLUMB_TILT_CLAMPED,  /* the distance less `step`, of what is farther, */
    PLUMB_TILT_WITHIN,   /* all the distance of what is farther, */
    PLUMB_TILT_BEYOND,   /* or the distance, at most `step`, */
    PLUMB_TILT_MODULO,   /* less its remainder by `step`, */
    PLUMB_TILT_COARSE,   /* that remainder, */
    PLUMB_TILT_ROOT,     /* less its root, */
    PLUMB_TILT_LOGARITHM, /* less the logarithm of 1 more, */
    PLUMB_TILT_SQUARE,   /* less its square */
    PLUMB_TILT_DIAGONAL, /* the score less the largest, in the tile of `step` keys of the query's position */
    PLUMB_TILT_ODD,      /* in every second such tile */
    PLUMB_TILTS
} plumb_tilt;

typedef struct {
    plumb_tilt of;
    size_t step, columns, features;
    bool by_source; /* each key head of each batch entry has its own numbers of products */
    const double *query, *key; /* of PLUMB_TILT_OTHERS, */
    const char *what;          /* which are queries, keys, or both */
    bool by_head;   /* each head has its own number, which is then of one feature; else all have the same */
    bool of_others; /* all slopes are those of other heads */
    bool all;       /* one number of all columns or keys */
    double *number; /* [query_heads or features] */
    char says[PLUMB_FACTORS_TEXT];
} plumb_tilts;

/* Of PLUMB_TILT_PRODUCTS the features of a key: the first, and how many. */
static inline size_t plumb_tilt_groups(const plumb_tilts *f, size_t head_dim) {
    return (head_dim + f->columns - 1) / f->columns;
}

/* The first of the numbers of a row's key head. */
static inline size_t plumb_tilt_first(const plumb_problem *p, const plumb_tilts *f, size_t b, size_t h) {
    size_t sources = p->batch * p->key_heads, source = b * p->key_heads + h / (p->query_heads / p->key_heads);
    return f->by_source ? source * (f->features / sources) : 0;
}

#endif
