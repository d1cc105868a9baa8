/* madvise is of no POSIX */
#define _DEFAULT_SOURCE
#include "base/file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int read_all(int descriptor, const char *path, plumb_bytes *bytes, plumb_error *error) {
    size_t done = 0;
    while (done < bytes->size) {
        ssize_t step = read(descriptor, bytes->data + done, bytes->size - done);
        if (step < 0 && errno == EINTR)
            continue;
        if (step < 0)
            return plumb_fail(error, "%s: %s", path, strerror(errno));
        if (step == 0)
            return plumb_fail(error, "%s: the file became shorter while it was read", path);
        done += (size_t)step;
    }
    return 0;
}

static int read_open(int descriptor, const char *path, plumb_bytes *bytes, plumb_error *error) {
    struct stat status;
    if (fstat(descriptor, &status) != 0)
        return plumb_fail(error, "%s: %s", path, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return plumb_fail(error, "%s: not a regular file", path);
    if ((uintmax_t)status.st_size >= SIZE_MAX)
        return plumb_fail(error, "%s: too large for this machine", path);
    bytes->size = (size_t)status.st_size;
    bytes->data = malloc(bytes->size + 1);
    if (bytes->data == NULL)
        return plumb_fail(error, "%s: not enough memory for its %zu bytes", path, bytes->size);
    if (read_all(descriptor, path, bytes, error) != 0) {
        free(bytes->data);
        bytes->data = NULL;
        return -1;
    }
    return 0;
}

static int open_file(const char *path, plumb_error *error) {
    /* Without O_NONBLOCK, opening a pipe that has no writer would wait for ever. */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        plumb_fail(error, "%s: %s", path, strerror(errno));
    return descriptor;
}

int plumb_file_read(const char *path, plumb_bytes *bytes, plumb_error *error) {
    int descriptor = open_file(path, error);
    if (descriptor < 0)
        return -1;
    int result = read_open(descriptor, path, bytes, error);
    close(descriptor);
    return result;
}

static void close_file(void *data) {
    plumb_open_file *file = data;
    free(file->bytes.data);
    if (file->descriptor >= 0)
        close(file->descriptor);
}

plumb_open_file *plumb_file_open(const char *path, plumb_storage *storage, plumb_error *error) {
    struct stat status;
    plumb_open_file *file = plumb_storage_take(storage, 1, sizeof *file);
    if (file == NULL) {
        plumb_fail(error, "%s: not enough memory", path);
        return NULL;
    }
    *file = (plumb_open_file){.descriptor = open_file(path, error)};
    plumb_storage_on_free(file, close_file);
    if (file->descriptor < 0 || read_open(file->descriptor, path, &file->bytes, error) != 0)
        return NULL;
    if (fstat(file->descriptor, &status) == 0)
        file->changed = status.st_mtim;
    return file;
}

static bool is_unchanged(const plumb_open_file *file) {
    struct stat status;
    return fstat(file->descriptor, &status) == 0 && (uintmax_t)status.st_size == file->bytes.size &&
           status.st_mtim.tv_sec == file->changed.tv_sec && status.st_mtim.tv_nsec == file->changed.tv_nsec;
}

bool plumb_file_again(const plumb_open_file *file, const unsigned char *bytes, size_t size) {
    size_t start = (size_t)(bytes - file->bytes.data), done = 0;
    while (done < size) {
        ssize_t step =
            pread(file->descriptor, file->bytes.data + start + done, size - done, (off_t)(start + done));
        if (step == 0 || (step < 0 && errno != EINTR))
            return false;
        done += step > 0 ? (size_t)step : 0;
    }
    return is_unchanged(file);
}

/* Advice: where the system takes none, the pages stay until they are freed. */
void plumb_file_let_go(const unsigned char *bytes, size_t size) {
    long page = sysconf(_SC_PAGESIZE);
    if (page <= 0)
        return;
    size_t before = (size_t)(-(uintptr_t)bytes % (uintptr_t)page);
    size_t whole = size > before ? (size - before) / (size_t)page * (size_t)page : 0;
    if (whole > 0)
        (void)madvise((void *)(uintptr_t)(bytes + before), whole, MADV_DONTNEED);
}

static bool begins(const unsigned char *bytes, size_t size, const char *magic) {
    size_t length = strlen(magic);
    return size >= length && memcmp(bytes, magic, length) == 0;
}

const char *plumb_file_kind(const unsigned char *bytes, size_t size, bool is_case) {
    if (begins(bytes, size, "PK\3\4"))
        return is_case ? "; it is a zip file, as .pt and .npz are: save its tensors with safetensors' save_file"
                       : "; it is a zip file, as .pt and .npz are: save each array with numpy.save";
    if (begins(bytes, size, "\x80"))
        return "; it seems to be a pickle: save its tensors with safetensors' save_file";
    if (is_case && begins(bytes, size, "\x93NUMPY"))
        return "; it is a .npy file: pass it with --q, --k, --v or --out";
    if (!is_case && size > 8 && bytes[8] == '{')
        return "; it seems to be a .safetensors file, which is a complete case: pass it without a flag";
    if (is_case && size > 8 && bytes[8] != '{')
        return "; it does not seem to be a safetensors file";
    return "";
}
