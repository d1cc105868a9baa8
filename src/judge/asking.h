/* asking.h - what proved code is asked about a gradient with: workspace, what is known of the numbers of a line, and
   what is noted of an answer. */
#ifndef PLUMB_JUDGE_ASKING_H
#define PLUMB_JUDGE_ASKING_H
#include "judge/ask.h"
#include "theorem/gradient_proof.h"

/* So many numbers of a gradient at most; so many rows of one, or columns of keys. */
enum { PLUMB_ASKED_OF_GRADIENT = 32, PLUMB_ASKED_LINES = 8 };

/* So many products of the rows that see a key with all keys, at most; of one key alone. */
#define PLUMB_PRODUCTS_OF_KEYS 0x1p20
#define PLUMB_PRODUCTS_OF_KEY 0x1p22

typedef struct {
    plumb_report *report;
    const plumb_precision *precision;
    plumb_ask_how how;
    plumb_gradient_proof proof;
    size_t pairs;                        /* room for so many */
    plumb_ball *weight[PLUMB_PAIR_WAYS]; /* [PLUMB_ASKED_LINES][pairs] */
    unsigned char *visible;              /* [PLUMB_ASKED_LINES][pairs] */
    unsigned char *wanted;               /* [key_length] */
    double *value;                       /* [pairs][width] gathered */
    plumb_element *bounded;              /* whose error bound is asked for, and nothing else; NULL: none */
    bool says_nothing;                   /* of some row nothing is known */
    bool short_of_memory;
} plumb_asking;

/* What is known of the numbers of one row, or of one key. */
typedef struct {
    const plumb_ball *weight[PLUMB_PAIR_WAYS];
    const unsigned char *visible;
    const double *value;
    size_t pairs, width, stores;
    int has_scale;
    plumb_ball scale;
} plumb_asked_line;

/* How many rows read a key head. */
size_t plumb_rows_of_key(const plumb_report *report);

/* Report, precision and how are set.  0, or -1 if memory is short. */
int plumb_asking_init(plumb_asking *asking);
void plumb_asking_free(plumb_asking *asking);

/* Asks about one number of the line, and notes the answer; of numbers that are shown the least error that is excluded,
   too. */
void plumb_ask_line(plumb_asking *asking, plumb_quantity quantity, const plumb_asked_line *of,
                    const plumb_element *element);

/* Whether nothing more is asked about that tensor: one impossible number was enough. */
bool plumb_asking_is_settled(const plumb_asking *asking, plumb_quantity quantity);

/* Of the row that the proof has, the pair of key j whose dS is the gradient in what joins the score. */
plumb_gradient_pair plumb_biased_pair(const plumb_asking *asking, size_t way, size_t j);

/* Whether the row sees one of the keys. */
bool plumb_sees_any(const plumb_problem *p, size_t b, size_t h, size_t t, const size_t *key, size_t keys);

static inline bool plumb_is_same_line(const plumb_element *x, const plumb_element *y) {
    return x->batch == y->batch && x->head == y->head && x->query == y->query;
}

static inline bool plumb_is_same_number(const plumb_element *x, const plumb_element *y) {
    return plumb_is_same_line(x, y) && x->column == y->column;
}

/* Whether one of the first i of the list is of the line of number i. */
static inline bool plumb_line_was_before(const plumb_element *const *list, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (plumb_is_same_line(list[k], list[i]))
            return true;
    return false;
}
#endif
