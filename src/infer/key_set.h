/* key_set.h - describes sets of keys in words: a range, every n-th tile, some runs, all but these. */
#ifndef PLUMB_INFER_KEY_SET_H
#define PLUMB_INFER_KEY_SET_H
#include <stdbool.h>
#include <stddef.h>

typedef enum { PLUMB_OUTSIDE, PLUMB_INSIDE, PLUMB_UNKNOWN } plumb_membership;

enum { PLUMB_KEY_SET_TEXT = 200 };

/* clauses: what the words ask of a reader; a range costs one, each further run one more. */
typedef struct {
    double clauses;
    bool plural;
    bool clause; /* the text ends in a clause: "every 2nd key, from key 1 on" */
    char text[PLUMB_KEY_SET_TEXT]; /* "keys 16 to 31 (one tile of 16)" */
} plumb_key_set;

/* The shortest words for a set of the keys 0..n - 1 that agrees with what is known; what is not becomes as the words
   say.  room [n].  Returns false if no words do: there are more than four runs, of it and of what it leaves out. */
bool plumb_key_set_describe(unsigned char *member, unsigned char *workspace, size_t n, plumb_key_set *set);

/* text [size] grows by the words, of "queries" or "columns", in place of keys. */
void plumb_key_set_rename(const char *words, const char *one, const char *many, char *text, size_t size);

/* "key 3", "keys 16 to 31 (one tile of 16)", of so many keys in all. */
void plumb_key_range_say(size_t from, size_t to, size_t keys, char *text, size_t size);
#endif
