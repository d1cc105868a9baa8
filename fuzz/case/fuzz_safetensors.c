/* fuzz_safetensors.c - any bytes as a .safetensors case: refused with a message, or consistent. */
#include "base/little_endian.h"
#include "case/read.h"
#include "case/safetensors.h"
#include "fuzz/case/check.h"
#include "fuzz/case/replay.h"

static void check_container(const uint8_t *data, size_t size) {
    plumb_storage storage = {0};
    plumb_safetensors file;
    plumb_error error = {""};
    if (plumb_safetensors_parse(data, size, "fuzz", &storage, &file, &error) != 0)
        check_error(&error);
    else
        for (size_t i = 0; i < file.count; i++)
            check_tensor(&file.tensor[i]);
    plumb_storage_free(&storage);
}

static void check_case_of(const uint8_t *data, size_t size) {
    plumb_case c;
    plumb_error error = {""};
    if (plumb_case_read_bytes(data, size, "fuzz", &c, &error) != 0) {
        check_error(&error);
        must(c.storage == NULL);
        return;
    }
    check_case(&c);
    plumb_case_free(&c);
}

/* The same bytes with a header length that ends at the last '}': few mutations of a file keep its
   length right, and without this most would be refused at the door. */
static void check_repaired(const uint8_t *data, size_t size) {
    enum { LENGTH_BYTES = 8 };
    size_t end = size;
    while (end > LENGTH_BYTES && data[end - 1] != '}')
        end--;
    if (end <= LENGTH_BYTES)
        return;
    uint8_t *repaired = malloc(size);
    must(repaired != NULL);
    memcpy(repaired, data, size);
    plumb_store(repaired, LENGTH_BYTES, end - LENGTH_BYTES);
    check_container(repaired, size);
    check_case_of(repaired, size);
    free(repaired);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check_container(data, size);
    check_case_of(data, size);
    check_repaired(data, size);
    return 0;
}
