#include "case/assemble.h"
#include "case/decode.h"
#include "case/extras.h"
#include "case/masks.h"
#include "case/parameters.h"
#include "case/position_tensors.h"
#include "case/positions.h"
#include "case/tile.h"
#include "number/ball.h"
#include <stdint.h>
#include <string.h>

static int check_rank(const plumb_tensor *tensor, const char *axes, plumb_error *error) {
    char text[PLUMB_SHAPE_TEXT];
    if (tensor->rank != 4)
        return plumb_fail(error, "%s: %s: shape %s is not %s", tensor->source, tensor->name,
                          plumb_shape_text(tensor->shape, tensor->rank, text), axes);
    return 0;
}

static int check_positive(const plumb_tensor *tensor, size_t axis, const char *name,
                          plumb_error *error) {
    char text[PLUMB_SHAPE_TEXT];
    if (tensor->shape[axis] == 0)
        return plumb_fail(error, "%s: %s: shape %s has %s 0, at least 1 is needed", tensor->source,
                          tensor->name, plumb_shape_text(tensor->shape, tensor->rank, text), name);
    return 0;
}

static int check_same(const plumb_tensor *tensor, const plumb_tensor *other, size_t axis,
                      const char *name, plumb_error *error) {
    char text[PLUMB_SHAPE_TEXT];
    if (tensor->shape[axis] != other->shape[axis])
        return plumb_fail(error, "%s: %s: shape %s does not match %s's %s %zu", tensor->source,
                          tensor->name, plumb_shape_text(tensor->shape, tensor->rank, text),
                          other->name, name, other->shape[axis]);
    return 0;
}

static int check_query(const plumb_tensor *query, plumb_error *error) {
    if (check_rank(query, "[batch,query_heads,query_length,head_dim]", error) != 0 ||
        check_positive(query, 0, "batch", error) != 0 ||
        check_positive(query, 1, "query_heads", error) != 0 ||
        check_positive(query, 2, "query_length", error) != 0 ||
        check_positive(query, 3, "head_dim", error) != 0)
        return -1;
    return 0;
}

/* key_length 0 is a legal case: every row is empty. */
static int check_key(const plumb_tensor *key, const plumb_tensor *query, plumb_error *error) {
    char text[PLUMB_SHAPE_TEXT];
    if (check_rank(key, "[batch,key_heads,key_length,head_dim]", error) != 0 ||
        check_same(key, query, 0, "batch", error) != 0 ||
        check_positive(key, 1, "key_heads", error) != 0 ||
        check_same(key, query, 3, "head_dim", error) != 0)
        return -1;
    if (query->shape[1] % key->shape[1] != 0)
        return plumb_fail(error, "%s: %s: shape %s: %s's %zu heads are not a multiple of %zu",
                          key->source, key->name, plumb_shape_text(key->shape, key->rank, text),
                          query->name, query->shape[1], key->shape[1]);
    return 0;
}

static int check_value(const plumb_tensor *value, const plumb_tensor *key, plumb_error *error) {
    if (check_rank(value, "[batch,key_heads,key_length,value_dim]", error) != 0 ||
        check_same(value, key, 0, "batch", error) != 0 ||
        check_same(value, key, 1, "key_heads", error) != 0 ||
        check_same(value, key, 2, "key_length", error) != 0 ||
        check_positive(value, 3, "value_dim", error) != 0)
        return -1;
    return 0;
}

/* Engines take query, key and value in one dtype; a mixture is a mistake of whoever saved them. */
static int check_formats(const plumb_case_tensors *tensors, plumb_format *format,
                         plumb_error *error) {
    const plumb_tensor *others[] = {tensors->key, tensors->value};
    if (plumb_decode_format(tensors->query, format, error) != 0)
        return -1;
    for (size_t i = 0; i < 2; i++) {
        plumb_format other;
        if (plumb_decode_format(others[i], &other, error) != 0)
            return -1;
        if (other != *format)
            return plumb_fail(error, "%s: %s: dtype %s does not match %s's dtype %s",
                              others[i]->source, others[i]->name, others[i]->dtype_name,
                              tensors->query->name, tensors->query->dtype_name);
    }
    return 0;
}

/* An answer may have more elements than any tensor given: with no keys, value_dim is unbounded. */
static int check_answer_sizes(const plumb_problem *problem, const char *source,
                              plumb_error *error) {
    const size_t last[] = {problem->value_dim, problem->key_length};
    for (size_t i = 0; i < 2; i++) {
        const size_t shape[] = {problem->batch, problem->query_heads, problem->query_length,
                                last[i]};
        size_t count;
        char text[PLUMB_SHAPE_TEXT];
        if (!plumb_shape_count(shape, 4, &count) || count > SIZE_MAX / sizeof(plumb_ball))
            return plumb_fail(error, "%s: an answer of shape %s does not fit into memory", source,
                              plumb_shape_text(shape, 4, text));
    }
    return 0;
}

/* The mean of all values, each of weight 1/key_length, is what a softmax of equal scores gives. */
static int check_empty_rows(const plumb_problem *problem, const char *source, plumb_error *error) {
    if (problem->empty_row != PLUMB_EMPTY_ROW_MEAN)
        return 0;
    if (problem->op.kind != PLUMB_SOFTMAX)
        return plumb_fail(error, "%s: empty_row: 'mean' is for operator softmax; here: operator %s",
                          source,
                          plumb_list_of(PLUMB_LIST_OPERATORS)->entry[problem->op.kind].name);
    if (plumb_sink_adds_logit(problem->op.sink))
        return plumb_fail(error, "%s: empty_row: 'mean': sink %s leaves no row empty", source,
                          plumb_list_of(PLUMB_LIST_SINKS)->entry[problem->op.sink].name);
    if (problem->key_length == 0)
        return plumb_fail(error, "%s: empty_row: 'mean' of no values: key_length is 0", source);
    return 0;
}

static plumb_problem dimensions(const plumb_case_tensors *tensors,
                                const plumb_description *description) {
    const plumb_tensor *query = tensors->query, *key = tensors->key;
    return (plumb_problem){
        .batch = query->shape[0],
        .query_heads = query->shape[1],
        .key_heads = key->shape[1],
        .query_length = query->shape[2],
        .key_length = key->shape[2],
        .head_dim = query->shape[3],
        .value_dim = tensors->value->shape[3],
        .scale = {description->scale},
        .empty_row = description->empty_row,
        .empty_lse_positive = description->empty_lse_positive,
        .op = plumb_parameters_operator(description),
    };
}

static int assemble_vectors(const plumb_case_tensors *tensors, plumb_format format,
                            plumb_storage *storage, plumb_problem *problem, plumb_error *error) {
    problem->query = plumb_decode(tensors->query, format, storage, error);
    if (problem->query == NULL)
        return -1;
    problem->key = plumb_decode(tensors->key, format, storage, error);
    if (problem->key == NULL)
        return -1;
    problem->value = plumb_decode(tensors->value, format, storage, error);
    return problem->value == NULL ? -1 : 0;
}

static plumb_input_set given_inputs(const plumb_case_tensors *tensors) {
    plumb_input_set given = 0;
    for (int i = 0; i < PLUMB_INPUT_TENSORS; i++)
        if (tensors->extra[i] != NULL)
            given |= PLUMB_INPUT_SET(i);
    return given;
}

static int assemble_tensors(const plumb_case_tensors *tensors, const plumb_description *description,
                            const char *source, plumb_storage *storage, plumb_problem *problem,
                            plumb_error *error) {
    if (plumb_mask_tensors_assemble(tensors->mask, description->true_hides, storage, problem,
                                    error) != 0 ||
        plumb_position_tensors_assemble(tensors->extra, source, storage, problem, error) != 0 ||
        plumb_extras_assemble(tensors->extra, description->tile, storage, problem, error) != 0)
        return -1;
    return description->tile ? plumb_tile_heads(problem, source, storage, error) : 0;
}

static int assemble_problem(const plumb_case_tensors *tensors, const plumb_description *description,
                            const char *source, plumb_storage *storage, plumb_case *out,
                            plumb_error *error) {
    plumb_problem *problem = &out->problem;
    bool queries_count = plumb_positions_count_queries(description, given_inputs(tensors));
    if (check_query(tensors->query, error) != 0 ||
        check_key(tensors->key, tensors->query, error) != 0 ||
        check_value(tensors->value, tensors->key, error) != 0 ||
        check_formats(tensors, &out->input_format, error) != 0)
        return -1;
    *problem = dimensions(tensors, description);
    if (check_answer_sizes(problem, source, error) != 0 ||
        check_empty_rows(problem, source, error) != 0 ||
        plumb_masks_assemble(description, queries_count, source, problem, error) != 0 ||
        plumb_positions_assemble(description, source, problem, error) != 0 ||
        assemble_vectors(tensors, out->input_format, storage, problem, error) != 0)
        return -1;
    return assemble_tensors(tensors, description, source, storage, problem, error);
}

static int assemble_claim(const plumb_tensor *tensor, const size_t *shape, size_t rank,
                          plumb_storage *storage, plumb_claim *claim, plumb_error *error) {
    char got[PLUMB_SHAPE_TEXT], wanted[PLUMB_SHAPE_TEXT];
    if (tensor == NULL)
        return 0;
    if (tensor->rank != rank || memcmp(tensor->shape, shape, rank * sizeof *shape) != 0)
        return plumb_fail(error, "%s: %s: shape %s is not %s, which q, k and v imply",
                          tensor->source, tensor->name,
                          plumb_shape_text(tensor->shape, tensor->rank, got),
                          plumb_shape_text(shape, rank, wanted));
    if (plumb_decode_format(tensor, &claim->format, error) != 0)
        return -1;
    claim->value = plumb_decode(tensor, claim->format, storage, error);
    claim->count = tensor->count;
    claim->present = true;
    return claim->value == NULL ? -1 : 0;
}

static int assemble_claims(const plumb_case_tensors *tensors, plumb_storage *storage,
                           plumb_case *out, plumb_error *error) {
    const plumb_problem *p = &out->problem;
    const size_t per_value[] = {p->batch, p->query_heads, p->query_length, p->value_dim};
    const size_t per_key[] = {p->batch, p->query_heads, p->query_length, p->key_length};
    if (assemble_claim(tensors->output, per_value, 4, storage, &out->output, error) != 0 ||
        assemble_claim(tensors->weights, per_key, 4, storage, &out->weights, error) != 0 ||
        assemble_claim(tensors->scores, per_key, 4, storage, &out->scores, error) != 0 ||
        assemble_claim(tensors->lse, per_key, 3, storage, &out->lse, error) != 0)
        return -1;
    return 0;
}

static int check_lse(const plumb_tensor *lse, const plumb_description *description,
                     const char *source, plumb_error *error) {
    plumb_operator_kind kind = description->op.kind;
    const char *name = plumb_list_of(PLUMB_LIST_OPERATORS)->entry[kind].name;
    if (plumb_has_log_sum_exp(kind))
        return 0;
    if (lse != NULL)
        return plumb_fail(error, "%s: %s: operator %s has no log-sum-exp", lse->source, lse->name,
                          name);
    if (description->empty_lse_stated)
        return plumb_fail(error, "%s: empty_lse: operator %s has no log-sum-exp", source, name);
    return 0;
}

static int check_polarity(const plumb_case_tensors *tensors, const plumb_description *description,
                          const char *source, plumb_error *error) {
    if (description->polarity_stated && tensors->mask[PLUMB_MASK_ALLOWED] == NULL)
        return plumb_fail(error, "%s: mask_polarity: would be passed over: there is no tensor %s",
                          source, plumb_mask_tensor_name(PLUMB_MASK_ALLOWED));
    return 0;
}

static int check_cache_positions(const plumb_case_tensors *tensors,
                                 const plumb_description *description, const char *source,
                                 plumb_error *error) {
    static const plumb_input ids[] = {PLUMB_INPUT_QUERY_POSITIONS, PLUMB_INPUT_KEY_POSITIONS};
    for (size_t i = 0; i < 2; i++)
        if (description->mask.in_cache && tensors->extra[ids[i]] != NULL)
            return plumb_fail(error, "%s: streaming_positions: 'cache' and %s both say positions",
                              source, plumb_input_name(ids[i]));
    return 0;
}

/* What is stated, and what is given, before any shape is looked at. */
static int check_company(const plumb_case_tensors *tensors, const plumb_description *description,
                         const char *source, plumb_error *error) {
    plumb_input_set given = given_inputs(tensors);
    if (plumb_parameters_check(description, given, source, error) != 0 ||
        plumb_positions_check(description, given, source, error) != 0 ||
        check_lse(tensors->lse, description, source, error) != 0)
        return -1;
    if (check_cache_positions(tensors, description, source, error) != 0)
        return -1;
    return check_polarity(tensors, description, source, error);
}

static int check_present(const plumb_tensor *tensor, const char *name, const char *source,
                         plumb_error *error) {
    return tensor != NULL ? 0 : plumb_fail(error, "%s: %s: missing", source, name);
}

int plumb_case_assemble(const plumb_case_tensors *tensors, const plumb_description *description,
                        const char *source, plumb_storage *storage, plumb_case *out,
                        plumb_error *error) {
    memset(out, 0, sizeof *out);
    if (check_present(tensors->query, "q", source, error) != 0 ||
        check_present(tensors->key, "k", source, error) != 0 ||
        check_present(tensors->value, "v", source, error) != 0 ||
        check_company(tensors, description, source, error) != 0)
        return -1;
    if (assemble_problem(tensors, description, source, storage, out, error) != 0 ||
        assemble_claims(tensors, storage, out, error) != 0)
        return -1;
    out->tiled_heads = description->tile ? tensors->key->shape[1] : 0;
    out->scale_site = description->scale_site;
    out->engine_name = description->engine_name;
    out->engine_version = description->engine_version;
    out->precision = description->precision;
    out->note = description->note;
    out->source = source;
    return 0;
}
