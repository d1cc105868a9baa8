/* preload.c - what a library that is loaded before the program may do to it; the environment says what.

     PRELOAD_MXCSR=N         sets the control register of SSE when it is loaded, behind fesetround's back
     PRELOAD_WORKER_MXCSR=N  sets it in each thread that the program starts
     PRELOAD_TRAPS=1         enables the traps of all floating-point exceptions
     PRELOAD_THREADS=N       lets that many threads start, and no more
     PRELOAD_EXIT=N          exits with that code in the first thread that the program starts */
#define _GNU_SOURCE
#include "tests/support/thread_start.h"
#include <fenv.h>
#include <stdatomic.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

static long asked(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text != NULL ? strtol(text, NULL, 0) : otherwise;
}

static void set_register(const char *name) {
    long wanted = asked(name, -1);
    (void)wanted;
#ifdef __SSE2__
    if (wanted >= 0)
        _mm_setcsr((unsigned)wanted);
#endif
}

__attribute__((constructor)) static void load(void) {
    set_register("PRELOAD_MXCSR");
    if (asked("PRELOAD_TRAPS", 0) != 0 && feenableexcept(FE_ALL_EXCEPT) == -1)
        _Exit(77);
}

static void do_first(void) {
    set_register("PRELOAD_WORKER_MXCSR");
    if (asked("PRELOAD_EXIT", -1) >= 0)
        exit((int)asked("PRELOAD_EXIT", -1));
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
    static atomic_long count;
    long most = asked("PRELOAD_THREADS", -1);
    if (most >= 0 && atomic_fetch_add(&count, 1) >= most)
        return EAGAIN;
    return start_thread(thread, attributes, run, argument, do_first);
}
