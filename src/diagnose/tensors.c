#include "diagnose/tensors.h"

/* The sizes of the axes: B, H, K for batch and heads of queries and keys, q and k for lengths, d and v for dimensions,
   A for those of position ids, g of a gate, t and c for rows and columns of a table, R and P of cosines; b, h, s: 1
   where the tensor is shared. */
typedef struct {
    size_t place;
    char axes[5];
    unsigned char width;
    bool integers;
} holding;

#define AT(field) offsetof(plumb_case, field)
#define NUMBERS(field, axes) \
    { AT(problem.field), axes, sizeof(double), false }
#define INTEGERS(field, axes) \
    { AT(problem.field), axes, sizeof(int64_t), true }

static const holding held[PLUMB_MEMBERS] = {
    [PLUMB_MEMBER_Q] = NUMBERS(query, "BHqd"),
    [PLUMB_MEMBER_K] = NUMBERS(key, "BKkd"),
    [PLUMB_MEMBER_V] = NUMBERS(value, "BKkv"),
    [PLUMB_MEMBER_OUT] = {AT(output.value), "BHqv", sizeof(double), false},
    [PLUMB_MEMBER_WEIGHTS] = {AT(weights.value), "BHqk", sizeof(double), false},
    [PLUMB_MEMBER_SCORES] = {AT(scores.value), "BHqk", sizeof(double), false},
    [PLUMB_MEMBER_LSE] = {AT(lse.value), "BHq1", sizeof(double), false},
    [PLUMB_MEMBER_SINKS] = NUMBERS(extra.sinks, "1H11"),
    [PLUMB_MEMBER_K_STAR] = NUMBERS(extra.sink_key, "1H1d"),
    [PLUMB_MEMBER_V_STAR] = NUMBERS(extra.sink_value, "1H1v"),
    [PLUMB_MEMBER_KEY0_BIAS] = NUMBERS(extra.key0_bias, "1H11"),
    [PLUMB_MEMBER_BIAS] = NUMBERS(extra.bias, "bhsk"),
    [PLUMB_MEMBER_V_BIAS] = NUMBERS(extra.value_bias, "1H1v"),
    [PLUMB_MEMBER_GATE] = NUMBERS(extra.gate, "BHqg"),
    [PLUMB_MEMBER_W1] = NUMBERS(extra.mlp_inner, "11id"),
    [PLUMB_MEMBER_W2] = NUMBERS(extra.mlp_outer, "11fi"),
    [PLUMB_MEMBER_QUERY_POSITIONS] = INTEGERS(position.query_position, "BAq1"),
    [PLUMB_MEMBER_KEY_POSITIONS] = INTEGERS(position.key_position, "BAk1"),
    [PLUMB_MEMBER_POSITION_TABLE] = NUMBERS(position.table, "11tc"),
    [PLUMB_MEMBER_POSITION_VALUES] = NUMBERS(position.value_table, "11tv"),
    [PLUMB_MEMBER_ROPE_LONG] = NUMBERS(position.rope.long_divisor, "111P"),
    [PLUMB_MEMBER_ROPE_SHORT] = NUMBERS(position.rope.short_divisor, "111P"),
    [PLUMB_MEMBER_ROPE_COS] = NUMBERS(position.rope.cosine, "11RP"),
    [PLUMB_MEMBER_ROPE_SIN] = NUMBERS(position.rope.sine, "11RP"),
    [PLUMB_MEMBER_SLOPES] = NUMBERS(position.slopes, "1H11"),
    [PLUMB_MEMBER_QUERY_SEGMENTS] = INTEGERS(mask.query_segment, "B1q1"),
    [PLUMB_MEMBER_KEY_SEGMENTS] = INTEGERS(mask.key_segment, "B1k1"),
    [PLUMB_MEMBER_BIDIRECTIONAL_GROUPS] = INTEGERS(mask.group, "B1k1"),
    [PLUMB_MEMBER_ALLOWED] = {AT(problem.mask.allowed), "bhsk", 1, false},
};

static size_t shared_size(const plumb_problem *p, bool truths, char axis) {
    const plumb_mask *m = &p->mask;
    const plumb_extras *x = &p->extra;
    if (axis == 'b')
        return (truths ? m->allowed_batch : x->bias_batch) != 0 ? p->batch : 1;
    if (axis == 'h')
        return (truths ? m->allowed_head : x->bias_head) != 0 ? p->query_heads : 1;
    return (truths ? m->allowed_query : x->bias_query) != 0 ? p->query_length : 1;
}

static size_t size_of(const plumb_problem *p, bool truths, char axis) {
    bool by_head = p->position.kind == PLUMB_POSITION_T5 || p->position.kind == PLUMB_POSITION_RELATIVE_TABLE;
    switch (axis) {
    case 'B':
        return p->batch;
    case 'H':
        return p->query_heads;
    case 'K':
        return p->key_heads;
    case 'A':
        return plumb_axes_of(&p->position);
    case 'q':
        return p->query_length;
    case 'k':
        return p->key_length;
    case 'd':
        return p->head_dim;
    case 'v':
        return p->value_dim;
    case 'g':
        return p->extra.gate_per_element ? p->value_dim : 1;
    case 'i':
        return p->extra.hidden_dim;
    case 'f':
        return p->extra.feature_dim;
    case 't':
        return p->position.kind == PLUMB_POSITION_T5 ? p->position.buckets : p->position.table_rows;
    case 'c':
        return by_head ? p->query_heads : p->head_dim;
    case 'R':
        return p->position.rope.rows;
    case 'P':
        return p->position.rope.dim / 2;
    case '1':
        return 1;
    default:
        return shared_size(p, truths, axis);
    }
}

const void **plumb_tensor_place(plumb_case *c, plumb_member member) {
    return held[member].width == 0 ? NULL : (const void **)((char *)c + held[member].place);
}

void plumb_tensor_drop(plumb_case *c, plumb_member member) {
    const void **place = plumb_tensor_place(c, member);
    plumb_extras *x = &c->problem.extra;
    plumb_mask *m = &c->problem.mask;
    if (place != NULL)
        *place = NULL;
    if (member == PLUMB_MEMBER_BIAS)
        x->bias_batch = x->bias_head = x->bias_query = 0;
    else if (member == PLUMB_MEMBER_ALLOWED)
        m->allowed_batch = m->allowed_head = m->allowed_query = 0;
    else if (member == PLUMB_MEMBER_W2)
        x->hidden_dim = x->feature_dim = 0;
    else if (member == PLUMB_MEMBER_POSITION_TABLE)
        c->problem.position.table_rows = 0;
    else if (member == PLUMB_MEMBER_ROPE_COS)
        c->problem.position.rope.rows = 0;
}

static bool is_held(const plumb_case *c, plumb_member member, const void *const *place) {
    bool claimed =
        (member != PLUMB_MEMBER_OUT || c->output.present) && (member != PLUMB_MEMBER_WEIGHTS || c->weights.present) &&
        (member != PLUMB_MEMBER_SCORES || c->scores.present) && (member != PLUMB_MEMBER_LSE || c->lse.present);
    return place != NULL && *place != NULL && claimed;
}

bool plumb_tensor_in(plumb_case *c, plumb_member member, plumb_tensor_view *view) {
    const holding *h = &held[member];
    const void **place = plumb_tensor_place(c, member);
    *view = (plumb_tensor_view){.place = place, .count = 1, .width = h->width, .integers = h->integers};
    if (!is_held(c, member, (const void *const *)place))
        return false;
    for (size_t axis = 0; axis < 4; axis++) {
        view->size[axis] = size_of(&c->problem, h->width == 1, h->axes[axis]);
        view->count *= view->size[axis];
    }
    view->end = view->count;
    return true;
}
