/* A file is written under a temporary name beside its target and takes its name by a rename, so a reader finds either
   the old file or the whole new one.  The target is the end of the chain of symbolic links, which is followed here link
   by link: the links stay, and both names lie in one folder, so the rename never crosses file systems.  Several files
   nest: each is written before the next begins and committed after it, so a write that fails discards them all. */
#include "base/new_file.h"
#include "base/temporary.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The most symbolic links in a row, more of which are a circle, and the longest path. */
enum { MOST_LINKS = 40, LONGEST = 4096 };

static int cannot(const char *path, plumb_error *error) {
    return plumb_fail(error, "%s: cannot be written: %s", path, strerror(errno));
}

/* ---- where a path leads ---- */

/* How much of a path names the folder, with the '/' at its end; 0: the current one. */
static size_t folder_length(const char *path) {
    const char *end = strrchr(path, '/');
    return end == NULL ? 0 : (size_t)(end - path) + 1;
}

/* The first bytes of one text and another after them, to be freed; NULL with errno set. */
static char *join(const char *one, size_t length, const char *other) {
    size_t size = strlen(other) + 1;
    char *both = malloc(length + size);
    if (both == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    memcpy(both, one, length);
    memcpy(both + length, other, size);
    return both;
}

/* Where a symbolic link leads, to be freed; NULL with errno set. */
static char *follow(const char *path) {
    char link[LONGEST];
    ssize_t length = readlink(path, link, sizeof link);
    if (length == (ssize_t)sizeof link)
        errno = ENAMETOOLONG;
    if (length < 0 || length == (ssize_t)sizeof link)
        return NULL;
    link[length] = 0;
    return join(path, link[0] == '/' ? 0 : folder_length(path), link);
}

/* A path of the same file, or of the place for it, that is no symbolic link; to be freed; NULL with errno
   set. */
static char *resolve(const char *path) {
    char *at = join("", 0, path);
    struct stat status;
    for (int links = 0; at != NULL; links++) {
        if (lstat(at, &status) != 0 || !S_ISLNK(status.st_mode))
            return at;
        char *next = links < MOST_LINKS ? follow(at) : NULL;
        if (links == MOST_LINKS)
            errno = ELOOP;
        free(at);
        at = next;
    }
    return NULL;
}

static bool same_entry(const struct stat *one, const struct stat *other) {
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

static bool stat_folder(const char *path, struct stat *status) {
    char *folder = join(path, folder_length(path), ".");
    bool known = folder != NULL && stat(folder, status) == 0;
    free(folder);
    return known;
}

/* Both are places where no file is yet. */
static bool same_place(const char *one, const char *other) {
    struct stat folder, other_folder;
    return strcmp(one + folder_length(one), other + folder_length(other)) == 0 && stat_folder(one, &folder) &&
           stat_folder(other, &other_folder) && same_entry(&folder, &other_folder);
}

bool plumb_same_file(const char *one, const char *other) {
    struct stat status, other_status;
    bool exists = stat(one, &status) == 0, other_exists = stat(other, &other_status) == 0;
    if (exists || other_exists)
        return exists && other_exists && same_entry(&status, &other_status);
    char *place = resolve(one), *other_place = resolve(other);
    bool same = place != NULL && other_place != NULL && same_place(place, other_place);
    free(place);
    free(other_place);
    return same;
}

/* ---- files under construction ---- */

static void release(plumb_new_file *file) {
    free(file->path);
    free(file->target);
    free(file->temporary);
    *file = (plumb_new_file){NULL, NULL, NULL, NULL};
}

/* mkstemp gives mode 0600; a new file has the mode that the user's umask allows. */
static void apply_umask(int descriptor) {
    mode_t mask = umask(0);
    umask(mask);
    (void)fchmod(descriptor, 0666 & ~mask);
}

static int open_temporary(plumb_new_file *file, plumb_error *error) {
    int descriptor = plumb_temporary_make(file->temporary);
    if (descriptor < 0)
        return cannot(file->path, error);
    apply_umask(descriptor);
    file->stream = fdopen(descriptor, "wb");
    if (file->stream == NULL) {
        cannot(file->path, error);
        close(descriptor);
        plumb_temporary_remove(file->temporary);
        return -1;
    }
    return 0;
}

/* Renaming over a device or a pipe would replace it by a file; a link of /proc need not lead where it says. */
static int check_target(const plumb_new_file *file, plumb_error *error) {
    struct stat given, resolved;
    if (stat(file->path, &given) != 0)
        return 0;
    if (!S_ISREG(given.st_mode))
        return plumb_fail(error, "%s: cannot be written: not a regular file", file->path);
    return stat(file->target, &resolved) == 0 && same_entry(&given, &resolved)
               ? 0
               : plumb_fail(error, "%s: cannot be written: it leads to a file without a name", file->path);
}

static int find_target(plumb_new_file *file, plumb_error *error) {
    file->target = resolve(file->path);
    if (file->target == NULL)
        return cannot(file->path, error);
    file->temporary = join(file->target, strlen(file->target), ".XXXXXX");
    if (file->temporary == NULL)
        return cannot(file->path, error);
    return check_target(file, error);
}

int plumb_new_file_begin(const char *path, plumb_new_file *file, plumb_error *error) {
    *file = (plumb_new_file){.path = join(path, strlen(path), "")};
    if (file->path == NULL)
        return cannot(path, error);
    if (find_target(file, error) == 0 && open_temporary(file, error) == 0)
        return 0;
    release(file);
    return -1;
}

int plumb_new_file_commit(plumb_new_file *file, plumb_error *error) {
    int failed = ferror(file->stream);
    if (fclose(file->stream) != 0)
        failed = 1;
    if (failed || plumb_temporary_rename(file->temporary, file->target) != 0) {
        cannot(file->path, error);
        plumb_temporary_remove(file->temporary);
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
    plumb_temporary_remove(file->temporary);
    release(file);
}

/* From file i on: each takes its place after all that follow it. */
static int write_from(const char *const *paths, size_t count, size_t i, plumb_file_writer *write, const void *context,
                      plumb_error *error) {
    plumb_new_file file;
    while (i < count && paths[i] == NULL)
        i++;
    if (i == count)
        return 0;
    if (plumb_new_file_begin(paths[i], &file, error) != 0)
        return -1;
    if (write(context, i, &file, error) == 0 && write_from(paths, count, i + 1, write, context, error) == 0)
        return plumb_new_file_commit(&file, error);
    plumb_new_file_discard(&file);
    return -1;
}

int plumb_new_files_write(const char *const *paths, size_t count, plumb_file_writer *write, const void *context,
                          plumb_error *error) {
    return write_from(paths, count, 0, write, context, error);
}
