/* host.c LIBRARY [LOCALE] - a program that uses jansson and a locale of its own, loads the library, asks it,
   and unloads it: for test_host.sh.  Prints the answers; 1 with a line on stderr if anything of the host's
   has changed. */
#include "src/library/plumbline.h"
#include <dlfcn.h>
#include <jansson.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 64, DIMS = 2, NUMBERS = ROWS * DIMS };

/* What the library gives, by name. */
static struct {
    plumb_question *(*make)(void);
    void (*release)(plumb_question *question);
    const char *(*message)(const plumb_question *question);
    int (*tensor)(plumb_question *question, const char *name, const char *dtype, const size_t *shape, size_t rank,
                  const void *data);
    int (*describe)(plumb_question *question, const char *json);
    int (*evaluate)(plumb_question *question, const char *what, double *middle, double *radius, size_t count);
    int (*judge)(plumb_question *question);
    int (*report)(plumb_question *question, const char *format, FILE *stream);
} library;

static void take(void *handle, const char *name, void *function) {
    void *found = dlsym(handle, name);
    if (found == NULL) {
        fprintf(stderr, "%s: missing\n", name);
        exit(1);
    }
    memcpy(function, &found, sizeof found);
}

/* GCC's OpenMP takes memory when it is loaded and leaves it behind when it is unloaded, which a leak sanitizer would lay
   to the library's charge: it stays. */
static void keep_openmp(void) {
    dlopen("libgomp.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

static void *load(const char *path) {
    keep_openmp();
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    take(handle, "plumb_question_new", &library.make);
    take(handle, "plumb_question_free", &library.release);
    take(handle, "plumb_question_message", &library.message);
    take(handle, "plumb_question_tensor", &library.tensor);
    take(handle, "plumb_question_describe", &library.describe);
    take(handle, "plumb_question_evaluate", &library.evaluate);
    take(handle, "plumb_question_judge", &library.judge);
    take(handle, "plumb_question_report", &library.report);
    return handle;
}

static plumb_question *ask(const char *description) {
    static const size_t shape[] = {1, 1, ROWS, DIMS};
    static const char *const names[] = {"q", "k", "v", "out"};
    float numbers[NUMBERS];
    for (int i = 0; i < NUMBERS; i++)
        numbers[i] = (float)(i * 7 % 11 - 5) / 4;
    plumb_question *question = library.make();
    for (int i = 0; i < 4; i++)
        library.tensor(question, names[i], "F32", shape, 4, numbers);
    library.describe(question, description);
    return question;
}

static void print_answers(void) {
    static double middle[NUMBERS], radius[NUMBERS];
    plumb_question *question = ask("{\"version\":1,\"scale\":0.125,\"softcap\":1.5,"
                                   "\"engine\":{\"name\":\"x\",\"precision\":\"f32\"}}");
    int evaluated = library.evaluate(question, "output", middle, radius, NUMBERS);
    int verdict = library.judge(question);
    fprintf(stdout, "evaluated %d, verdict %d %s\n", evaluated, verdict, library.message(question));
    fwrite(middle, sizeof middle, 1, stdout);
    fwrite(radius, sizeof radius, 1, stdout);
    library.report(question, "text", stdout);
    library.report(question, "json", stdout);
    library.release(question);
    question = ask("{\"version\":1,\"softcap\":-1.5}");
    verdict = library.judge(question);
    printf("verdict %d %s\n", verdict, library.message(question));
    library.release(question);
}

/* ---- what is the host's ---- */

static size_t taken;

static void *count_and_take(size_t size) {
    taken++;
    return malloc(size);
}

static const char *decimal(void) {
    static char text[8];
    snprintf(text, sizeof text, "%.1f", 1.5);
    return text;
}

static void keep(int kept, const char *what) {
    if (!kept) {
        fprintf(stderr, "%s\n", what);
        exit(1);
    }
}

int main(int count, char **words) {
    const char *point = count > 2 ? "1,5" : "1.5";
    json_malloc_t malloc_of_json;
    json_free_t free_of_json;
    if (count < 2)
        return 2;
    keep(count < 3 || setlocale(LC_ALL, words[2]) != NULL, "no such locale");
    keep(strcmp(decimal(), point) == 0, "the locale has another decimal point");
    json_set_alloc_funcs(count_and_take, free);
    json_t *before = json_loads("{\"a\":[1,2,3]}", 0, NULL);
    void *handle = load(words[1]);
    print_answers();
    keep(strcmp(decimal(), point) == 0, "the host's locale is another");
    json_get_alloc_funcs(&malloc_of_json, &free_of_json);
    keep(malloc_of_json == count_and_take && free_of_json == free, "the host's jansson has another allocator");
    dlclose(handle);
    size_t until_now = taken;
    char *text = json_dumps(before, JSON_COMPACT);
    json_t *after = text == NULL ? NULL : json_loads(text, 0, NULL);
    keep(after != NULL && json_equal(before, after), "jansson reads another value");
    keep(taken > until_now, "jansson does not ask the host's allocator");
    json_decref(before);
    json_decref(after);
    free(text);
    return 0;
}
