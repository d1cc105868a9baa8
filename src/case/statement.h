/* statement.h - parses one member of a description from a file or a flag. schema/members.def defines valid values;
   field: the member's name in messages. */
#ifndef PLUMB_CASE_STATEMENT_H
#define PLUMB_CASE_STATEMENT_H
#include "base/error.h"
#include "base/storage.h"
#include "schema/description.h"
#include <jansson.h>

/* Texts are copied into the storage. */
int plumb_state_json(plumb_description *out, plumb_member member, const char *field, json_t *value,
                     plumb_storage *storage, plumb_error *error);

/* Texts are kept, not copied. */
int plumb_state_text(plumb_description *out, plumb_member member, const char *field, const char *text,
                     plumb_error *error);
#endif
