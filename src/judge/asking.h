/* asking.h - the workspace with which proved code tests elements of a gradient, one row or key at a time. */
#ifndef PLUMB_JUDGE_ASKING_H
#define PLUMB_JUDGE_ASKING_H
#include "judge/ask.h"
#include "theorem/gradient_proof.h"

/* At most this many elements of a gradient are tested, and this many of its rows or columns. */
enum { PLUMB_ASKED_OF_GRADIENT = 32, PLUMB_ASKED_LINES = 8 };

/* The most products of a key's rows with all keys; and with this key alone. */
#define PLUMB_PRODUCTS_OF_KEYS 0x1p20
#define PLUMB_PRODUCTS_OF_KEY 0x1p22

typedef struct {
    plumb_report *report;
    const plumb_precision *precision;
    plumb_ask_how how;
    plumb_gradient_proof proof;
    size_t pairs;                        /* capacity */
    plumb_ball *weight[PLUMB_PAIR_WAYS]; /* [PLUMB_ASKED_LINES][pairs] */
    unsigned char *visible;              /* [PLUMB_ASKED_LINES][pairs] */
    unsigned char *wanted;               /* [key_length] */
    double *value;                       /* [pairs][width] gathered */
    plumb_ball *moved;                   /* [pairs][head_dim] of vectors that a position moves; NULL: there are none */
    plumb_ball *column[2];               /* [pairs] of these */
    plumb_ball *turned;                  /* [query_heads] sums of heads, turned back */
    unsigned char *each;                 /* [query_heads] 1, and so the next */
    double *one;
    plumb_element *bounded;              /* the element whose error bound is wanted; NULL: tests only */
    bool says_nothing;                   /* nothing is known of some row */
    bool short_of_memory;
} plumb_asking;

/* What all elements of one row, or of one key, share. */
typedef struct {
    const plumb_ball *weight[PLUMB_PAIR_WAYS];
    const unsigned char *visible;
    const double *value;
    const plumb_ball *moved; /* [pairs][width] in place of values, for vectors that a position moves; NULL: none */
    plumb_turning turning;   /* of the line's vector, whose element `from` is the first that is rotated */
    size_t from;
    size_t heads;            /* whose pairs follow each other, as many of each */
    size_t pairs, width, stores;
    int has_scale;
    plumb_ball scale;
} plumb_asked_line;

/* The number of rows that read a key head. */
size_t plumb_rows_of_key(const plumb_report *report);

/* The members report, precision and how must be set.  Returns 0, or -1 if there is not enough memory. */
int plumb_asking_init(plumb_asking *asking);
void plumb_asking_free(plumb_asking *asking);

/* Tests one element of the line and records the result, for elements shown in reports with their error bound. */
void plumb_ask_line(plumb_asking *asking, plumb_quantity quantity, const plumb_asked_line *of,
                    const plumb_element *element);

/* Whether that tensor needs no further test: one impossible element was enough. */
bool plumb_asking_is_settled(const plumb_asking *asking, plumb_quantity quantity);

/* The pair of key j in the current row of the proof, with dS as the gradient of what is added to the score. */
plumb_gradient_pair plumb_biased_pair(const plumb_asking *asking, size_t way, size_t j);

/* Whether query t sees one of key [keys]. */
bool plumb_sees_any(const plumb_problem *p, size_t b, size_t h, size_t t, const size_t *key, size_t keys);

static inline bool plumb_is_same_line(const plumb_element *x, const plumb_element *y) {
    return x->batch == y->batch && x->head == y->head && x->query == y->query;
}

static inline bool plumb_is_same_number(const plumb_element *x, const plumb_element *y) {
    return plumb_is_same_line(x, y) && x->column == y->column;
}

/* Whether list[i] is on the line of an earlier element of the list. */
static inline bool plumb_line_was_before(const plumb_element *const *list, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (plumb_is_same_line(list[k], list[i]))
            return true;
    return false;
}
#endif
