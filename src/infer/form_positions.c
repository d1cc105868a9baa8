/* Queries that are turned to positions so many later or earlier than theirs. */
#include "infer/factors.h"
#include "infer/forms.h"
#include "infer/predict.h"
#include "row/positions.h"
#include "schema/text.h"
#include <stdlib.h>

/* How much later or earlier, at most; products of one sample. */
enum { FARTHEST = 1024 };
#define MOST_PRODUCTS 2e8

typedef struct {
    plumb_inquiry *q;
    plumb_positions positions;
    double *query; /* [as the tensor], of which parts are filled */
} search;

static void turn(search *s, size_t head, size_t t, int64_t later) {
    plumb_problem moved = s->q->judged->problem;
    size_t dim = moved.head_dim, first = (head * moved.query_length + t) * dim;
    moved.causal.offset += later;
    plumb_move_query(&s->positions, &moved, head / moved.query_heads, t, moved.query + first);
    for (size_t c = 0; c < dim; c++)
        s->query[first + c] = s->positions.query[c].mid;
}

static bool fits(search *s, const plumb_evidence *at, int64_t later) {
    plumb_inquiry *q = s->q;
    turn(s, at->b * q->judged->problem.query_heads + at->h, at->t, later);
    return plumb_predict(q, &(plumb_hypothesis){.cause = PLUMB_CAUSE_LAYOUT, .query = s->query}, at, q->room) &&
           plumb_misfit_of(q, at, q->room).mean <= q->limit;
}

static int consider(search *s, int64_t later, plumb_hypotheses *kept) {
    plumb_inquiry *q = s->q;
    char *says = plumb_room_take(&q->memory, PLUMB_FACTORS_TEXT, 1);
    if (says == NULL)
        return -1;
    for (size_t row = 0; row < q->rows; row++)
        turn(s, row / q->judged->problem.query_length, row % q->judged->problem.query_length, later);
    plumb_text_add(says, PLUMB_FACTORS_TEXT, "queries are turned to positions %lld %s than theirs",
                   llabs((long long)later), later < 0 ? "earlier" : "later");
    plumb_consider(q,
                   &(plumb_hypothesis){.cause = PLUMB_CAUSE_LAYOUT, .shift = later, .query = s->query, .says = says},
                   kept);
    return 0;
}

static int search_shifts(search *s, plumb_hypotheses *kept) {
    const plumb_problem *p = &s->q->judged->problem;
    const plumb_evidence *at = &s->q->sample[0];
    double products = (double)p->key_length * (double)p->head_dim;
    for (int64_t by = 1; by <= FARTHEST && 2 * (double)by * products <= MOST_PRODUCTS; by++)
        for (int64_t later = -by; later <= by && !plumb_inquiry_is_late(s->q); later += 2 * by)
            if (fits(s, at, later))
                return consider(s, later, kept);
    return 0;
}

int plumb_form_positions(plumb_inquiry *q, plumb_hypotheses *kept) {
    const plumb_problem *p = &q->judged->problem;
    search s = {.q = q};
    if (q->samples == 0 || !plumb_position_moves_vectors(p->position.kind) || q->multiplied.query == p->query ||
        !plumb_scores_are_plain(&q->multiplied))
        return 0;
    s.query = plumb_room_take(&q->memory, q->rows * p->head_dim, sizeof *s.query);
    if (s.query == NULL || plumb_positions_init(&s.positions, p) != 0)
        return -1;
    int result = search_shifts(&s, kept);
    plumb_positions_free(&s.positions);
    return result;
}
