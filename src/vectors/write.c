/* Each vector is a safetensors file, and each family a JSON list of one line for a vector.  Faults are numbered in the
   order in which the vectors catch them: a first pass over the vectors numbers all, since the list of faults stands
   before the vectors that refer to it. */
#include "backward/gradients.h"
#include "base/json_text.h"
#include "case/encode.h"
#include "case/write.h"
#include "vectors/vectors.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const formats[PLUMB_FORMATS] = {
    [PLUMB_F64] = "f64", [PLUMB_F32] = "f32", [PLUMB_F16] = "f16", [PLUMB_BF16] = "bf16"};

enum { PATH = 4096 };

static int path_of(char path[PATH], plumb_error *error, const char *folder, const char *name, const char *end) {
    int length = snprintf(path, PATH, "%s/%s%s", folder, name, end);
    return length < PATH ? 0 : plumb_fail(error, "%s: the path is too long", folder);
}

static int make_folder(const char *path, plumb_error *error) {
    struct stat found;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &found) == 0 && S_ISDIR(found.st_mode)))
        return 0;
    return plumb_fail(error, "%s: cannot be made a folder: %s", path, strerror(errno));
}

/* ---- the tensors of a vector ---- */

typedef struct {
    const plumb_vector *vector;
    plumb_storage storage;
    size_t count;
    plumb_tensor tensor[PLUMB_DRAWN_TENSORS + (1 + PLUMB_GRADIENT_COUNT) * (PLUMB_FORMATS + 4)];
    bool whole;
} contents;

/* Results that a vector has: the output, and gradients by their names. */
typedef struct {
    const char *name;
    const plumb_vector_result *result;
    size_t rank, shape[4];
} named_result;

enum { RESULTS = 1 + PLUMB_GRADIENT_COUNT };

static size_t results_of(const plumb_vector_answers *answers, named_result list[RESULTS]) {
    const plumb_problem *p = &answers->right.problem;
    size_t count = 0;
    list[count++] =
        (named_result){"out", &answers->out, 4, {p->batch, p->query_heads, p->query_length, p->value_dim}};
    for (int g = 0; g < PLUMB_GRADIENT_COUNT; g++) {
        if (answers->gradient[g].count == 0)
            continue;
        named_result *result = &list[count++];
        *result = (named_result){.name = plumb_gradient_name((plumb_gradient)g), .result = &answers->gradient[g]};
        plumb_gradient_shape(&answers->right, (plumb_gradient)g, &result->rank, result->shape);
    }
    return count;
}

/* extra.NAME.WHAT; NAME, an answer of the case, where what is NULL. */
static void add_numbers(contents *c, const named_result *of, const char *what, plumb_format format,
                        const double *value) {
    char name[64];
    snprintf(name, sizeof name, "%s%s%s%s", what != NULL ? "extra." : "", of->name, what != NULL ? "." : "",
             what != NULL ? what : "");
    plumb_tensor *tensor = &c->tensor[c->count++];
    *tensor = plumb_tensor_of(plumb_storage_text(&c->storage, name), plumb_format_dtype(format), of->rank, of->shape);
    tensor->count = of->result->count;
    c->whole = c->whole && tensor->name != NULL && plumb_encode_tensor(&c->storage, value, tensor);
}

/* The longest numbers first, so that each lies at a multiple of its size where those of the case do. */
static void fill(contents *c) {
    static const plumb_format order[PLUMB_FORMATS] = {PLUMB_F64, PLUMB_F32, PLUMB_F16, PLUMB_BF16};
    named_result list[RESULTS];
    size_t count = results_of(&c->vector->answers, list);
    plumb_format own = c->vector->candidate.format;
    for (size_t i = 0; i < count; i++) {
        add_numbers(c, &list[i], "low", PLUMB_F64, list[i].result->low);
        add_numbers(c, &list[i], "high", PLUMB_F64, list[i].result->high);
        add_numbers(c, &list[i], "tolerance", PLUMB_F64, list[i].result->tolerance);
    }
    for (size_t format = 0; format < PLUMB_FORMATS; format++)
        for (size_t i = 0; i < count; i++)
            if (!list[i].result->lacks[order[format]])
                add_numbers(c, &list[i], formats[order[format]], order[format],
                            list[i].result->rounded[order[format]]);
    for (size_t i = 0; i < count; i++)
        add_numbers(c, &list[i], NULL, own, list[i].result->rounded[own]);
    memcpy(c->tensor + c->count, c->vector->inputs.tensor, c->vector->inputs.count * sizeof *c->tensor);
    c->count += c->vector->inputs.count;
}

static int write_contents(const void *context, size_t i, plumb_new_file *file, plumb_error *error) {
    const contents *c = context;
    (void)i;
    return plumb_write_tensors(file, c->tensor, c->count, c->vector->inputs.description, error);
}

static int write_vector(const plumb_vector *vector, const char *folder, plumb_error *error) {
    char path[PATH];
    const char *const target = path;
    contents c = {.vector = vector, .whole = true};
    fill(&c);
    int result = c.whole ? path_of(path, error, folder, vector->inputs.asked.source, ".safetensors")
                         : plumb_fail(error, "%s: not enough memory", folder);
    if (result == 0)
        result = plumb_new_files_write(&target, 1, write_contents, &c, error);
    plumb_storage_free(&c.storage);
    return result;
}

/* ---- the list of a family ---- */

typedef struct {
    const plumb_vectors *vectors;
    const plumb_family *family;
    const plumb_mutant **fault; /* each once */
    size_t faults, capacity;
} listing;

static bool same_mutant(const plumb_mutant *a, const plumb_mutant *b) {
    return strcmp(a->does, b->does) == 0 && strcmp(a->axis, b->axis) == 0;
}

/* Its number among the faults of the family; SIZE_MAX if memory is short. */
static size_t number_of(listing *l, const plumb_mutant *mutant) {
    for (size_t i = 0; i < l->faults; i++)
        if (same_mutant(l->fault[i], mutant))
            return i;
    if (l->faults == l->capacity) {
        size_t capacity = 2 * l->capacity + 64;
        const plumb_mutant **grown = realloc(l->fault, capacity * sizeof *grown);
        if (grown == NULL)
            return SIZE_MAX;
        l->fault = grown;
        l->capacity = capacity;
    }
    l->fault[l->faults] = mutant;
    return l->faults++;
}

/* Words that the separator and spaces part. */
static json_t *words_of(const char *text, const char *separator) {
    json_t *array = json_array();
    while (*text != 0) {
        size_t length = strcspn(text, separator);
        plumb_json_add(&array, json_stringn(text, length));
        text += length + strspn(text + length, ", ");
    }
    return array;
}

static json_t *shape_of(const size_t *size) {
    static const char *const names[PLUMB_SIZES] = {"batch",      "query_heads", "key_heads", "query_length",
                                                   "key_length", "head_dim",    "value_dim"};
    json_t *object = json_object();
    for (size_t i = 0; i < PLUMB_SIZES; i++)
        plumb_json_put(&object, names[i], plumb_json_integer(size[i]));
    return object;
}

static json_t *formats_of(const plumb_vector_result *result) {
    json_t *array = json_array();
    for (int format = 0; format < PLUMB_FORMATS; format++)
        if (!result->lacks[format])
            plumb_json_add(&array, json_string(formats[format]));
    return array;
}

static json_t *answers_of(const plumb_vector_answers *answers) {
    named_result list[RESULTS];
    size_t count = results_of(answers, list);
    json_t *object = json_object();
    for (size_t i = 0; i < count; i++)
        plumb_json_put(&object, list[i].name, formats_of(list[i].result));
    return object;
}

static json_t *catches_of(listing *l, const plumb_caught *caught) {
    json_t *array = json_array();
    for (size_t i = 0; i < caught->count; i++) {
        size_t number = number_of(l, &caught->list[i]);
        plumb_json_add(&array, number == SIZE_MAX ? NULL : plumb_json_integer(number));
    }
    return array;
}

static json_t *vector_of(listing *l, const plumb_vector *vector) {
    const plumb_candidate *candidate = &vector->candidate;
    char path[PATH];
    json_t *object = json_object();
    snprintf(path, sizeof path, "%s/%s.safetensors", l->family->name, vector->inputs.asked.source);
    plumb_json_put(&object, "id", json_string(vector->inputs.asked.source));
    plumb_json_put(&object, "file", json_string(path));
    plumb_json_put(&object, "reason", json_string(candidate->reason));
    plumb_json_put(&object, "flags", words_of(candidate->flags, " "));
    plumb_json_put(&object, "dtype", json_string(formats[candidate->format]));
    plumb_json_put(&object, "shape", shape_of(candidate->size));
    plumb_json_put(&object, "conventions", json_loads(vector->inputs.description, 0, NULL));
    plumb_json_put(&object, "precision", json_string(vector->answers.precision.name));
    plumb_json_put(&object, "answers", answers_of(&vector->answers));
    plumb_json_put(&object, "catches", catches_of(l, &vector->caught));
    return object;
}

static json_t *faults_of(const listing *l) {
    json_t *array = json_array();
    for (size_t i = 0; i < l->faults; i++)
        plumb_json_add(&array, json_pack("{s:s, s:s}", "axis", l->fault[i]->axis, "does", l->fault[i]->does));
    return array;
}

/* All vectors of a family have a loss, or none has. */
static bool is_backward(const listing *l) {
    for (size_t i = 0; i < l->vectors->count; i++)
        if (l->vectors->vector[i].candidate.family == l->family)
            return l->vectors->vector[i].answers.right.problem.loss.output != NULL;
    return false;
}

static json_t *family_of(const listing *l) {
    json_t *object = json_object();
    plumb_json_put(&object, "format", json_string(PLUMB_VECTORS_FORMAT));
    plumb_json_put(&object, "pass", json_string(is_backward(l) ? "backward" : "forward"));
    plumb_json_put(&object, "seed", plumb_json_integer(l->vectors->seed));
    plumb_json_put(&object, "family", json_string(l->family->name));
    plumb_json_put(&object, "about", json_string(l->family->about));
    plumb_json_put(&object, "effect", json_string(l->family->effect));
    plumb_json_put(&object, "axes", words_of(l->family->axes, ","));
    plumb_json_put(&object, "faults", faults_of(l));
    return object;
}

static bool is_written(const listing *l, const plumb_vector *vector) {
    return vector->candidate.family == l->family && plumb_vector_is_kept(vector);
}

/* Writes an object without so many of its last bytes, and releases it; -1 if memory is short or it cannot be
   written. */
static int put(json_t *object, size_t without, FILE *stream) {
    char *text = plumb_json_print(object);
    json_decref(object);
    if (text == NULL)
        return -1;
    size_t length = strlen(text) - without;
    int result = fwrite(text, 1, length, stream) == length ? 0 : -1;
    free(text);
    return result;
}

/* One line for what is said of all, and one for each vector. */
static int put_lines(listing *l, FILE *stream) {
    const char *before = "";
    for (size_t i = 0; i < l->vectors->count; i++)
        if (is_written(l, &l->vectors->vector[i]))
            json_decref(catches_of(l, &l->vectors->vector[i].caught));
    if (put(family_of(l), 1, stream) != 0 || fputs(",\"vectors\":[\n", stream) < 0)
        return -1;
    for (size_t i = 0; i < l->vectors->count; i++) {
        if (!is_written(l, &l->vectors->vector[i]))
            continue;
        if (fputs(before, stream) < 0 || put(vector_of(l, &l->vectors->vector[i]), 0, stream) != 0)
            return -1;
        before = ",\n";
    }
    return fputs("\n]}\n", stream) < 0 ? -1 : 0;
}

static int write_list(const void *context, size_t i, plumb_new_file *file, plumb_error *error) {
    listing l = *(const listing *)context;
    (void)i;
    int result = put_lines(&l, file->stream);
    free(l.fault);
    return result == 0 ? 0 : plumb_fail(error, "%s: cannot be written", file->path);
}

/* ---- all ---- */

static int write_family(const plumb_vectors *vectors, const plumb_family *family, const char *folder,
                        plumb_error *error) {
    char own[PATH], path[PATH];
    const char *const target = path;
    const listing l = {.vectors = vectors, .family = family};
    if (path_of(own, error, folder, family->name, "") != 0 || make_folder(own, error) != 0)
        return -1;
    for (size_t i = 0; i < vectors->count; i++)
        if (vectors->vector[i].candidate.family == family && plumb_vector_is_kept(&vectors->vector[i]) &&
            write_vector(&vectors->vector[i], own, error) != 0)
            return -1;
    return path_of(path, error, folder, family->name, ".json") != 0
               ? -1
               : plumb_new_files_write(&target, 1, write_list, &l, error);
}

int plumb_vectors_write(const plumb_vectors *vectors, const char *folder, plumb_error *error) {
    if (make_folder(folder, error) != 0)
        return -1;
    const plumb_family *family, *before = NULL;
    for (size_t i = 0; i < vectors->count; i++, before = family) {
        family = vectors->vector[i].candidate.family;
        if (family != before && write_family(vectors, family, folder, error) != 0)
            return -1;
    }
    return 0;
}
