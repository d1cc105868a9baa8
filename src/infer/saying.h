/* saying.h - the description of a hypothesis, and parts of sentences that several descriptions share. */
#ifndef PLUMB_INFER_SAYING_H
#define PLUMB_INFER_SAYING_H
#include "infer/sweep.h"
#include "schema/text.h"

/* What is said of which hypothesis, and where: text [size] grows. */
typedef struct {
    const plumb_problem *p;
    const plumb_hypothesis *h;
    const plumb_sweep *sweep;
    char *text;
    size_t size;
} plumb_saying;

#define plumb_say(s, ...) plumb_text_add((s)->text, (s)->size, __VA_ARGS__)

/* Beside roundings a weight that is told to be 0 within so much is none. */
#define PLUMB_NOTHING 0.1

/* Of what is listed, heads or entries or columns, at most so many. */
enum { PLUMB_MOST_LISTED = 4 };

/* words_keys.c: "key 5", "keys 3 to 7"; factors of a block of keys, and weights of each row. */
void plumb_say_keys(const plumb_saying *s, size_t from, size_t to);
void plumb_say_block(const plumb_saying *s);
void plumb_say_free(const plumb_saying *s);

/* words_tiles.c: how tiles and splits are added up and merged, and which keys of a tile are visible,
   or of a run with ends of tiles. */
void plumb_say_rescale(const plumb_saying *s);
void plumb_say_tiles(const plumb_saying *s);
void plumb_say_splits(const plumb_saying *s);
void plumb_say_cap(const plumb_saying *s);
void plumb_say_reach(const plumb_saying *s);

/* words_sources.c: what is read in place of what: "head 1 reads the values of key head 0", "the query 3 before".  does:
   the verb and what belongs to it; of_which: the noun before a number of `sources`.  many, one: the beginning of a
   sentence about rows, or about row t where the query is given by its number.  In the words of a rule #k is the noun,
   #n its tile, #b by how much, #w before or after, #s the sign, #q the quotient, #o the other, #p a half or a quarter,
   #f its factor. */
void plumb_say_rule(const char *words, const char *noun, const plumb_hypothesis *rule, char *text, size_t size);
void plumb_say_heads(const plumb_saying *s, size_t sources, const char *does, const char *of_which);
void plumb_say_query(const plumb_saying *s);
void plumb_say_rows(const plumb_saying *s, const char *many, const char *one);
bool plumb_says_number(const plumb_saying *s);
void plumb_say_other_row(const plumb_saying *s);
void plumb_say_page(const plumb_saying *s);
void plumb_say_bias_of(const plumb_saying *s);
void plumb_say_sink_index(const plumb_saying *s);
#endif
