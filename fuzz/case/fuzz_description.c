/* fuzz_description.c - any text as the description of a case: refused with a message, or one
   whose members are all of their kind. */
#include "case/description.h"
#include "case/scale.h"
#include "fuzz/case/check.h"
#include "fuzz/case/replay.h"

static void check_description(const plumb_description *d) {
    must(d->scale == NULL || plumb_scale_is_exact(d->scale));
    must(d->alignment >= PLUMB_ALIGNMENT_UNSTATED && d->alignment <= PLUMB_ALIGNMENT_OFFSET);
    must(d->offset >= -PLUMB_OFFSET_MAX && d->offset <= PLUMB_OFFSET_MAX);
    must(d->empty_row == PLUMB_EMPTY_ROW_ZERO || d->empty_row == PLUMB_EMPTY_ROW_NAN);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    plumb_storage storage = {NULL};
    plumb_description description;
    plumb_error error = {""};
    char *text = malloc(size + 1);
    must(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = 0;
    if (plumb_description_parse(text, "fuzz", &storage, &description, &error) != 0)
        check_error(&error);
    else
        check_description(&description);
    plumb_storage_free(&storage);
    free(text);
    return 0;
}
