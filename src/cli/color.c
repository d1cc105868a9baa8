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

static bool begins_with(const char *text, const char *word) {
    return strncmp(text, word, strlen(word)) == 0;
}

static const char *end_of_line(const char *at) {
    const char *end = strchr(at, '\n');
    return end != NULL ? end : at + strlen(at);
}

static bool is_blank(const char *from, const char *to) {
    while (from < to && *from == ' ')
        from++;
    return from == to;
}

/* As in a row of a table, three at least. */
static bool numbers_follow(const char *at, const char *end) {
    int count = 0;
    for (char *next; !is_blank(at, end); at = next, count++) {
        strtod(at, &next);
        if (next == at || next > end || strchr(" \n", *next) == NULL)
            return false;
    }
    return count >= 3;
}

static bool is_summary(const char *line) {
    char *after;
    strtoul(line, &after, 10);
    return after > line && begins_with(after, " cases: ");
}

/* Whether a verdict is said at that place of a line.  Elsewhere its word is in somebody's prose: in the name of a case
   or an engine, or in what is said of a case.  `fact` is the line that the facts of this one belong to. */
static bool is_said(const char *fact, const char *line, const char *at, size_t length) {
    if (begins_with(line, "verdict "))
        return true;
    if (begins_with(fact, "run ") && *line == ' ')
        return is_blank(line, at) && begins_with(at + length, " in ");
    if (is_summary(line))
        return at[-2] != '0' || at[-3] != ' '; /* none of which there are 0 */
    return *line != ' ' && numbers_follow(at + length, end_of_line(at));
}

/* The colour of a verdict that stands there as a word of its own. */
static const char *code_at(const char *fact, const char *line, const char *at, size_t *length) {
    bool begins = at == line || at[-1] == ' ';
    for (size_t i = 0; begins && i < sizeof colors_of / sizeof *colors_of; i++) {
        *length = strlen(colors_of[i].word);
        if (begins_with(at, colors_of[i].word) && strchr(" ,;:\n", at[*length]) != NULL)
            return is_said(fact, line, at, *length) ? colors_of[i].code : NULL;
    }
    return NULL;
}

static void print_line(const char *fact, const char *line, const char *end, FILE *stream) {
    size_t length = 0;
    for (const char *at = line; at < end; at += length) {
        const char *code = code_at(fact, line, at, &length);
        if (code == NULL) {
            length = 1;
            fputc(*at, stream);
        } else {
            fprintf(stream, "\033[1;%sm%.*s\033[0m", code, (int)length, at);
        }
    }
}

static void print_colored(const char *text, FILE *stream) {
    const char *fact = text;
    for (const char *line = text, *next; *line != 0; line = next) {
        const char *end = end_of_line(line);
        next = *end != 0 ? end + 1 : end;
        if (*line != ' ')
            fact = line;
        print_line(fact, line, next, stream);
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
