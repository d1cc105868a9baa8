/* short_memory.c - to be loaded before the program: of its allocations, ALLOCATIONS succeed.  Its end is slow,
   so that every thread has met the shortage by then. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

void *__libc_malloc(size_t size); /* glibc's own */
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_long left;
static atomic_bool counting;

__attribute__((constructor)) static void load(void) {
    const char *text = getenv("ALLOCATIONS");
    left = text != NULL ? atol(text) : 0;
    counting = text != NULL;
}

/* As an allocator does that has none left. */
static int fails(void) {
    int failed = counting && atomic_fetch_sub(&left, 1) <= 0;
    if (failed)
        errno = ENOMEM;
    return failed;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    return fails() ? NULL : __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = fails() ? NULL : __libc_memalign(alignment, size);
    return *block == NULL ? ENOMEM : 0;
}

_Noreturn void _exit(int status) {
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    _Exit(status);
}
