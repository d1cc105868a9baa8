#include "case/json.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Addresses in the order in which they came, one as often as it came. */
typedef struct {
    uintptr_t *address;
    size_t count, room;
} record;

static json_malloc_t take;
static json_free_t release;

/* The call into jansson that is under way in this thread, its way out, and what it took and released. */
static _Thread_local bool calling;
static _Thread_local jmp_buf out;
static _Thread_local record taken, released;

static bool add(record *to, const void *block) {
    if (to->count == to->room) {
        size_t room = 2 * to->room + 64;
        uintptr_t *wider = realloc(to->address, room * sizeof *wider);
        if (wider == NULL)
            return false;
        to->address = wider;
        to->room = room;
    }
    to->address[to->count++] = (uintptr_t)block;
    return true;
}

static void *watched_malloc(size_t size) {
    void *block = take(size);
    if (!calling)
        return block;
    if (block != NULL && add(&taken, block))
        return block;
    release(block);
    longjmp(out, 1);
}

static void watched_free(void *block) {
    if (calling && block != NULL && !add(&released, block))
        longjmp(out, 1); /* give_up releases it */
    release(block);
}

static void watch(void) {
    json_get_alloc_funcs(&take, &release);
    json_set_alloc_funcs(watched_malloc, watched_free);
}

static void begin(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch);
    calling = true;
}

/* What the call made is the caller's. */
static void end(void) {
    calling = false;
    free(taken.address);
    free(released.address);
    taken = released = (record){NULL, 0, 0};
}

static int by_address(const void *left, const void *right) {
    const uintptr_t *one = left, *other = right;
    return (*one > *other) - (*one < *other);
}

/* Of what the call made nothing is left: blocks that it took more often than it released. */
static void give_up(void) {
    size_t r = 0;
    calling = false;
    if (taken.count > 0)
        qsort(taken.address, taken.count, sizeof *taken.address, by_address);
    if (released.count > 0)
        qsort(released.address, released.count, sizeof *released.address, by_address);
    for (size_t t = 0; t < taken.count; t++) {
        while (r < released.count && released.address[r] < taken.address[t])
            r++;
        if (r < released.count && released.address[r] == taken.address[t])
            r++;
        else
            release((void *)taken.address[t]);
    }
    end();
}

json_t *plumb_json_parse(const char *text, size_t length, const char *where, plumb_error *error) {
    json_error_t fault;
    if (setjmp(out) != 0) {
        give_up();
        plumb_fail(error, "%s: not enough memory", where);
        return NULL;
    }
    begin();
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);
    end();
    if (root == NULL)
        plumb_fail(error, "%s: not valid JSON: %s", where, fault.text);
    return root;
}

char *plumb_json_print(const json_t *value) {
    if (setjmp(out) != 0) {
        give_up();
        return NULL;
    }
    begin();
    char *text = json_dumps(value, JSON_COMPACT);
    end();
    return text;
}

int plumb_json_write(json_t *object, FILE *stream) {
    if (object == NULL)
        return -1;
    int failed = json_dumpf(object, stream, JSON_INDENT(2)) != 0 || fputc('\n', stream) == EOF;
    json_decref(object);
    return failed ? -1 : 0;
}
