#include "case/read.h"
#include "case/assemble.h"
#include "case/file.h"
#include "case/npy.h"
#include "case/safetensors.h"
#include "schema/hint.h"
#include <stdlib.h>
#include <string.h>

static int refuse_tensor(const char *name, const char *source, plumb_error *error) {
    char near[PLUMB_HINT_TEXT];
    plumb_hint hint = {.text = name};
    for (int i = 0; i < PLUMB_MEMBERS; i++)
        if (plumb_is_tensor((plumb_member)i))
            plumb_hint_try(&hint, plumb_member_name((plumb_member)i));
    plumb_fail(error,
               "%s: %s: unknown tensor; a case has q, k, v, out, weights, scores, "
               "lse, query_segments, key_segments, allowed, those that "
               "`plumb operators` lists and extra.*%s",
               source, name, plumb_hint_text(&hint, near));
    return plumb_fail_of(error, name, NULL, hint.best);
}

static int assign_roles(const plumb_tensor *tensor, size_t count, const char *source, plumb_case_tensors *tensors,
                        plumb_error *error) {
    static const char extra[] = "extra.";
    for (size_t i = 0; i < count; i++) {
        plumb_member member = plumb_member_find("", tensor[i].name);
        if (member != PLUMB_MEMBERS && plumb_is_tensor(member))
            tensors->tensor[member] = &tensor[i];
        else if (strncmp(tensor[i].name, extra, sizeof extra - 1) != 0)
            return refuse_tensor(tensor[i].name, source, error);
    }
    return 0;
}

static int assemble(const plumb_tensor *tensor, size_t count, const char *text, const char *source,
                    plumb_storage *storage, plumb_case *out, plumb_error *error) {
    plumb_description description;
    plumb_case_tensors tensors = {{NULL}};
    if (plumb_description_parse(text, source, storage, &description, error) != 0 ||
        assign_roles(tensor, count, source, &tensors, error) != 0)
        return -1;
    return plumb_case_assemble(&tensors, &description, source, storage, out, error);
}

/* passing: as plumb_tensor says of its bytes. */
static int read_into(const unsigned char *bytes, size_t size, bool passing, const char *source, plumb_storage *storage,
                     plumb_case *out, plumb_error *error) {
    plumb_safetensors file;
    if (plumb_safetensors_parse(bytes, size, source, storage, &file, error) != 0)
        return -1;
    if (file.description == NULL)
        return plumb_fail(error, "%s: __metadata__: key 'plumbline' is missing", source);
    for (size_t i = 0; i < file.count; i++)
        file.tensor[i].passing = passing;
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

static int read_bytes(const unsigned char *bytes, size_t size, bool passing, const char *source, plumb_case *out,
                      plumb_error *error) {
    plumb_storage storage = {NULL};
    const char *kept = plumb_storage_text(&storage, source);
    int result = kept == NULL ? plumb_fail(error, "%s: not enough memory", source)
                              : read_into(bytes, size, passing, kept, &storage, out, error);
    return finish(result, &storage, out, error);
}

int plumb_case_read_bytes(const unsigned char *bytes, size_t size, const char *source, plumb_case *out,
                          plumb_error *error) {
    return read_bytes(bytes, size, false, source, out, error);
}

int plumb_case_from_tensors(const plumb_tensor *tensor, size_t count, const char *description, const char *source,
                            plumb_case *out, plumb_error *error) {
    plumb_storage storage = {NULL};
    const char *kept = plumb_storage_text(&storage, source);
    int result = kept == NULL ? plumb_fail(error, "%s: not enough memory", source)
                              : assemble(tensor, count, description, kept, &storage, out, error);
    return finish(result, &storage, out, error);
}

int plumb_case_read(const char *path, plumb_case *out, plumb_error *error) {
    plumb_bytes bytes;
    if (plumb_file_read(path, &bytes, error) != 0)
        return -1;
    int result = read_bytes(bytes.data, bytes.size, true, path, out, error);
    free(bytes.data);
    return result;
}

/* One array file: its bytes are needed until the case is assembled. */
typedef struct {
    plumb_bytes bytes;
    plumb_tensor tensor;
} array;

static int read_arrays(const plumb_npy_case *files, array arrays[PLUMB_MEMBERS], plumb_case_tensors *tensors,
                       plumb_error *error) {
    bool used = false;
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        array *a = &arrays[i];
        const char *path = files->file[i];
        if (path == NULL)
            continue;
        if (plumb_file_read(path, &a->bytes, error) != 0 ||
            plumb_npy_parse(a->bytes.data, a->bytes.size, path, plumb_member_name((plumb_member)i), files->bfloat16,
                            &a->tensor, error) != 0)
            return -1;
        a->tensor.passing = true;
        tensors->tensor[i] = &a->tensor;
        used = used || a->tensor.dtype == PLUMB_DTYPE_BF16;
    }
    if (files->bfloat16 && !used)
        return plumb_fail(error, "--bf16: none of the files has dtype '<u2'");
    return 0;
}

int plumb_case_read_npy(const plumb_npy_case *files, plumb_case *out, plumb_error *error) {
    array arrays[PLUMB_MEMBERS] = {{.bytes = {NULL, 0}}};
    plumb_case_tensors tensors = {{NULL}};
    plumb_storage storage = {NULL};
    const char *query = files->file[PLUMB_MEMBER_Q];
    int result = read_arrays(files, arrays, &tensors, error);
    if (result == 0) {
        const char *source = plumb_storage_text(&storage, query);
        result = source == NULL ? plumb_fail(error, "%s: not enough memory", query)
                                : plumb_case_assemble(&tensors, &files->description, source, &storage, out, error);
    }
    for (int i = 0; i < PLUMB_MEMBERS; i++)
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
