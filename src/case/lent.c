/* MAP_ANONYMOUS and madvise are of no POSIX */
#define _DEFAULT_SOURCE
#include "case/lent.h"
#include "base/file.h"
#include "case/decode.h"
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>

/* So many numbers come and go together: whole pages, and whole blocks of what is quantised.  The address sanitizer sees
   a small case come and go as well. */
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
} lent_chunk;

typedef struct {
    plumb_tensor tensor;
    plumb_format format;
    plumb_lent_kind kind;
    size_t heads, source_heads; /* of the array and of the tensor, in a batch */
    size_t rows, width, count;  /* of a head; numbers of the array */
    double *value;              /* [count] */
    lent_chunk *chunk;
} lent_array;

struct plumb_lent {
    pthread_mutex_t lock;
    bool is_stale;
    size_t count;
    lent_array array[TENSORS];
};

static size_t chunks_of(const lent_array *array) {
    return array->count / CHUNK + (array->count % CHUNK != 0);
}

static size_t chunk_size(const lent_array *array, size_t chunk) {
    size_t left = array->count - chunk * CHUNK;
    return left < CHUNK ? left : CHUNK;
}

/* The address sanitizer, where it is built in, tells of numbers that are read and not held, though they may still be
   there. */
static void forbid(const lent_array *array, size_t chunk) {
    ASAN_POISON_MEMORY_REGION(array->value + chunk * CHUNK, chunk_size(array, chunk) * sizeof(double));
}

static void allow(const lent_array *array, size_t chunk) {
    ASAN_UNPOISON_MEMORY_REGION(array->value + chunk * CHUNK, chunk_size(array, chunk) * sizeof(double));
}

/* Of a mapping, which has some. */
static size_t bytes_of(size_t count) {
    return count > 0 ? count * sizeof(double) : 1;
}

static void release_all(void *data) {
    plumb_lent *lent = data;
    for (size_t i = 0; i < lent->count; i++) {
        for (size_t chunk = 0; chunk < chunks_of(&lent->array[i]); chunk++)
            allow(&lent->array[i], chunk);
        (void)munmap(lent->array[i].value, bytes_of(lent->array[i].count));
    }
    (void)pthread_mutex_destroy(&lent->lock);
}

plumb_lent *plumb_lent_new(plumb_storage *storage) {
    plumb_lent *lent = plumb_storage_take(storage, 1, sizeof *lent);
    if (lent == NULL || pthread_mutex_init(&lent->lock, NULL) != 0)
        return NULL;
    lent->count = 0;
    lent->is_stale = false;
    plumb_storage_on_free(lent, release_all);
    return lent;
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
static lent_chunk *chunks(size_t count, plumb_storage *storage) {
    lent_chunk *chunk = plumb_storage_take(storage, count, sizeof *chunk);
    for (size_t i = 0; chunk != NULL && i < count; i++)
        chunk[i] = (lent_chunk){0, false};
    return chunk;
}

const double *plumb_lent_add(plumb_lent *lent, const plumb_tensor *tensor, plumb_format format, plumb_lent_kind kind,
                             size_t heads, plumb_storage *storage, plumb_error *error) {
    lent_array *array = &lent->array[lent->count];
    size_t shape[] = {tensor->shape[0], heads, tensor->shape[2], tensor->rank > 3 ? tensor->shape[3] : 1};
    *array = (lent_array){.tensor = *tensor,
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
    lent->count++;
    return array->value;
}

/* The head of the tensor that head `head` of all of the array is. */
static size_t source_head(const lent_array *array, size_t head) {
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
static bool decode(const lent_array *array, size_t from, size_t to) {
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

static void drop_idle(lent_array *array) {
    for (size_t i = 0; i < chunks_of(array); i++)
        if (array->chunk[i].there && array->chunk[i].users == 0) {
            (void)madvise(array->value + i * CHUNK, chunk_size(array, i) * sizeof(double), MADV_DONTNEED);
            array->chunk[i].there = false;
        }
}

typedef struct {
    size_t first, last; /* chunks; last < first: none */
} chunk_range;

static chunk_range range_of(const lent_array *array, const plumb_problem *p, size_t b, size_t h, size_t from,
                            size_t to) {
    bool by_key = array->kind == PLUMB_LENT_BY_KEY_HEAD;
    size_t head = by_key ? b * p->key_heads + h / (p->query_heads / p->key_heads) : b * p->query_heads + h;
    size_t begin = by_key ? 0 : from, end = by_key ? array->rows : to;
    if (begin >= end || array->width == 0)
        return (chunk_range){1, 0};
    return (chunk_range){(head * array->rows + begin) * array->width / CHUNK,
                         ((head * array->rows + end) * array->width - 1) / CHUNK};
}

/* False if the file has changed. */
static bool hold(lent_array *array, chunk_range range) {
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

void plumb_lent_hold(plumb_lent *lent, const plumb_problem *problem, size_t b, size_t h, size_t from, size_t to) {
    if (lent == NULL)
        return;
    (void)pthread_mutex_lock(&lent->lock);
    for (size_t i = 0; i < lent->count; i++)
        if (!hold(&lent->array[i], range_of(&lent->array[i], problem, b, h, from, to)))
            lent->is_stale = true;
    (void)pthread_mutex_unlock(&lent->lock);
}

/* What is not held any more stays until others need room: the next rows mostly read it, too. */
void plumb_lent_release(plumb_lent *lent, const plumb_problem *problem, size_t b, size_t h, size_t from, size_t to) {
    if (lent == NULL)
        return;
    (void)pthread_mutex_lock(&lent->lock);
    for (size_t i = 0; i < lent->count; i++) {
        chunk_range range = range_of(&lent->array[i], problem, b, h, from, to);
        for (size_t chunk = range.first; chunk <= range.last; chunk++)
            if (--lent->array[i].chunk[chunk].users == 0)
                forbid(&lent->array[i], chunk);
    }
    (void)pthread_mutex_unlock(&lent->lock);
}

bool plumb_lent_is_stale(const plumb_lent *lent) {
    return lent != NULL && lent->is_stale;
}
