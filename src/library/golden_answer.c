/* golden_answer.c - a question's golden output, whose arrays the host takes one by one. */
#include "case/choices.h"
#include "library/question.h"
#include <string.h>

static int find(plumb_question *question, const char *format) {
    const plumb_evaluation how = plumb_question_evaluation(question);
    plumb_format to;
    plumb_golden_free(&question->golden);
    if (plumb_question_ask(question) != 0)
        return -1;
    if (format == NULL || *format == 0)
        to = question->asked_case.input_format;
    else if (plumb_rounding_choose("to", format, &to, &question->error) != 0)
        return -1;
    int result = plumb_golden_find(&question->asked_case, to, &how, &question->golden, &question->error);
    if (result != 0 || plumb_question_is_stopped(question))
        plumb_golden_free(&question->golden);
    return result;
}

int plumb_question_golden(plumb_question *question, const char *format) {
    return plumb_question_enter(question) ? plumb_question_leave(question, find(question, format)) : PLUMB_REFUSED;
}

static int choose_part(plumb_question *question, const char *name, size_t *part) {
    char text[PLUMB_GOLDEN_PARTS][32];
    const char *names[PLUMB_GOLDEN_PARTS + 1] = {NULL};
    for (int i = 0; i < PLUMB_GOLDEN_PARTS; i++)
        names[i] = plumb_golden_name((plumb_golden_part)i, text[i]);
    return plumb_choose_word(names, "part", name, part, &question->error);
}

static int take(plumb_question *question, const char *name, double *numbers, size_t count) {
    const plumb_golden *golden = &question->golden;
    size_t part;
    if (golden->part[PLUMB_GOLDEN_VALUE] == NULL)
        return plumb_fail(&question->error, "%s: golden: there is none yet", plumb_question_name);
    if (choose_part(question, name, &part) != 0)
        return -1;
    if (golden->part[part] == NULL)
        return plumb_fail(&question->error, "%s: golden: there is no %s of this operator and position",
                          plumb_question_name, name);
    if (count != golden->count)
        return plumb_fail(&question->error, "%s: golden: room for %zu numbers, but %s has %zu", plumb_question_name,
                          count, name, golden->count);
    memcpy(numbers, golden->part[part], count * sizeof *numbers);
    return 0;
}

int plumb_question_golden_part(plumb_question *question, const char *part, double *numbers, size_t count) {
    return plumb_question_enter(question) ? plumb_question_leave(question, take(question, part, numbers, count))
                                          : PLUMB_REFUSED;
}
