/* question.h - what stands behind a question of plumbline.h, for the files that answer it. */
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

/* What a message calls a question that was not read from a file. */
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
    plumb_judged in_full;    /* the last verdict on all rows; a diagnosis need not give it again */
    plumb_diagnosis diagnosis;
    plumb_golden golden;     /* its arrays are NULL until it is asked for */
    plumb_sink_question sink; /* with its texts in storage */
    plumb_sink_layer *layer;  /* [layers]; NULL: not measured */
    size_t layers;
    const char *challenge_text, *challenge_json; /* what drawn inputs tell; in storage; NULL: nothing was drawn */
    char *text;                                  /* the last that was asked for */
    size_t from, to; /* the queries of each head that are asked for; to 0: all that follow */
    int threads;     /* 0: as OpenMP decides */
    plumb_must_notice must_notice;
    plumb_watcher *watcher;
    void *watcher_context;
    atomic_size_t rows_done, rows;
    plumb_watch watch, *outer; /* whose turn it is while this question is asked, and whose before */
    plumb_error error;
    plumb_settings settings; /* the host's, of the thread that asks */
    locale_t plain, host;    /* C, in which numbers have a point, and that thread's while C is in use */
};

/* Every call that may compute, read or write a number stands between these two.  leave returns the answer for a
   result of 0 or -1; whatever the result, a question that its watcher stopped is refused. */
bool plumb_question_enter(plumb_question *question);
int plumb_question_leave(plumb_question *question, int result);
bool plumb_question_is_stopped(const plumb_question *question);

/* Tensors and conventions become a case when the first answer is wanted. */
int plumb_question_ask(plumb_question *question);

/* A plumb_row_counter or the progress of a judgement: tells who watches. */
void plumb_question_progress(void *question, size_t rows_done, size_t rows);

int plumb_question_short_of_memory(plumb_question *question);

void plumb_question_forget_sink(plumb_question *question);

/* What the rows asked for are in an evaluation, and in a judgement. */
plumb_evaluation plumb_question_evaluation(plumb_question *question);
plumb_compare_options plumb_question_options(plumb_question *question);
#endif
