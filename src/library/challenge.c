/* challenge.c - inputs on which faults show, drawn into a question, and the list of faults that they tell. */
#include "challenge/challenge.h"
#include "library/question.h"
#include <stdlib.h>
#include <string.h>

static const char where[] = "description";

/* One tensor of the inputs, with its bytes. */
static int keep_tensor(plumb_question *question, plumb_tensor tensor) {
    size_t size = plumb_dtype_size(tensor.dtype);
    unsigned char *bytes = plumb_storage_take(&question->storage, tensor.count, size);
    const char *name = plumb_storage_text(&question->storage, tensor.name);
    if (name == NULL || bytes == NULL)
        return plumb_question_short_of_memory(question);
    tensor.bytes = memcpy(bytes, tensor.bytes, tensor.count * size);
    tensor.source = plumb_question_name;
    tensor.name = name;
    question->tensor[question->tensors++] = tensor;
    return 0;
}

/* The list as a text of the storage, as it is written to a file. */
static char *list_text(plumb_question *question, const plumb_challenge *found,
                       int write(const plumb_challenge *, FILE *)) {
    char *text = NULL, *kept = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return NULL;
    int result = write(found, stream);
    if (fclose(stream) == 0 && result == 0)
        kept = plumb_storage_text(&question->storage, text);
    free(text);
    return kept;
}

static int keep(plumb_question *question, const plumb_drawn *drawn, const plumb_challenge *found) {
    question->description = plumb_storage_text(&question->storage, drawn->inputs.description);
    question->challenge_text = list_text(question, found, plumb_challenge_text);
    question->challenge_json = list_text(question, found, plumb_challenge_json);
    if (question->description == NULL || question->challenge_text == NULL || question->challenge_json == NULL)
        return plumb_question_short_of_memory(question);
    for (size_t i = 0; i < drawn->inputs.count; i++)
        if (keep_tensor(question, drawn->inputs.tensor[i]) != 0)
            return -1;
    return 0;
}

static int draw(plumb_question *question, const char *json) {
    plumb_drawn drawn;
    plumb_challenge found;
    if (question->asked || question->tensors > 0 || question->description != NULL)
        return plumb_fail(&question->error,
                          "%s: inputs can be drawn only into a question without tensors and description",
                          plumb_question_name);
    if (plumb_draw(json, where, NULL, &drawn, &question->error) != 0)
        return -1;
    int result = plumb_challenge_try(&drawn, json, where, false, question->threads, &found, &question->error);
    if (result == 0) {
        result = keep(question, &drawn, &found);
        plumb_challenge_free(&found);
    }
    plumb_drawn_free(&drawn);
    return result;
}

int plumb_question_challenge(plumb_question *question, const char *json) {
    return plumb_question_enter(question) ? plumb_question_leave(question, draw(question, json)) : PLUMB_REFUSED;
}

const void *plumb_question_given(const plumb_question *question, const char *name, const char **dtype, size_t *rank,
                                 const size_t **shape) {
    for (size_t i = 0; i < question->tensors; i++) {
        const plumb_tensor *tensor = &question->tensor[i];
        if (strcmp(tensor->name, name) != 0)
            continue;
        *dtype = tensor->dtype_name;
        *rank = tensor->rank;
        *shape = tensor->shape;
        return tensor->bytes;
    }
    return NULL;
}
