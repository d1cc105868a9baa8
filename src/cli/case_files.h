/* case_files.h - the cases named on a command line: files, folders of files, or a list on standard input. */
#ifndef PLUMB_CLI_CASE_FILES_H
#define PLUMB_CLI_CASE_FILES_H
#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char **name; /* NULL if there was not enough memory */
    size_t count, capacity;
} plumb_case_files_list;

/* Whether a word may name several cases: a folder, or "-". */
bool plumb_names_cases(const char *word);

/* Adds the files that a word names: the *.safetensors of a folder, sorted by name; for "-" a name from each line of
   standard input; else the word itself.  Returns 0, or -1 with a message: a folder without such a file, no name, not
   enough memory. */
int plumb_case_files_add(plumb_case_files_list *list, const char *word, plumb_error *error);
void plumb_case_files_free(plumb_case_files_list *list);
#endif
