/* Each array is an anonymous mapping that reserves no memory, divided into chunks that count their users.  Hold decodes
   the chunks of its rows that are missing, straight from the file; release only counts down.  Idle chunks go back to
   the system when a hold finds one missing, so the rows that follow mostly still find theirs.  One mutex guards the
   counts and the decoding.  File bytes leave memory once decoded (those of pages, which rows share, stay); reading them
   again shows whether the file has changed. */
/* MAP_ANONYMOUS and madvise are not in POSIX */
#define _DEFAULT_SOURCE
#include "case/borrowed.h"
#include "base/file.h"
#include "case/decode.h"
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>

/* Numbers of a chunk, which come and go together: whole pages, and whole quantised blocks.  Under the address sanitizer
   chunks are small, so that those of a small case go, too. */
#ifdef __SANITIZE_ADDRESS__ /* gcc's; other compilers need not have the header */
#include <sanitizer/asan_interface.h>
enum { CHUNK = 1 << 9 };
#else
enum { CHUNK = 1 << 17 };
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#endif

/* query, key, value; output, weights, scores, log-sum-exp */
enum { TENSORS = 7 };

typedef struct {
    size_t users;
    bool there;
} borrowed_chunk;

typedef struct {
    plumb_tensor tensor;
    plumb_format format;
    plumb_borrowed_kind kind;
    size_t heads, source_heads; /* of the array and of the tensor, in a batch */
    size_t rows, width, count;  /* of a head; numbers of the array */
    double *value;              /* [count] */
    borrowed_chunk *chunk;
} borrowed_array;

struct plumb_borrowed {
    pthread_mutex_t lock;
    bool is_stale;
    size_t count;
    borrowed_array array[TENSORS];
};

static size_t chunks_of(const borrowed_array *array) {
    return array->count / CHUNK + (array->count % CHUNK != 0);
}

static size_t chunk_size(const borrowed_array *array, size_t chunk) {
    size_t left = array->count - chunk * CHUNK;
    return left < CHUNK ? left : CHUNK;
}

/* The address sanitizer, where it is built in, reports a read of numbers that are not held, even if they are still
   there. */
static void forbid(const borrowed_array *array, size_t chunk) {
    ASAN_POISON_MEMORY_REGION(array->value + chunk * CHUNK, chunk_size(array, chunk) * sizeof(double));
}

static void allow(const borrowed_array *array, size_t chunk) {
    ASAN_UNPOISON_MEMORY_REGION(array->value + chunk * CHUNK, chunk_size(array, chunk) * sizeof(double));
}

/* A mapping cannot be empty. */
static size_t bytes_of(size_t count) {
    return count > 0 ? count * sizeof(double) : 1;
}

static void release_all(void *data) {
    plumb_borrowed *borrowed = data;
    for (size_t i = 0; i < borrowed->count; i++) {
        for (size_t chunk = 0; chunk < chunks_of(&borrowed->array[i]); chunk++)
            allow(&borrowed->array[i], chunk);
        (void)munmap(borrowed->array[i].value, bytes_of(borrowed->array[i].count));
    }
    (void)pthread_mutex_destroy(&borrowed->lock);
}

plumb_borrowed *plumb_borrowed_new(plumb_storage *storage) {
    plumb_borrowed *borrowed = plumb_storage_take(storage, 1, sizeof *borrowed);
    if (borrowed == NULL || pthread_mutex_init(&borrowed->lock, NULL) != 0)
        return NULL;
    borrowed->count = 0;
    borrowed->is_stale = false;
    plumb_storage_on_free(borrowed, release_all);
    return borrowed;
}

/* Addresses without memory. */
static double *addresses(size_t count) {
    if (count > SIZE_MAX / sizeof(double))
        return NULL;
    void *value =
        mmap(NULL, bytes_of(count), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return value == MAP_FAILED ? NULL : value;
}

/* None is there. */
static borrowed_chunk *chunks(size_t count, plumb_storage *storage) {
    borrowed_chunk *chunk = plumb_storage_take(storage, count, sizeof *chunk);
    for (size_t i = 0; chunk != NULL && i < count; i++)
        chunk[i] = (borrowed_chunk){0, false};
    return chunk;
}

const double *plumb_borrowed_add(plumb_borrowed *borrowed, const plumb_tensor *tensor, plumb_format format,
                                 plumb_borrowed_kind kind, size_t heads, plumb_storage *storage, plumb_error *error) {
    borrowed_array *array = &borrowed->array[borrowed->count];
    size_t shape[] = {tensor->shape[0], heads, tensor->shape[2], tensor->rank > 3 ? tensor->shape[3] : 1};
    *array = (borrowed_array){.tensor = *tensor,
                          .format = format,
                          .kind = kind,
                          .heads = heads,
                          .source_heads = tensor->shape[1],
                          .rows = shape[2],
                          .width = shape[3]};
    bool fits = plumb_shape_count(shape, 4, &array->count);
    array->chunk = fits ? chunks(chunks_of(array), storage) : NULL;
    array->value = array->chunk != NULL ? addresses(array->count) : NULL;
    if (array->value == NULL) {
        plumb_decode_memory_is_short(tensor, error);
        return NULL;
    }
    for (size_t chunk = 0; chunk < chunks_of(array); chunk++)
        forbid(array, chunk);
    if (tensor->pages == NULL)
        plumb_file_let_go(tensor->bytes, plumb_tensor_bytes(tensor, tensor->count));
    borrowed->count++;
    return array->value;
}

/* Which head of the tensor is head `head` of the array, both counted over the batch. */
static size_t source_head(const borrowed_array *array, size_t head) {
    return head / array->heads * array->source_heads + head % array->heads % array->source_heads;
}

/* Reads the bytes again and lets them go. */
static bool decode_again(const plumb_tensor *tensor, plumb_format format, size_t from, size_t count, double *value) {
    const unsigned char *bytes = tensor->bytes + plumb_tensor_bytes(tensor, from);
    bool done = plumb_file_again(tensor->file, bytes, plumb_tensor_bytes(tensor, count));
    plumb_tensor_decode_part(tensor, format, from, count, value);
    plumb_file_let_go(bytes, plumb_tensor_bytes(tensor, count));
    return done;
}

/* The bytes of pages, which entries and heads share, stay. */
static bool decode(const borrowed_array *array, size_t from, size_t to) {
    const plumb_tensor *tensor = &array->tensor;
    size_t size = array->rows * array->width;
    bool done = true;
    for (size_t i = from, count; i < to; i += count) {
        size_t within = i % size, source = source_head(array, i / size) * size + within;
        count = to - i < size - within ? to - i : size - within;
        if (tensor->pages != NULL)
            plumb_tensor_decode_part(tensor, array->format, source, count, array->value + i);
        else
            done = decode_again(tensor, array->format, source, count, array->value + i) && done;
    }
    return done;
}

static void drop_idle(borrowed_array *array) {
    for (size_t i = 0; i < chunks_of(array); i++)
        if (array->chunk[i].there && array->chunk[i].users == 0) {
            (void)madvise(array->value + i * CHUNK, chunk_size(array, i) * sizeof(double), MADV_DONTNEED);
            array->chunk[i].there = false;
        }
}

typedef struct {
    size_t first, last; /* chunks; last < first: none */
} chunk_range;

static chunk_range range_of(const borrowed_array *array, const plumb_problem *p, size_t b, size_t h, size_t from,
                            size_t to) {
    bool by_key = array->kind == PLUMB_BY_KEY_HEAD;
    size_t head = by_key ? b * p->key_heads + h / (p->query_heads / p->key_heads) : b * p->query_heads + h;
    size_t begin = by_key ? 0 : from, end = by_key ? array->rows : to;
    if (begin >= end || array->width == 0)
        return (chunk_range){1, 0};
    return (chunk_range){(head * array->rows + begin) * array->width / CHUNK,
                         ((head * array->rows + end) * array->width - 1) / CHUNK};
}

/* False if the file has changed. */
static bool hold(borrowed_array *array, chunk_range range) {
    bool missing = false, done = true;
    for (size_t i = range.first; i <= range.last; i++) {
        allow(array, i);
        array->chunk[i].users++;
        missing = missing || !array->chunk[i].there;
    }
    if (missing)
        drop_idle(array);
    for (size_t i = range.first; i <= range.last; i++) {
        if (!array->chunk[i].there)
            done = decode(array, i * CHUNK, i * CHUNK + chunk_size(array, i)) && done;
        array->chunk[i].there = true;
    }
    return done;
}

void plumb_borrowed_hold(plumb_borrowed *borrowed, const plumb_problem *problem, size_t b, size_t h, size_t from,
                         size_t to) {
    if (borrowed == NULL)
        return;
    (void)pthread_mutex_lock(&borrowed->lock);
    for (size_t i = 0; i < borrowed->count; i++)
        if (!hold(&borrowed->array[i], range_of(&borrowed->array[i], problem, b, h, from, to)))
            borrowed->is_stale = true;
    (void)pthread_mutex_unlock(&borrowed->lock);
}

/* What is no longer held stays until others need room: the next rows mostly read it, too. */
void plumb_borrowed_release(plumb_borrowed *borrowed, const plumb_problem *problem, size_t b, size_t h, size_t from,
                            size_t to) {
    if (borrowed == NULL)
        return;
    (void)pthread_mutex_lock(&borrowed->lock);
    for (size_t i = 0; i < borrowed->count; i++) {
        chunk_range range = range_of(&borrowed->array[i], problem, b, h, from, to);
        for (size_t chunk = range.first; chunk <= range.last; chunk++)
            if (--borrowed->array[i].chunk[chunk].users == 0)
                forbid(&borrowed->array[i], chunk);
    }
    (void)pthread_mutex_unlock(&borrowed->lock);
}

bool plumb_borrowed_is_stale(const plumb_borrowed *borrowed) {
    return borrowed != NULL && borrowed->is_stale;
}
