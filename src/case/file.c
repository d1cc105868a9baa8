#include "case/file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
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
        return -1;
    }
    return 0;
}

int plumb_file_read(const char *path, plumb_bytes *bytes, plumb_error *error) {
    /* Without O_NONBLOCK, opening a pipe that has no writer would wait for ever. */
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return plumb_fail(error, "%s: %s", path, strerror(errno));
    int result = read_open(descriptor, path, bytes, error);
    close(descriptor);
    return result;
}

static void release(plumb_new_file *file) {
    free(file->path);
    free(file->temporary);
    *file = (plumb_new_file){NULL, NULL, NULL};
}

/* mkstemp gives mode 0600; a new file is due what the user's umask says. */
static void apply_umask(int descriptor) {
    mode_t mask = umask(0);
    umask(mask);
    (void)fchmod(descriptor, 0666 & ~mask);
}

static int open_temporary(plumb_new_file *file, plumb_error *error) {
    int descriptor = mkstemp(file->temporary);
    if (descriptor < 0)
        return plumb_fail(error, "%s: cannot be written: %s", file->path, strerror(errno));
    apply_umask(descriptor);
    file->stream = fdopen(descriptor, "wb");
    if (file->stream == NULL) {
        plumb_fail(error, "%s: cannot be written: %s", file->path, strerror(errno));
        close(descriptor);
        unlink(file->temporary);
        return -1;
    }
    return 0;
}

int plumb_new_file_begin(const char *path, plumb_new_file *file, plumb_error *error) {
    struct stat status;
    /* Renaming over a device or a pipe would replace it by a file. */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return plumb_fail(error, "%s: cannot be written: not a regular file", path);
    size_t length = strlen(path);
    static const char suffix[] = ".XXXXXX";
    *file = (plumb_new_file){NULL, malloc(length + 1), malloc(length + sizeof suffix)};
    if (file->path == NULL || file->temporary == NULL) {
        release(file);
        return plumb_fail(error, "%s: cannot be written: not enough memory", path);
    }
    memcpy(file->path, path, length + 1);
    memcpy(file->temporary, path, length);
    memcpy(file->temporary + length, suffix, sizeof suffix);
    if (open_temporary(file, error) != 0) {
        release(file);
        return -1;
    }
    return 0;
}

int plumb_new_file_commit(plumb_new_file *file, plumb_error *error) {
    int failed = ferror(file->stream);
    if (fclose(file->stream) != 0)
        failed = 1;
    if (failed || rename(file->temporary, file->path) != 0) {
        plumb_fail(error, "%s: cannot be written: %s", file->path, strerror(errno));
        unlink(file->temporary);
        release(file);
        return -1;
    }
    release(file);
    return 0;
}

void plumb_new_file_discard(plumb_new_file *file) {
    if (file->stream == NULL)
        return;
    fclose(file->stream);
    unlink(file->temporary);
    release(file);
}
