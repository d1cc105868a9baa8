/* case_files.h - the cases that words of a command line name: files, folders of files, or a list on standard
   input. */
#ifndef PLUMB_CLI_CASE_FILES_H
#define PLUMB_CLI_CASE_FILES_H
#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char **name; /* NULL where memory is short */
    size_t count, capacity;
} plumb_case_files_list;

/* Whether a word may stand for several cases: a folder, or "-". */
bool plumb_names_cases(const char *word);

/* Adds what a word names: a folder's files *.safetensors in the order of their names, of "-" a name from each line of
   standard input, else the word itself.  0, or -1 with a message: a folder without such a file, no name, memory is
   short. */
int plumb_case_files_add(plumb_case_files_list *list, const char *word, plumb_error *error);
void plumb_case_files_free(plumb_case_files_list *list);
#endif
