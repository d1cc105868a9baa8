/* thread_start.h - for a pthread_create in place of the C library's: starts a thread that does something of
   the test's first.  Whoever includes it defines _GNU_SOURCE before. */
#ifndef PLUMB_TESTS_SUPPORT_THREAD_START_H
#define PLUMB_TESTS_SUPPORT_THREAD_START_H
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
    void (*first)(void);
    void *(*run)(void *);
    void *argument;
} started_thread;

static inline void *begin_thread(void *given) {
    started_thread thread = *(started_thread *)given;
    free(given);
    thread.first();
    return thread.run(thread.argument);
}

static inline int start_thread(pthread_t *thread, const pthread_attr_t *attributes,
                               void *(*run)(void *), void *argument, void (*first)(void)) {
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    started_thread *given = malloc(sizeof *given);
    if (given == NULL)
        return EAGAIN;
    *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
    *given = (started_thread){first, run, argument};
    return create(thread, attributes, begin_thread, given);
}
#endif
