/* engine_precision.h - the precision of an engine in a case: a text, or an object equivalent to the text
   "base,key=value,...". */
#ifndef PLUMB_CASE_ENGINE_PRECISION_H
#define PLUMB_CASE_ENGINE_PRECISION_H
#include "base/error.h"
#include "base/storage.h"
#include <jansson.h>

/* The text of an object {"base": text, key: text or integer, ...}, its keys in their order, owned
   by storage; NULL after a message.  What the text means is for precision/precision_text.h to say:
   here a word is made of letters, digits, '_' and '-', so that no value can be read as two. */
const char *plumb_engine_precision(json_t *value, const char *field, plumb_storage *storage, plumb_error *error);
#endif
