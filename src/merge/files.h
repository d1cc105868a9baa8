/* files.h - parts of the keys from .safetensors files: tensors part_out and part_lse, or out and lse of one part. */
#ifndef PLUMB_MERGE_FILES_H
#define PLUMB_MERGE_FILES_H
#include "merge/given.h"

/* Finds the tensors of these names in one file or in a question.  Returns 0, or -1 with a message. */
int plumb_merge_find(const plumb_tensor *tensor, size_t count, const char *source, plumb_merge_pair *pair,
                     plumb_error *error);

/* Sets *base_two to whether a description (NULL: none) states log-sum-exps in base 2.  Returns 0, or -1 with a
   message. */
int plumb_merge_base(const char *description, const char *source, plumb_storage *storage, bool *base_two,
                     plumb_error *error);

/* Reads all parts of the files, in their order.  base: "e" or "2", overrides the files; NULL: as the files state.
   Returns 0, or -1 with a message. */
int plumb_merge_read(const char *const *paths, size_t count, const char *base, plumb_storage *storage,
                     plumb_merge_parts *out, plumb_error *error);
#endif
