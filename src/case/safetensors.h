/* safetensors.h - the container of a case: 8 bytes of header length, a JSON header, data.

   Format: https://github.com/huggingface/safetensors#format.  The reader is stricter only where the format leaves a
   choice: the header has only the members that the format names, and a tensor's entry has at most 4096 bytes.  There
   may be as many tensors as fit into the format's 100 MB of header; reading takes at most ten times the memory of the
   file. */
#ifndef PLUMB_CASE_SAFETENSORS_H
#define PLUMB_CASE_SAFETENSORS_H
#include "base/error.h"
#include "base/storage.h"
#include "case/tensor.h"
#include <stddef.h>

typedef struct {
    size_t count;
    plumb_tensor *tensor;    /* in the order of the header; the bytes stay where they were read */
    const char *description; /* metadata key "plumbline"; NULL if the file has none */
} plumb_safetensors;

/* Every byte is hostile: on success each tensor's bytes lie inside the file, hold exactly count
   elements if its dtype is known, and no two tensors share a byte. */
int plumb_safetensors_parse(const unsigned char *bytes, size_t size, const char *source, plumb_storage *storage,
                            plumb_safetensors *out, plumb_error *error);
#endif
