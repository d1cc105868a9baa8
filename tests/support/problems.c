#include "tests/support/problems.h"
#include "tests/support/positions.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t query_numbers(const plumb_problem *p) {
    return p->batch * p->query_heads * p->query_length * p->head_dim;
}

size_t key_numbers(const plumb_problem *p) {
    return p->batch * p->key_heads * p->key_length * p->head_dim;
}

size_t value_numbers(const plumb_problem *p) {
    return p->batch * p->key_heads * p->key_length * p->value_dim;
}

static double *numbers(size_t count) {
    double *x = calloc(count + 1, sizeof *x);
    if (x == NULL)
        abort();
    return x;
}

static int64_t *integers(size_t count) {
    int64_t *x = calloc(count + 1, sizeof *x);
    if (x == NULL)
        abort();
    return x;
}

static unsigned char *flags(size_t count) {
    unsigned char *x = calloc(count + 1, sizeof *x);
    if (x == NULL)
        abort();
    return x;
}

size_t extra_numbers(const plumb_problem *p, extra_tensor tensor) {
    size_t queries = p->batch * p->query_heads * p->query_length;
    switch (tensor) {
    case BIAS:
        return queries * p->key_length;
    case SINK_LOGITS:
    case KEY0_BIAS:
        return p->query_heads;
    case SINK_KEY:
        return p->query_heads * p->head_dim;
    case SINK_VALUE:
    case VALUE_BIAS:
        return p->query_heads * p->value_dim;
    case GATE:
        return queries * (p->extra.gate_per_element ? p->value_dim : 1);
    case MLP_INNER:
        return p->extra.hidden_dim * p->head_dim;
    case MLP_OUTER:
        return p->extra.feature_dim * p->extra.hidden_dim;
    case EXTRA_TENSORS:
    default:
        return 0;
    }
}

static void point_at_extras(drawn_problem *drawn) {
    plumb_extras *extra = &drawn->problem.extra;
    extra->bias = drawn->extra[BIAS];
    extra->sinks = drawn->extra[SINK_LOGITS];
    extra->sink_key = drawn->extra[SINK_KEY];
    extra->sink_value = drawn->extra[SINK_VALUE];
    extra->key0_bias = drawn->extra[KEY0_BIAS];
    extra->value_bias = drawn->extra[VALUE_BIAS];
    extra->gate = drawn->extra[GATE];
    extra->mlp_inner = drawn->extra[MLP_INNER];
    extra->mlp_outer = drawn->extra[MLP_OUTER];
}

size_t position_numbers(const plumb_problem *p, position_tensor tensor) {
    const plumb_position *position = &p->position;
    bool per_head =
        position->kind == PLUMB_POSITION_T5 || position->kind == PLUMB_POSITION_RELATIVE_TABLE;
    size_t rows = position->kind == PLUMB_POSITION_T5 ? position->buckets : position->table_rows;
    switch (tensor) {
    case SLOPES:
        return p->query_heads;
    case POSITION_TABLE:
        return rows * (per_head ? p->query_heads : p->head_dim);
    case POSITION_VALUES:
        return rows * p->value_dim;
    case ROPE_COSINE:
    case ROPE_SINE:
        return position->rope.rows * (position->rope.dim / 2);
    case ROPE_LONG:
    case ROPE_SHORT:
        return position->rope.dim / 2;
    case POSITION_TENSORS:
    default:
        return 0;
    }
}

static void point_at_positions(drawn_problem *drawn) {
    plumb_position *position = &drawn->problem.position;
    position->query_position = drawn->query_position;
    position->key_position = drawn->key_position;
    position->slopes = drawn->position[SLOPES];
    position->table = drawn->position[POSITION_TABLE];
    position->value_table = drawn->position[POSITION_VALUES];
    position->rope.cosine = drawn->position[ROPE_COSINE];
    position->rope.sine = drawn->position[ROPE_SINE];
    position->rope.long_divisor = drawn->position[ROPE_LONG];
    position->rope.short_divisor = drawn->position[ROPE_SHORT];
}

static void point_at_masks(drawn_problem *drawn) {
    drawn->problem.mask.query_segment = drawn->query_segment;
    drawn->problem.mask.key_segment = drawn->key_segment;
    drawn->problem.mask.allowed = drawn->allowed;
}

static size_t allowed_numbers(const plumb_problem *p) {
    return p->batch * p->query_heads * p->query_length * p->key_length;
}

void give_extra(drawn_problem *drawn, extra_tensor tensor) {
    drawn->extra[tensor] = numbers(extra_numbers(&drawn->problem, tensor));
    point_at_extras(drawn);
}

void give_position(drawn_problem *drawn, position_tensor tensor) {
    drawn->position[tensor] = numbers(position_numbers(&drawn->problem, tensor));
    point_at_positions(drawn);
}

void give_position_ids(drawn_problem *drawn) {
    const plumb_problem *p = &drawn->problem;
    drawn->query_position = integers(plumb_query_places(p));
    drawn->key_position = integers(plumb_key_places(p));
    point_at_positions(drawn);
}

drawn_problem blank_problem(plumb_problem shape) {
    drawn_problem drawn = {.problem = shape};
    drawn.problem.query = drawn.query = numbers(query_numbers(&shape));
    drawn.problem.key = drawn.key = numbers(key_numbers(&shape));
    drawn.problem.value = drawn.value = numbers(value_numbers(&shape));
    point_at_masks(&drawn);
    point_at_extras(&drawn);
    point_at_positions(&drawn);
    return drawn;
}

static void copy_positions(drawn_problem *copy, const drawn_problem *original) {
    const plumb_problem *p = &original->problem;
    for (int i = 0; i < POSITION_TENSORS; i++)
        if (original->position[i] != NULL) {
            give_position(copy, (position_tensor)i);
            memcpy(copy->position[i], original->position[i],
                   position_numbers(p, (position_tensor)i) * sizeof *copy->position[i]);
        }
    if (original->query_position != NULL) {
        give_position_ids(copy);
        memcpy(copy->query_position, original->query_position,
               plumb_query_places(p) * sizeof *copy->query_position);
        if (original->key_position == NULL) {
            free(copy->key_position);
            copy->problem.position.key_position = copy->key_position = NULL;
            return;
        }
        memcpy(copy->key_position, original->key_position,
               plumb_key_places(p) * sizeof *copy->key_position);
    }
}

drawn_problem copy_problem(const drawn_problem *original) {
    const plumb_problem *p = &original->problem;
    drawn_problem copy = blank_problem(*p);
    memcpy(copy.query, original->query, query_numbers(p) * sizeof *copy.query);
    memcpy(copy.key, original->key, key_numbers(p) * sizeof *copy.key);
    memcpy(copy.value, original->value, value_numbers(p) * sizeof *copy.value);
    for (int i = 0; i < EXTRA_TENSORS; i++)
        if (original->extra[i] != NULL) {
            give_extra(&copy, (extra_tensor)i);
            memcpy(copy.extra[i], original->extra[i],
                   extra_numbers(p, (extra_tensor)i) * sizeof *copy.extra[i]);
        }
    if (p->mask.query_segment != NULL) {
        size_t queries = p->batch * p->query_length, keys = p->batch * p->key_length;
        copy.query_segment = integers(queries);
        copy.key_segment = integers(keys);
        memcpy(copy.query_segment, p->mask.query_segment, queries * sizeof *copy.query_segment);
        memcpy(copy.key_segment, p->mask.key_segment, keys * sizeof *copy.key_segment);
    }
    if (p->mask.allowed != NULL) {
        copy.allowed = flags(allowed_numbers(p));
        memcpy(copy.allowed, p->mask.allowed, allowed_numbers(p));
    }
    point_at_masks(&copy);
    copy_positions(&copy, original);
    return copy;
}

void free_problem(drawn_problem *drawn) {
    free(drawn->query);
    free(drawn->key);
    free(drawn->value);
    free(drawn->query_segment);
    free(drawn->key_segment);
    free(drawn->allowed);
    for (int i = 0; i < EXTRA_TENSORS; i++)
        free(drawn->extra[i]);
    for (int i = 0; i < POSITION_TENSORS; i++)
        free(drawn->position[i]);
    free(drawn->query_position);
    free(drawn->key_position);
}

plumb_problem one_head(size_t queries, size_t keys, size_t head_dim, size_t value_dim) {
    return (plumb_problem){.batch = 1,
                           .query_heads = 1,
                           .key_heads = 1,
                           .query_length = queries,
                           .key_length = keys,
                           .head_dim = head_dim,
                           .value_dim = value_dim};
}

/* One number; `before` is one that it may nearly cancel. */
static double draw(random_cases *cases, problem_character character, double before) {
    switch (character) {
    case INTEGERS:
        return (double)random_below(cases, 5) - 2;
    case COMPANIONS:
        return random_companion(cases, before);
    case LARGE_SCORES:
        return 100 * random_normal(cases);
    case HUGE_SCORES:
        return random_scaled(cases, 0, 30);
    case TINY:
        return random_scaled(cases, -560, -500);
    case EDGES:
        return random_edge(cases);
    case ORDINARY:
    case CHARACTERS:
    default:
        return random_normal(cases);
    }
}

void draw_numbers(random_cases *cases, problem_character character, double *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        x[i] = draw(cases, character, i == 0 ? 1 : x[i - 1]);
}

drawn_problem draw_problem(random_cases *cases, plumb_problem shape, problem_character character) {
    drawn_problem drawn = blank_problem(shape);
    size_t queries = query_numbers(&shape);
    bool companions = character == COMPANIONS;
    for (size_t i = 0; i < queries; i++)
        drawn.query[i] = companions ? random_normal(cases) : draw(cases, character, 0);
    draw_numbers(cases, character, drawn.key, key_numbers(&shape));
    draw_numbers(cases, character, drawn.value, value_numbers(&shape));
    return drawn;
}

static void give_segments(random_cases *cases, drawn_problem *drawn) {
    const plumb_problem *p = &drawn->problem;
    size_t queries = p->batch * p->query_length, keys = p->batch * p->key_length;
    drawn->query_segment = integers(queries);
    drawn->key_segment = integers(keys);
    for (size_t i = 0; i < queries; i++)
        drawn->query_segment[i] = (int64_t)random_below(cases, 3) - 1;
    for (size_t i = 0; i < keys; i++)
        drawn->key_segment[i] = (int64_t)random_below(cases, 3) - 1;
    point_at_masks(drawn);
}

/* With any of its first three dimensions shared. */
static void give_allowed(random_cases *cases, drawn_problem *drawn) {
    plumb_problem *p = &drawn->problem;
    plumb_mask *m = &p->mask;
    size_t row = p->key_length, count = allowed_numbers(p);
    bool queries = random_below(cases, 3) > 0, heads = random_below(cases, 3) > 0;
    bool batches = random_below(cases, 3) > 0;
    size_t head = (queries ? p->query_length : 1) * row;
    m->allowed_query = queries ? row : 0;
    m->allowed_head = heads ? head : 0;
    m->allowed_batch = batches ? (heads ? p->query_heads : 1) * head : 0;
    drawn->allowed = flags(count);
    for (size_t i = 0; i < count; i++)
        drawn->allowed[i] = random_below(cases, 3) > 0;
    point_at_masks(drawn);
}

static size_t variants_of(plumb_operator_kind kind) {
    if (plumb_operator_is(kind, PLUMB_IS_SOFTMAX))
        return PLUMB_SINK_COUNT;
    return plumb_operator_is(kind, PLUMB_IS_NORMALISED) ? PLUMB_NORMALISATION_COUNT : 1;
}

operator_variant operator_of_variant(size_t variant) {
    operator_variant found = {.kind = (plumb_operator_kind)0};
    while (variant >= variants_of(found.kind)) {
        variant -= variants_of(found.kind);
        found.kind = (plumb_operator_kind)(found.kind + 1);
    }
    if (plumb_operator_is(found.kind, PLUMB_IS_SOFTMAX))
        found.sink = (plumb_sink)variant;
    else
        found.normalisation = (plumb_normalisation)variant;
    return found;
}

/* Any of the masks of spec/masks.md, most often none of them. */
static void draw_mask(random_cases *cases, drawn_problem *drawn) {
    plumb_problem *p = &drawn->problem;
    plumb_mask *m = &p->mask;
    bool unbounded = random_below(cases, 4) == 0;
    m->windowed = random_below(cases, 3) == 0;
    m->left = unbounded ? -1 : (int64_t)random_below(cases, 5);
    m->right = random_below(cases, 4) == 0 ? -1 : (int64_t)random_below(cases, 3);
    m->prefixed = !p->causal.causal && random_below(cases, 3) == 0;
    m->prefix = (int64_t)random_below(cases, p->key_length + 1);
    m->streaming = random_below(cases, 6) == 0;
    m->first = (int64_t)random_below(cases, 3);
    m->recent = (int64_t)random_below(cases, 5);
    m->in_cache = m->streaming && m->recent > 0 && p->op.sink != PLUMB_SINK_FIRST_KEYS &&
                  random_below(cases, 2) == 0;
    m->chunk = random_below(cases, 6) == 0 ? 1 + (int64_t)random_below(cases, 4) : 0;
    if (random_below(cases, 6) == 0)
        give_segments(cases, drawn);
    if (random_below(cases, 6) == 0)
        give_allowed(cases, drawn);
}

/* Some elements of the bias hide their key. */
static void hide_by_bias(random_cases *cases, drawn_problem *drawn) {
    size_t count = extra_numbers(&drawn->problem, BIAS);
    for (size_t n = 0; drawn->extra[BIAS] != NULL && n < count; n++)
        if (random_below(cases, 4) == 0)
            drawn->extra[BIAS][n] = -INFINITY;
}

double random_choice(random_cases *cases, const double *choices, size_t count) {
    return choices[random_below(cases, count)];
}

/* A positive parameter: a usual one, or of those that go wrong first. */
static double draw_positive(random_cases *cases, problem_character character, const double *usual,
                            size_t count) {
    double x = fabs(random_edge(cases));
    bool edge = character == EDGES && random_below(cases, 2) == 0 && x > 0;
    return edge ? x : random_choice(cases, usual, count);
}

static plumb_operator draw_operator(random_cases *cases, operator_variant variant,
                                    problem_character character) {
    static const double factors[] = {1, 0.5, 2, 1.25, 0.1, 8};
    static const double below[] = {0, -0.03, -0.1, -1}, above[] = {1, 1.03, 1.1, 2};
    static const double epsilons[] = {1e-8, 1e-8, 1e-6, 1}, caps[] = {50, 30, 1, 0.3};
    static const plumb_sink sinks[] = {PLUMB_SINK_NONE, PLUMB_SINK_FIRST_KEYS,
                                       PLUMB_SINK_KEY0_BIAS};
    plumb_operator op = {.kind = variant.kind, .sink = variant.sink};
    op.normalisation = variant.normalisation;
    op.alpha = draw_positive(cases, character, factors, 6);
    op.power = draw_positive(cases, character, factors, 6);
    op.gamma = random_choice(cases, below, 4);
    op.zeta = random_choice(cases, above, 4);
    op.epsilon = random_below(cases, 6) == 0 ? 0 : draw_positive(cases, character, epsilons, 4);
    if (variant.kind != PLUMB_SOFTMAX)
        op.sink = sinks[random_below(cases, 3)];
    op.sink_keys = op.sink == PLUMB_SINK_FIRST_KEYS ? 1 + random_below(cases, 3) : 0;
    op.sink_outside_lse = random_below(cases, 3) == 0;
    op.softcap = random_below(cases, 3) == 0 ? 0 : draw_positive(cases, character, caps, 4);
    op.softcap_order = (plumb_softcap_order)random_below(cases, PLUMB_BIAS_MASK_CAP + 1);
    return op;
}

static plumb_problem draw_operator_shape(random_cases *cases) {
    static const char *const scales[] = {NULL, NULL, "0.125", "1/3", "-1.5e-3", "0", "2"};
    plumb_problem shape = one_head(1 + random_below(cases, 6), random_below(cases, 10),
                                   1 + random_below(cases, 8), 1 + random_below(cases, 8));
    shape.batch = 1 + random_below(cases, 2);
    shape.key_heads = 1 + random_below(cases, 2);
    shape.query_heads = shape.key_heads * (1 + random_below(cases, 2));
    shape.causal.causal = random_below(cases, 2) == 0;
    shape.causal.offset = (int64_t)random_below(cases, 13) - 5;
    shape.scale.text = scales[random_below(cases, sizeof scales / sizeof *scales)];
    shape.empty_row = (plumb_empty_row)random_below(cases, 2);
    return shape;
}

/* A tensor of biases, with any of its first three dimensions shared. */
static void draw_bias_strides(random_cases *cases, plumb_problem *p) {
    bool queries = random_below(cases, 3) > 0, heads = random_below(cases, 3) > 0;
    bool batches = random_below(cases, 3) > 0;
    size_t row = p->key_length, head = (queries ? p->query_length : 1) * row;
    p->extra.bias_query = queries ? row : 0;
    p->extra.bias_head = heads ? head : 0;
    p->extra.bias_batch = batches ? (heads ? p->query_heads : 1) * head : 0;
}

/* Which tensors the operator needs, and which of the others the problem happens to have. */
static void give_extras(random_cases *cases, drawn_problem *drawn) {
    plumb_operator op = drawn->problem.op;
    bool with_value = op.sink == PLUMB_SINK_KEY_VALUE || op.sink == PLUMB_SINK_TOKEN;
    drawn->problem.extra.gate_per_element = random_below(cases, 2) == 0;
    drawn->problem.extra.hidden_dim = 1 + random_below(cases, 4);
    drawn->problem.extra.feature_dim = 1 + random_below(cases, 4);
    draw_bias_strides(cases, &drawn->problem);
    bool given[EXTRA_TENSORS] = {[BIAS] = random_below(cases, 2) == 0,
                                 [VALUE_BIAS] = random_below(cases, 3) == 0,
                                 [GATE] = random_below(cases, 3) == 0,
                                 [SINK_LOGITS] = op.sink == PLUMB_SINK_LOGIT,
                                 [SINK_KEY] = with_value || op.sink == PLUMB_SINK_KEY,
                                 [SINK_VALUE] = with_value,
                                 [KEY0_BIAS] = op.sink == PLUMB_SINK_KEY0_BIAS,
                                 [MLP_INNER] = op.kind == PLUMB_MLP_KERNEL,
                                 [MLP_OUTER] = op.kind == PLUMB_MLP_KERNEL};
    for (int i = 0; i < EXTRA_TENSORS; i++)
        if (given[i])
            give_extra(drawn, (extra_tensor)i);
}

/* What a row that sees no key becomes. */
static void draw_empty_row(random_cases *cases, plumb_problem *p) {
    p->empty_lse_positive = random_below(cases, 3) == 0;
    if (p->op.kind == PLUMB_SOFTMAX && random_below(cases, 3) == 0)
        p->empty_row = PLUMB_EMPTY_ROW_MEAN;
}

static drawn_problem begin_operator(random_cases *cases, plumb_problem shape,
                                    operator_variant variant, problem_character character) {
    drawn_problem drawn = draw_problem(cases, shape, character);
    drawn.problem.op = draw_operator(cases, variant, character);
    give_extras(cases, &drawn);
    return drawn;
}

static void finish_operator(random_cases *cases, drawn_problem *drawn,
                            problem_character character) {
    for (int i = 0; i < EXTRA_TENSORS; i++)
        if (drawn->extra[i] != NULL)
            draw_numbers(cases, character, drawn->extra[i],
                         extra_numbers(&drawn->problem, (extra_tensor)i));
    if (random_below(cases, 8) == 0)
        hide_by_bias(cases, drawn);
    draw_empty_row(cases, &drawn->problem);
}

drawn_problem draw_operator_of_shape(random_cases *cases, plumb_problem shape,
                                     operator_variant variant, problem_character character) {
    drawn_problem drawn = begin_operator(cases, shape, variant, character);
    finish_operator(cases, &drawn, character);
    return drawn;
}

/* Without a position. */
static drawn_problem draw_standing(random_cases *cases, operator_variant variant,
                                   problem_character character) {
    drawn_problem drawn =
        begin_operator(cases, draw_operator_shape(cases), variant, character);
    if (random_below(cases, 3) == 0)
        draw_mask(cases, &drawn);
    finish_operator(cases, &drawn, character);
    return drawn;
}

drawn_problem draw_position_problem(random_cases *cases, operator_variant variant,
                                    plumb_position_kind kind, problem_character character) {
    drawn_problem drawn = draw_standing(cases, variant, character);
    draw_position(cases, &drawn, kind, character);
    return drawn;
}

drawn_problem draw_operator_problem(random_cases *cases, operator_variant variant,
                                    problem_character character) {
    drawn_problem drawn = draw_standing(cases, variant, character);
    if (random_below(cases, 4) == 0)
        draw_position(cases, &drawn,
                      (plumb_position_kind)(1 + random_below(cases, PLUMB_POSITION_SHAW)),
                      character);
    return drawn;
}

void poison(random_cases *cases, double *x, size_t count) {
    static const double poisons[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++)
        x[i] = poisons[random_below(cases, 3)];
}
