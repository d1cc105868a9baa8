/* fuzz_npy.c - any bytes as a .npy file: refused with a message, or consistent. */
#include "case/npy.h"
#include "fuzz/case/check.h"
#include "fuzz/case/replay.h"

static void check_npy(const uint8_t *data, size_t size, bool bfloat16) {
    plumb_tensor tensor;
    plumb_error error = {""};
    if (plumb_npy_parse(data, size, "fuzz", "q", bfloat16, &tensor, &error) != 0) {
        check_error(&error);
        return;
    }
    must(tensor.bytes + tensor.count * plumb_dtype_size(tensor.dtype) == data + size);
    check_tensor(&tensor);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check_npy(data, size, false);
    check_npy(data, size, true);
    return 0;
}
