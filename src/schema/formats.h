/* formats.h - the table of schema/formats.def. */
#ifndef PLUMB_SCHEMA_FORMATS_H
#define PLUMB_SCHEMA_FORMATS_H
#include <stddef.h>

typedef struct {
    const char *name, *root, *title;
} plumb_json_format;

typedef struct {
    const char *object, *name, *type;
} plumb_json_member;

/* One after the other; NULL when index is past the last. */
const plumb_json_member *plumb_json_member_at(size_t index);

/* NULL if there is none of that name. */
const plumb_json_format *plumb_json_format_find(const char *name);
#endif
