/* weights.h - the weights of a bundle of rows, in lanes, from their scores. */
#ifndef PLUMB_BUNDLE_WEIGHTS_H
#define PLUMB_BUNDLE_WEIGHTS_H
#include "bundle/rows.h"
#include "fast/panel_weights.h"

/* How the weights of a bundle are computed. */
typedef struct {
    /* weighs visible keys, in this many panels of each row */
    void (*weigh)(plumb_rows *rows, size_t panels);
    /* whether the last step multiplies each weight by a common factor, and may wait until the weight is needed */
    bool ends_with_product;
    /* that step is done in the weighted sums, if nothing else needs the weights */
    bool multiplies_in_sums;
    /* or it is applied to the weighted sums of exponentials */
    bool divides_sums;
} plumb_weighing;
const plumb_weighing *plumb_weighing_of(const plumb_problem *problem);

/* Whether the values are summed while the scores are computed, without planes. */
bool plumb_rows_stream(const plumb_rows *rows);

/* Adds biases, applies the softcap, and computes the weights, except for steps that plumb_weighing postpones. */
void plumb_rows_weigh(plumb_rows *rows);

/* Computes the denominators of rows from their exponentials. */
void plumb_end_softmax(plumb_rows *rows);

/* The weight of a hidden key: 0, unless the divisor is not known, or 0 is clipped to another number. */
plumb_ball plumb_hidden_weight(const plumb_rows *rows, size_t r);

/* The last steps of a softmax's weights in the panel from `from` on, while it is in the nearest cache. */
void plumb_rows_multiply_panel(plumb_rows *rows, size_t from);

/* Computes the weights of a softmax from its exponentials, when they are needed. */
void plumb_rows_finish_weights(plumb_rows *rows);

/* The keys up to the last visible one of any row, in whole groups of the sums. */
size_t plumb_visible_groups(const plumb_panel_weights *weights, size_t rows, size_t keys);
#endif
