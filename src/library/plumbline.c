#include "library/plumbline.h"
#include "case/choices.h"
#include "case/little_endian.h"
#include "case/read.h"
#include "compare/compare.h"
#include "compare/report_json.h"
#include "compare/report_text.h"
#include "library/evaluation.h"
#include "library/version.h"
#include "thread/settings.h"
#include <flint/flint.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* All rows, by the fast path. */
static const plumb_evaluation whole = {0};

static const char name_in_messages[] = "question";

enum { TENSORS = 64 }; /* more than a case has names for */

struct plumb_question {
    plumb_storage storage;
    plumb_tensor tensor[TENSORS];
    size_t tensors;
    const char *description; /* NULL: not stated */
    bool asked;              /* asked_case is filled, and nothing may be added */
    bool judged;             /* report is filled */
    plumb_case asked_case;
    plumb_report report;
    plumb_error error;
    plumb_settings settings; /* the host's, of the thread that asks */
    locale_t plain, host;    /* C, in which numbers have a point, and that thread's while C is in use */
};

const char *plumb_version(void) {
    return PLUMB_VERSION;
}

plumb_question *plumb_question_new(void) {
    plumb_question *question = calloc(1, sizeof *question);
    if (question == NULL)
        return NULL;
    question->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (question->plain != (locale_t)0)
        return question;
    free(question);
    return NULL;
}

void plumb_question_free(plumb_question *question) {
    if (question == NULL)
        return;
    if (question->asked)
        plumb_case_free(&question->asked_case);
    plumb_storage_free(&question->storage);
    freelocale(question->plain);
    free(question);
    flint_cleanup(); /* what FLINT keeps for a thread, which may be this one's last question */
}

const char *plumb_question_message(const plumb_question *question) {
    return question->error.text;
}

/* Every call that may compute, read or write a number stands between these two. */
static bool enter(plumb_question *question) {
    if (plumb_settings_hold(&question->settings, &question->error) != 0)
        return false;
    question->host = uselocale(question->plain);
    return true;
}

static int leave(plumb_question *question, int result) {
    uselocale(question->host);
    plumb_settings_restore(&question->settings);
    if (result != 0)
        return PLUMB_REFUSED;
    question->error.text[0] = 0;
    return PLUMB_RIGHT;
}

static int check_open(plumb_question *question, const char *field) {
    return question->asked
               ? plumb_fail(&question->error, "%s: %s: too late, the question has been asked", name_in_messages, field)
               : 0;
}

static int short_of_memory(plumb_question *question) {
    return plumb_fail(&question->error, "%s: not enough memory", name_in_messages);
}

static int read_file(plumb_question *question, const char *path) {
    if (check_open(question, path) != 0)
        return -1;
    if (question->tensors > 0 || question->description != NULL)
        return plumb_fail(&question->error, "%s: %s: not allowed beside tensors or a description", name_in_messages,
                          path);
    if (plumb_case_read(path, &question->asked_case, &question->error) != 0)
        return -1;
    question->asked = true;
    return 0;
}

int plumb_question_read(plumb_question *question, const char *path) {
    return enter(question) ? leave(question, read_file(question, path)) : PLUMB_REFUSED;
}

/* Elements of this machine, whatever its byte order, as they lie in a file. */
static void store_elements(unsigned char *bytes, const void *data, size_t count, size_t size) {
    for (size_t i = 0; i < count; i++) {
        const unsigned char *element = (const unsigned char *)data + i * size;
        uint64_t value = *element;
        uint32_t half;
        uint16_t quarter;
        if (size == 8)
            memcpy(&value, element, 8);
        else if (size == 4)
            memcpy(&half, element, 4), value = half;
        else if (size == 2)
            memcpy(&quarter, element, 2), value = quarter;
        plumb_store(bytes + i * size, size, value);
    }
}

static int read_shape(plumb_question *question, plumb_tensor *tensor, const size_t *shape) {
    size_t bytes;
    if (tensor->rank > PLUMB_RANK_MAX)
        return plumb_fail(&question->error, "%s: %s: %zu dimensions, at most %d are read", name_in_messages,
                          tensor->name, tensor->rank, PLUMB_RANK_MAX);
    memcpy(tensor->shape, shape, tensor->rank * sizeof *shape);
    if (!plumb_shape_count(tensor->shape, tensor->rank, &tensor->count) ||
        __builtin_mul_overflow(tensor->count, plumb_dtype_size(tensor->dtype), &bytes))
        return plumb_fail(&question->error, "%s: %s: shape does not fit into memory", name_in_messages, tensor->name);
    return 0;
}

static int check_name(plumb_question *question, const char *name) {
    for (size_t i = 0; i < question->tensors; i++)
        if (strcmp(question->tensor[i].name, name) == 0)
            return plumb_fail(&question->error, "%s: %s: given twice", name_in_messages, name);
    if (question->tensors == TENSORS)
        return plumb_fail(&question->error, "%s: %s: more than %d tensors", name_in_messages, name, TENSORS);
    return 0;
}

static int copy_tensor(plumb_question *question, plumb_tensor *tensor, const void *data) {
    size_t size = plumb_dtype_size(tensor->dtype);
    unsigned char *bytes = plumb_storage_take(&question->storage, tensor->count, size);
    if (bytes == NULL)
        return short_of_memory(question);
    store_elements(bytes, data, tensor->count, size);
    tensor->bytes = bytes;
    question->tensor[question->tensors++] = *tensor;
    return 0;
}

static int add_tensor(plumb_question *question, const char *name, const char *dtype, const size_t *shape, size_t rank,
                      const void *data) {
    plumb_tensor tensor = {.source = name_in_messages,
                           .name = plumb_storage_text(&question->storage, name),
                           .dtype = plumb_dtype_from_name(dtype),
                           .dtype_name = plumb_storage_text(&question->storage, dtype),
                           .rank = rank};
    if (tensor.name == NULL || tensor.dtype_name == NULL)
        return short_of_memory(question);
    if (check_open(question, name) != 0 || check_name(question, name) != 0)
        return -1;
    if (tensor.dtype == PLUMB_DTYPE_OTHER)
        return plumb_fail(&question->error, "%s: %s: dtype '%s' is none of F64, F32, F16, BF16, BOOL, I32, I64",
                          name_in_messages, name, dtype);
    if (read_shape(question, &tensor, shape) != 0)
        return -1;
    return copy_tensor(question, &tensor, data);
}

int plumb_question_tensor(plumb_question *question, const char *name, const char *dtype, const size_t *shape,
                          size_t rank, const void *data) {
    return enter(question) ? leave(question, add_tensor(question, name, dtype, shape, rank, data)) : PLUMB_REFUSED;
}

static int set_description(plumb_question *question, const char *json) {
    if (check_open(question, "description") != 0)
        return -1;
    question->description = plumb_storage_text(&question->storage, json);
    return question->description != NULL ? 0 : short_of_memory(question);
}

int plumb_question_describe(plumb_question *question, const char *json) {
    return enter(question) ? leave(question, set_description(question, json)) : PLUMB_REFUSED;
}

/* Tensors and conventions become a case when the first answer is wanted. */
static int ask(plumb_question *question) {
    const char *description = question->description;
    if (question->asked)
        return 0;
    if (plumb_case_from_tensors(question->tensor, question->tensors,
                                description != NULL ? description : "{\"version\": 1}", name_in_messages,
                                &question->asked_case, &question->error) != 0)
        return -1;
    question->asked = true;
    return 0;
}

static int ask_for(plumb_question *question, const char *what, plumb_quantity *quantity) {
    if (ask(question) != 0 || plumb_quantity_choose("what", what, quantity, &question->error) != 0)
        return -1;
    return plumb_evaluation_check(&question->asked_case, *quantity, "what", &question->error);
}

/* The numbers are written into room of the caller's: its size must be the right one. */
static int ask_for_all(plumb_question *question, const char *what, size_t count, plumb_quantity *quantity) {
    if (ask_for(question, what, quantity) != 0)
        return -1;
    size_t wanted = plumb_evaluation_count(&question->asked_case, *quantity, &whole);
    return count == wanted ? 0
                           : plumb_fail(&question->error, "%s: %s: room for %zu numbers, the answer has %zu",
                                        question->asked_case.source, what, count, wanted);
}

size_t plumb_question_count(plumb_question *question, const char *what) {
    plumb_quantity quantity;
    if (!enter(question) || leave(question, ask_for(question, what, &quantity)) != PLUMB_RIGHT)
        return 0;
    return plumb_evaluation_count(&question->asked_case, quantity, &whole);
}

static int evaluate(plumb_question *question, const char *what, double *middle, double *radius, size_t count) {
    plumb_quantity quantity;
    int result = ask_for_all(question, what, count, &quantity);
    if (result == 0)
        result = plumb_evaluate_balls(&question->asked_case, quantity, &whole, middle, radius, &question->error);
    return result;
}

int plumb_question_evaluate(plumb_question *question, const char *what, double *middle, double *radius, size_t count) {
    return enter(question) ? leave(question, evaluate(question, what, middle, radius, count)) : PLUMB_REFUSED;
}

static int round_exact(plumb_question *question, const char *what, const char *format, double *rounded, size_t count) {
    plumb_quantity quantity;
    plumb_format to;
    int result = ask_for_all(question, what, count, &quantity);
    if (result == 0)
        result = plumb_rounding_choose("format", format, &to, &question->error);
    if (result == 0)
        result = plumb_evaluate_rounded(&question->asked_case, quantity, to, &whole, rounded, &question->error);
    return result;
}

int plumb_question_round(plumb_question *question, const char *what, const char *format, double *rounded,
                         size_t count) {
    return enter(question) ? leave(question, round_exact(question, what, format, rounded, count)) : PLUMB_REFUSED;
}

static int judge(plumb_question *question) {
    int result = ask(question);
    if (result == 0)
        result = plumb_compare(&question->asked_case, NULL, &question->report, &question->error);
    question->judged = result == 0;
    return result;
}

int plumb_question_judge(plumb_question *question) {
    return enter(question) && leave(question, judge(question)) == PLUMB_RIGHT ? (int)question->report.verdict
                                                                              : PLUMB_REFUSED;
}

static int write_report(plumb_question *question, const char *format, FILE *stream) {
    static const char *const names[] = {"text", "json", NULL};
    size_t chosen = 0;
    if (!question->judged)
        return plumb_fail(&question->error, "%s: nothing was judged yet", name_in_messages);
    if (plumb_choose_word(names, "format", format, &chosen, &question->error) != 0)
        return -1;
    if (chosen == 0)
        plumb_report_text(&question->report, stream);
    else if (plumb_report_json(&question->report, stream) != 0)
        return plumb_fail(&question->error, "%s: the report cannot be written", name_in_messages);
    return 0;
}

int plumb_question_report(plumb_question *question, const char *format, FILE *stream) {
    return enter(question) ? leave(question, write_report(question, format, stream)) : PLUMB_REFUSED;
}
