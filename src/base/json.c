/* A recursive descent with one function for each rule of JSON's grammar; json_token.c reads strings, numbers and words.
   With value NULL the same functions only check the text and build nothing.  plumb_json_members walks the object three
   times: it checks the whole text and counts the members, then collects the keys, sorts them by their decoded
   characters and refuses equal neighbours, then hands the members over.  So no member is handed over before the whole
   text was checked, and only one is built at a time. */
#include "base/json.h"
#include "base/json_token.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- arrays and objects ---- */

/* Reads what comes next; with value = NULL it is only checked. */
static int read_value(plumb_json_parser *p, json_t **value);

static int read_element(plumb_json_parser *p, void *array) {
    json_t *element = NULL;
    if (read_value(p, array != NULL ? &element : NULL) != 0)
        return -1;
    return array == NULL || json_array_append_new(array, element) == 0 ? 0 : plumb_json_memory_is_short(p);
}

/* A key within the text, with its quotation marks. */
typedef struct {
    const char *key, *key_end;
} place;

/* Up to the value. */
static int read_key(plumb_json_parser *p, place *member) {
    plumb_json_skip_space(p);
    if (!plumb_json_next_is(p, '"'))
        return plumb_json_unexpected(p, "string or '}' expected");
    if (plumb_json_check_string(p) != 0)
        return -1;
    member->key = p->token;
    member->key_end = p->at;
    if (!plumb_json_skip(p, ':'))
        return plumb_json_unexpected(p, "':' expected");
    plumb_json_skip_space(p);
    return 0;
}

static int duplicate(plumb_json_parser *p, const place *member) {
    p->token = member->key;
    p->at = member->key_end;
    return plumb_json_fault(p, "duplicate object key");
}

static int add_member(plumb_json_parser *p, const place *member, json_t *object) {
    json_t *value = NULL;
    char *key = plumb_json_string(member->key, (size_t)(member->key_end - member->key));
    int result = key != NULL ? 0 : plumb_json_memory_is_short(p);
    if (result == 0 && json_object_get(object, key) != NULL)
        result = duplicate(p, member);
    if (result == 0)
        result = read_value(p, &value);
    if (result == 0 && json_object_set_new_nocheck(object, key, value) != 0)
        result = plumb_json_memory_is_short(p);
    free(key);
    return result;
}

static int read_member(plumb_json_parser *p, void *object) {
    place member;
    if (read_key(p, &member) != 0)
        return -1;
    return object != NULL ? add_member(p, &member, object) : read_value(p, NULL);
}

/* After the character that opens it, up to the one that closes it. */
static int read_items(plumb_json_parser *p, char close, int item(plumb_json_parser *, void *), void *context) {
    if (plumb_json_skip(p, close))
        return 0;
    do {
        if (item(p, context) != 0)
            return -1;
    } while (plumb_json_skip(p, ','));
    if (!plumb_json_skip(p, close))
        return plumb_json_unexpected(p, close == '}' ? "',' or '}' expected" : "',' or ']' expected");
    return 0;
}

static int read_container(plumb_json_parser *p, json_t **value) {
    bool object = *p->at++ == '{';
    json_t *container = NULL;
    if (p->depth == PLUMB_JSON_DEPTH)
        return plumb_json_fault(p, "maximum parsing depth reached");
    if (value != NULL) {
        container = object ? json_object() : json_array();
        if (container == NULL)
            return plumb_json_memory_is_short(p);
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

static int read_value(plumb_json_parser *p, json_t **value) {
    plumb_json_skip_space(p);
    if (plumb_json_next_is(p, '{') || plumb_json_next_is(p, '['))
        return read_container(p, value);
    if (plumb_json_next_is(p, '"'))
        return plumb_json_read_string(p, value);
    if (plumb_json_next_is(p, '-') || plumb_json_digit_is_next(p))
        return plumb_json_read_number(p, value);
    return plumb_json_read_word(p, value);
}

static int read_end(plumb_json_parser *p) {
    plumb_json_skip_space(p);
    return p->at == p->end ? 0 : plumb_json_unexpected(p, "end of file expected");
}

json_t *plumb_json_parse(const char *text, size_t length, const char *where, plumb_error *error) {
    plumb_json_parser p = {.at = text, .text = text, .end = text + length, .where = where, .error = error};
    json_t *root = NULL;
    plumb_json_skip_space(&p);
    if (!plumb_json_next_is(&p, '{') && !plumb_json_next_is(&p, '[')) {
        plumb_json_unexpected(&p, "'[' or '{' expected");
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
        plumb_json_read_character(&one, a->key_end, &x);
        plumb_json_read_character(&other, b->key_end, &y);
    }
    if (x != y)
        return x < y ? -1 : 1;
    return (one < a->key_end - 1) - (other < b->key_end - 1);
}

/* Takes a member whose value reaches from `value` to p->at. */
typedef int member_function(plumb_json_parser *p, void *context, const place *member, const char *value);

typedef struct {
    member_function *each;
    void *context;
} visit;

static int visit_member(plumb_json_parser *p, void *context) {
    const visit *v = context;
    place member;
    if (read_key(p, &member) != 0)
        return -1;
    const char *value = p->at;
    return read_value(p, NULL) == 0 ? v->each(p, v->context, &member, value) : -1;
}

/* Calls each for every member of the object that p is about to read. */
static int walk(plumb_json_parser *p, member_function *each, void *context) {
    visit v = {each, context};
    plumb_json_skip(p, '{');
    return read_items(p, '}', visit_member, &v);
}

typedef struct {
    place *key; /* NULL: they are only counted */
    size_t count;
} keys;

static int note_key(plumb_json_parser *p, void *context, const place *member, const char *value) {
    keys *all = context;
    (void)p;
    (void)value;
    if (all->key != NULL)
        all->key[all->count] = *member;
    all->count++;
    return 0;
}

static int check_different(plumb_json_parser *p, const keys *all) {
    for (size_t i = 1; i < all->count; i++)
        if (by_key(&all->key[i - 1], &all->key[i]) == 0)
            return duplicate(p, &all->key[i]);
    return 0;
}

/* Checks the keys of the object that p is about to read; all->count says how many there are. */
static int check_keys(plumb_json_parser p, keys *all) {
    all->key = malloc((all->count + 1) * sizeof *all->key);
    if (all->key == NULL)
        return plumb_json_memory_is_short(&p);
    all->count = 0;
    walk(&p, note_key, all);
    qsort(all->key, all->count, sizeof *all->key, by_key);
    int result = check_different(&p, all);
    free(all->key);
    return result;
}

static int hand_over(plumb_json_parser *p, void *context, const place *member, const char *value) {
    const plumb_json_receiver *to = context;
    char *key = plumb_json_string(member->key, (size_t)(member->key_end - member->key));
    if (key == NULL)
        return plumb_json_memory_is_short(p);
    int result = to->member(to->context, key, value, (size_t)(p->at - value));
    free(key);
    return result;
}

int plumb_json_members(const char *text, size_t length, const char *where, const plumb_json_receiver *receiver,
                       plumb_error *error) {
    plumb_json_parser p = {.at = text, .text = text, .end = text + length, .where = where, .error = error, .depth = 1};
    plumb_json_receiver to = *receiver;
    keys all = {NULL, 0};
    plumb_json_skip_space(&p);
    if (!plumb_json_next_is(&p, '{'))
        return plumb_json_unexpected(&p, "'{' expected");
    plumb_json_parser first = p;
    if (walk(&first, note_key, &all) != 0 || read_end(&first) != 0 || check_keys(p, &all) != 0 ||
        (to.begin != NULL && to.begin(to.context, all.count) != 0))
        return -1;
    return walk(&p, hand_over, &to);
}
