#include "merge/files.h"
#include "base/file.h"
#include "case/choices.h"
#include "case/description.h"
#include "case/safetensors.h"
#include <stdlib.h>
#include <string.h>

static const plumb_tensor *find(const plumb_tensor *tensor, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(tensor[i].name, name) == 0)
            return &tensor[i];
    return NULL;
}

int plumb_merge_find(const plumb_tensor *tensor, size_t count, const char *source, plumb_merge_pair *pair,
                     plumb_error *error) {
    static const char *const names[2][2] = {{"out", "lse"}, {"part_out", "part_lse"}};
    pair->several = find(tensor, count, "part_out") != NULL || find(tensor, count, "part_lse") != NULL;
    const char *const *name = names[pair->several];
    pair->output = find(tensor, count, name[0]);
    pair->lse = find(tensor, count, name[1]);
    if (pair->output != NULL && pair->lse != NULL)
        return 0;
    const char *missing = pair->output == NULL ? name[0] : name[1];
    plumb_fail(error, "%s: %s: missing; expected part_out and part_lse, or out and lse of one part", source, missing);
    return plumb_fail_of(error, missing, NULL, "part_out and part_lse, or out and lse of one part");
}

int plumb_merge_base(const char *description, const char *source, plumb_storage *storage, bool *base_two,
                     plumb_error *error) {
    plumb_description stated;
    *base_two = false;
    if (description == NULL)
        return 0;
    if (plumb_description_parse(description, source, storage, &stated, error) != 0)
        return -1;
    *base_two = stated.lse_of_base_two;
    return 0;
}

static void free_bytes(void *data) {
    free(*(unsigned char **)data);
}

/* As long as the storage. */
static int read_bytes(const char *path, plumb_storage *storage, plumb_bytes *bytes, plumb_error *error) {
    unsigned char **kept = plumb_storage_take(storage, 1, sizeof *kept);
    if (kept == NULL)
        return plumb_fail(error, "%s: not enough memory", path);
    if (plumb_file_read(path, bytes, error) != 0)
        return -1;
    *kept = bytes->data;
    plumb_storage_on_free(kept, free_bytes);
    return 0;
}

static int read_file(const char *path, plumb_storage *storage, plumb_merge_pair *pair, bool *base_two,
                     plumb_error *error) {
    plumb_bytes bytes;
    plumb_safetensors file;
    return read_bytes(path, storage, &bytes, error) != 0 ||
                   plumb_safetensors_parse(bytes.data, bytes.size, path, storage, &file, error) != 0 ||
                   plumb_merge_find(file.tensor, file.count, path, pair, error) != 0 ||
                   plumb_merge_base(file.description, path, storage, base_two, error) != 0
               ? -1
               : 0;
}

/* A base that is stated is that of all files. */
static int choose_base(const char *base, bool *base_two, plumb_error *error) {
    static const char *const words[] = {"e", "2", NULL};
    size_t chosen;
    if (base == NULL)
        return 0;
    if (plumb_choose_word(words, "--lse-base", base, &chosen, error) != 0)
        return -1;
    *base_two = chosen == 1;
    return 0;
}

int plumb_merge_read(const char *const *paths, size_t count, const char *base, plumb_storage *storage,
                     plumb_merge_parts *out, plumb_error *error) {
    plumb_merge_pair *pair = plumb_storage_take(storage, count, sizeof *pair);
    bool base_two = false, of_first = false;
    if (pair == NULL)
        return plumb_fail(error, "%s: not enough memory", paths[0]);
    for (size_t i = 0; i < count; i++) {
        if (read_file(paths[i], storage, &pair[i], &base_two, error) != 0)
            return -1;
        if (i > 0 && base == NULL && base_two != of_first)
            return plumb_fail(error, "%s: lse_base %s differs from that of %s; pass --lse-base", paths[i],
                              base_two ? "2" : "e", paths[0]);
        of_first = base_two;
    }
    return choose_base(base, &base_two, error) != 0
               ? -1
               : plumb_merge_gather(pair, count, base_two, storage, out, error);
}
