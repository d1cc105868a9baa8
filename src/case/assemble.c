/* Ragged sequences, pages and quantised numbers come first: they become tensors of elements, so that all that follows
   sees dense shapes.  The shapes of q, k and v give the sizes of the problem, and the description its conventions; then
   schema/rules.def refuses what does not go together.  All other tensors are checked against these sizes, inputs before
   outputs.  A tensor is decoded at once, or, if the case borrows, only recorded and decoded when rows are read. */
#include "case/assemble.h"
#include "case/borrowed.h"
#include "case/caches.h"
#include "case/choice.h"
#include "case/decode.h"
#include "case/drafts.h"
#include "case/extras.h"
#include "case/lengths.h"
#include "case/lists.h"
#include "case/parts.h"
#include "case/position_tensors.h"
#include "case/ragged.h"
#include "case/scale.h"
#include "case/shape.h"
#include "case/tile.h"
#include "case/vectors.h"
#include "number/ball.h"
#include "schema/rules.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int check_rank(const plumb_tensor *tensor, const char *axes, plumb_error *error) {
    return tensor->rank == 4 ? 0 : plumb_shape_refuse(tensor, axes, error);
}

static int check_positive(const plumb_tensor *tensor, size_t axis, const char *name, plumb_error *error) {
    char text[PLUMB_SHAPE_TEXT];
    if (tensor->shape[axis] == 0)
        return plumb_tensor_fail(tensor, error, "shape %s has %s 0; expected at least 1",
                                 plumb_shape_text(tensor->shape, tensor->rank, text), name);
    return 0;
}

static int check_same(const plumb_tensor *tensor, const plumb_tensor *other, size_t axis, const char *name,
                      plumb_error *error) {
    char text[PLUMB_SHAPE_TEXT];
    if (tensor->shape[axis] != other->shape[axis])
        return plumb_tensor_fail(tensor, error, "shape %s does not match %s's %s %zu",
                                 plumb_shape_text(tensor->shape, tensor->rank, text), other->name, name,
                                 other->shape[axis]);
    return 0;
}

static int check_query(const plumb_tensor *query, plumb_error *error) {
    if (check_rank(query, "[batch,query_heads,query_length,head_dim]", error) != 0 ||
        check_positive(query, 0, "batch", error) != 0 || check_positive(query, 1, "query_heads", error) != 0 ||
        check_positive(query, 2, "query_length", error) != 0 || check_positive(query, 3, "head_dim", error) != 0)
        return -1;
    return 0;
}

/* Whether the heads would fit if they came after the tokens, of which there are mostly more. */
static bool heads_come_last(const plumb_tensor *query, const plumb_tensor *key) {
    return key->shape[2] > 0 && key->shape[2] < key->shape[1] && query->shape[2] % key->shape[2] == 0;
}

/* key_length 0 is a legal case: every row is empty. */
static int check_key(const plumb_tensor *key, const plumb_tensor *query, plumb_error *error) {
    char text[PLUMB_SHAPE_TEXT];
    if (check_rank(key, "[batch,key_heads,key_length,head_dim]", error) != 0 ||
        check_same(key, query, 0, "batch", error) != 0 || check_positive(key, 1, "key_heads", error) != 0)
        return -1;
    if (key->shape[3] != query->shape[3])
        return plumb_tensor_fail(key, error, "shape %s does not match %s's head_dim %zu%s",
                                 plumb_shape_text(key->shape, key->rank, text), query->name, query->shape[3],
                                 key->shape[2] == query->shape[3] ? plumb_transposed_hint : "");
    if (query->shape[1] % key->shape[1] != 0)
        return plumb_tensor_fail(key, error, "shape %s: %s's %zu heads are not a multiple of %zu%s",
                                 plumb_shape_text(key->shape, key->rank, text), query->name, query->shape[1],
                                 key->shape[1], heads_come_last(query, key) ? plumb_layout_hint : "");
    return 0;
}

static int check_value(const plumb_tensor *value, const plumb_tensor *key, plumb_error *error) {
    if (check_rank(value, "[batch,key_heads,key_length,value_dim]", error) != 0 ||
        check_same(value, key, 0, "batch", error) != 0 || check_same(value, key, 1, "key_heads", error) != 0 ||
        check_same(value, key, 2, "key_length", error) != 0 || check_positive(value, 3, "value_dim", error) != 0)
        return -1;
    return 0;
}

static int read_formats(const plumb_case_tensors *tensors, plumb_case *out, plumb_error *error) {
    for (size_t i = 0; i < 3; i++) {
        const plumb_tensor *tensor = tensors->tensor[PLUMB_MEMBER_Q + i];
        if (plumb_decode_format(tensor, &out->vector_format[i], error) != 0)
            return -1;
        out->quantised[i] = tensor->quantised;
        if (i == 0 || out->vector_format[i] > out->input_format)
            out->input_format = out->vector_format[i];
    }
    return 0;
}

/* An answer may have more elements than any tensor given: with no keys, value_dim is unbounded. */
static int check_answer_sizes(const plumb_problem *problem, const char *source, plumb_error *error) {
    const size_t last[] = {problem->value_dim, problem->key_length};
    for (size_t i = 0; i < 2; i++) {
        const size_t shape[] = {problem->batch, problem->query_heads, problem->query_length, last[i]};
        size_t count;
        char text[PLUMB_SHAPE_TEXT];
        if (!plumb_shape_count(shape, 4, &count) || count > SIZE_MAX / sizeof(plumb_ball))
            return plumb_fail(error, "%s: an output of shape %s does not fit into memory", source,
                              plumb_shape_text(shape, 4, text));
    }
    return 0;
}

static plumb_member_set given_by(const plumb_case_tensors *tensors, const plumb_description *description) {
    plumb_member_set given = description->stated;
    for (int i = 0; i < PLUMB_MEMBERS; i++)
        if (tensors->tensor[i] != NULL)
            plumb_set_add(&given, (plumb_member)i);
    return given;
}

static int64_t resolve_offset(const plumb_description *description, const plumb_problem *problem) {
    if (description->alignment == PLUMB_ALIGNMENT_BOTTOM_RIGHT)
        return (int64_t)problem->key_length - (int64_t)problem->query_length;
    return description->alignment == PLUMB_ALIGNMENT_OFFSET ? description->offset : 0;
}

static plumb_problem problem_of(const plumb_case_tensors *tensors, const plumb_description *all) {
    const plumb_tensor *query = tensors->tensor[PLUMB_MEMBER_Q], *key = tensors->tensor[PLUMB_MEMBER_K];
    plumb_problem problem = {
        .batch = query->shape[0],
        .query_heads = query->shape[1],
        .key_heads = key->shape[1],
        .query_length = query->shape[2],
        .key_length = key->shape[2],
        .head_dim = query->shape[3],
        .value_dim = tensors->tensor[PLUMB_MEMBER_V]->shape[3],
        .empty_row = all->empty_row,
        .empty_lse_positive = all->empty_lse_positive,
        .op = all->op,
        .position = all->position,
        .mask = all->mask,
    };
    problem.mask.prefixed = all->mask_word == PLUMB_MASK_PREFIX;
    problem.causal = (plumb_causal){all->mask_word == PLUMB_MASK_CAUSAL, resolve_offset(all, &problem)};
    return problem;
}

/* The numbers of a tensor, or an array where they will be. */
static const double *numbers(const plumb_tensor *tensor, plumb_format format, plumb_borrowed_kind kind, size_t heads,
                             plumb_borrowed *borrowed, plumb_storage *storage, plumb_error *error) {
    return borrowed != NULL ? plumb_borrowed_add(borrowed, tensor, format, kind, heads, storage, error)
                        : plumb_decode(tensor, format, storage, error);
}

static int assemble_vectors(const plumb_case_tensors *tensors, bool tile, plumb_storage *storage, plumb_case *out,
                            plumb_error *error) {
    plumb_problem *p = &out->problem;
    const plumb_tensor *const *t = tensors->tensor;
    size_t key_heads = tile ? p->query_heads : p->key_heads;
    plumb_borrowed *borrowed = out->borrowed;
    const plumb_format *format = out->vector_format;
    p->query = numbers(t[PLUMB_MEMBER_Q], format[0], PLUMB_BY_QUERY, p->query_heads, borrowed, storage, error);
    if (p->query == NULL)
        return -1;
    p->key = numbers(t[PLUMB_MEMBER_K], format[1], PLUMB_BY_KEY_HEAD, key_heads, borrowed, storage, error);
    if (p->key == NULL)
        return -1;
    p->value = numbers(t[PLUMB_MEMBER_V], format[2], PLUMB_BY_KEY_HEAD, key_heads, borrowed, storage, error);
    return p->value == NULL ? -1 : 0;
}

/* Those of pages and of a ragged batch are read by now. */
static int read_key_lengths(const plumb_case_tensors *tensors, plumb_storage *storage, plumb_case *out,
                            plumb_error *error) {
    plumb_problem *p = &out->problem;
    const plumb_tensor *lengths = tensors->tensor[PLUMB_MEMBER_KEY_LENGTHS];
    const plumb_pages *pages = tensors->tensor[PLUMB_MEMBER_K]->pages;
    char what[32 + PLUMB_SHAPE_TEXT];
    if (pages != NULL)
        p->mask.key_lengths = pages->length;
    if (pages != NULL || lengths == NULL)
        return 0;
    snprintf(what, sizeof what, "the %zu keys of k", p->key_length);
    return plumb_lengths_read(lengths, p->batch, p->key_length, what, storage, &p->mask.key_lengths, error);
}

/* Which keys there are, and which of them trees and lists name. */
static int read_keys(const plumb_case_tensors *tensors, const plumb_description *description, plumb_storage *storage,
                     plumb_case *out, plumb_error *error) {
    const plumb_pages *pages = tensors->tensor[PLUMB_MEMBER_K]->pages;
    if (read_key_lengths(tensors, storage, out, error) != 0 ||
        plumb_lengths_starts(tensors->tensor[PLUMB_MEMBER_KEY_STARTS], storage, &out->problem, error) != 0 ||
        plumb_caches_keep(tensors, storage, out->cache, error) != 0 ||
        plumb_drafts_read(tensors->tensor[PLUMB_MEMBER_DRAFT_PARENTS], storage, &out->problem, error) != 0)
        return -1;
    return plumb_lists_read(tensors, description, pages, storage, &out->problem, error);
}

static int apply_lengths(const plumb_case_tensors *tensors, const plumb_description *description,
                         plumb_storage *storage, plumb_case *out, plumb_error *error) {
    plumb_problem *p = &out->problem;
    const plumb_tensor *key = tensors->tensor[PLUMB_MEMBER_K];
    if (p->mask.key_lengths != NULL || p->sequences.length != NULL) {
        out->from_end = plumb_lengths_offsets(p, storage);
        if (out->from_end == NULL)
            return plumb_decode_memory_is_short(key, error);
        p->mask.entry_offset = description->alignment == PLUMB_ALIGNMENT_BOTTOM_RIGHT ? out->from_end : NULL;
    }
    return plumb_lengths_hide(key, storage, p, error);
}

static int assemble_tensors(const plumb_case_tensors *tensors, const plumb_description *description, const char *source,
                            plumb_storage *storage, plumb_case *out, plumb_error *error) {
    plumb_problem *problem = &out->problem;
    const plumb_tensor *queries = tensors->tensor[PLUMB_MEMBER_QUERY_POSITIONS];
    const plumb_tensor *keys = tensors->tensor[PLUMB_MEMBER_KEY_POSITIONS];
    if (plumb_extras_assemble(tensors->tensor, description, storage, problem, error) != 0 ||
        read_keys(tensors, description, storage, out, error) != 0 ||
        apply_lengths(tensors, description, storage, out, error) != 0 ||
        plumb_position_tensors_check(problem, queries != NULL ? queries->source : source,
                                     keys != NULL ? keys->source : source, source, error) != 0 ||
        plumb_choice_read(tensors, description, problem, &out->choice, error) != 0)
        return -1;
    if (!description->tile)
        return 0;
    if (out->borrowed == NULL)
        return plumb_tile_heads(problem, source, storage, error);
    problem->key_heads = problem->query_heads; /* borrowed keys are repeated already */
    return 0;
}

/* A rule says "rope_sin: missing; rope_cos needs it". */
static int refuse_company(const char *source, const char *rule, plumb_error *error) {
    char field[PLUMB_RULE_TEXT];
    size_t length = strcspn(rule, ":");
    snprintf(field, sizeof field, "%.*s", (int)length, rule);
    plumb_fail(error, "%s: %s", source, rule);
    return plumb_fail_of(error, field, NULL, rule + length + strspn(rule + length, ": "));
}

/* Whether what is stated and given goes together. */
static int check_company(const plumb_case_tensors *tensors, const plumb_description *description,
                         const plumb_problem *problem, const char *source, plumb_error *error) {
    char text[PLUMB_RULE_TEXT];
    plumb_company company = {.description = description,
                             .given = given_by(tensors, description),
                             .head_dim = problem->head_dim,
                             .value_dim = problem->value_dim,
                             .query_length = problem->query_length,
                             .key_length = problem->key_length};
    return plumb_company_check(&company, text) ? 0 : refuse_company(source, text, error);
}

static int check_shapes(const plumb_case_tensors *tensors, plumb_error *error) {
    const plumb_tensor *const *t = tensors->tensor;
    if (check_query(t[PLUMB_MEMBER_Q], error) != 0 || check_key(t[PLUMB_MEMBER_K], t[PLUMB_MEMBER_Q], error) != 0)
        return -1;
    return check_value(t[PLUMB_MEMBER_V], t[PLUMB_MEMBER_K], error);
}

static int assemble_problem(const plumb_case_tensors *tensors, const plumb_description *description, const char *source,
                            plumb_storage *storage, plumb_case *out, plumb_error *error) {
    plumb_problem *problem = &out->problem;
    if (check_shapes(tensors, error) != 0 || read_formats(tensors, out, error) != 0)
        return -1;
    plumb_description all = plumb_description_resolve(description, tensors->tensor[PLUMB_MEMBER_Q]->shape[3]);
    plumb_sequences sequences = problem->sequences;
    *problem = problem_of(tensors, &all);
    problem->sequences = sequences;
    if (!plumb_scale_keep(all.scale, storage, &problem->scale.text))
        return plumb_fail(error, "%s: not enough memory", source);
    if (check_answer_sizes(problem, source, error) != 0 || check_company(tensors, &all, problem, source, error) != 0 ||
        assemble_vectors(tensors, description->tile, storage, out, error) != 0)
        return -1;
    return assemble_tensors(tensors, description, source, storage, out, error) != 0
               ? -1
               : plumb_lists_copy(source, storage, out, error);
}

static int assemble_claim(const plumb_case_tensors *tensors, plumb_member member, plumb_storage *storage,
                          plumb_case *out, plumb_claim *claim, plumb_error *error) {
    const plumb_problem *p = &out->problem;
    const plumb_tensor *tensor = tensors->tensor[member];
    if (tensor == NULL)
        return 0;
    if (plumb_shape_check(tensor, member, p, error) != 0 || plumb_decode_format(tensor, &claim->format, error) != 0)
        return -1;
    claim->value = numbers(tensor, claim->format, PLUMB_BY_QUERY, p->query_heads, out->borrowed, storage, error);
    claim->count = tensor->count;
    claim->present = true;
    return claim->value == NULL ? -1 : 0;
}

/* dbias has the shape of bias, whatever that is broadcast over. */
static int check_bias_gradient(const plumb_case_tensors *tensors, plumb_error *error) {
    const plumb_tensor *bias = tensors->tensor[PLUMB_MEMBER_BIAS], *gradient = tensors->tensor[PLUMB_MEMBER_DBIAS];
    char wanted[PLUMB_SHAPE_TEXT];
    if (gradient == NULL || memcmp(gradient->shape, bias->shape, 4 * sizeof bias->shape[0]) == 0)
        return 0;
    return plumb_shape_refuse(gradient, plumb_shape_text(bias->shape, bias->rank, wanted), error);
}

/* Tensors of keys and values have the heads of the file, however often the problem repeats them. */
static int assemble_gradients(const plumb_case_tensors *tensors, plumb_storage *storage, plumb_case *out,
                              plumb_error *error) {
    size_t heads = out->problem.key_heads;
    int status = 0;
    out->problem.key_heads = tensors->tensor[PLUMB_MEMBER_K]->shape[1];
    for (int i = 0; i < PLUMB_GRADIENT_COUNT && status == 0; i++)
        status = assemble_claim(tensors, (plumb_member)(PLUMB_MEMBER_DQ + i), storage, out, &out->gradient[i], error);
    out->problem.key_heads = heads;
    return status == 0 ? check_bias_gradient(tensors, error) : status;
}

static int assemble_claims(const plumb_case_tensors *tensors, const plumb_description *description,
                           plumb_storage *storage, plumb_case *out, plumb_error *error) {
    if (assemble_claim(tensors, PLUMB_MEMBER_OUT, storage, out, &out->output, error) != 0 ||
        assemble_claim(tensors, PLUMB_MEMBER_WEIGHTS, storage, out, &out->weights, error) != 0 ||
        assemble_claim(tensors, PLUMB_MEMBER_SCORES, storage, out, &out->scores, error) != 0 ||
        assemble_claim(tensors, PLUMB_MEMBER_LSE, storage, out, &out->lse, error) != 0 ||
        plumb_parts_read(tensors, description, storage, out, error) != 0)
        return -1;
    return assemble_gradients(tensors, storage, out, error);
}

/* Whoever lends numbers judges answers, in which the states have no part. */
static int assemble_hidden(const plumb_case_tensors *tensors, plumb_storage *storage, plumb_case *out,
                           plumb_error *error) {
    const plumb_tensor *tensor = tensors->tensor[PLUMB_MEMBER_HIDDEN];
    plumb_format format;
    if (tensor == NULL)
        return 0;
    if (plumb_shape_check(tensor, PLUMB_MEMBER_HIDDEN, &out->problem, error) != 0 ||
        plumb_decode_format(tensor, &format, error) != 0)
        return -1;
    out->hidden_width = tensor->shape[2];
    if (out->borrowed != NULL)
        return 0;
    out->hidden = plumb_decode(tensor, format, storage, error);
    return out->hidden == NULL ? -1 : 0;
}

static int refuse_missing(plumb_member member, const char *source, plumb_error *error) {
    plumb_fail(error, "%s: %s: missing", source, plumb_member_name(member));
    return plumb_fail_of(error, plumb_member_name(member), NULL, plumb_member_at(member)->shape);
}

int plumb_case_assemble(const plumb_case_tensors *tensors, const plumb_description *description, const char *source,
                        plumb_storage *storage, plumb_case *out, plumb_error *error) {
    memset(out, 0, sizeof *out);
    bool both = tensors->tensor[PLUMB_MEMBER_KV_CACHE] != NULL;
    for (int i = PLUMB_MEMBER_Q; i <= (both ? PLUMB_MEMBER_Q : PLUMB_MEMBER_V); i++)
        if (tensors->tensor[i] == NULL)
            return refuse_missing((plumb_member)i, source, error);
    /* Of a loss, of parts, of log-sum-exps that are converted and of keys that are copied all rows are read at once. */
    bool lends = tensors->lends && tensors->tensor[PLUMB_MEMBER_OUT_GRAD] == NULL &&
                 tensors->tensor[PLUMB_MEMBER_PART_OUT] == NULL && !description->lse_of_base_two &&
                 tensors->tensor[PLUMB_MEMBER_LSE_ADDED] == NULL &&
                 description->lists.duplicates != PLUMB_DUPLICATES_COUNT;
    if (lends && (out->borrowed = plumb_borrowed_new(storage)) == NULL)
        return plumb_fail(error, "%s: not enough memory", source);
    plumb_tensor vector[PLUMB_VECTORS], cache[2];
    plumb_case_tensors of_elements = *tensors;
    plumb_ragged ragged = {.key_lengths = NULL};
    if (plumb_is_ragged(tensors) && plumb_ragged_of(&of_elements, description, storage, &ragged, error) != 0)
        return -1;
    tensors = &of_elements;
    if (both || tensors->tensor[PLUMB_MEMBER_BLOCK_TABLE] != NULL) {
        if (plumb_caches_of(&of_elements, description, storage, cache, error) != 0)
            return -1;
        of_elements.tensor[PLUMB_MEMBER_K] = &cache[0];
        of_elements.tensor[PLUMB_MEMBER_V] = &cache[1];
    }
    if (plumb_vectors_of(&of_elements, description, storage, vector, error) != 0)
        return -1;
    for (size_t i = 0; i < PLUMB_VECTORS; i++)
        of_elements.tensor[PLUMB_MEMBER_Q + i] = &vector[i];
    out->problem.sequences = ragged.sequences;
    if (assemble_problem(&of_elements, description, source, storage, out, error) != 0 ||
        assemble_claims(tensors, description, storage, out, error) != 0 ||
        assemble_hidden(tensors, storage, out, error) != 0)
        return -1;
    out->tiled_heads = description->tile ? vector[1].shape[1] : 0;
    out->scale_site = description->scale_site;
    out->engine_name = description->engine_name;
    out->engine_version = description->engine_version;
    out->precision = description->precision;
    out->note = description->note;
    out->source = source;
    return 0;
}
