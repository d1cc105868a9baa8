/* weights.h - the weights of a bundle of rows, in lanes, from their scores. */
#ifndef PLUMB_BUNDLE_WEIGHTS_H
#define PLUMB_BUNDLE_WEIGHTS_H
#include "bundle/rows.h"
#include "fast/panel_weights.h"

/* How the weights of a bundle come about. */
typedef struct {
    /* of visible keys, in this many panels of each row */
    void (*weigh)(plumb_rows *rows, size_t panels);
    /* whether the last step is a product of each weight and what is made of that alone, which may wait
       until the weight is asked for */
    bool ends_with_product;
    /* which the weighted sums take in, where nobody else needs it */
    bool multiplies_in_sums;
    /* or which is taken of the weighted sums themselves, of exponentials */
    bool divides_sums;
} plumb_weighing;
const plumb_weighing *plumb_weighing_of(const plumb_problem *problem);

/* Whether the values are summed while the scores are found, with no plane between. */
bool plumb_rows_stream(const plumb_rows *rows);

/* What joins the scores, the cap, and the weights but for what plumb_weighing leaves. */
void plumb_rows_weigh(plumb_rows *rows);

/* The denominators of rows whose exponentials are there. */
void plumb_end_softmax(plumb_rows *rows);

/* What the weight of a key becomes that a row does not see: 0, unless nothing is known of what it is
   divided by, or 0 is clipped to something else. */
plumb_ball plumb_hidden_weight(const plumb_rows *rows, size_t r);

/* The last steps of a softmax's weights in the panel from `from` on, so that they are still in the nearest cache. */
void plumb_rows_multiply_panel(plumb_rows *rows, size_t from);

/* The weights of a softmax of which only the exponentials are there, where somebody asks for them. */
void plumb_rows_finish_weights(plumb_rows *rows);

/* Keys up to the last that any row sees, in whole groups of the sums. */
size_t plumb_visible_groups(const plumb_panel_weights *weights, size_t rows, size_t keys);
#endif
