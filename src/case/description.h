/* description.h - what a case states about its tensors: a JSON object under the metadata key "plumbline".

   Its keys and their values are the members of schema/members.def; only "version" is required, and a key that is not
   listed is refused. */
#ifndef PLUMB_CASE_DESCRIPTION_H
#define PLUMB_CASE_DESCRIPTION_H
#include "base/error.h"
#include "base/storage.h"
#include "schema/description.h"

/* A description is a few hundred bytes; what jansson makes of a text is some forty times as long. */
enum { PLUMB_DESCRIPTION_MAX = 65536 };

/* Texts in *out are owned by storage.  source is the file, for messages. */
int plumb_description_parse(const char *text, const char *source, plumb_storage *storage, plumb_description *out,
                            plumb_error *error);

/* The same of an object that states some members alone, which are put in place of what *out says of them. */
int plumb_description_amend(const char *text, plumb_storage *storage, plumb_description *out, plumb_error *error);
#endif
