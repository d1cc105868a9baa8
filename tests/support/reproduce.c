#include "tests/support/reproduce.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "tests/support/check.h"

void reproduce_text(reproduction *line, const char *format, ...) {
    size_t room = sizeof line->line - line->length;
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(line->line + line->length, room, format, arguments);
    va_end(arguments);
    if (written > 0)
        line->length += (size_t)written < room ? (size_t)written : room - 1;
}

reproduction reproduce(const random_cases *cases) {
    reproduction line = {.length = 0};
    reproduce_text(&line, "%s: PLUMB_TEST_SEED=%" PRIu64 " PLUMB_TEST_CASE=%" PRIu64, cases->test,
                   cases->seed, cases->number);
    return line;
}

void reproduce_doubles(reproduction *line, const char *name, const double *x, size_t count) {
    reproduce_text(line, " %s=", name);
    for (size_t i = 0; i < count; i++)
        reproduce_text(line, "%s%a", i == 0 ? "" : ",", x[i]);
}

void reproduce_balls(reproduction *line, const char *name, const plumb_ball *x, size_t count) {
    reproduce_text(line, " %s=", name);
    for (size_t i = 0; i < count; i++)
        reproduce_text(line, "%s%a+-%a", i == 0 ? "" : ",", x[i].mid, x[i].rad);
}

void reproduce_flags(reproduction *line, const char *name, const unsigned char *x, size_t count) {
    reproduce_text(line, " %s=", name);
    for (size_t i = 0; i < count; i++)
        reproduce_text(line, "%d", x[i] != 0);
}

/* What makes the problem another one than a plain softmax. */
static void reproduce_operator(reproduction *line, const plumb_operator *op) {
    reproduce_text(line,
                   " operator=%d normalisation=%d sink=%d sink_keys=%zu sink_outside_lse=%d"
                   " softcap=%a softcap_order=%d alpha=%a power=%a gamma=%a zeta=%a epsilon=%a",
                   op->kind, op->normalisation, op->sink, op->sink_keys, op->sink_outside_lse,
                   op->softcap, op->softcap_order, op->alpha, op->power, op->gamma, op->zeta,
                   op->epsilon);
}

static void reproduce_optional(reproduction *line, const char *name, const double *x,
                               size_t count) {
    if (x != NULL)
        reproduce_doubles(line, name, x, count);
}

/* From the first element of the bias to the last that is read. */
static size_t bias_numbers(const plumb_problem *p) {
    const plumb_extras *extra = &p->extra;
    if (p->batch * p->query_heads * p->query_length * p->key_length == 0)
        return 0;
    return (p->batch - 1) * extra->bias_batch + (p->query_heads - 1) * extra->bias_head +
           (p->query_length - 1) * extra->bias_query + p->key_length;
}

static void reproduce_extras(reproduction *line, const plumb_problem *p) {
    const plumb_extras *extra = &p->extra;
    size_t queries = p->batch * p->query_heads * p->query_length;
    reproduce_text(line,
                   " bias_batch=%zu bias_head=%zu bias_query=%zu hidden_dim=%zu"
                   " feature_dim=%zu",
                   extra->bias_batch, extra->bias_head, extra->bias_query, extra->hidden_dim,
                   extra->feature_dim);
    reproduce_optional(line, "bias", extra->bias, bias_numbers(p));
    reproduce_optional(line, "sinks", extra->sinks, p->query_heads);
    reproduce_optional(line, "key0_bias", extra->key0_bias, p->query_heads);
    reproduce_optional(line, "sink_key", extra->sink_key, p->query_heads * p->head_dim);
    reproduce_optional(line, "sink_value", extra->sink_value, p->query_heads * p->value_dim);
    reproduce_optional(line, "value_bias", extra->value_bias, p->query_heads * p->value_dim);
    reproduce_optional(line, "mlp_inner", extra->mlp_inner, extra->hidden_dim * p->head_dim);
    reproduce_optional(line, "mlp_outer", extra->mlp_outer, extra->feature_dim * extra->hidden_dim);
    reproduce_optional(line, "gate", extra->gate,
                       queries * (extra->gate_per_element ? p->value_dim : 1));
}

static void reproduce_integers(reproduction *line, const char *name, const int64_t *x,
                               size_t count) {
    reproduce_text(line, " %s=", name);
    for (size_t i = 0; i < count; i++)
        reproduce_text(line, "%s%" PRId64, i == 0 ? "" : ",", x[i]);
}

static void reproduce_masks(reproduction *line, const plumb_problem *p) {
    const plumb_mask *m = &p->mask;
    if (m->windowed)
        reproduce_text(line, " window=%" PRId64 ",%" PRId64, m->left, m->right);
    if (m->prefixed)
        reproduce_text(line, " prefix=%" PRId64, m->prefix);
    if (m->streaming)
        reproduce_text(line, " streaming=%" PRId64 ",%" PRId64 "%s", m->first, m->recent,
                       m->in_cache ? " in_cache" : "");
    if (m->chunk != 0)
        reproduce_text(line, " chunk=%" PRId64, m->chunk);
    if (m->group != NULL)
        reproduce_integers(line, "group", m->group, p->batch * p->key_length);
    if (m->query_segment != NULL) {
        reproduce_integers(line, "query_segment", m->query_segment, p->batch * p->query_length);
        reproduce_integers(line, "key_segment", m->key_segment, p->batch * p->key_length);
    }
    if (m->allowed != NULL) {
        reproduce_text(line, " allowed_batch=%zu allowed_head=%zu allowed_query=%zu",
                       m->allowed_batch, m->allowed_head, m->allowed_query);
        reproduce_flags(line, "allowed", m->allowed,
                        (p->batch - 1) * m->allowed_batch + (p->query_heads - 1) * m->allowed_head +
                            (p->query_length - 1) * m->allowed_query + p->key_length);
    }
}

static void reproduce_rope(reproduction *line, const plumb_problem *p) {
    const plumb_rope *rope = &p->position.rope;
    reproduce_text(line,
                   " layout=%d rope_dim=%zu base=%a multiplier=%a scaling=%d factor=%a original=%a"
                   " length=%a length_rule=%d beta_fast=%a beta_slow=%a untruncated=%d mscale=%a"
                   " mscale_all=%a low_frequency=%a high_frequency=%a rows=%zu",
                   rope->layout, rope->dim, rope->base, rope->multiplier, rope->scaling,
                   rope->factor, rope->original, rope->length, rope->length_rule, rope->beta_fast,
                   rope->beta_slow, rope->untruncated, rope->mscale, rope->mscale_all,
                   rope->low_frequency, rope->high_frequency, rope->rows);
    for (size_t a = 0; a < rope->sections.count; a++)
        reproduce_text(line, "%s%zu", a == 0 ? " sections=" : ",", rope->sections.pairs[a]);
    reproduce_text(line, " last=%d order=%d frequencies=%d", rope->last, rope->order, rope->frequencies);
    reproduce_optional(line, "long", rope->long_divisor, rope->dim / 2);
    reproduce_optional(line, "short", rope->short_divisor, rope->dim / 2);
    reproduce_optional(line, "cos", rope->cosine, rope->rows * (rope->dim / 2));
    reproduce_optional(line, "sin", rope->sine, rope->rows * (rope->dim / 2));
}

static size_t table_numbers(const plumb_problem *p) {
    const plumb_position *position = &p->position;
    if (position->kind == PLUMB_POSITION_T5)
        return position->buckets * p->query_heads;
    if (position->kind == PLUMB_POSITION_RELATIVE_TABLE)
        return position->table_rows * p->query_heads;
    return position->table_rows * p->head_dim;
}

static void reproduce_position(reproduction *line, const plumb_problem *p) {
    const plumb_position *position = &p->position;
    reproduce_text(line, " position=%d", position->kind);
    if (position->query_position != NULL)
        reproduce_integers(line, "query_position", position->query_position, plumb_query_places(p));
    if (position->key_position != NULL)
        reproduce_integers(line, "key_position", position->key_position, plumb_key_places(p));
    if (position->kind == PLUMB_POSITION_ROPE || position->kind == PLUMB_POSITION_ROPE_OUTPUT)
        reproduce_rope(line, p);
    else
        reproduce_text(line,
                       " alibi=%d sinusoidal=%d one_less=%d base=%a offset=%" PRId64
                       " bidirectional=%d buckets=%zu max_distance=%zu table_rows=%zu",
                       position->alibi, position->sinusoidal, position->sinusoidal_one_less,
                       position->sinusoidal_base, position->offset, position->bidirectional,
                       position->buckets, position->max_distance, position->table_rows);
    if (position->temperature.factor != 0)
        reproduce_text(line, " temperature=%a,%" PRId64 ",%" PRId64, position->temperature.factor,
                       position->temperature.length, position->temperature.offset);
    reproduce_optional(line, "slopes", position->slopes, p->query_heads);
    reproduce_optional(line, "table", position->table, table_numbers(p));
    reproduce_optional(line, "value_table", position->value_table,
                       position->table_rows * p->value_dim);
}

void reproduce_problem(reproduction *line, const plumb_problem *problem) {
    const plumb_problem *p = problem;
    reproduce_text(line,
                   " batch=%zu query_heads=%zu key_heads=%zu query_length=%zu key_length=%zu"
                   " head_dim=%zu value_dim=%zu causal=%d offset=%" PRId64 " scale=%s empty_row=%d",
                   p->batch, p->query_heads, p->key_heads, p->query_length, p->key_length,
                   p->head_dim, p->value_dim, p->causal.causal, p->causal.offset,
                   p->scale.text == NULL ? "default" : p->scale.text, p->empty_row);
    reproduce_operator(line, &p->op);
    if (p->position.kind != PLUMB_POSITION_NONE)
        reproduce_position(line, p);
    reproduce_extras(line, p);
    reproduce_masks(line, p);
    reproduce_doubles(line, "query", p->query,
                      p->batch * p->query_heads * p->query_length * p->head_dim);
    reproduce_doubles(line, "key", p->key, p->batch * p->key_heads * p->key_length * p->head_dim);
    reproduce_doubles(line, "value", p->value,
                      p->batch * p->key_heads * p->key_length * p->value_dim);
}

void reproduce_fail(const reproduction *line) {
    ck_abort_msg("%s", line->line);
}
