#include "case/json.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static json_malloc_t forward;
static _Thread_local bool ran_out;

static void *watched_malloc(size_t size) {
    void *room = forward(size);
    if (room == NULL)
        ran_out = true;
    return room;
}

static void watch(void) {
    json_free_t release;
    json_get_alloc_funcs(&forward, &release);
    json_set_alloc_funcs(watched_malloc, release);
}

static void begin(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch);
    ran_out = false;
}

json_t *plumb_json_parse(const char *text, size_t length, const char *where, plumb_error *error) {
    json_error_t fault;
    begin();
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);
    if (root != NULL && !ran_out)
        return root;
    json_decref(root);
    if (ran_out)
        plumb_fail(error, "%s: not enough memory", where);
    else
        plumb_fail(error, "%s: not valid JSON: %s", where, fault.text);
    return NULL;
}

char *plumb_json_print(const json_t *value) {
    begin();
    char *text = json_dumps(value, JSON_COMPACT);
    if (!ran_out)
        return text;
    free(text);
    return NULL;
}
