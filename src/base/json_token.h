/* json_token.h - reads the tokens of a JSON text, and checks them: strings, numbers and words. */
#ifndef PLUMB_BASE_JSON_TOKEN_H
#define PLUMB_BASE_JSON_TOKEN_H
#include "base/error.h"
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const char *at, *end; /* the unread rest */
    const char *text;     /* the whole text */
    const char *token;    /* the start of the current token */
    int depth;
    const char *where;
    plumb_error *error;
} plumb_json_parser;

/* Set a message with line, column, and the text there.  Return -1. */
int plumb_json_fault(const plumb_json_parser *p, const char *what);
int plumb_json_unexpected(plumb_json_parser *p, const char *what);
int plumb_json_memory_is_short(const plumb_json_parser *p);

void plumb_json_skip_space(plumb_json_parser *p);
bool plumb_json_next_is(const plumb_json_parser *p, char c);
bool plumb_json_digit_is_next(const plumb_json_parser *p);
/* Whether the next character after spaces is c; reads it if so. */
bool plumb_json_skip(plumb_json_parser *p, char c);

/* Each returns 0, or -1 with a message. value NULL: only checks. */
int plumb_json_check_string(plumb_json_parser *p);
int plumb_json_read_string(plumb_json_parser *p, json_t **value);
int plumb_json_read_number(plumb_json_parser *p, json_t **value);
int plumb_json_read_word(plumb_json_parser *p, json_t **value);

/* Reads the next character of a string that ends at `end`, escaped or not.  Returns NULL, or what is wrong with it. */
const char *plumb_json_read_character(const char **at, const char *end, uint32_t *number);
#endif
