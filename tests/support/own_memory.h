/* own_memory.h - for programs with a malloc of their own: an address sanitizer has one as well, and then they test
   nothing and say so; else OWN_MEMORY is defined. */
#ifndef PLUMB_TESTS_SUPPORT_OWN_MEMORY_H
#define PLUMB_TESTS_SUPPORT_OWN_MEMORY_H
#include "tests/support/sanitized.h"
#include <stdio.h>

#ifdef SANITIZED
int main(void) {
    puts("memory: not tested under an address sanitizer, which has its own malloc");
    return 77; /* tests/run.sh counts it as skipped */
}
#else
#define OWN_MEMORY 1

void *__libc_malloc(size_t size); /* glibc's own */
void *__libc_calloc(size_t count, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);
#endif
#endif
