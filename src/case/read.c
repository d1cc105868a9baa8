/* All readers end in plumb_case_assemble, with the tensors sorted into the members of schema/members.def by their
   names.  One storage owns all that the case needs; finish hands it to the case, or releases it after a failure, so no
   caller sees half a case.  The bytes of a file can go once they are decoded, unless the file stays open or the case
   keeps its caches; where the bytes go anyway, the caches of the case are cleared. */
#include "case/read.h"
#include "base/file.h"
#include "case/assemble.h"
#include "case/npy.h"
#include "case/safetensors.h"
#include "schema/hint.h"
#include "schema/other_names.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int refuse_tensor(const char *name, const char *source, plumb_error *error) {
    char near[PLUMB_HINT_TEXT], other[PLUMB_OTHER_NAME_TEXT];
    bool known = plumb_other_name(name, false, other)[0] != 0;
    plumb_hint hint = {.text = name};
    for (int i = 0; i < PLUMB_MEMBERS; i++)
        if (plumb_is_tensor((plumb_member)i))
            plumb_hint_try(&hint, plumb_member_name((plumb_member)i));
    plumb_fail(error,
               "%s: %s: unknown tensor; a case has q, k, v, out, weights, scores, "
               "lse, query_segments, key_segments, allowed, key_lengths, block_table, "
               "kv_cache, cu_seqlens_q, cu_seqlens_k, those that `plumb operators` lists and extra.*%s",
               source, name, known ? other : plumb_hint_text(&hint, near));
    return plumb_fail_of(error, name, NULL, known ? NULL : hint.best);
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

static int assemble(const plumb_tensor *tensor, size_t count, bool lends, const char *text, const char *source,
                    plumb_storage *storage, plumb_case *out, plumb_error *error) {
    plumb_description description;
    plumb_case_tensors tensors = {.lends = lends};
    if (plumb_description_parse(text, source, storage, &description, error) != 0 ||
        assign_roles(tensor, count, source, &tensors, error) != 0)
        return -1;
    return plumb_case_assemble(&tensors, &description, source, storage, out, error);
}

/* Whose the bytes are: the caller's; read here, so that they may go piece by piece (case/tensor.h); or of a file that
   stays open. */
typedef struct {
    bool passing;
    const plumb_open_file *file;
} bytes_fate;

static int read_into(const plumb_bytes *bytes, bytes_fate fate, const char *source, plumb_storage *storage,
                     plumb_case *out, plumb_error *error) {
    plumb_safetensors file;
    if (plumb_safetensors_parse(bytes->data, bytes->size, source, storage, &file, error) != 0)
        return -1;
    if (file.description == NULL)
        return plumb_fail(error, "%s: __metadata__: key 'plumbline' is missing; expected a JSON text, such as "
                                 "{\"version\": 1, \"mask\": \"none\"}", source);
    for (size_t i = 0; i < file.count; i++) {
        file.tensor[i].passing = fate.passing;
        file.tensor[i].file = fate.file;
    }
    return assemble(file.tensor, file.count, fate.file != NULL, file.description, source, storage, out, error);
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

static const char *keep_source(const char *source, plumb_storage *storage, plumb_error *error) {
    const char *kept = plumb_storage_text(storage, source);
    if (kept == NULL)
        plumb_fail(error, "%s: not enough memory", source);
    return kept;
}

int plumb_case_read_bytes(const unsigned char *bytes, size_t size, const char *source, plumb_case *out,
                          plumb_error *error) {
    plumb_storage storage = {0};
    const plumb_bytes all = {(unsigned char *)(uintptr_t)bytes, size};
    const char *kept = keep_source(source, &storage, error);
    int result = kept == NULL ? -1 : read_into(&all, (bytes_fate){false, NULL}, kept, &storage, out, error);
    out->cache[0] = out->cache[1] = NULL; /* the caller may release the bytes */
    return finish(result, &storage, out, error);
}

int plumb_case_from_tensors(const plumb_tensor *tensor, size_t count, const char *description, const char *source,
                            plumb_case *out, plumb_error *error) {
    plumb_storage storage = {0};
    const char *kept = keep_source(source, &storage, error);
    int result = kept == NULL ? -1 : assemble(tensor, count, false, description, kept, &storage, out, error);
    return finish(result, &storage, out, error);
}

static void free_bytes(void *data) {
    free(*(unsigned char **)data);
}

/* As long as the storage. */
static int keep_bytes(unsigned char *bytes, const char *source, plumb_storage *storage, plumb_error *error) {
    unsigned char **kept = plumb_storage_take(storage, 1, sizeof *kept);
    if (kept == NULL) {
        free(bytes);
        return plumb_fail(error, "%s: not enough memory", source);
    }
    *kept = bytes;
    plumb_storage_on_free(kept, free_bytes);
    return 0;
}

int plumb_case_read(const char *path, plumb_case *out, plumb_error *error) {
    plumb_bytes bytes;
    plumb_storage storage = {0};
    if (plumb_file_read(path, &bytes, error) != 0)
        return -1;
    const char *kept = keep_source(path, &storage, error);
    int result = kept == NULL ? -1 : read_into(&bytes, (bytes_fate){true, NULL}, kept, &storage, out, error);
    if (result != 0 || out->cache[0] == NULL)
        free(bytes.data);
    else
        result = keep_bytes(bytes.data, kept, &storage, error);
    return finish(result, &storage, out, error);
}

int plumb_case_read_borrowed(const char *path, plumb_case *out, plumb_error *error) {
    plumb_storage storage = {0};
    const char *kept = keep_source(path, &storage, error);
    const plumb_open_file *file = kept != NULL ? plumb_file_open(path, &storage, error) : NULL;
    int result = file == NULL ? -1 : read_into(&file->bytes, (bytes_fate){true, file}, kept, &storage, out, error);
    return finish(result, &storage, out, error);
}

/* One array file: its bytes are needed until the case is assembled. */
typedef struct {
    plumb_bytes bytes;
    const plumb_open_file *file; /* in place of bytes */
    plumb_tensor tensor;
} array;

/* The bytes of an array; they stay if its file stays open. */
static int read_bytes(const char *path, bool lends, array *a, plumb_storage *storage, plumb_error *error) {
    if (!lends)
        return plumb_file_read(path, &a->bytes, error);
    a->file = plumb_file_open(path, storage, error);
    return a->file != NULL ? 0 : -1;
}

static int read_arrays(const plumb_npy_case *files, array arrays[PLUMB_MEMBERS], plumb_case_tensors *tensors,
                       plumb_storage *storage, plumb_error *error) {
    bool used = false;
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        array *a = &arrays[i];
        const char *path = files->file[i];
        if (path == NULL)
            continue;
        if (read_bytes(path, files->lends, a, storage, error) != 0)
            return -1;
        const plumb_bytes *bytes = a->file != NULL ? &a->file->bytes : &a->bytes;
        if (plumb_npy_parse(bytes->data, bytes->size, path, plumb_member_name((plumb_member)i), files->bfloat16,
                            &a->tensor, error) != 0)
            return -1;
        a->tensor.passing = true;
        a->tensor.file = a->file;
        tensors->tensor[i] = &a->tensor;
        used = used || a->tensor.dtype == PLUMB_DTYPE_BF16;
    }
    if (files->bfloat16 && !used)
        return plumb_fail(error, "--bf16: none of the files has dtype '<u2'");
    return 0;
}

int plumb_case_read_npy(const plumb_npy_case *files, plumb_case *out, plumb_error *error) {
    array arrays[PLUMB_MEMBERS] = {{.bytes = {NULL, 0}}};
    plumb_case_tensors tensors = {.lends = files->lends};
    plumb_storage storage = {0};
    const char *query = files->file[PLUMB_MEMBER_Q], *source = NULL;
    int result = read_arrays(files, arrays, &tensors, &storage, error);
    if (result == 0 && (source = keep_source(query, &storage, error)) == NULL)
        result = -1;
    if (result == 0)
        result = plumb_case_assemble(&tensors, &files->description, source, &storage, out, error);
    if (!files->lends)
        out->cache[0] = out->cache[1] = NULL; /* the arrays go */
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
