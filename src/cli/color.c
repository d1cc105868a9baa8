/* color.c - see color.h.  The environment as https://no-color.org and https://bixense.com/clicolors have it. */
#include "cli/color.h"
#include "case/choices.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AUTO, ALWAYS, NEVER };
static const char *const words[] = {"auto", "always", "never", NULL};

static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value != NULL && *value != 0;
}

static bool is_text(const char *name, const char *text) {
    const char *value = getenv(name);
    return value != NULL && strcmp(value, text) == 0;
}

static bool wanted_by_environment(void) {
    if (is_set("NO_COLOR"))
        return false;
    if (is_set("CLICOLOR_FORCE") && !is_text("CLICOLOR_FORCE", "0"))
        return true;
    return !is_text("CLICOLOR", "0") && !is_text("TERM", "dumb") && isatty(STDOUT_FILENO) == 1;
}

int plumb_color_choose(const plumb_option *option, bool *colored, plumb_error *error) {
    size_t word = AUTO;
    if (option->given && plumb_choose_word(words, option->name, option->value, &word, error) != 0)
        return -1;
    *colored = word == ALWAYS || (word == AUTO && wanted_by_environment());
    return 0;
}

static const struct { const char *word, *code; } colors_of[] = {{"PASS", "32"}, {"FAIL", "31"}, {"SUSPECT", "33"}};

/* The colour of a verdict that stands there as a word of its own, and is none of which there are 0. */
static const char *code_at(const char *text, const char *at, size_t *length) {
    bool begins = at == text || at[-1] == ' ' || at[-1] == '\n';
    bool none = at - text >= 3 && strncmp(at - 3, " 0 ", 3) == 0;
    for (size_t i = 0; begins && !none && i < sizeof colors_of / sizeof *colors_of; i++) {
        *length = strlen(colors_of[i].word);
        if (strncmp(at, colors_of[i].word, *length) == 0 && strchr(" ,;\n", at[*length]) != NULL)
            return colors_of[i].code;
    }
    return NULL;
}

static void print_colored(const char *text, FILE *stream) {
    size_t length = 0;
    for (const char *at = text; *at != 0; at++) {
        const char *code = code_at(text, at, &length);
        if (code == NULL) {
            fputc(*at, stream);
            continue;
        }
        fprintf(stream, "\033[1;%sm%.*s\033[0m", code, (int)length, at);
        at += length - 1;
    }
}

FILE *plumb_colors_begin(plumb_colors *colors, bool colored) {
    *colors = (plumb_colors){.stream = NULL};
    if (colored)
        colors->stream = open_memstream(&colors->text, &colors->size);
    return colors->stream != NULL ? colors->stream : stdout;
}

void plumb_colors_end(plumb_colors *colors) {
    if (colors->stream == NULL)
        return;
    if (fclose(colors->stream) == 0)
        print_colored(colors->text, stdout);
    free(colors->text);
}
