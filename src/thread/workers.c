/* workers.c - an atomic counter hands out the items, so that whoever is free takes the next; results must not depend on
   who took which.  New threads wait at a gate until it is known how many could be started.  Each holds the
   floating-point settings while it works, and frees FLINT's memory before it ends.  Once the settings of one are wrong,
   or the watcher stops the computation, no thread takes another item, and the caller is told when all have ended. */
#include "thread/workers.h"
#include "thread/settings.h"
#include <flint/flint.h>
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Whatever OMP_STACKSIZE and `ulimit -s` say.  The recorded cases need less than 128 kB. */
#define STACK_BYTES ((size_t)2 << 20)

struct plumb_workers {
    plumb_work *work;
    void *context;
    size_t items;
    atomic_size_t next;
    atomic_bool failed; /* the settings of a thread are wrong: error says how */
    plumb_error *error;
    plumb_watch *watch; /* of the thread that began this */
    size_t admitted;    /* of the threads that wait at the gate */
    pthread_mutex_t gate, lock;
};

void plumb_workers_lock(plumb_workers *workers) {
    pthread_mutex_lock(&workers->lock);
}

void plumb_workers_unlock(plumb_workers *workers) {
    pthread_mutex_unlock(&workers->lock);
}

static void fail(plumb_workers *workers, const plumb_error *error) {
    plumb_workers_lock(workers);
    *workers->error = *error;
    plumb_workers_unlock(workers);
    atomic_store(&workers->failed, true);
}

static void stop(plumb_workers *workers) {
    plumb_error error;
    plumb_fail(&error, "stopped by who asked");
    fail(workers, &error);
}

/* Of this thread: what may stop it, and whether it is the one that asks. */
static _Thread_local plumb_watch *watch;
static _Thread_local bool watches;

plumb_watch *plumb_workers_watch(plumb_watch *by) {
    plumb_watch *before = watch;
    watch = by;
    watches = by != NULL;
    return before;
}

static bool is_stopped(void) {
    if (watch == NULL)
        return false;
    if (watches && !atomic_load(&watch->stopped) && watch->stop(watch->context))
        atomic_store(&watch->stopped, true);
    return atomic_load(&watch->stopped);
}

bool plumb_workers_take(plumb_workers *workers, size_t *item) {
    if (is_stopped()) {
        stop(workers);
        return false;
    }
    if (atomic_load(&workers->failed) || atomic_load(&workers->next) >= workers->items)
        return false;
    *item = atomic_fetch_add(&workers->next, 1);
    return *item < workers->items;
}

static void work_held(plumb_workers *workers) {
    plumb_settings kept;
    plumb_error error;
    if (plumb_settings_hold(&kept, &error) != 0) {
        fail(workers, &error);
        return;
    }
    workers->work(workers, workers->context);
    plumb_settings_restore(&kept);
}

static bool pass_gate(plumb_workers *workers) {
    pthread_mutex_lock(&workers->gate);
    bool admitted = workers->admitted > 0;
    workers->admitted -= admitted;
    pthread_mutex_unlock(&workers->gate);
    return admitted;
}

/* What FLINT keeps for a thread would outlive it. */
static void *worker(void *context) {
    plumb_workers *workers = context;
    watch = workers->watch;
    if (pass_gate(workers))
        work_held(workers);
    flint_cleanup();
    return NULL;
}

static size_t start_each(plumb_workers *workers, pthread_t *thread, size_t wanted) {
    pthread_attr_t attributes;
    size_t started = 0;
    if (thread == NULL || pthread_attr_init(&attributes) != 0)
        return 0;
    if (pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0)
        while (started < wanted && pthread_create(&thread[started], &attributes, worker, workers) == 0)
            started++;
    pthread_attr_destroy(&attributes);
    return started;
}

/* Threads beside this one.  If the last could not be started, half of the others go: what they would
   leave of memory is too little to compute in. */
static size_t start(plumb_workers *workers, pthread_t *thread, size_t wanted) {
    pthread_mutex_lock(&workers->gate);
    size_t started = start_each(workers, thread, wanted);
    workers->admitted = started == wanted ? started : started / 2;
    pthread_mutex_unlock(&workers->gate);
    return started;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

/* As many as a parallel region here would have: within the host's own, one. */
static size_t usual_threads(void) {
    if (omp_get_active_level() >= omp_get_max_active_levels())
        return 1;
    int set = least(omp_get_max_threads(), omp_get_thread_limit());
    return (size_t)least(set, omp_get_num_procs());
}

int plumb_workers_run(int threads, size_t items, plumb_work *work, void *context, plumb_error *error) {
    plumb_workers workers = {.work = work,
                             .context = context,
                             .items = items,
                             .error = error,
                             .watch = watch,
                             .gate = PTHREAD_MUTEX_INITIALIZER,
                             .lock = PTHREAD_MUTEX_INITIALIZER};
    size_t all = threads > 0 ? (size_t)threads : usual_threads();
    size_t others = all < items ? all - 1 : items > 0 ? items - 1 : 0;
    pthread_t *thread = malloc((others + 1) * sizeof *thread);
    size_t started = start(&workers, thread, others);
    work_held(&workers);
    for (size_t i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    free(thread);
    return workers.failed ? -1 : 0;
}

/* ---- items that have nothing in common ---- */

typedef struct {
    plumb_item_work *each;
    void *context;
    atomic_bool failed;
} item_work;

static void work_on_items(plumb_workers *workers, void *context) {
    item_work *all = context;
    for (size_t item; plumb_workers_take(workers, &item);)
        if (all->each(all->context, item) != 0)
            atomic_store(&all->failed, true);
}

int plumb_workers_each(int threads, size_t items, plumb_item_work *each, void *context, plumb_error *error) {
    item_work all = {.each = each, .context = context};
    int result = plumb_workers_run(threads, items, work_on_items, &all, error);
    return all.failed ? -1 : result;
}
