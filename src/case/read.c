#include "case/read.h"
#include "case/assemble.h"
#include "case/file.h"
#include "case/npy.h"
#include "case/safetensors.h"
#include <stdlib.h>
#include <string.h>

/* The tensors of a case by their names in a file. */
static const plumb_tensor **role(plumb_case_tensors *tensors, const char *name) {
    const struct {
        const char *name;
        const plumb_tensor **tensor;
    } roles[] = {{"q", &tensors->query},         {"k", &tensors->key},
                 {"v", &tensors->value},         {"out", &tensors->output},
                 {"weights", &tensors->weights}, {"scores", &tensors->scores},
                 {"lse", &tensors->lse}};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (strcmp(name, roles[i].name) == 0)
            return roles[i].tensor;
    for (int i = 0; i < PLUMB_INPUT_TENSORS; i++)
        if (strcmp(name, plumb_input_name((plumb_input)i)) == 0)
            return &tensors->extra[i];
    for (int i = 0; i < PLUMB_MASK_TENSORS; i++)
        if (strcmp(name, plumb_mask_tensor_name((plumb_mask_tensor)i)) == 0)
            return &tensors->mask[i];
    return NULL;
}

static int assign_roles(const plumb_tensor *tensor, size_t count, const char *source,
                        plumb_case_tensors *tensors, plumb_error *error) {
    static const char extra[] = "extra.";
    for (size_t i = 0; i < count; i++) {
        const char *name = tensor[i].name;
        const plumb_tensor **place = role(tensors, name);
        if (place != NULL)
            *place = &tensor[i];
        else if (strncmp(name, extra, sizeof extra - 1) != 0)
            return plumb_fail(error,
                              "%s: %s: unknown tensor; a case has q, k, v, out, weights, scores, "
                              "lse, query_segments, key_segments, allowed, those that "
                              "`plumb operators` lists and extra.*",
                              source, name);
    }
    return 0;
}

static int assemble(const plumb_tensor *tensor, size_t count, const char *text, const char *source,
                    plumb_storage *storage, plumb_case *out, plumb_error *error) {
    plumb_description description;
    plumb_case_tensors tensors = {.query = NULL};
    if (plumb_description_parse(text, source, storage, &description, error) != 0 ||
        assign_roles(tensor, count, source, &tensors, error) != 0)
        return -1;
    return plumb_case_assemble(&tensors, &description, source, storage, out, error);
}

static int read_into(const unsigned char *bytes, size_t size, const char *source,
                     plumb_storage *storage, plumb_case *out, plumb_error *error) {
    plumb_safetensors file;
    if (plumb_safetensors_parse(bytes, size, source, storage, &file, error) != 0)
        return -1;
    if (file.description == NULL)
        return plumb_fail(error, "%s: __metadata__: key 'plumbline' is missing", source);
    return assemble(file.tensor, file.count, file.description, source, storage, out, error);
}

/* Hands the storage over to the case, or releases it after a failure. */
static int finish(int result, plumb_storage *storage, plumb_case *out, plumb_error *error) {
    plumb_storage *owned = result == 0 ? malloc(sizeof *owned) : NULL;
    if (result == 0 && owned == NULL)
        result = plumb_fail(error, "%s: not enough memory", out->source);
    if (result != 0) {
        plumb_storage_free(storage);
        memset(out, 0, sizeof *out);
        return -1;
    }
    *owned = *storage;
    out->storage = owned;
    return 0;
}

int plumb_case_read_bytes(const unsigned char *bytes, size_t size, const char *source,
                          plumb_case *out, plumb_error *error) {
    plumb_storage storage = {NULL};
    const char *kept = plumb_storage_text(&storage, source);
    int result = kept == NULL ? plumb_fail(error, "%s: not enough memory", source)
                              : read_into(bytes, size, kept, &storage, out, error);
    return finish(result, &storage, out, error);
}

int plumb_case_from_tensors(const plumb_tensor *tensor, size_t count, const char *description,
                            const char *source, plumb_case *out, plumb_error *error) {
    plumb_storage storage = {NULL};
    const char *kept = plumb_storage_text(&storage, source);
    int result = kept == NULL
                     ? plumb_fail(error, "%s: not enough memory", source)
                     : assemble(tensor, count, description, kept, &storage, out, error);
    return finish(result, &storage, out, error);
}

int plumb_case_read(const char *path, plumb_case *out, plumb_error *error) {
    plumb_bytes bytes;
    if (plumb_file_read(path, &bytes, error) != 0)
        return -1;
    int result = plumb_case_read_bytes(bytes.data, bytes.size, path, out, error);
    free(bytes.data);
    return result;
}

enum {
    NPY_ROLES = 7,
    NPY_MASKS = NPY_ROLES + PLUMB_INPUT_TENSORS,
    NPY_FILES = NPY_MASKS + PLUMB_MASK_TENSORS
};

/* One array file: its bytes are needed until the case is assembled. */
typedef struct {
    const char *path, *name;
    plumb_bytes bytes;
    plumb_tensor tensor;
} array;

static int read_arrays(array *arrays, bool bfloat16, plumb_case_tensors *tensors,
                       plumb_error *error) {
    bool used = false;
    for (size_t i = 0; i < NPY_FILES; i++) {
        array *a = &arrays[i];
        if (a->path == NULL)
            continue;
        if (plumb_file_read(a->path, &a->bytes, error) != 0 ||
            plumb_npy_parse(a->bytes.data, a->bytes.size, a->path, a->name, bfloat16, &a->tensor,
                            error) != 0)
            return -1;
        *role(tensors, a->name) = &a->tensor;
        used = used || a->tensor.dtype == PLUMB_DTYPE_BF16;
    }
    if (bfloat16 && !used)
        return plumb_fail(error, "--bf16: none of the files has dtype '<u2'");
    return 0;
}

int plumb_case_read_npy(const plumb_npy_case *files, plumb_case *out, plumb_error *error) {
    array arrays[NPY_FILES] = {
        {.path = files->query, .name = "q"},         {.path = files->key, .name = "k"},
        {.path = files->value, .name = "v"},         {.path = files->output, .name = "out"},
        {.path = files->weights, .name = "weights"}, {.path = files->scores, .name = "scores"},
        {.path = files->lse, .name = "lse"}};
    for (int i = 0; i < PLUMB_INPUT_TENSORS; i++)
        arrays[NPY_ROLES + i] =
            (array){.path = files->extra[i], .name = plumb_input_name((plumb_input)i)};
    for (int i = 0; i < PLUMB_MASK_TENSORS; i++)
        arrays[NPY_MASKS + i] =
            (array){.path = files->mask[i], .name = plumb_mask_tensor_name((plumb_mask_tensor)i)};
    plumb_case_tensors tensors = {.query = NULL};
    plumb_storage storage = {NULL};
    int result = read_arrays(arrays, files->bfloat16, &tensors, error);
    if (result == 0) {
        const char *source = plumb_storage_text(&storage, files->query);
        result = source == NULL ? plumb_fail(error, "%s: not enough memory", files->query)
                                : plumb_case_assemble(&tensors, &files->description, source,
                                                      &storage, out, error);
    }
    for (size_t i = 0; i < NPY_FILES; i++)
        free(arrays[i].bytes.data);
    return finish(result, &storage, out, error);
}

void plumb_case_free(plumb_case *c) {
    if (c->storage != NULL) {
        plumb_storage_free(c->storage);
        free(c->storage);
    }
    memset(c, 0, sizeof *c);
}
