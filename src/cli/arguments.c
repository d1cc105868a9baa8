#include "cli/arguments.h"
#include "schema/hint.h"
#include "schema/other_names.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int count;
    char **words;
    int next;
    plumb_option *options;
    size_t option_count;
    const char **operands;
    size_t most, found; /* operands */
    plumb_error *error;
} parser;

static bool starts_option(const char *word) {
    return strncmp(word, "--", 2) == 0;
}

/* The option that word spells, up to an '='. */
static plumb_option *find(parser *p, const char *word) {
    size_t length = starts_option(word) ? strcspn(word, "=") : strlen(word);
    for (size_t i = 0; i < p->option_count; i++)
        if (strlen(p->options[i].name) == length && memcmp(p->options[i].name, word, length) == 0)
            return &p->options[i];
    return NULL;
}

static int refuse_option(parser *p, const char *word) {
    char near[PLUMB_HINT_TEXT], other[PLUMB_OTHER_NAME_TEXT];
    plumb_hint hint = {.text = word};
    for (size_t i = 0; i < p->option_count; i++)
        plumb_hint_try(&hint, p->options[i].name);
    return plumb_fail(p->error, "%s: unknown flag; `plumb --help-all` lists the flags%s", word,
                      plumb_other_name(word, true, other)[0] != 0 ? other : plumb_hint_text(&hint, near));
}

static int read_option(parser *p, const char *word) {
    plumb_option *option = find(p, word);
    if (option == NULL)
        return refuse_option(p, word);
    if (option->given)
        return plumb_fail(p->error, "%s: given twice", option->name);
    option->given = true;
    if (word[strlen(option->name)] == '=')
        option->value = word + strlen(option->name) + 1;
    else if (option->kind != PLUMB_NO_VALUE_TAKEN && p->next < p->count && !starts_option(p->words[p->next]))
        option->value = p->words[p->next++];
    if (option->kind == PLUMB_NO_VALUE_TAKEN && option->value != NULL)
        return plumb_fail(p->error, "%s: takes no value", option->name);
    if (option->kind == PLUMB_VALUE_TAKEN && option->value == NULL)
        return plumb_fail(p->error, "%s: needs a value", option->name);
    if (option->value != NULL && option->value[0] == 0)
        return plumb_fail(p->error, "%s: its value is empty", option->name);
    return 0;
}

static int read_operand(parser *p, const char *word) {
    if (p->found == p->most)
        return plumb_fail(p->error, "'%s': unexpected; the case is '%s'", word, p->operands[0]);
    p->operands[p->found++] = word;
    return 0;
}

static int parse(parser *p) {
    bool only_operands = false;
    while (p->next < p->count) {
        const char *word = p->words[p->next++];
        int result = 0;
        if (!only_operands && strcmp(word, "--") == 0)
            only_operands = true;
        else if (!only_operands && word[0] == '-' && word[1] != 0)
            result = read_option(p, word);
        else
            result = read_operand(p, word);
        if (result != 0)
            return -1;
    }
    return 0;
}

int plumb_arguments_parse(int count, char **words, plumb_option *options, size_t option_count, const char **operand,
                          plumb_error *error) {
    parser p = {count, words, 0, options, option_count, operand, 1, 0, error};
    *operand = NULL;
    return parse(&p);
}

int plumb_arguments_parse_all(int count, char **words, plumb_option *options, size_t option_count,
                              const char **operands, size_t *found, plumb_error *error) {
    parser p = {count, words, 0, options, option_count, operands, (size_t)count, 0, error};
    int result = parse(&p);
    *found = p.found;
    return result;
}

bool plumb_ends_in(const char *name, const char *ending) {
    size_t length = strlen(name), part = strlen(ending);
    return length > part && strcmp(name + length - part, ending) == 0;
}

int plumb_count_of(const plumb_option *option, size_t least, size_t *count, plumb_error *error) {
    if (!option->given)
        return 0;
    char *end;
    errno = 0;
    unsigned long long value = strtoull(option->value, &end, 10);
    bool digits = strspn(option->value, "0123456789") == strlen(option->value);
    if (!digits || errno == ERANGE || value < least || value > (1ULL << 53))
        return plumb_fail(error, "%s: '%s' is not an integer of at least %zu", option->name, option->value, least);
    *count = (size_t)value;
    return 0;
}
