/* json_token.h - what a JSON text is made of: strings, numbers and words, each checked as it is read. */
#ifndef PLUMB_BASE_JSON_TOKEN_H
#define PLUMB_BASE_JSON_TOKEN_H
#include "base/error.h"
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const char *at, *end; /* what is not read yet */
    const char *text;     /* where everything begins */
    const char *token;    /* where what is being read begins */
    int depth;
    const char *where;
    plumb_error *error;
} plumb_json_parser;

/* Messages, which say line and column, and what stands there.  Each returns -1. */
int plumb_json_fault(const plumb_json_parser *p, const char *what);
int plumb_json_unexpected(plumb_json_parser *p, const char *what);
int plumb_json_memory_is_short(const plumb_json_parser *p);

void plumb_json_skip_space(plumb_json_parser *p);
bool plumb_json_next_is(const plumb_json_parser *p, char c);
bool plumb_json_digit_is_next(const plumb_json_parser *p);
/* Whether the next character but spaces is c, which then is read. */
bool plumb_json_skip(plumb_json_parser *p, char c);

/* Each returns 0, or -1 after a message; value NULL: it is only checked. */
int plumb_json_check_string(plumb_json_parser *p);
int plumb_json_read_string(plumb_json_parser *p, json_t **value);
int plumb_json_read_number(plumb_json_parser *p, json_t **value);
int plumb_json_read_word(plumb_json_parser *p, json_t **value);

/* The next character of a string, which ends at `end`, escaped or not; NULL, or what is wrong with it. */
const char *plumb_json_read_character(const char **at, const char *end, uint32_t *number);
#endif
