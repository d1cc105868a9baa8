/* case_checks.h - every neighbour of random cases with masks, operators and answers: it applies or
   not, leaves the stated case as it was, makes a case that a file can hold and whose kernels and
   reference agree, and that asks something else now and then.  Where it names what a case would state,
   that is what it made. */
#ifndef PLUMB_TESTS_DIAGNOSE_CASE_CHECKS_H
#define PLUMB_TESTS_DIAGNOSE_CASE_CHECKS_H
#include "precision/precision_text.h"
#include "schema/schema.h"
#include "tests/diagnose/neighbour_checks.h"
#include <jansson.h>

/* ---- a case as a file has it ---- */

/* Expanded to every batch entry, head and query. */
static inline void *expanded(plumb_storage *storage, const plumb_problem *p, const void *array,
                             size_t size, size_t batch, size_t head, size_t query) {
    size_t count = p->batch * p->query_heads * p->query_length * p->key_length;
    unsigned char *all = plumb_storage_take(storage, count, size);
    for (size_t n = 0; n < count; n++) {
        size_t j = n % p->key_length, row = n / p->key_length, h = row / p->query_length;
        size_t from = h / p->query_heads * batch + h % p->query_heads * head +
                      row % p->query_length * query + j;
        memcpy(all + n * size, (const unsigned char *)array + from * size, size);
    }
    return all;
}

static inline void file_rows(filed_case *filed, const char *name, plumb_dtype dtype,
                             const void *bytes, const plumb_problem *p, size_t width) {
    const size_t shape[] = {p->batch, p->query_heads, p->query_length, width};
    file_bytes(filed, name, dtype, bytes, 4, shape);
}

static inline void file_mask_tensors(filed_case *filed, const plumb_problem *p,
                                     plumb_storage *storage) {
    const plumb_mask *m = &p->mask;
    const plumb_extras *x = &p->extra;
    const size_t queries[] = {p->batch, p->query_length}, keys[] = {p->batch, p->key_length};
    file_bytes(filed, "query_segments", PLUMB_DTYPE_I64, m->query_segment, 2, queries);
    file_bytes(filed, "key_segments", PLUMB_DTYPE_I64, m->key_segment, 2, keys);
    if (m->allowed != NULL)
        file_rows(filed, "allowed", PLUMB_DTYPE_BOOL,
                  expanded(storage, p, m->allowed, 1, m->allowed_batch, m->allowed_head,
                           m->allowed_query),
                  p, p->key_length);
    if (x->bias != NULL)
        file_rows(filed, "bias", PLUMB_DTYPE_F64,
                  expanded(storage, p, x->bias, sizeof(double), x->bias_batch, x->bias_head,
                           x->bias_query),
                  p, p->key_length);
}

/* Vectors of a token, which may differ within a group once heads are mixed up, are key-value's. */
static inline void file_extras(filed_case *filed, const plumb_problem *p) {
    const plumb_extras *x = &p->extra;
    const size_t rows[] = {p->batch, p->query_heads, p->query_length};
    file_list(filed, "sinks", x->sinks, p->query_heads);
    file_list(filed, "key0_bias", x->key0_bias, p->query_heads);
    file_matrix(filed, "k_star", x->sink_key, p->query_heads, p->head_dim);
    file_matrix(filed, "v_star", x->sink_value, p->query_heads, p->value_dim);
    file_matrix(filed, "v_bias", x->value_bias, p->query_heads, p->value_dim);
    file_matrix(filed, "w1", x->mlp_inner, x->hidden_dim, p->head_dim);
    file_matrix(filed, "w2", x->mlp_outer, x->feature_dim, x->hidden_dim);
    if (x->gate_per_element)
        file_rows(filed, "gate", PLUMB_DTYPE_F64, x->gate, p, p->value_dim);
    else
        file_bytes(filed, "gate", PLUMB_DTYPE_F64, x->gate, 3, rows);
}

static inline void file_claim(filed_case *filed, const char *name, const plumb_claim *claim,
                              const plumb_problem *p, size_t width) {
    const size_t rows[] = {p->batch, p->query_heads, p->query_length};
    if (!claim->present)
        return;
    if (width == 0)
        file_bytes(filed, name, PLUMB_DTYPE_F64, claim->value, 3, rows);
    else
        file_rows(filed, name, PLUMB_DTYPE_F64, claim->value, p, width);
    ck_assert_uint_eq(filed->tensor[filed->tensors - 1].count, claim->count);
}

static inline void file_tensors(filed_case *filed, const plumb_case *c, plumb_storage *storage) {
    const plumb_problem *p = &c->problem;
    file_vectors(filed, "q", p->query, p->batch, p->query_heads, p->query_length, p->head_dim);
    file_vectors(filed, "k", p->key, p->batch, p->key_heads, p->key_length, p->head_dim);
    file_vectors(filed, "v", p->value, p->batch, p->key_heads, p->key_length, p->value_dim);
    file_ids(filed, p);
    file_mask_tensors(filed, p, storage);
    file_extras(filed, p);
    file_claim(filed, "out", &c->output, p, p->value_dim);
    if (p->key_length > 0) {
        file_claim(filed, "weights", &c->weights, p, p->key_length);
        file_claim(filed, "scores", &c->scores, p, p->key_length);
    }
    file_claim(filed, "lse", &c->lse, p, 0);
}

/* ---- its description ---- */

static inline void say(json_t *to, const char *key, json_t *value) {
    ck_assert_int_eq(json_object_set_new(to, key, value), 0);
}

static inline bool counts_positions(const plumb_problem *p) {
    const plumb_mask *m = &p->mask;
    return p->causal.causal || m->windowed || m->prefixed || m->streaming || m->chunk != 0 ||
           (plumb_position_reads_queries(&p->position) && p->position.query_position == NULL);
}

static inline void say_masks(json_t *to, const plumb_problem *p) {
    const plumb_mask *m = &p->mask;
    say(to, "mask", json_string(p->causal.causal ? "causal" : m->prefixed ? "prefix" : "none"));
    if (m->prefixed)
        say(to, "prefix", json_integer(m->prefix));
    if (m->windowed)
        say(to, "window",
            json_pack("{s:I,s:I}", "left", (json_int_t)m->left, "right", (json_int_t)m->right));
    if (m->streaming)
        say(to, "streaming",
            json_pack("{s:I,s:I}", "first", (json_int_t)m->first, "recent", (json_int_t)m->recent));
    if (m->in_cache)
        say(to, "streaming_positions", json_string("cache"));
    if (m->chunk != 0)
        say(to, "chunk", json_integer(m->chunk));
    if (counts_positions(p))
        say(to, "causal_alignment", json_pack("{s:I}", "offset", (json_int_t)p->causal.offset));
}

static inline void say_parameters(json_t *to, const plumb_operator *op) {
    bool normalised = plumb_operator_is(op->kind, PLUMB_IS_NORMALISED);
    bool summed =
        normalised && (op->normalisation == PLUMB_SUM || op->normalisation == PLUMB_ABSOLUTE_SUM);
    if (op->kind == PLUMB_SCALED_SOFTMAX)
        say(to, "alpha", json_real(op->alpha));
    if (op->kind == PLUMB_POWER_SOFTMAX)
        say(to, "power", json_real(op->power));
    if (op->kind == PLUMB_CLIPPED_SOFTMAX) {
        say(to, "gamma", json_real(op->gamma));
        say(to, "zeta", json_real(op->zeta));
    }
    if (normalised)
        say(to, "normalisation",
            json_string(plumb_word_name(PLUMB_MEMBER_NORMALISATION, op->normalisation)));
    if (summed || op->kind == PLUMB_SOFTPICK)
        say(to, "epsilon", json_real(op->epsilon));
}

static inline void say_operator(json_t *to, const plumb_problem *p) {
    const plumb_operator *op = &p->op;
    plumb_sink sink = op->sink == PLUMB_SINK_TOKEN ? PLUMB_SINK_KEY_VALUE : op->sink;
    static const char *const rules[] = {"zero", "nan", "mean"};
    say(to, "operator", json_string(plumb_word_name(PLUMB_MEMBER_OPERATOR, op->kind)));
    say_parameters(to, op);
    say(to, "sink", json_string(plumb_word_name(PLUMB_MEMBER_SINK, sink)));
    if (sink == PLUMB_SINK_FIRST_KEYS)
        say(to, "sink_keys", json_integer((json_int_t)op->sink_keys));
    if (plumb_sink_adds_logit(sink))
        say(to, "lse_sink", json_string(op->sink_outside_lse ? "excluded" : "included"));
    say(to, "softcap", json_real(op->softcap));
    if (op->softcap > 0)
        say(to, "softcap_order",
            json_string(plumb_word_name(PLUMB_MEMBER_SOFTCAP_ORDER, op->softcap_order)));
    say(to, "scale", json_string(p->scale.text == NULL ? "1/sqrt(head_dim)" : p->scale.text));
    say(to, "empty_row", json_string(rules[p->empty_row]));
    if (plumb_has_log_sum_exp(op->kind))
        say(to, "empty_lse",
            json_string(p->empty_lse_positive ? "plus-infinity" : "minus-infinity"));
}

/* filed has the tensors of the encoding, too. */
static inline json_t *describe(const plumb_case *c, filed_case *filed) {
    filed->length = 0;
    state(filed, "{\"version\":1,\"position\":\"%s\"",
          plumb_word_name(PLUMB_MEMBER_POSITION, c->problem.position.kind));
    file_encoding(filed, &c->problem);
    state(filed, "}");
    json_t *description = json_loads(filed->text, 0, NULL);
    ck_assert_ptr_nonnull(description);
    say_masks(description, &c->problem);
    say_operator(description, &c->problem);
    say(description, "engine", json_pack("{s:s,s:s}", "name", "drawn", "precision", c->precision));
    return description;
}

static inline bool reads(const filed_case *filed, const json_t *description, plumb_case *read,
                         plumb_error *error) {
    char *text = json_dumps(description, JSON_REAL_PRECISION(17));
    bool accepted =
        plumb_case_from_tensors(filed->tensor, filed->tensors, text, "filed", read, error) == 0;
    free(text);
    return accepted;
}

/* Whether a file can hold the case. */
static inline bool case_is_accepted(const plumb_case *c, plumb_error *error) {
    filed_case filed = {.tensors = 0};
    plumb_storage storage = {0};
    plumb_precision precision;
    plumb_case read;
    file_tensors(&filed, c, &storage);
    json_t *description = describe(c, &filed);
    bool accepted = plumb_precision_parse(c->precision, "precision", &precision, error) == 0 &&
                    reads(&filed, description, &read, error);
    if (accepted) {
        if (differs(&c->problem, &read.problem)) {
            accepted = false;
            snprintf(error->text, sizeof error->text, "what was read is not what was filed");
        }
        plumb_case_free(&read);
    }
    json_decref(description);
    plumb_storage_free(&storage);
    return accepted;
}

/* ---- what a neighbour says of itself ---- */

/* What a changed case does not state any more goes with its tensor. */
static inline void drop_with_tensors(json_t *stated, const json_t *changed) {
    static const char *const keys[] = {
        "lse_sink", "sink_keys",     "softcap_order", "epsilon", "causal_alignment",
        "prefix",   "normalisation", "alpha",         "power",   "gamma",
        "zeta"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (json_object_get(changed, keys[i]) == NULL)
            json_object_del(stated, keys[i]);
}

/* Whether the stated description with the member in its place, and the tensors of the changed case,
   are the changed case. */
static inline bool member_is_right(const plumb_case *stated, const plumb_case *changed,
                                   const plumb_neighbour *neighbour, plumb_error *error) {
    filed_case filed = {.tensors = 0}, of_stated = {.tensors = 0};
    char text[PLUMB_NEIGHBOUR_TEXT + 2];
    plumb_storage storage = {0};
    plumb_case read;
    snprintf(text, sizeof text, "{%s}", neighbour->member);
    json_t *member = json_loads(text, 0, NULL);
    ck_assert_msg(member != NULL, "%s is not JSON", text);
    json_t *description = describe(stated, &of_stated), *of_changed = describe(changed, &filed);
    file_tensors(&filed, changed, &storage);
    json_object_update(description, member);
    drop_with_tensors(description, of_changed);
    bool right = reads(&filed, description, &read, error);
    if (right) {
        right = !differs(&changed->problem, &read.problem);
        snprintf(error->text, sizeof error->text, "the member asks something else: %s",
                 neighbour->member);
        plumb_case_free(&read);
    }
    json_decref(member);
    json_decref(description);
    json_decref(of_changed);
    plumb_storage_free(&storage);
    return right;
}

static inline bool claim_differs(const plumb_claim *a, const plumb_claim *b) {
    return a->present &&
           (a->count != b->count || memcmp(a->value, b->value, a->count * sizeof *a->value) != 0);
}

static inline bool case_differs(const plumb_case *stated, const plumb_case *changed) {
    return claim_differs(&stated->output, &changed->output) ||
           claim_differs(&stated->weights, &changed->weights) ||
           claim_differs(&stated->scores, &changed->scores) ||
           claim_differs(&stated->lse, &changed->lse) ||
           strcmp(stated->precision, changed->precision) != 0 ||
           differs(&stated->problem, &changed->problem);
}

static inline bool keeps_claims(const plumb_case *stated, const plumb_case *changed) {
    const plumb_problem *a = &stated->problem, *b = &changed->problem;
    return a->batch == b->batch && a->query_heads == b->query_heads &&
           a->query_length == b->query_length && a->value_dim == b->value_dim &&
           stated->output.present == changed->output.present &&
           stated->weights.present == changed->weights.present &&
           stated->scores.present == changed->scores.present &&
           stated->lse.present == changed->lse.present;
}

/* ---- random cases ---- */

static inline void check_changed(random_cases *cases, const plumb_case *stated,
                                 const plumb_case *changed, const plumb_neighbour *neighbour,
                                 tallies *all) {
    const plumb_problem *p = &changed->problem;
    tally *of = tally_of(all, neighbour->does);
    plumb_error error;
    of->applied++;
    if (!keeps_claims(stated, changed))
        fail_neighbour(cases, neighbour, p, "holds other tensors");
    if (!case_is_accepted(changed, &error))
        fail_neighbour(cases, neighbour, p, error.text);
    if (!evaluates(cases, p))
        fail_neighbour(cases, neighbour, p, "kernels and reference differ");
    if (neighbour->member[0] != '\0' && !member_is_right(stated, changed, neighbour, &error))
        fail_neighbour(cases, neighbour, p, error.text);
    of->differed += case_differs(stated, changed);
}

/* A second change, of what another list has for the stated case, must do no harm to the changed
   one. */
static inline void check_pair(random_cases *cases, const plumb_case *changed,
                              const plumb_neighbourhood *others, plumb_storage *storage) {
    const plumb_neighbour *other = &others->list[random_below(cases, others->count)];
    plumb_case both = *changed;
    plumb_error error;
    int result = plumb_neighbour_make(other, storage, &both);
    ck_assert_msg(result == 0 || result == 1, "%s: %d", other->does, result);
    if (result == 1 && !case_is_accepted(&both, &error))
        fail_neighbour(cases, other, &both.problem, error.text);
    if (result == 1 && !evaluates(cases, &both.problem))
        fail_neighbour(cases, other, &both.problem, "kernels and reference differ after two changes");
}

static inline void check_list(random_cases *cases, neighbour_list *list, const plumb_case *stated,
                              tallies *all) {
    plumb_neighbourhood neighbourhood = {.list = NULL}, others = {.list = NULL};
    list(stated, &neighbourhood);
    plumb_neighbours_of(stated, &others);
    ck_assert(!neighbourhood.short_of_memory);
    for (size_t i = 0; i < neighbourhood.count; i++) {
        const plumb_neighbour *neighbour = &neighbourhood.list[i];
        plumb_storage storage = {0};
        plumb_case changed = *stated;
        int result = plumb_neighbour_make(neighbour, &storage, &changed);
        ck_assert_msg(result == 0 || result == 1, "%s: %d", neighbour->does, result);
        if (result == 1) {
            check_changed(cases, stated, &changed, neighbour, all);
            check_pair(cases, &changed, &others, &storage);
        }
        plumb_storage_free(&storage);
    }
    plumb_neighbourhood_free(&neighbourhood);
    plumb_neighbourhood_free(&others);
}

/* Answers that need not be right. */
typedef struct {
    double *value[4];
} drawn_answers;

static inline plumb_claim draw_claim(random_cases *cases, double **value, size_t count) {
    *value = calloc(count + 1, sizeof **value);
    for (size_t i = 0; i < count; i++)
        (*value)[i] = random_normal(cases);
    return (plumb_claim){random_below(cases, 3) > 0, PLUMB_F64, count, *value};
}

static inline plumb_case draw_case(random_cases *cases, const plumb_problem *p,
                                   drawn_answers *answers) {
    size_t rows = p->batch * p->query_heads * p->query_length;
    plumb_case c = {
        .problem = *p, .input_format = PLUMB_F64, .precision = "f32", .source = "drawn"};
    if (!plumb_sink_adds_logit(p->op.sink))
        c.problem.op.sink_outside_lse = false;
    if (!plumb_has_log_sum_exp(p->op.kind))
        c.problem.empty_lse_positive = false;
    if (!counts_positions(p))
        c.problem.causal.offset = 0;
    c.output = draw_claim(cases, &answers->value[0], rows * p->value_dim);
    c.weights = draw_claim(cases, &answers->value[1], rows * p->key_length);
    c.scores = draw_claim(cases, &answers->value[2], rows * p->key_length);
    c.lse = draw_claim(cases, &answers->value[3], rows);
    c.lse.present = c.lse.present && plumb_has_log_sum_exp(p->op.kind);
    c.weights.present = c.weights.present && p->key_length > 0;
    c.scores.present = c.scores.present && p->key_length > 0;
    return c;
}

static inline uint64_t hash_case(const drawn_problem *drawn, const plumb_case *c) {
    uint64_t hash = hash_drawn(drawn);
    const plumb_claim *claims[] = {&c->output, &c->weights, &c->scores, &c->lse};
    for (size_t i = 0; i < 4; i++)
        hash = hash_doubles(hash, claims[i]->value, claims[i]->count);
    const plumb_problem *p = &c->problem;
    return drawn->allowed == NULL
               ? hash
               : hash_bytes(hash, drawn->allowed,
                            p->batch * p->query_heads * p->query_length * p->key_length);
}

/* Cases of every operator, of a shape that shows what the family is about; each neighbour's
   changes. */
static inline void check_family(const char *name, neighbour_list *list, uint64_t usual) {
    static tallies all;
    random_cases cases = random_begin(name, usual);
    size_t accepted = 0, drawn_cases = 0;
    while (random_next(&cases)) {
        size_t variant = random_below(&cases, OPERATOR_VARIANTS + 8);
        drawn_problem drawn = draw_operator_problem(
            &cases, operator_of_variant(variant < OPERATOR_VARIANTS ? variant : 0), ORDINARY);
        drawn_answers answers;
        plumb_error error;
        state_one_rule(&drawn.problem.position.rope);
        plumb_case stated = draw_case(&cases, &drawn.problem, &answers);
        uint64_t hash = hash_case(&drawn, &stated);
        drawn_cases++;
        if (case_is_accepted(&stated, &error)) {
            accepted++;
            check_list(&cases, list, &stated, &all);
            ck_assert_msg(hash_case(&drawn, &stated) == hash, "tensors of the stated case changed");
        }
        for (size_t i = 0; i < 4; i++)
            free(answers.value[i]);
        free_problem(&drawn);
    }
    ck_assert_msg(4 * accepted >= drawn_cases, "%zu of %zu drawn cases are cases", accepted,
                  drawn_cases);
    check_tallies(&all);
}
#endif
