#include "infer/forms.h"

/* From one element that is never read to half of a long vector: a loop that ends early or begins late. */
#define LARGEST_TILE 512

static void list_tiles(plumb_inquiry *q, size_t tile, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    for (size_t from = 0; from < p->head_dim && tile < p->head_dim; from += tile) {
        size_t to = from + tile < p->head_dim ? from + tile : p->head_dim;
        plumb_consider(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_DIMS, .from = from, .to = to}, kept);
    }
}

int plumb_form_dims(plumb_inquiry *q, plumb_hypotheses *kept) {
    bool plain = plumb_scores_are_plain(&q->multiplied);
    for (size_t tile = 1; plain && tile <= LARGEST_TILE; tile *= 2)
        list_tiles(q, tile, kept);
    return 0;
}
