/* merge.c - parts of the keys merged: those that a question was given as part_out and part_lse. */
#include "merge/files.h"
#include "merge/merge.h"
#include "library/evaluation.h"
#include "library/question.h"

static int read_parts(plumb_question *question, plumb_storage *storage, plumb_merge_parts *parts) {
    plumb_merge_pair pair;
    bool base_two;
    return plumb_merge_find(question->tensor, question->tensors, plumb_question_name, &pair, &question->error) != 0 ||
                   plumb_merge_base(question->description, plumb_question_name, storage, &base_two,
                                    &question->error) != 0
               ? -1
               : plumb_merge_gather(&pair, 1, base_two, storage, parts, &question->error);
}

static int merge(plumb_question *question, const char *to, const plumb_merge_answer *answer, size_t count,
                 size_t rows) {
    plumb_storage storage = {0};
    plumb_merge_parts parts;
    plumb_format format;
    int result = read_parts(question, &storage, &parts);
    if (result == 0 && (count != parts.rows * parts.width || rows != parts.rows))
        result = plumb_fail(&question->error, "%s: room for %zu and %zu numbers, but the merge has %zu and %zu",
                            plumb_question_name, count, rows, parts.rows * parts.width, parts.rows);
    if (result == 0 && to != NULL)
        result = plumb_rounding_choose("to", to, &format, &question->error);
    if (result == 0)
        result = to != NULL ? plumb_merge_rounded(&parts, format, answer, plumb_question_name, &question->error)
                            : plumb_merge_balls(&parts, answer, plumb_question_name, &question->error);
    plumb_storage_free(&storage);
    return result;
}

int plumb_question_merge(plumb_question *question, const char *to, double *output, double *output_radius, size_t count,
                         double *lse, double *lse_radius, size_t rows) {
    const plumb_merge_answer answer = {output, output_radius, lse, lse_radius};
    return plumb_question_enter(question)
               ? plumb_question_leave(question, merge(question, to, &answer, count, rows))
               : PLUMB_REFUSED;
}
