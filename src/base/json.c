#include "base/json.h"
#include "base/utf8.h"
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* How much of what is wrong a message quotes. */
enum { QUOTED = 20 };

typedef struct {
    const char *at, *end; /* what is not read yet */
    const char *text;     /* where everything begins */
    const char *token;    /* where what is being read begins */
    int depth;
    const char *where;
    plumb_error *error;
} parser;

/* ---- messages ---- */

static int fault(const parser *p, const char *what) {
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
static int unexpected(parser *p, const char *what) {
    p->token = p->at;
    p->at += p->at < p->end;
    return fault(p, what);
}

static int memory_is_short(const parser *p) {
    return plumb_fail(p->error, "%s: not enough memory", p->where);
}

/* ---- characters ---- */

static void skip_space(parser *p) {
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r'))
        p->at++;
    p->token = p->at;
}

static bool next_is(const parser *p, char c) {
    return p->at < p->end && *p->at == c;
}

static bool digit_is_next(const parser *p) {
    return p->at < p->end && *p->at >= '0' && *p->at <= '9';
}

static bool take(parser *p, char c) {
    skip_space(p);
    if (!next_is(p, c))
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

/* The number of a character above U+FFFF stands in two escapes; neither half stands alone. */
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

/* One character of a string, behind which *at then stands; NULL, or what is wrong. */
static const char *read_character(const char **at, const char *end, uint32_t *number) {
    if (**at == '\\')
        return read_escape(at, end, number);
    size_t length = plumb_utf8_character(*at, (size_t)(end - *at), number);
    *at += length;
    if (length == 0)
        return "a byte that is not UTF-8";
    return *number < 0x20 ? "control character" : NULL;
}

static int check_string(parser *p) {
    uint32_t number;
    if (!next_is(p, '"'))
        return unexpected(p, "string expected");
    p->token = p->at++;
    while (p->at < p->end && *p->at != '"') {
        const char *wrong = read_character(&p->at, p->end, &number);
        if (wrong != NULL)
            return fault(p, wrong);
    }
    if (p->at == p->end)
        return fault(p, "premature end of input");
    p->at++;
    return 0;
}

/* Decodes a string that was checked, from its first quotation mark to its last, into text, which has
   room for as many bytes; returns their number without the zero at the end. */
static size_t decode(const char *from, const char *to, char *text) {
    char *next = text;
    uint32_t number = 0;
    for (from++; from < to - 1; next += plumb_utf8_write(number, next))
        read_character(&from, to, &number);
    *next = 0;
    return (size_t)(next - text);
}

char *plumb_json_string(const char *text, size_t length) {
    char *string = malloc(length);
    if (string != NULL)
        decode(text, text + length, string);
    return string;
}

static int read_string(parser *p, json_t **value) {
    if (check_string(p) != 0)
        return -1;
    if (value == NULL)
        return 0;
    char *text = plumb_json_string(p->token, (size_t)(p->at - p->token));
    *value = text == NULL ? NULL : json_string_nocheck(text);
    free(text);
    return *value != NULL ? 0 : memory_is_short(p);
}

/* ---- numbers and words ---- */

static bool skip_digits(parser *p) {
    const char *first = p->at;
    while (digit_is_next(p))
        p->at++;
    return p->at > first;
}

static bool skip_fraction(parser *p) {
    if (!next_is(p, '.'))
        return true;
    p->at++;
    return skip_digits(p);
}

static bool skip_exponent(parser *p) {
    if (!next_is(p, 'e') && !next_is(p, 'E'))
        return true;
    p->at++;
    if (next_is(p, '+') || next_is(p, '-'))
        p->at++;
    return skip_digits(p);
}

/* Without zeros in front.  A number ends before the text does, for it stands in an array or an object, and no digit
   follows it: strtoll and strtod read no more than it. */
static int check_number(parser *p, bool *whole) {
    p->at += next_is(p, '-');
    bool zero = next_is(p, '0');
    p->at += zero;
    if (zero ? digit_is_next(p) : !skip_digits(p))
        return fault(p, "invalid token");
    const char *end = p->at;
    if (!skip_fraction(p) || !skip_exponent(p) || p->at == p->end)
        return fault(p, "invalid number");
    *whole = p->at == end;
    return 0;
}

static int read_number(parser *p, json_t **value) {
    bool whole = false;
    if (check_number(p, &whole) != 0)
        return -1;
    if (value == NULL)
        return 0;
    errno = 0;
    if (whole) {
        long long number = strtoll(p->token, NULL, 10);
        if (errno == ERANGE)
            return fault(p, "too big integer");
        *value = json_integer(number);
    } else {
        double number = strtod(p->token, NULL);
        if (!isfinite(number))
            return fault(p, "real number overflow");
        *value = json_real(number);
    }
    return *value != NULL ? 0 : memory_is_short(p);
}

static int read_word(parser *p, json_t **value) {
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
    return unexpected(p, "invalid token");
}

/* ---- arrays and objects ---- */

/* Reads what comes next; with value = NULL it is only checked. */
static int read_value(parser *p, json_t **value);

static int read_element(parser *p, void *array) {
    json_t *element = NULL;
    if (read_value(p, array != NULL ? &element : NULL) != 0)
        return -1;
    return array == NULL || json_array_append_new(array, element) == 0 ? 0 : memory_is_short(p);
}

/* A key within the text, with its quotation marks. */
typedef struct {
    const char *key, *key_end;
} place;

/* Up to the value. */
static int read_key(parser *p, place *member) {
    skip_space(p);
    if (!next_is(p, '"'))
        return unexpected(p, "string or '}' expected");
    if (check_string(p) != 0)
        return -1;
    member->key = p->token;
    member->key_end = p->at;
    if (!take(p, ':'))
        return unexpected(p, "':' expected");
    skip_space(p);
    return 0;
}

static int duplicate(parser *p, const place *member) {
    p->token = member->key;
    p->at = member->key_end;
    return fault(p, "duplicate object key");
}

static int add_member(parser *p, const place *member, json_t *object) {
    json_t *value = NULL;
    char *key = plumb_json_string(member->key, (size_t)(member->key_end - member->key));
    int result = key != NULL ? 0 : memory_is_short(p);
    if (result == 0 && json_object_get(object, key) != NULL)
        result = duplicate(p, member);
    if (result == 0)
        result = read_value(p, &value);
    if (result == 0 && json_object_set_new_nocheck(object, key, value) != 0)
        result = memory_is_short(p);
    free(key);
    return result;
}

static int read_member(parser *p, void *object) {
    place member;
    if (read_key(p, &member) != 0)
        return -1;
    return object != NULL ? add_member(p, &member, object) : read_value(p, NULL);
}

/* After the character that opens it, up to the one that closes it. */
static int read_items(parser *p, char close, int item(parser *, void *), void *context) {
    if (take(p, close))
        return 0;
    do {
        if (item(p, context) != 0)
            return -1;
    } while (take(p, ','));
    if (!take(p, close))
        return unexpected(p, close == '}' ? "',' or '}' expected" : "',' or ']' expected");
    return 0;
}

static int read_container(parser *p, json_t **value) {
    bool object = *p->at++ == '{';
    json_t *container = NULL;
    if (p->depth == PLUMB_JSON_DEPTH)
        return fault(p, "maximum parsing depth reached");
    if (value != NULL) {
        container = object ? json_object() : json_array();
        if (container == NULL)
            return memory_is_short(p);
    }
    p->depth++;
    int result = object ? read_items(p, '}', read_member, container) : read_items(p, ']', read_element, container);
    p->depth--;
    if (result != 0)
        json_decref(container);
    else if (value != NULL)
        *value = container;
    return result;
}

static int read_value(parser *p, json_t **value) {
    skip_space(p);
    if (next_is(p, '{') || next_is(p, '['))
        return read_container(p, value);
    if (next_is(p, '"'))
        return read_string(p, value);
    if (next_is(p, '-') || digit_is_next(p))
        return read_number(p, value);
    return read_word(p, value);
}

static int read_end(parser *p) {
    skip_space(p);
    return p->at == p->end ? 0 : unexpected(p, "end of file expected");
}

json_t *plumb_json_parse(const char *text, size_t length, const char *where, plumb_error *error) {
    parser p = {.at = text, .text = text, .end = text + length, .where = where, .error = error};
    json_t *root = NULL;
    skip_space(&p);
    if (!next_is(&p, '{') && !next_is(&p, '[')) {
        unexpected(&p, "'[' or '{' expected");
        return NULL;
    }
    if (read_container(&p, &root) != 0)
        return NULL;
    if (read_end(&p) == 0)
        return root;
    json_decref(root);
    return NULL;
}

/* ---- members one by one ---- */

static int by_key(const void *left, const void *right) {
    const place *a = left, *b = right;
    const char *one = a->key + 1, *other = b->key + 1;
    uint32_t x = 0, y = 0;
    while (one < a->key_end - 1 && other < b->key_end - 1 && x == y) {
        read_character(&one, a->key_end, &x);
        read_character(&other, b->key_end, &y);
    }
    if (x != y)
        return x < y ? -1 : 1;
    return (one < a->key_end - 1) - (other < b->key_end - 1);
}

/* Of a member whose value stands from there to where p has come. */
typedef int member_function(parser *p, void *context, const place *member, const char *value);

typedef struct {
    member_function *each;
    void *context;
} visit;

static int visit_member(parser *p, void *context) {
    const visit *v = context;
    place member;
    if (read_key(p, &member) != 0)
        return -1;
    const char *value = p->at;
    return read_value(p, NULL) == 0 ? v->each(p, v->context, &member, value) : -1;
}

/* Calls each for every member of the object that p is about to read. */
static int walk(parser *p, member_function *each, void *context) {
    visit v = {each, context};
    take(p, '{');
    return read_items(p, '}', visit_member, &v);
}

typedef struct {
    place *key; /* NULL: they are only counted */
    size_t count;
} keys;

static int note_key(parser *p, void *context, const place *member, const char *value) {
    keys *all = context;
    (void)p;
    (void)value;
    if (all->key != NULL)
        all->key[all->count] = *member;
    all->count++;
    return 0;
}

static int check_different(parser *p, const keys *all) {
    for (size_t i = 1; i < all->count; i++)
        if (by_key(&all->key[i - 1], &all->key[i]) == 0)
            return duplicate(p, &all->key[i]);
    return 0;
}

/* The keys of the object that p is about to read, as many as were counted. */
static int check_keys(parser p, keys *all) {
    all->key = malloc((all->count + 1) * sizeof *all->key);
    if (all->key == NULL)
        return memory_is_short(&p);
    all->count = 0;
    walk(&p, note_key, all);
    qsort(all->key, all->count, sizeof *all->key, by_key);
    int result = check_different(&p, all);
    free(all->key);
    return result;
}

static int hand_over(parser *p, void *context, const place *member, const char *value) {
    const plumb_json_receiver *to = context;
    char *key = plumb_json_string(member->key, (size_t)(member->key_end - member->key));
    if (key == NULL)
        return memory_is_short(p);
    int result = to->member(to->context, key, value, (size_t)(p->at - value));
    free(key);
    return result;
}

int plumb_json_members(const char *text, size_t length, const char *where, const plumb_json_receiver *receiver,
                       plumb_error *error) {
    parser p = {.at = text, .text = text, .end = text + length, .where = where, .error = error, .depth = 1};
    plumb_json_receiver to = *receiver;
    keys all = {NULL, 0};
    skip_space(&p);
    if (!next_is(&p, '{'))
        return unexpected(&p, "'{' expected");
    parser first = p;
    if (walk(&first, note_key, &all) != 0 || read_end(&first) != 0 || check_keys(p, &all) != 0 ||
        (to.begin != NULL && to.begin(to.context, all.count) != 0))
        return -1;
    return walk(&p, hand_over, &to);
}
