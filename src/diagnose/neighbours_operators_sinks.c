/* neighbours_operators_sinks.c - sinks that engines leave out, add, or misread. */
#include "diagnose/change_positions.h"
#include "diagnose/gather.h"
#include "diagnose/logarithms.h"
#include "diagnose/neighbours_operators.h"
#include "diagnose/shown.h"
#include "exact/round.h"
#include <math.h>

/* A problem of that sink, without the tensors and parameters of others. */
static void set_sink(plumb_problem *p, plumb_sink sink) {
    plumb_extras *extra = &p->extra;
    bool vectors =
        sink == PLUMB_SINK_KEY || sink == PLUMB_SINK_KEY_VALUE || sink == PLUMB_SINK_TOKEN;
    p->op.sink = sink;
    if (sink != PLUMB_SINK_LOGIT)
        extra->sinks = NULL;
    if (!vectors)
        extra->sink_key = NULL;
    if (!vectors || sink == PLUMB_SINK_KEY)
        extra->sink_value = NULL;
    if (sink != PLUMB_SINK_KEY0_BIAS)
        extra->key0_bias = NULL;
    if (sink != PLUMB_SINK_FIRST_KEYS)
        p->op.sink_keys = 0;
    if (!plumb_sink_adds_logit(sink))
        p->op.sink_outside_lse = false;
}

static bool sink_allowed(const plumb_problem *p) {
    if (plumb_sink_adds_logit(p->op.sink) &&
        (p->op.kind != PLUMB_SOFTMAX || p->empty_row == PLUMB_EMPTY_ROW_MEAN))
        return false;
    return plumb_positions_allowed(p);
}

/* integer: the sink, none or zero, or of a value that is left out: key */
static int use_sink(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    plumb_problem problem = changed->problem;
    plumb_sink sink = (plumb_sink)neighbour->integer;
    (void)storage;
    if (problem.op.sink == sink || (sink == PLUMB_SINK_KEY && problem.extra.sink_key == NULL))
        return 0;
    bool first_keys = problem.op.sink == PLUMB_SINK_FIRST_KEYS;
    set_sink(&problem, sink);
    if (!sink_allowed(&problem) ||
        (first_keys && sink == PLUMB_SINK_NONE && plumb_shows_same(&problem, &changed->problem)))
        return 0;
    changed->problem = problem;
    return 1;
}

/* The logits of the heads are added to the scores of key 0, or those numbers are logits. */
static int exchange_key0(const plumb_neighbour *neighbour, plumb_storage *storage,
                         plumb_case *changed) {
    plumb_problem problem = changed->problem;
    plumb_extras *extra = &problem.extra;
    bool logit = problem.op.sink == PLUMB_SINK_LOGIT;
    const double *numbers = logit ? extra->sinks : extra->key0_bias;
    (void)neighbour;
    (void)storage;
    if (!logit && problem.op.sink != PLUMB_SINK_KEY0_BIAS)
        return 0;
    set_sink(&problem, logit ? PLUMB_SINK_KEY0_BIAS : PLUMB_SINK_LOGIT);
    *(logit ? &extra->key0_bias : &extra->sinks) = numbers;
    if (!sink_allowed(&problem))
        return 0;
    changed->problem = problem;
    return 1;
}

/* integer: how many first keys */
static int use_first_keys(const plumb_neighbour *neighbour, plumb_storage *storage,
                          plumb_case *changed) {
    plumb_problem problem = changed->problem;
    (void)storage;
    if (problem.op.sink != PLUMB_SINK_FIRST_KEYS || neighbour->integer < 1)
        return 0;
    problem.op.sink_keys = (size_t)neighbour->integer;
    if (plumb_shows_same(&problem, &changed->problem))
        return 0;
    changed->problem = problem;
    return 1;
}

static int use_other_lse(const plumb_neighbour *neighbour, plumb_storage *storage,
                         plumb_case *changed) {
    plumb_operator *op = &changed->problem.op;
    (void)neighbour;
    (void)storage;
    if (!changed->lse.present || !plumb_sink_adds_logit(op->sink))
        return 0;
    op->sink_outside_lse = !op->sink_outside_lse;
    return 1;
}

/* What an engine makes of the number S of a head. */
typedef enum { MULTIPLIED, SCALED, TWICE, CAPPED, IN_BF16 } making;

static double made(making how, const plumb_neighbour *neighbour, const plumb_problem *p, double s) {
    switch (how) {
    case MULTIPLIED:
        return s * neighbour->number;
    case SCALED:
        return s * plumb_change_scale(p);
    case TWICE:
        return s + PLUMB_LN_2;
    case CAPPED:
        return p->op.softcap * tanh(s / p->op.softcap);
    case IN_BF16:
    default:
        return plumb_round_double(s, PLUMB_BF16);
    }
}

static const double **numbers_of(plumb_problem *p) {
    if (p->op.sink == PLUMB_SINK_LOGIT)
        return &p->extra.sinks;
    return p->op.sink == PLUMB_SINK_KEY0_BIAS ? &p->extra.key0_bias : NULL;
}

/* integer: the making; number: its factor */
static int make_numbers(const plumb_neighbour *neighbour, plumb_storage *storage,
                        plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    const double **numbers = numbers_of(p);
    making how = (making)neighbour->integer;
    if (numbers == NULL || (how == CAPPED && p->op.softcap == 0) ||
        (how == TWICE && p->op.sink != PLUMB_SINK_LOGIT))
        return 0;
    double *made_numbers = plumb_change_copy(storage, *numbers, p->query_heads, sizeof **numbers);
    if (made_numbers == NULL)
        return -1;
    for (size_t h = 0; h < p->query_heads; h++) {
        made_numbers[h] = made(how, neighbour, p, made_numbers[h]);
        if (!isfinite(made_numbers[h]))
            return 0;
    }
    if (plumb_same_numbers(made_numbers, *numbers, p->query_heads))
        return 0;
    *numbers = made_numbers;
    return 1;
}

/* Softmax-off-by-one whose 1 is counted twice. */
static int count_zero_twice(const plumb_neighbour *neighbour, plumb_storage *storage,
                            plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    (void)neighbour;
    if (p->op.sink != PLUMB_SINK_ZERO)
        return 0;
    double *sinks = plumb_storage_take(storage, p->query_heads, sizeof *sinks);
    if (sinks == NULL)
        return -1;
    for (size_t h = 0; h < p->query_heads; h++)
        sinks[h] = PLUMB_LN_2;
    set_sink(p, PLUMB_SINK_LOGIT);
    p->extra.sinks = sinks;
    return 1;
}

/* Whose sink a head has. */
typedef enum { FIRST_HEAD, NEXT_HEAD, HEAD_BEFORE, REVERSED, OF_KEY_HEAD, OF_TILED_HEAD } owner;

static size_t owner_of(const plumb_problem *p, owner of, size_t h) {
    size_t heads = p->query_heads;
    switch (of) {
    case FIRST_HEAD:
        return 0;
    case NEXT_HEAD:
        return (h + 1) % heads;
    case HEAD_BEFORE:
        return (h + heads - 1) % heads;
    case REVERSED:
        return heads - 1 - h;
    case OF_KEY_HEAD:
        return h / (heads / p->key_heads);
    case OF_TILED_HEAD:
    default:
        return h % p->key_heads;
    }
}

/* Takes rows of `width` numbers of other heads; sets *differs where one is another. */
static int take_rows(plumb_storage *storage, const double **rows, size_t heads, size_t width,
                     const size_t *head, bool *differs) {
    if (*rows == NULL)
        return 0;
    const double *taken = plumb_gather_heads(storage, *rows, 1, heads, head, heads, width);
    if (taken == NULL)
        return -1;
    *differs = *differs || !plumb_same_numbers(taken, *rows, heads * width);
    *rows = taken;
    return 0;
}

/* integer: the owner */
static int take_sinks(const plumb_neighbour *neighbour, plumb_storage *storage,
                      plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    plumb_extras extra = p->extra;
    size_t *head = plumb_storage_take(storage, p->query_heads, sizeof *head);
    bool differs = false;
    if (head == NULL)
        return -1;
    for (size_t h = 0; h < p->query_heads; h++)
        head[h] = owner_of(p, (owner)neighbour->integer, h);
    if (take_rows(storage, &extra.sinks, p->query_heads, 1, head, &differs) != 0 ||
        take_rows(storage, &extra.key0_bias, p->query_heads, 1, head, &differs) != 0 ||
        take_rows(storage, &extra.sink_key, p->query_heads, p->head_dim, head, &differs) != 0 ||
        take_rows(storage, &extra.sink_value, p->query_heads, p->value_dim, head, &differs) != 0)
        return -1;
    if (!differs)
        return 0;
    p->extra = extra;
    return 1;
}

/* The logit of a sink's key is not multiplied by the scale. */
static int leave_key_unscaled(const plumb_neighbour *neighbour, plumb_storage *storage,
                              plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    double scale = plumb_change_scale(p);
    (void)neighbour;
    if (p->extra.sink_key == NULL || scale == 0 || scale == 1)
        return 0;
    return plumb_change_multiply(storage, &p->extra.sink_key, p->query_heads * p->head_dim,
                                 1 / scale);
}

static void add_kind(plumb_neighbourhood *list, plumb_neighbour_kind kind, plumb_sink sink,
                     const char *member, const char *does) {
    plumb_neighbour entry = {.kind = kind, .axis = "sink", .change = use_sink, .integer = sink};
    plumb_change_member(&entry, "%s", member);
    plumb_change_add(list, entry, "%s", does);
}

static bool has_two_heads(const plumb_case *stated) {
    return stated->problem.query_heads > 1;
}

static bool has_three_heads(const plumb_case *stated) {
    return stated->problem.query_heads > 2;
}

static bool has_groups(const plumb_case *stated) {
    const plumb_problem *p = &stated->problem;
    return p->key_heads != p->query_heads && p->key_heads > 1;
}

static bool has_value(const plumb_case *stated) {
    return stated->problem.op.sink != PLUMB_SINK_KEY;
}

static const plumb_change_line of_zero[] = {
    {"counts the sink twice", NULL, count_zero_twice, 0, 0, 0},
};

static const plumb_change_line of_logits[] = {
    {"multiplies the sink's logit by the scale", NULL, make_numbers, SCALED, 0, 0},
    {"counts the sink twice", NULL, make_numbers, TWICE, 0, 0},
    {"takes the sink's logit for one to the base 2", NULL, make_numbers, MULTIPLIED, 0, PLUMB_LN_2},
    {"multiplies the sink's logit by log2 e and takes powers of e", NULL, make_numbers, MULTIPLIED,
     0, PLUMB_LOG2_E},
    {"has the sink's logit of the other sign", NULL, make_numbers, MULTIPLIED, 0, -1},
    {"caps the sink's logit", NULL, make_numbers, CAPPED, 0, 0},
    {"holds the sink's logit in bfloat16", NULL, make_numbers, IN_BF16, 0, 0},
    {"adds the sink's logit to the score of key 0", NULL, exchange_key0, 0, 0, 0},
};

static const plumb_change_line of_vectors[] = {
    {"leaves out the sink's value", has_value, use_sink, PLUMB_SINK_KEY, 0, 0},
    {"does not multiply the sink's logit by the scale", NULL, leave_key_unscaled, 0, 0, 0},
};

static const plumb_change_line of_key0[] = {
    {"multiplies the bias of key 0 by the scale", NULL, make_numbers, SCALED, 0, 0},
    {"subtracts the bias of key 0", NULL, make_numbers, MULTIPLIED, 0, -1},
    {"has the bias of key 0 as a logit beside those of the keys", NULL, exchange_key0, 0, 0, 0},
};

static const plumb_change_line owners[] = {
    {"gives every head the sink of head 0", has_two_heads, take_sinks, FIRST_HEAD, 0, 0},
    {"gives each head the sink of the next", has_two_heads, take_sinks, NEXT_HEAD, 0, 0},
    {"gives each head the sink of the one before", has_three_heads, take_sinks, HEAD_BEFORE, 0, 0},
    {"gives heads the sinks in reverse order", has_three_heads, take_sinks, REVERSED, 0, 0},
    {"gives query head h the sink of number h / (query_heads / key_heads)", has_groups, take_sinks,
     OF_KEY_HEAD, 0, 0},
    {"gives query head h the sink of number h mod key_heads", has_groups, take_sinks, OF_TILED_HEAD,
     0, 0},
};

/* The lines of the kind, and those of all sinks that heads have of their own. */
static void add_own(plumb_neighbourhood *list, const plumb_case *stated,
                    const plumb_change_line *line, size_t lines) {
    plumb_change_add_lines(list, stated, PLUMB_NEIGHBOUR_FAULT, "sink", line, lines);
    plumb_change_add_lines(list, stated, PLUMB_NEIGHBOUR_FAULT, "sink", PLUMB_LINES(owners));
}

static void add_first_keys(plumb_neighbourhood *list, const plumb_operator *op) {
    static const plumb_change_parameter of_keys = {"sink_keys", use_first_keys, "shows the first ",
                                                   " keys to all"};
    int64_t keys = (int64_t)op->sink_keys;
    plumb_change_add_integer(list, &of_keys, keys + 1, keys);
    if (keys > 1)
        plumb_change_add_integer(list, &of_keys, keys - 1, keys);
}

static void add_of_kind(plumb_neighbourhood *list, const plumb_case *stated) {
    const plumb_operator *op = &stated->problem.op;
    switch (op->sink) {
    case PLUMB_SINK_NONE:
        add_kind(list, PLUMB_NEIGHBOUR_CONVENTION, PLUMB_SINK_ZERO, "\"sink\":\"zero\"",
                 "adds 1 to the denominator: a sink of logit 0");
        return;
    case PLUMB_SINK_ZERO:
        plumb_change_add_lines(list, stated, PLUMB_NEIGHBOUR_FAULT, "sink", PLUMB_LINES(of_zero));
        return;
    case PLUMB_SINK_LOGIT:
        add_kind(list, PLUMB_NEIGHBOUR_CONVENTION, PLUMB_SINK_ZERO, "\"sink\":\"zero\"",
                 "has a sink of logit 0 in place of the stated logits");
        add_own(list, stated, PLUMB_LINES(of_logits));
        return;
    case PLUMB_SINK_FIRST_KEYS:
        add_first_keys(list, op);
        return;
    case PLUMB_SINK_KEY0_BIAS:
        add_own(list, stated, PLUMB_LINES(of_key0));
        return;
    case PLUMB_SINK_KEY:
    case PLUMB_SINK_KEY_VALUE:
    case PLUMB_SINK_TOKEN:
    default:
        add_own(list, stated, PLUMB_LINES(of_vectors));
    }
}

void plumb_neighbours_of_sinks(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_operator *op = &stated->problem.op;
    if (op->sink != PLUMB_SINK_NONE)
        add_kind(neighbourhood, PLUMB_NEIGHBOUR_FAULT, PLUMB_SINK_NONE, "\"sink\":\"none\"",
                 "leaves out the sink");
    if (stated->lse.present && plumb_sink_adds_logit(op->sink)) {
        plumb_neighbour entry = {
            .kind = PLUMB_NEIGHBOUR_CONVENTION, .axis = "lse_sink", .change = use_other_lse};
        plumb_change_member(&entry, "\"lse_sink\":\"%s\"",
                            op->sink_outside_lse ? "included" : "excluded");
        plumb_change_add(neighbourhood, entry, "%s",
                         op->sink_outside_lse ? "counts the sink in the log-sum-exp"
                                              : "leaves the sink out of the log-sum-exp");
    }
    add_of_kind(neighbourhood, stated);
}
