#include "base/temporary.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* More than any command writes at once. */
enum { MOST = 16 };

static char *held[MOST];

/* Who may touch `held`: the handler runs in any thread, at any time. */
enum { NOBODY, MAKER, HANDLER };
static atomic_int owner = NOBODY;
static atomic_int caught = 0; /* a signal that the maker is to answer, when it is done */

static void die(int number) {
    int nobody = NOBODY;
    if (!atomic_compare_exchange_strong(&owner, &nobody, HANDLER))
        return; /* the maker answers it in `leave` */
    for (int i = 0; i < MOST; i++)
        if (held[i] != NULL)
            unlink(held[i]);
    sigset_t this_one;
    sigemptyset(&this_one);
    sigaddset(&this_one, number);
    signal(number, SIG_DFL);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &this_one, NULL); /* a handler blocks its signal */
}

static void handle(int number) {
    atomic_store(&caught, number);
    die(number);
}

/* Between these a file exists if and only if it is held. */
static void enter(void) {
    for (int nobody = NOBODY; !atomic_compare_exchange_strong(&owner, &nobody, MAKER); nobody = NOBODY)
        sched_yield(); /* for good if it is the handler's */
}

static void leave(void) {
    atomic_store(&owner, NOBODY);
    int number = atomic_load(&caught);
    if (number != 0)
        die(number);
}

void plumb_temporary_watch(void) {
    static const int deadly[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE, SIGALRM,
                                 SIGTERM, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2};
    struct sigaction ours = {.sa_handler = handle, .sa_flags = SA_RESTART}, theirs;
    sigfillset(&ours.sa_mask);
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        if (sigaction(deadly[i], NULL, &theirs) == 0 && theirs.sa_handler == SIG_DFL)
            sigaction(deadly[i], &ours, NULL);
}

static char **place_of(const char *path) {
    for (int i = 0; i < MOST; i++)
        if (held[i] == path)
            return &held[i];
    return NULL;
}

int plumb_temporary_make(char *path) {
    enter();
    char **place = place_of(NULL);
    int descriptor = -1;
    if (place == NULL)
        errno = EMFILE;
    else
        descriptor = mkstemp(path);
    if (descriptor >= 0)
        *place = path;
    leave();
    return descriptor;
}

int plumb_temporary_rename(char *temporary, const char *path) {
    enter();
    int result = rename(temporary, path), why = errno;
    if (result == 0)
        *place_of(temporary) = NULL;
    leave();
    errno = why;
    return result;
}

void plumb_temporary_remove(char *temporary) {
    enter();
    unlink(temporary);
    *place_of(temporary) = NULL;
    leave();
}
