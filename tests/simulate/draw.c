#include "tests/simulate/draw.h"
#include "exact/visible.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- shapes ---- */

static size_t at_most(size_t x, size_t most) {
    return most > 0 && x > most ? most : x;
}

static plumb_problem draw_shape(random_cases *cases, const simulated_kind *kind, size_t most_keys) {
    double size = 4 + (log2((double)most_keys) - 4) * random_uniform(cases);
    size_t keys = at_most(at_most((size_t)exp2(size), most_keys), kind->most_keys);
    size_t queries = 4 + random_below(cases, 13), heads = 1 + random_below(cases, 2);
    size_t dim = at_most((size_t)32 << random_below(cases, 3), kind->most_channels);
    plumb_problem shape = one_head(queries, keys < 16 ? 16 : keys, dim, dim);
    shape.query_heads = heads;
    shape.key_heads = 1 + random_below(cases, heads);
    return shape;
}

/* What may join a score, an output or both; mostly nothing does. */
static void draw_conventions(random_cases *cases, plumb_problem *shape) {
    bool may_rotate = random_below(cases, 4) == 0;
    switch (random_below(cases, 12)) {
    case 0:
        shape->op.softcap = 30;
        break;
    case 1:
        shape->op.sink = PLUMB_SINK_LOGIT;
        break;
    case 2:
        shape->op.sink = PLUMB_SINK_ZERO;
        break;
    default:
        break;
    }
    if (may_rotate) {
        shape->position.kind = PLUMB_POSITION_ROPE;
        shape->position.rope = (plumb_rope){.dim = shape->head_dim, .base = 10000};
    }
}

/* ---- masks ---- */

typedef bool shows_key(random_cases *cases, size_t step, size_t position, size_t key);

static bool dilated(random_cases *cases, size_t step, size_t position, size_t key) {
    (void)cases;
    return key <= position && (position - key) % step == 0;
}

/* A few neighbours and every so manieth key. */
static bool strided(random_cases *cases, size_t step, size_t position, size_t key) {
    (void)cases;
    return key <= position && (position - key < 8 || key % step == 0);
}

static bool scattered(random_cases *cases, size_t step, size_t position, size_t key) {
    return random_below(cases, step) == 0 || key == position;
}

/* Whole blocks, the same for all queries. */
static bool in_blocks(random_cases *cases, size_t step, size_t position, size_t key) {
    (void)cases;
    return key <= position && (key / step * 2654435761U >> 7 & 3) == 0;
}

static void give_mask(random_cases *cases, drawn_problem *drawn, shows_key *shows, size_t step) {
    plumb_problem *p = &drawn->problem;
    size_t keys = p->key_length;
    drawn->allowed = calloc(p->query_length * keys + 1, 1);
    for (size_t t = 0; t < p->query_length; t++) {
        size_t position = t + keys >= p->query_length ? t + keys - p->query_length : 0;
        for (size_t j = 0; j < keys; j++)
            drawn->allowed[t * keys + j] = shows(cases, step, position, j);
        drawn->allowed[t * keys + position] = 1;
    }
    p->mask.allowed = drawn->allowed;
    p->mask.allowed_query = keys;
}

static const char *draw_mask(random_cases *cases, drawn_problem *drawn) {
    plumb_problem *p = &drawn->problem;
    plumb_causal causal = {true, (int64_t)p->key_length - (int64_t)p->query_length};
    size_t choice = random_below(cases, 8), step = (size_t)2 << random_below(cases, 5);
    p->causal.offset = causal.offset;
    switch (choice) {
    case 0:
        give_mask(cases, drawn, dilated, step);
        return "dilated";
    case 1:
        give_mask(cases, drawn, strided, step);
        return "strided";
    case 2:
        give_mask(cases, drawn, scattered, step);
        return "boolean";
    case 3:
        give_mask(cases, drawn, in_blocks, step < 16 ? 16 : step);
        return "block-sparse";
    case 4:
        p->causal = causal;
        p->mask.windowed = true;
        p->mask.left = (int64_t)(1 + p->key_length / 4);
        p->mask.right = -1;
        return "window";
    case 5:
        return "none";
    default:
        p->causal = causal;
        return "causal";
    }
}

/* ---- numbers ---- */

static double largest_score(const plumb_problem *p) {
    double most = 0;
    for (size_t h = 0; h < p->query_heads; h++)
        for (size_t t = 0; t < p->query_length; t++)
            for (size_t j = 0; j < p->key_length; j++) {
                const double *q = plumb_exact_query(p, 0, h, t), *k = plumb_exact_key(p, 0, h, j);
                double sum = 0;
                for (size_t c = 0; c < p->head_dim; c++)
                    sum += q[c] * k[c];
                most = fmax(most, fabs(sum) / sqrt((double)p->head_dim));
            }
    return most;
}

/* Keys that share a direction with the queries, the more the later they come: the maximum rises in every block. */
static void let_rise(drawn_problem *drawn) {
    const plumb_problem *p = &drawn->problem;
    for (size_t i = 0; i < query_numbers(p); i++)
        drawn->query[i] = 1 + drawn->query[i] / 4;
    for (size_t i = 0; i < key_numbers(p); i++) {
        double share = (double)(i / p->head_dim % p->key_length) / (double)p->key_length;
        drawn->key[i] = share + drawn->key[i] / 4;
    }
}

static void round_numbers(const simulated_kind *kind, double *x, size_t count) {
    simulated_rounding rounding = {.format =
                                       kind->numbers != AS_IT_IS ? kind->numbers : number_format_of(kind->stored)};
    for (size_t i = 0; x != NULL && i < count; i++)
        x[i] = simulated_round(rounding, x[i]);
}

static void draw_tensors(random_cases *cases, simulated_case *made) {
    drawn_problem *drawn = &made->drawn;
    const plumb_problem *p = &drawn->problem;
    draw_numbers(cases, ORDINARY, drawn->query, query_numbers(p));
    draw_numbers(cases, ORDINARY, drawn->key, key_numbers(p));
    draw_numbers(cases, ORDINARY, drawn->value, value_numbers(p));
    if (random_below(cases, 6) == 0)
        let_rise(drawn);
    made->largest = 4 * pow(10, random_uniform(cases));
    double factor = made->largest / largest_score(p);
    for (size_t i = 0; i < query_numbers(p); i++)
        drawn->query[i] *= factor;
    if (p->op.sink == PLUMB_SINK_LOGIT) {
        give_extra(drawn, SINK_LOGITS);
        draw_numbers(cases, ORDINARY, drawn->extra[SINK_LOGITS], p->query_heads);
    }
    round_numbers(made->kind, drawn->query, query_numbers(p));
    round_numbers(made->kind, drawn->key, key_numbers(p));
    round_numbers(made->kind, drawn->value, value_numbers(p));
    round_numbers(made->kind, drawn->extra[SINK_LOGITS], p->query_heads);
}

simulated_case draw_simulated_case(random_cases *cases, size_t most_keys) {
    simulated_case made = {.kind = simulated_kind_at(cases->number % simulated_kinds())};
    plumb_problem shape = draw_shape(cases, made.kind, most_keys);
    draw_conventions(cases, &shape);
    made.drawn = blank_problem(shape);
    made.mask = draw_mask(cases, &made.drawn);
    draw_tensors(cases, &made);
    return made;
}

void free_simulated_case(simulated_case *made) {
    free_simulated(&made->answers);
    free_problem(&made->drawn);
}

/* ---- answers ---- */

static void round_answers(double *x, size_t count, plumb_format format) {
    for (size_t i = 0; i < count; i++)
        x[i] = simulated_round((simulated_rounding){.format = number_format_of(format)}, x[i]);
}

static plumb_format format_of_lse(const simulated_kind *kind) {
    return kind->stored == PLUMB_F64 ? PLUMB_F64 : PLUMB_F32;
}

void answer_simulated_case(simulated_case *made, const plumb_problem *by) {
    size_t rows = plumb_rows_of(by);
    free_simulated(&made->answers);
    made->answers = simulate(&made->kind->by, by, false);
    round_answers(made->answers.output, rows * by->value_dim, made->kind->stored);
    round_answers(made->answers.lse, rows, format_of_lse(made->kind));
}

plumb_case state_simulated_case(const simulated_case *made, bool states_precision) {
    const plumb_problem *p = &made->drawn.problem;
    size_t rows = plumb_rows_of(p);
    return (plumb_case){.problem = *p,
                        .input_format = made->kind->stored,
                        .precision = states_precision ? made->kind->precision : NULL,
                        .source = made->kind->name,
                        .output = {true, made->kind->stored, rows * p->value_dim, made->answers.output},
                        .lse = {true, format_of_lse(made->kind), rows, made->answers.lse}};
}

void print_simulated_case(FILE *to, const random_cases *cases, const simulated_case *made) {
    const plumb_problem *p = &made->drawn.problem;
    fprintf(to, "seed %llu case %llu: %s; %s mask, %zu heads on %zu, %zu queries, %zu keys, head_dim %zu, score %.3g",
            (unsigned long long)cases->seed, (unsigned long long)cases->number, made->kind->name, made->mask,
            p->query_heads, p->key_heads, p->query_length, p->key_length, p->head_dim, made->largest);
    if (p->op.softcap > 0)
        fprintf(to, ", softcap");
    if (p->op.sink != PLUMB_SINK_NONE)
        fprintf(to, ", sink");
    if (p->position.kind == PLUMB_POSITION_ROPE)
        fprintf(to, ", RoPE");
    fputc('\n', to);
}

/* ---- faults ---- */

typedef void planted(random_cases *cases, plumb_problem *by, fault_workspace *workspace);

static void scale_scores(random_cases *cases, plumb_problem *by, fault_workspace *workspace) {
    (void)cases;
    snprintf(workspace->scale, sizeof workspace->scale, "%.17g", 1.02 / sqrt((double)by->head_dim));
    by->scale.text = workspace->scale;
}

/* Hides neighbouring keys from all queries. */
static void hide(random_cases *cases, plumb_problem *by, fault_workspace *workspace, size_t lost) {
    size_t keys = by->key_length, first = random_below(cases, keys - lost + 1);
    workspace->allowed = malloc(by->query_length * keys + 1);
    for (size_t t = 0; t < by->query_length; t++) {
        unsigned char *row = workspace->allowed + t * keys;
        if (by->mask.allowed != NULL)
            memcpy(row, by->mask.allowed + t * by->mask.allowed_query, keys);
        else
            memset(row, 1, keys);
        memset(row + first, 0, lost);
    }
    by->mask.allowed = workspace->allowed;
    by->mask.allowed_query = keys;
}

static void lose_key(random_cases *cases, plumb_problem *by, fault_workspace *workspace) {
    hide(cases, by, workspace, 1);
}

static void lose_tile(random_cases *cases, plumb_problem *by, fault_workspace *workspace) {
    hide(cases, by, workspace, by->key_length < 64 ? 2 : by->key_length / 32);
}

static void move_mask(random_cases *cases, plumb_problem *by, fault_workspace *workspace) {
    (void)cases;
    (void)workspace;
    if (by->causal.causal && !by->mask.windowed && by->position.kind == PLUMB_POSITION_NONE)
        by->causal.offset--;
}

static void move_window(random_cases *cases, plumb_problem *by, fault_workspace *workspace) {
    (void)cases;
    (void)workspace;
    if (by->mask.windowed)
        by->mask.left++;
}

static void scale_outputs(random_cases *cases, plumb_problem *by, fault_workspace *workspace) {
    (void)cases;
    (void)workspace;
    if (by->op.sink != PLUMB_SINK_NONE)
        return;
    by->op.kind = PLUMB_SCALED_SOFTMAX;
    by->op.alpha = 1.005;
}

/* One key's value is that of its neighbour, as after a race. */
static void repeat_value(random_cases *cases, plumb_problem *by, fault_workspace *workspace) {
    size_t count = value_numbers(by), key = 1 + random_below(cases, by->key_length - 1), dim = by->value_dim;
    workspace->value = malloc(count * sizeof *workspace->value);
    memcpy(workspace->value, by->value, count * sizeof *workspace->value);
    memcpy(workspace->value + key * dim, workspace->value + (key - 1) * dim, dim * sizeof *workspace->value);
    by->value = workspace->value;
}

static void leave_key(random_cases *cases, plumb_problem *by, fault_workspace *workspace) {
    if (by->position.kind != PLUMB_POSITION_ROPE)
        return;
    workspace->position = malloc(by->key_length * sizeof *workspace->position);
    for (size_t j = 0; j < by->key_length; j++)
        workspace->position[j] = (int64_t)j;
    workspace->position[1 + random_below(cases, by->key_length - 1)] = 0;
    by->position.key_position = workspace->position;
}

static void omit_softcap(random_cases *cases, plumb_problem *by, fault_workspace *workspace) {
    (void)cases;
    (void)workspace;
    by->op.softcap = 0;
}

static void omit_sink(random_cases *cases, plumb_problem *by, fault_workspace *workspace) {
    (void)cases;
    (void)workspace;
    by->op.sink = PLUMB_SINK_NONE;
}

static const struct {
    const char *name;
    planted *plant;
} faults[] = {
    {"scale x 1.02", scale_scores},
    {"one key lost", lose_key},
    {"a 32nd of the keys lost", lose_tile},
    {"causal mask off by one", move_mask},
    {"window off by one", move_window},
    {"outputs x 1.005", scale_outputs},
    {"a value of its neighbour", repeat_value},
    {"a key not rotated", leave_key},
    {"softcap omitted", omit_softcap},
    {"sink omitted", omit_sink},
};

size_t simulated_faults(void) {
    return sizeof faults / sizeof *faults;
}

const char *simulated_fault_name(size_t index) {
    return faults[index].name;
}

plumb_problem plant_fault(random_cases *cases, const simulated_case *made, size_t index, fault_workspace *workspace) {
    plumb_problem by = made->drawn.problem;
    *workspace = (fault_workspace){.allowed = NULL};
    faults[index].plant(cases, &by, workspace);
    return by;
}

void free_fault(fault_workspace *workspace) {
    free(workspace->allowed);
    free(workspace->value);
    free(workspace->position);
}
