/* hint.h - the known name that an unknown one probably means. */
#ifndef PLUMB_SCHEMA_HINT_H
#define PLUMB_SCHEMA_HINT_H
#include <stdbool.h>
#include <stddef.h>

/* Start with {.text = what was written}; best is NULL while no name is near. */
typedef struct {
    const char *text, *best;
    bool near; /* few letters of the best differ, so many: */
    size_t distance;
    size_t parts; /* how many names begin with the text, or it with them */
} plumb_hint;

/* Takes the name if it is nearer than the best so far: few letters differ, or it alone begins like the text. */
void plumb_hint_try(plumb_hint *hint, const char *name);

/* "; did you mean 'rope'?", or "". */
enum { PLUMB_HINT_TEXT = 64 };
const char *plumb_hint_text(const plumb_hint *hint, char text[PLUMB_HINT_TEXT]);
#endif
