/* conventions.h - every axis on which attention engines differ, with its values, how a case states each, and which
   engines use it, from the table of schema/members.def.

   An axis has the name of the member or tensor that states it.  An axis without one has its own name, and `otherwise`
   is what a case states instead.  Commits and releases are those that were read or run; tests/engines has those that
   were run. */
#ifndef PLUMB_SCHEMA_CONVENTIONS_H
#define PLUMB_SCHEMA_CONVENTIONS_H
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *axis;
    char value[128];
    char member[128];      /* of the description, as JSON: "\"mask\":\"causal\""; "": see otherwise */
    char flag[128];        /* the same on a command line: "--mask causal"; "": none */
    const char *otherwise; /* how a case says what no member does; NULL where there is one */
    const char *engines;
    bool usual; /* what is meant where a case states nothing */
} plumb_convention;

/* Writes the row and returns true; rows of one axis together, false when index is past the last. */
bool plumb_convention_at(size_t index, plumb_convention *out);
#endif
