/* The text has no zero at its end, so every function compares with p->end before it reads a byte.  A string is first
   checked character by character (escapes, surrogate pairs, UTF-8) and decoded afterwards: no escape is shorter than
   the UTF-8 of its character, so the room of the text suffices.  A number must match JSON's grammar before strtoll or
   strtod converts it; strtod alone would also accept 0x1 and inf.  Only a message counts lines and columns, from the
   beginning of the text. */
#include "base/json_token.h"
#include "base/json.h"
#include "base/utf8.h"
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* How much of what is wrong a message quotes. */
enum { QUOTED = 20 };

/* ---- messages ---- */

int plumb_json_fault(const plumb_json_parser *p, const char *what) {
    size_t line = 1, column = 1;
    for (const char *c = p->text; c < p->token; c++) {
        column = *c == '\n' ? 1 : column + 1;
        line += *c == '\n';
    }
    if (p->token == p->end)
        return plumb_fail(p->error, "%s: not valid JSON: %s near end of file, line %zu, column %zu", p->where, what,
                          line, column);
    size_t read = (size_t)(p->at - p->token);
    bool cut = read > QUOTED;
    return plumb_fail(p->error, "%s: not valid JSON: %s near '%.*s%s', line %zu, column %zu", p->where, what,
                      cut ? QUOTED : (int)read, p->token, cut ? "..." : "", line, column);
}

/* The same where the next character is not what is expected. */
int plumb_json_unexpected(plumb_json_parser *p, const char *what) {
    p->token = p->at;
    p->at += p->at < p->end;
    return plumb_json_fault(p, what);
}

int plumb_json_memory_is_short(const plumb_json_parser *p) {
    return plumb_fail(p->error, "%s: not enough memory", p->where);
}

/* ---- characters ---- */

void plumb_json_skip_space(plumb_json_parser *p) {
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r'))
        p->at++;
    p->token = p->at;
}

bool plumb_json_next_is(const plumb_json_parser *p, char c) {
    return p->at < p->end && *p->at == c;
}

bool plumb_json_digit_is_next(const plumb_json_parser *p) {
    return p->at < p->end && *p->at >= '0' && *p->at <= '9';
}

bool plumb_json_skip(plumb_json_parser *p, char c) {
    plumb_json_skip_space(p);
    if (!plumb_json_next_is(p, c))
        return false;
    p->at++;
    return true;
}

/* ---- strings ---- */

static int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The four digits after \u. */
static bool read_digits(const char **at, const char *end, uint32_t *number) {
    *number = 0;
    for (int i = 0; i < 4; i++, (*at)++) {
        if (*at == end || digit_of(**at) < 0)
            return false;
        *number = *number << 4 | (uint32_t)digit_of(**at);
    }
    return true;
}

/* A character above U+FFFF takes two escapes; neither may stand alone. */
static bool read_surrogate(const char **at, const char *end, uint32_t *number) {
    uint32_t low;
    if (*number < 0xD800 || *number > 0xDFFF)
        return true;
    if (*number > 0xDBFF || end - *at < 2 || (*at)[0] != '\\' || (*at)[1] != 'u')
        return false;
    *at += 2;
    if (!read_digits(at, end, &low) || low < 0xDC00 || low > 0xDFFF)
        return false;
    *number = 0x10000 + ((*number - 0xD800) << 10 | (low - 0xDC00));
    return true;
}

static const char *read_escape(const char **at, const char *end, uint32_t *number) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    (*at)++;
    if (*at == end)
        return "premature end of input";
    char c = *(*at)++;
    if (c == 'u') {
        if (!read_digits(at, end, number) || !read_surrogate(at, end, number))
            return "invalid Unicode escape";
        return *number == 0 ? "\\u0000 is not allowed" : NULL;
    }
    const char *place = c != 0 ? strchr(letters, c) : NULL;
    if (place == NULL)
        return "invalid escape";
    *number = (unsigned char)meant[place - letters];
    return NULL;
}

/* Reads one character of a string and moves *at past it; NULL, or what is wrong. */
const char *plumb_json_read_character(const char **at, const char *end, uint32_t *number) {
    if (**at == '\\')
        return read_escape(at, end, number);
    size_t length = plumb_utf8_character(*at, (size_t)(end - *at), number);
    *at += length;
    if (length == 0)
        return "a byte that is not UTF-8";
    return *number < 0x20 ? "control character" : NULL;
}

int plumb_json_check_string(plumb_json_parser *p) {
    uint32_t number;
    if (!plumb_json_next_is(p, '"'))
        return plumb_json_unexpected(p, "string expected");
    p->token = p->at++;
    while (p->at < p->end && *p->at != '"') {
        const char *wrong = plumb_json_read_character(&p->at, p->end, &number);
        if (wrong != NULL)
            return plumb_json_fault(p, wrong);
    }
    if (p->at == p->end)
        return plumb_json_fault(p, "premature end of input");
    p->at++;
    return 0;
}

/* Decodes a string that was checked, from its first quotation mark to its last, into text, which has
   room for as many bytes; returns their number without the zero at the end. */
static size_t decode(const char *from, const char *to, char *text) {
    char *next = text;
    uint32_t number = 0;
    for (from++; from < to - 1; next += plumb_utf8_write(number, next))
        plumb_json_read_character(&from, to, &number);
    *next = 0;
    return (size_t)(next - text);
}

char *plumb_json_string(const char *text, size_t length) {
    char *string = malloc(length);
    if (string != NULL)
        decode(text, text + length, string);
    return string;
}

int plumb_json_read_string(plumb_json_parser *p, json_t **value) {
    if (plumb_json_check_string(p) != 0)
        return -1;
    if (value == NULL)
        return 0;
    char *text = plumb_json_string(p->token, (size_t)(p->at - p->token));
    *value = text == NULL ? NULL : json_string_nocheck(text);
    free(text);
    return *value != NULL ? 0 : plumb_json_memory_is_short(p);
}

/* ---- numbers and words ---- */

static bool skip_digits(plumb_json_parser *p) {
    const char *first = p->at;
    while (plumb_json_digit_is_next(p))
        p->at++;
    return p->at > first;
}

static bool skip_fraction(plumb_json_parser *p) {
    if (!plumb_json_next_is(p, '.'))
        return true;
    p->at++;
    return skip_digits(p);
}

static bool skip_exponent(plumb_json_parser *p) {
    if (!plumb_json_next_is(p, 'e') && !plumb_json_next_is(p, 'E'))
        return true;
    p->at++;
    if (plumb_json_next_is(p, '+') || plumb_json_next_is(p, '-'))
        p->at++;
    return skip_digits(p);
}

/* Without zeros in front.  A number ends before the text does, for it stands in an array or an object, and no digit
   follows it: strtoll and strtod read no more than it. */
static int check_number(plumb_json_parser *p, bool *whole) {
    p->at += plumb_json_next_is(p, '-');
    bool zero = plumb_json_next_is(p, '0');
    p->at += zero;
    if (zero ? plumb_json_digit_is_next(p) : !skip_digits(p))
        return plumb_json_fault(p, "invalid token");
    const char *end = p->at;
    if (!skip_fraction(p) || !skip_exponent(p) || p->at == p->end)
        return plumb_json_fault(p, "invalid number");
    *whole = p->at == end;
    return 0;
}

int plumb_json_read_number(plumb_json_parser *p, json_t **value) {
    bool whole = false;
    if (check_number(p, &whole) != 0)
        return -1;
    if (value == NULL)
        return 0;
    errno = 0;
    if (whole) {
        long long number = strtoll(p->token, NULL, 10);
        if (errno == ERANGE)
            return plumb_json_fault(p, "too big integer");
        *value = json_integer(number);
    } else {
        double number = strtod(p->token, NULL);
        if (!isfinite(number))
            return plumb_json_fault(p, "real number overflow");
        *value = json_real(number);
    }
    return *value != NULL ? 0 : plumb_json_memory_is_short(p);
}

int plumb_json_read_word(plumb_json_parser *p, json_t **value) {
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(p->end - p->at) >= length && memcmp(p->at, words[i], length) == 0) {
            p->at += length;
            if (value != NULL)
                *value = i == 0 ? json_true() : i == 1 ? json_false() : json_null();
            return 0;
        }
    }
    return plumb_json_unexpected(p, "invalid token");
}
