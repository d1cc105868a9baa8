/* hidden.c - see hidden.h. */
#include "measure/hidden.h"
#include "base/file.h"
#include "case/decode.h"
#include "case/npy.h"
#include "measure/states.h"
#include <stdlib.h>
#include <string.h>

/* The axes that a shape leaves out are 1. */
static int read_shape(const plumb_tensor *tensor, plumb_hidden *hidden, plumb_error *error) {
    size_t axis[4] = {1, 1, 1, 1}, missing = 4 - tensor->rank;
    char text[PLUMB_SHAPE_TEXT];
    if (tensor->rank < 2 || tensor->rank > 4)
        return plumb_fail(error,
                          "%s: hidden: shape %s is not [layers,batch,length,width], "
                          "[batch,length,width] or [length,width]",
                          tensor->source, plumb_shape_text(tensor->shape, tensor->rank, text));
    memcpy(axis + missing, tensor->shape, tensor->rank * sizeof *axis);
    if (tensor->count == 0)
        return plumb_fail(error, "%s: hidden: shape %s has a 0; expected at least 1", tensor->source,
                          plumb_shape_text(tensor->shape, tensor->rank, text));
    hidden->layers = axis[0];
    hidden->batch = axis[1];
    hidden->length = axis[2];
    hidden->width = axis[3];
    return 0;
}

static int decode(const plumb_tensor *tensor, plumb_hidden *hidden, plumb_error *error) {
    plumb_format format;
    if (plumb_decode_format(tensor, &format, error) != 0 || read_shape(tensor, hidden, error) != 0)
        return -1;
    hidden->state = calloc(tensor->count, sizeof *hidden->state);
    if (hidden->state == NULL)
        return plumb_decode_memory_is_short(tensor, error);
    plumb_tensor_decode(tensor, format, hidden->state);
    return 0;
}

int plumb_hidden_read(const char *path, bool bfloat16, plumb_hidden *hidden, plumb_error *error) {
    plumb_bytes bytes;
    plumb_tensor tensor;
    *hidden = (plumb_hidden){.source = path};
    if (plumb_file_read(path, &bytes, error) != 0)
        return -1;
    int result = plumb_npy_parse(bytes.data, bytes.size, path, "hidden", bfloat16, &tensor, error);
    if (result == 0 && bfloat16 && tensor.dtype != PLUMB_DTYPE_BF16)
        result = plumb_fail(error, "--bf16: %s has dtype '%s', not '<u2'", path, tensor.dtype_name);
    if (result == 0)
        result = decode(&tensor, hidden, error);
    free(bytes.data);
    return result;
}

void plumb_hidden_free(plumb_hidden *hidden) {
    free(hidden->state);
    hidden->state = NULL;
}

static int check(const plumb_hidden *hidden, const plumb_sink_layer *layer, plumb_error *error) {
    if (hidden->batch != layer->samples || hidden->length != layer->tokens_in_case)
        return plumb_fail(error, "%s: hidden: %zu samples of %zu tokens, but %s has %zu of %zu tokens", hidden->source,
                          hidden->batch, hidden->length, layer->source, layer->samples, layer->tokens_in_case);
    if (layer->activations != NULL)
        return plumb_fail(error, "--hidden: %s contains hidden states; omit the flag", layer->source);
    return 0;
}

int plumb_hidden_measure(const plumb_hidden *hidden, size_t index, const plumb_sink_question *question,
                         plumb_sink_layer *layer, plumb_error *error) {
    const double *state = hidden->state + index * hidden->batch * hidden->length * hidden->width;
    if (check(hidden, layer, error) != 0)
        return -1;
    return plumb_states_measure(state, hidden->width, question->key, layer) == 0
               ? 0
               : plumb_fail(error, "%s: not enough memory", hidden->source);
}
