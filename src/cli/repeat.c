/* repeat.c - see repeat.h. */
#include "cli/repeat.h"
#include "cli/diff.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a shell would read otherwise stands in single quotes. */
static void print_word(const char *word, FILE *stream) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    if (*word != 0 && word[strspn(word, plain)] == 0) {
        fprintf(stream, " %s", word);
        return;
    }
    fputs(" '", stream);
    for (; *word != 0; word++)
        fputs(*word == '\'' ? "'\\''" : (const char[]){*word, 0}, stream);
    fputc('\'', stream);
}

static void print_options(const plumb_option *options, size_t from, size_t to, FILE *stream) {
    for (size_t i = from; i < to; i++) {
        if (!options[i].given)
            continue;
        print_word(options[i].name, stream);
        if (options[i].value != NULL)
            print_word(options[i].value, stream);
    }
}

/* An operand that looks like a flag follows "--". */
static void print_case(const char *operand, const plumb_option *options, FILE *stream) {
    print_options(options, 0, PLUMB_CASE_OPTIONS, stream);
    if (operand == NULL)
        return;
    if (*operand == '-')
        fputs(" --", stream);
    print_word(operand, stream);
}

/* The text, or NULL if any of it was lost. */
static char *finish(FILE *stream, char **text) {
    bool lost = ferror(stream) != 0;
    if (fclose(stream) == 0 && !lost)
        return *text;
    free(*text);
    return NULL;
}

char *plumb_repeat_diff(const char *operand, const plumb_option *options, const plumb_report *report) {
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return NULL;
    fputs("plumb diff", stream);
    print_options(options, PLUMB_DIFF_HOW, PLUMB_DIFF_SEED, stream);
    if (options[PLUMB_DIFF_SAMPLE].given)
        fprintf(stream, " --seed %" PRIu64, report->seed);
    print_options(options, PLUMB_DIFF_MUST_NOTICE, PLUMB_DIFF_QUIET, stream);
    print_case(operand, options, stream);
    return finish(stream, &text);
}

char *plumb_repeat_diagnose(const char *operand, const plumb_option *options) {
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return NULL;
    fputs("plumb diagnose", stream);
    print_case(operand, options, stream);
    return finish(stream, &text);
}
