/* other_names.h - other libraries' names for the members of a case, so that a message can name the right one. */
#ifndef PLUMB_SCHEMA_OTHER_NAMES_H
#define PLUMB_SCHEMA_OTHER_NAMES_H
#include <stdbool.h>

/* "; here it is \"mask\": \"causal\"", or of a flag "; here it is --mask causal"; "" of names that are not known.  As
   in hint.h capitals, '-' and '_', and the dashes of a flag make no difference. */
enum { PLUMB_OTHER_NAME_TEXT = 160 };
const char *plumb_other_name(const char *name, bool as_flag, char text[PLUMB_OTHER_NAME_TEXT]);
#endif
