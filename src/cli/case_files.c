#include "cli/case_files.h"
#include "cli/arguments.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char ending[] = ".safetensors";

static bool is_folder(const char *word) {
    struct stat status;
    return stat(word, &status) == 0 && S_ISDIR(status.st_mode);
}

bool plumb_names_cases(const char *word) {
    return strcmp(word, "-") == 0 || is_folder(word);
}

/* Takes the name over. */
static int add(plumb_case_files_list *list, char *name, plumb_error *error) {
    size_t capacity = list->capacity > 0 ? 2 * list->capacity : 16;
    if (name != NULL && list->count == list->capacity) {
        char **larger = realloc(list->name, capacity * sizeof *larger);
        list->name = larger != NULL ? larger : list->name;
        list->capacity = larger != NULL ? capacity : list->capacity;
    }
    if (name == NULL || list->count == list->capacity) {
        free(name);
        return plumb_fail(error, "not enough memory for the names of cases");
    }
    list->name[list->count++] = name;
    return 0;
}

static char *joined(const char *folder, const char *file) {
    size_t size = strlen(folder) + strlen(file) + 2;
    char *path = malloc(size);
    bool slash = folder[strlen(folder) - 1] == '/';
    if (path != NULL)
        snprintf(path, size, "%s%s%s", folder, slash ? "" : "/", file);
    return path;
}

static int is_case(const struct dirent *entry) {
    return entry->d_name[0] != '.' && plumb_ends_in(entry->d_name, ending);
}

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int add_folder(plumb_case_files_list *list, const char *folder, plumb_error *error) {
    struct dirent **entries;
    int count = scandir(folder, &entries, is_case, by_name), result = 0;
    if (count < 0)
        return plumb_fail(error, "%s: the folder cannot be read", folder);
    if (count == 0)
        result = plumb_fail(error, "%s: no case in this folder; expected files named *%s", folder, ending);
    for (int i = 0; i < count; i++) {
        if (result == 0)
            result = add(list, joined(folder, entries[i]->d_name), error);
        free(entries[i]);
    }
    free(entries);
    return result;
}

static int add_lines(plumb_case_files_list *list, plumb_error *error) {
    char *line = NULL;
    size_t capacity = 0, before = list->count;
    int result = 0;
    for (ssize_t length; result == 0 && (length = getline(&line, &capacity, stdin)) >= 0;) {
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            line[--length] = 0;
        if (length > 0)
            result = add(list, strdup(line), error);
    }
    free(line);
    if (result == 0 && list->count == before)
        return plumb_fail(error, "-: no names on standard input; expected the name of one case on each line");
    return result;
}

int plumb_case_files_add(plumb_case_files_list *list, const char *word, plumb_error *error) {
    if (strcmp(word, "-") == 0)
        return add_lines(list, error);
    return is_folder(word) ? add_folder(list, word, error) : add(list, strdup(word), error);
}

void plumb_case_files_free(plumb_case_files_list *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->name[i]);
    free(list->name);
    *list = (plumb_case_files_list){0};
}
