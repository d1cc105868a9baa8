/* workers.h - one computation shared by threads, which end with it.

   The threads are not those of OpenMP, which only says how many there shall be: its runtime ends the
   process when a thread cannot be started, keeps its threads with the settings under which they were
   made, and a forked child waits for them for ever. */
#ifndef PLUMB_THREAD_WORKERS_H
#define PLUMB_THREAD_WORKERS_H
#include "base/error.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct plumb_workers plumb_workers;

/* What every thread does: prepare, take items until none is left, tell what was found. */
typedef void plumb_work(plumb_workers *workers, void *context);

/* What is done with one item.  Returns 0, or -1. */
typedef int plumb_item_work(void *context, size_t item);

/* Calls work in this thread and in others, `threads` in all, but no more than there are items; 0: as
   many as OpenMP is set to, at most one for each processor.  Where that many cannot be started there
   are fewer.  The settings of each thread are held and asked (thread/settings.h).  Returns 0, or -1
   with a message if they are wrong in one of the threads: nothing that was computed may then be used. */
int plumb_workers_run(int threads, size_t items, plumb_work *work, void *context, plumb_error *error);

/* Who may stop what a thread has begun: its computations, and those that they begin.  stop is called in the thread
   that watches alone, before each item that it takes; true, and no thread takes any more.  plumb_workers_run fails
   then, with a message, and so does every later one until the watch ends. */
typedef struct {
    bool (*stop)(void *context);
    void *context;
    atomic_bool stopped; /* starts as false */
} plumb_watch;

/* From now on the watch is this thread's; NULL: none.  Returns the one before. */
plumb_watch *plumb_workers_watch(plumb_watch *watch);

/* The next of the items 0, 1, ..., which no other thread has taken; false when none is left. */
bool plumb_workers_take(plumb_workers *workers, size_t *item);

/* Between these one thread at a time, of those of one computation. */
void plumb_workers_lock(plumb_workers *workers);
void plumb_workers_unlock(plumb_workers *workers);

/* Calls each(context, item) for all items.  Returns 0; or -1 if any call did, or with a message if the
   settings of a thread are wrong. */
int plumb_workers_each(int threads, size_t items, plumb_item_work *each, void *context, plumb_error *error);
#endif
