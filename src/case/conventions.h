/* conventions.h - every axis on which attention engines differ, with its values, how a case says
   each, and who uses it.  `plumb conventions` prints the table.

   An axis bears the name of the key of a description, or of the tensor, that says it; those that no
   key is needed for have a name of their own, and `otherwise` tells what a case states instead.
   Commits and releases are those that were read or run; tests/engines has what was run. */
#ifndef PLUMB_CASE_CONVENTIONS_H
#define PLUMB_CASE_CONVENTIONS_H
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *axis;
    const char *value;
    const char
        *member;      /* of the description, as JSON: "\"mask\":\"causal\""; NULL: see otherwise */
    const char *flag; /* the same on a command line: "--mask causal" */
    const char *otherwise; /* how a case says what no member does */
    const char *engines;
    bool usual; /* what is meant where a case states nothing */
} plumb_convention;

/* The table row by row, rows of one axis together; NULL when index is past the last. */
const plumb_convention *plumb_convention_at(size_t index);
#endif
