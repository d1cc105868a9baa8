/* question.h - the private structure of a question of plumbline.h. */
#ifndef PLUMB_LIBRARY_QUESTION_H
#define PLUMB_LIBRARY_QUESTION_H
#include "case/read.h"
#include "judge/compare.h"
#include "diagnose/diagnose.h"
#include "library/golden.h"
#include "library/plumbline.h"
#include "measure/report.h"
#include "thread/settings.h"
#include "thread/workers.h"
#include <locale.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { PLUMB_QUESTION_TENSORS = 64 }; /* more than a case has names for */

/* The name in messages of a question that was not read from a file. */
extern const char plumb_question_name[];

struct plumb_question {
    plumb_storage storage;
    plumb_tensor tensor[PLUMB_QUESTION_TENSORS];
    size_t tensors;
    const char *description; /* NULL: not stated */
    bool asked;              /* asked_case is filled, and nothing may be added */
    bool judged, diagnosed;  /* report and diagnosis are filled */
    plumb_case asked_case;
    plumb_report report;
    plumb_judged in_full;    /* the last judgement of all rows, reused by a diagnosis */
    plumb_diagnosis diagnosis;
    plumb_golden golden;     /* its arrays are NULL until it is computed */
    plumb_sink_question sink; /* with its texts in storage */
    plumb_sink_layer *layer;  /* [layers]; NULL: not measured */
    size_t layers;
    const char *challenge_text, *challenge_json; /* reports of drawn inputs, in storage; NULL: nothing was drawn */
    char *text;                                  /* the last returned text */
    size_t from, to; /* the queries from <= t < to of each head; to 0: all that follow */
    int threads;     /* 0: as OpenMP decides */
    plumb_must_notice must_notice;
    plumb_watcher *watcher;
    void *watcher_context;
    atomic_size_t rows_done, rows;
    plumb_watch watch, *outer; /* the current watch during a call, and the one before */
    plumb_error error;
    plumb_settings settings; /* the host's, of the calling thread */
    locale_t plain, host;    /* C, in which numbers have a point, and that thread's while C is in use */
};

/* Enclose every call that may compute, read or write a number. leave returns the answer code for a result of 0 or -1; a
   question that its watcher stopped is refused, whatever the result. */
bool plumb_question_enter(plumb_question *question);
int plumb_question_leave(plumb_question *question, int result);
bool plumb_question_is_stopped(const plumb_question *question);

/* Makes the case from tensors and conventions, before the first result is computed. */
int plumb_question_ask(plumb_question *question);

/* A plumb_row_counter, or the progress of a judgement: calls the watcher. */
void plumb_question_progress(void *question, size_t rows_done, size_t rows);

int plumb_question_short_of_memory(plumb_question *question);

void plumb_question_forget_sink(plumb_question *question);

/* The question's rows as an evaluation, and as the options of a judgement. */
plumb_evaluation plumb_question_evaluation(plumb_question *question);
plumb_compare_options plumb_question_options(plumb_question *question);
#endif
