/* text.c - answers as texts that the question keeps. */
#include "case/choices.h"
#include "report/error_map.h"
#include "report/report.h"
#include "diagnose/diagnose.h"
#include "library/question.h"
#include "library/version.h"
#include <stdlib.h>

/* Each writes one answer in one format; 0, or -1 with or without a message. */
typedef int writer(plumb_question *question, FILE *stream);

static int judgement_text(plumb_question *question, FILE *stream) {
    plumb_report_text(&question->report, stream);
    return 0;
}

static int judgement_json(plumb_question *question, FILE *stream) {
    return plumb_report_json(&question->report, stream);
}

/* The host has no command, and knows the hour itself. */
static const plumb_report_origin origin = {.version = PLUMB_VERSION};

static int judgement_junit(plumb_question *question, FILE *stream) {
    return plumb_report_junit(&question->report, &origin, stream);
}

/* The map has every element: they are judged again. */
static int judgement_html(plumb_question *question, FILE *stream) {
    plumb_error_map map;
    plumb_report report;
    plumb_compare_options options = plumb_question_options(question);
    if (!plumb_error_map_init(&map, &question->asked_case))
        return plumb_question_short_of_memory(question);
    options.element = plumb_error_map_element;
    options.element_context = &map;
    int result = plumb_compare(&question->asked_case, &options, &report, &question->error);
    if (result == 0)
        result = plumb_report_html(&report, &map, &origin, stream);
    plumb_error_map_free(&map);
    return result;
}

static int diagnosis_text(plumb_question *question, FILE *stream) {
    plumb_diagnosis_text(&question->diagnosis, stream);
    return 0;
}

static int diagnosis_json(plumb_question *question, FILE *stream) {
    return plumb_diagnosis_json(&question->diagnosis, stream);
}

static plumb_sink_report sink_report(const plumb_question *question) {
    return (plumb_sink_report){&question->sink, question->layer, question->layers};
}

static int sink_text(plumb_question *question, FILE *stream) {
    const plumb_sink_report report = sink_report(question);
    plumb_sink_text(&report, stream);
    return 0;
}

static int sink_json(plumb_question *question, FILE *stream) {
    const plumb_sink_report report = sink_report(question);
    return plumb_sink_json(&report, stream);
}

static int sink_svg(plumb_question *question, FILE *stream) {
    const plumb_sink_report report = sink_report(question);
    plumb_sink_svg(&report, stream);
    return 0;
}

static int golden_text(plumb_question *question, FILE *stream) {
    plumb_golden_text(&question->golden, stream);
    return 0;
}

static int challenge_text(plumb_question *question, FILE *stream) {
    return fputs(question->challenge_text, stream) < 0 ? -1 : 0;
}

static int challenge_json(plumb_question *question, FILE *stream) {
    return fputs(question->challenge_json, stream) < 0 ? -1 : 0;
}

enum { JUDGEMENT, DIAGNOSIS, SINK, CHALLENGE, GOLDEN, FORMATS = 5 };

static const char *const answers[] = {"judgement", "diagnosis", "sink", "challenge", "golden", NULL};
static const char *const formats[][FORMATS] = {{"text", "json", "html", "junit", NULL},
                                               {"text", "json", NULL},
                                               {"text", "json", "svg", NULL},
                                               {"text", "json", NULL},
                                               {"text", NULL}};
static writer *const writers[][FORMATS] = {{judgement_text, judgement_json, judgement_html, judgement_junit},
                                           {diagnosis_text, diagnosis_json},
                                           {sink_text, sink_json, sink_svg},
                                           {challenge_text, challenge_json},
                                           {golden_text}};

static int choose(plumb_question *question, const char *what, const char *format, writer **write) {
    size_t answer, chosen;
    if (plumb_choose_word(answers, "what", what, &answer, &question->error) != 0 ||
        plumb_choose_word(formats[answer], "format", format, &chosen, &question->error) != 0)
        return -1;
    bool there = answer == JUDGEMENT   ? question->judged
                 : answer == DIAGNOSIS ? question->diagnosed
                 : answer == SINK      ? question->layer != NULL
                 : answer == GOLDEN    ? question->golden.part[PLUMB_GOLDEN_VALUE] != NULL
                                       : question->challenge_json != NULL;
    *write = writers[answer][chosen];
    return there ? 0 : plumb_fail(&question->error, "%s: %s: there is none yet", plumb_question_name, what);
}

static int write_whole(plumb_question *question, writer *write, size_t *length) {
    FILE *stream = open_memstream(&question->text, length);
    if (stream == NULL)
        return plumb_question_short_of_memory(question);
    int result = write(question, stream);
    if (fclose(stream) != 0)
        result = -1;
    return result;
}

static int make_text(plumb_question *question, const char *what, const char *format, size_t *length) {
    writer *write;
    free(question->text);
    question->text = NULL;
    if (choose(question, what, format, &write) != 0)
        return -1;
    question->error.text[0] = 0;
    int result = write_whole(question, write, length);
    if (result != 0 && question->error.text[0] == 0)
        plumb_fail(&question->error, "%s: %s: it cannot be written as %s", plumb_question_name, what, format);
    return result;
}

const char *plumb_question_text(plumb_question *question, const char *what, const char *format, size_t *length) {
    size_t own = 0;
    if (!plumb_question_enter(question) ||
        plumb_question_leave(question, make_text(question, what, format, &own)) != PLUMB_RIGHT)
        return NULL;
    if (length != NULL)
        *length = own;
    return question->text;
}
