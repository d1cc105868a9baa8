/* The members of the challenge itself (shape, dtype, seed, tensors) are read and removed from the JSON object.  What is
   left states conventions as a case does, and is kept as text: the reader of cases checks it.  Sizes are read in the
   order of a table, so that one that is not stated can have the value of one before it.  The shape of each further
   tensor follows from the axes that the schema writes for it, letter by letter. */
#include "challenge/question.h"
#include "base/json.h"
#include "base/json_text.h"
#include "problem/operator.h"
#include "schema/schema.h"
#include <stdlib.h>
#include <string.h>

/* Longer ones are a mistake, and their products stay far below 2^64. */
#define LONGEST (INT64_C(1) << 20)

static const struct {
    const char *name, *letter;
    size_t place, otherwise; /* the size that it else has; SIZE_MAX: it is needed; 0: 1 */
} sizes[] = {
    {"batch", "B", offsetof(plumb_challenge_question, batch), 0},
    {"query_heads", "Hq", offsetof(plumb_challenge_question, query_heads), SIZE_MAX},
    {"key_heads", "Hkv", offsetof(plumb_challenge_question, key_heads),
     offsetof(plumb_challenge_question, query_heads)},
    {"query_length", "Sq", offsetof(plumb_challenge_question, query_length), SIZE_MAX},
    {"key_length", "Sk", offsetof(plumb_challenge_question, key_length),
     offsetof(plumb_challenge_question, query_length)},
    {"head_dim", "D", offsetof(plumb_challenge_question, head_dim), SIZE_MAX},
    {"value_dim", "Dv", offsetof(plumb_challenge_question, value_dim), offsetof(plumb_challenge_question, head_dim)},
};

enum { SIZES = sizeof sizes / sizeof *sizes };

static size_t *size_at(plumb_challenge_question *q, size_t place) {
    return (size_t *)(void *)((char *)q + place);
}

static int read_size(plumb_challenge_question *q, size_t i, const json_t *shape, const char *where,
                     plumb_error *error) {
    const json_t *value = json_object_get(shape, sizes[i].name);
    size_t *to = size_at(q, sizes[i].place);
    if (value == NULL && sizes[i].otherwise == SIZE_MAX)
        return plumb_fail(error, "%s: shape: %s is missing; expected query_heads, query_length and head_dim", where,
                          sizes[i].name);
    if (value == NULL) {
        *to = sizes[i].place == 0 ? 1 : *size_at(q, sizes[i].otherwise);
        return 0;
    }
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 1 || number > LONGEST)
        return plumb_fail(error, "%s: shape: %s: not an integer from 1 to %lld", where, sizes[i].name,
                          (long long)LONGEST);
    *to = (size_t)number;
    return 0;
}

static int read_shape(plumb_challenge_question *q, json_t *shape, const char *where, plumb_error *error) {
    if (!json_is_object(shape))
        return plumb_fail(error,
                          "%s: shape: missing; an object such as {\"query_heads\": 4, \"query_length\": 24, "
                          "\"head_dim\": 64}",
                          where);
    for (size_t i = 0; i < SIZES; i++)
        if (read_size(q, i, shape, where, error) != 0)
            return -1;
    const char *key;
    json_t *value;
    json_object_foreach(shape, key, value) {
        bool known = false;
        for (size_t i = 0; i < SIZES; i++)
            known = known || strcmp(sizes[i].name, key) == 0;
        if (!known)
            return plumb_fail(error,
                              "%s: shape: unknown key '%s'; expected one of batch, query_heads, key_heads, "
                              "query_length, key_length, head_dim, value_dim",
                              where, key);
    }
    return 0;
}

static int read_format(plumb_challenge_question *q, const json_t *dtype, const char *where, plumb_error *error) {
    static const char *const names[] = {
        [PLUMB_F64] = "f64", [PLUMB_F32] = "f32", [PLUMB_F16] = "f16", [PLUMB_BF16] = "bf16"};
    const char *text = json_string_value(dtype);
    for (size_t i = 0; text != NULL && i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) {
            q->format = (plumb_format)i;
            return 0;
        }
    return plumb_fail(error,
                      "%s: dtype: %s; expected one of f64, f32, f16, bf16", where, text == NULL ? "missing" : text);
}

static int read_seed(plumb_challenge_question *q, const json_t *seed, const char *where, plumb_error *error) {
    q->seed = 1;
    if (seed == NULL)
        return 0;
    if (!json_is_integer(seed) || json_integer_value(seed) < 0)
        return plumb_fail(error, "%s: seed: not an integer of at least 0", where);
    q->seed = (uint64_t)json_integer_value(seed);
    return 0;
}

/* Of the schema's shapes, the one that distinguishes heads. */
static const char *shape_of(const char *all, bool token) {
    const char *special = token ? strstr(all, "token: [") : NULL, *second = strstr(all, " or [");
    return special != NULL ? strchr(special, '[') : strchr(second != NULL ? second : all, '[');
}

static int read_letter(plumb_challenge_question *q, size_t at, const char *letter, size_t length) {
    for (size_t i = 0; i < SIZES; i++)
        if (strlen(sizes[i].letter) == length && strncmp(sizes[i].letter, letter, length) == 0) {
            q->tensor[at].shape[q->tensor[at].rank++] = *size_at(q, sizes[i].place);
            return 0;
        }
    return -1;
}

static bool is_drawn(const plumb_member_row *row) {
    return row->stored == PLUMB_STORED_NUMBERS || row->stored == PLUMB_STORED_PER_HEAD ||
           row->stored == PLUMB_STORED_BIAS;
}

static int add_tensor(plumb_challenge_question *q, const char *name, bool token, const char *where,
                      plumb_error *error) {
    plumb_member member = name == NULL ? PLUMB_MEMBERS : plumb_member_find("", name);
    size_t at = q->tensors;
    if (member == PLUMB_MEMBERS || !plumb_is_tensor(member) || !is_drawn(plumb_member_at(member)))
        return plumb_fail(error,
                          "%s: tensors: '%s' is not a tensor that a challenge draws; expected, for instance, bias, "
                          "sinks, k_star, v_star, key0_bias, v_bias, gate, slopes",
                          where, name == NULL ? "" : name);
    for (size_t i = 0; i < at; i++)
        if (strcmp(q->tensor[i].name, plumb_member_name(member)) == 0)
            return plumb_fail(error, "%s: tensors: %s is named twice", where, name);
    q->tensor[at].name = plumb_member_name(member);
    q->tensor[at].rank = 0;
    const char *s = shape_of(plumb_member_at(member)->shape, token);
    while (s != NULL && *s != ']') {
        size_t length = strcspn(++s, ",|]");
        if (q->tensor[at].rank == PLUMB_RANK_MAX || read_letter(q, at, s, length) != 0)
            return plumb_fail(error, "%s: tensors: %s: its shape %s does not follow from those of q, k and v", where,
                              name, plumb_member_at(member)->shape);
        s += strcspn(s, ",]");
    }
    q->tensors++;
    return 0;
}

static int read_tensors(plumb_challenge_question *q, const json_t *list, bool token, const char *where,
                        plumb_error *error) {
    if (list != NULL && (!json_is_array(list) || json_array_size(list) > PLUMB_CHALLENGE_TENSORS))
        return plumb_fail(error, "%s: tensors: not a list of at most %d names", where, PLUMB_CHALLENGE_TENSORS);
    for (size_t i = 0; i < json_array_size(list); i++)
        if (add_tensor(q, json_string_value(json_array_get(list, i)), token, where, error) != 0)
            return -1;
    return 0;
}

static int read_all(plumb_challenge_question *q, json_t *all, const char *where, plumb_storage *storage,
                    plumb_error *error) {
    const char *sink = json_string_value(json_object_get(all, "sink"));
    if (read_shape(q, json_object_get(all, "shape"), where, error) != 0 ||
        read_format(q, json_object_get(all, "dtype"), where, error) != 0 ||
        read_seed(q, json_object_get(all, "seed"), where, error) != 0 ||
        read_tensors(q, json_object_get(all, "tensors"), sink != NULL && strcmp(sink, "token") == 0, where, error) != 0)
        return -1;
    static const char *const own[] = {"shape", "dtype", "seed", "tensors"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        json_object_del(all, own[i]);
    if (json_object_get(all, "version") == NULL)
        json_object_set_new(all, "version", json_integer(1));
    char *text = plumb_json_print(all);
    q->description = text == NULL ? NULL : plumb_storage_text(storage, text);
    free(text);
    return q->description != NULL ? 0 : plumb_fail(error, "%s: not enough memory", where);
}

int plumb_challenge_parse(const char *text, const char *where, plumb_storage *storage, plumb_challenge_question *out,
                          plumb_error *error) {
    json_t *all = plumb_json_parse(text, strlen(text), where, error);
    *out = (plumb_challenge_question){.seed = 1};
    if (all == NULL)
        return -1;
    int result = json_is_object(all) ? read_all(out, all, where, storage, error)
                                     : plumb_fail(error, "%s: not a JSON object", where);
    json_decref(all);
    return result;
}
