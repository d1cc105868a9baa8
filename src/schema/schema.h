/* schema.h - the language of cases as a table: members, their words, and which can be combined.

   The table is schema/members.def.  The reader, the flags, the help, `plumb operators`, `plumb conventions` and the
   JSON Schema come from it. */
#ifndef PLUMB_SCHEMA_SCHEMA_H
#define PLUMB_SCHEMA_SCHEMA_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tensors of the file and members of the description. */
typedef enum {
#define MEMBER(id, ...) PLUMB_MEMBER_##id,
#define VALUE(id, ...)
#include "schema/members.def"
    PLUMB_MEMBERS,                        /* how many there are */
    PLUMB_MEMBER_MODIFIER = PLUMB_MEMBERS /* no member: what goes with every operator */
} plumb_member;

typedef enum {
    PLUMB_KIND_TENSOR,
    PLUMB_KIND_WORD,
    PLUMB_KIND_TRUTH, /* its words are those of JSON */
    PLUMB_KIND_REAL,
    PLUMB_KIND_INTEGER,
    PLUMB_KIND_PAIR,      /* an object of two integers */
    PLUMB_KIND_SECTIONS,  /* a list of integers, one for each axis of position ids */
    PLUMB_KIND_ALIGNMENT, /* a word, or an object of an integer "offset" */
    PLUMB_KIND_SCALE,     /* an exact number as a text, or a number */
    PLUMB_KIND_LINE,      /* a string without control characters */
    PLUMB_KIND_PRECISION, /* such a line, or an object (precision/precision_text.h) */
    PLUMB_KIND_OBJECT     /* of the members whose names begin with its own */
} plumb_kind;

/* How plumb_description keeps a value, and plumb_problem a tensor. */
typedef enum {
    PLUMB_STORED_NOT,
    PLUMB_STORED_BOOL,
    PLUMB_STORED_ENUM,
    PLUMB_STORED_INT64,
    PLUMB_STORED_SIZE,
    PLUMB_STORED_DOUBLE,
    PLUMB_STORED_TEXT,
    PLUMB_STORED_SECTIONS,
    PLUMB_STORED_NUMBERS,  /* finite ones */
    PLUMB_STORED_PER_HEAD, /* the same, a vector for each query head */
    PLUMB_STORED_DIVISORS, /* the same, above 0 */
    PLUMB_STORED_BIAS,     /* finite, or -infinity */
    PLUMB_STORED_INTEGERS,
    PLUMB_STORED_PLACES, /* the same, [axes,B,S] or [B,S] in the file, [B,axes,S] in memory */
    PLUMB_STORED_BOOLEANS
} plumb_stored;

typedef struct {
    const char *name; /* in the file: "rope_dim", "engine.name" */
    plumb_kind kind;
    const char *flag;       /* NULL: the name with dashes; "": none */
    const char *flag_value; /* what stands for a value that is no word: "FILE" */
    const char *shape;      /* of a tensor */
    const char *meaning;    /* a few words; NULL where the name says it all */
    const char *standard;   /* what a number is unless stated; a word's is number 0 */
    bool needed;            /* in every description */
    double least, most;     /* of numbers; an infinite most is no bound */
    bool open, even;        /* least itself is not allowed; only even integers are */
    plumb_stored stored;    /* in plumb_description, or a tensor in plumb_problem, */
    size_t place;           /* at this offset */
    size_t second;          /* of a pair: the second integer; of a tensor: how many rows it has; or 0 */
    size_t mark;            /* of a pair: the bool that says that there is one */
    const char *parts;      /* of a pair: "left right" */
    bool whole;             /* of a pair: both must be stated, else least is meant */
} plumb_member_row;

/* A word of a member, or what else there is to say of a member. */
typedef struct {
    plumb_member member;
    bool is_word;
    size_t number;       /* of a word: the enumerator, or 0 and 1 of a bool */
    const char *word;    /* or what is meant: "W / 2 on both sides"; NULL: any value allowed */
    const char *needs;   /* names that must be stated with it; NULL: none */
    const char *takes;   /* names that may be stated with it */
    const char *formula; /* with source and kernels: an entry of `plumb operators` */
    const char *source;
    const char *kernels;   /* stems, separated by spaces: "weight/softmax" */
    const char *engines;   /* who says so: a row of `plumb conventions` */
    const char *axis;      /* of that row; NULL: the name of the member */
    const char *example;   /* a right value in JSON */
    const char *flag;      /* the same after the flag; NULL: as example */
    const char *otherwise; /* how a case says it without a member of its description */
    bool usual;            /* meant where nothing is stated; of words: number 0 is */
} plumb_value;

const plumb_member_row *plumb_member_at(plumb_member member);
bool plumb_is_tensor(plumb_member member);

/* "rope_dim": in a file. */
const char *plumb_member_name(plumb_member member);

/* The member whose name is `object` and `name`; PLUMB_MEMBERS if there is none. */
plumb_member plumb_member_find(const char *object, const char *name);

/* "--rope-dim"; "" where the command line has none. */
enum { PLUMB_FLAG_TEXT = 32 };
const char *plumb_flag_of(plumb_member member, char text[PLUMB_FLAG_TEXT]);

/* The rows one after the other, those of one member together; NULL when index is past the last. */
const plumb_value *plumb_value_at(size_t index);

/* The words of a member one after the other, from NULL on; NULL after the last.  In the same way the words, and what
   else there is to say of a member, that must or may be stated with the member of that name. */
const plumb_value *plumb_next_word(plumb_member member, const plumb_value *before);
const plumb_value *plumb_next_taker(const char *name, const plumb_value *before);

/* A word by its number, and by itself; NULL if the member has none such. */
const plumb_value *plumb_word_of(plumb_member member, size_t number);
const plumb_value *plumb_word_find(plumb_member member, const char *text);

/* "interleaved": the word for the enumerator of that number. */
const char *plumb_word_name(plumb_member member, size_t number);

/* The number that is meant unless another is stated. */
double plumb_standard(plumb_member member);

/* Whether it is a number that the member may have. */
bool plumb_is_within(plumb_member member, double number);

/* Whether one of the names, which are separated by spaces, is that one; names may be NULL. */
bool plumb_names_hold(const char *names, const char *name);

/* The members of the names one by one: the next after `names`, which moves on; PLUMB_MEMBERS at the end. */
plumb_member plumb_next_member(const char **names);

/* What a right value is: "one of text, cache", "an integer from 2 to 1024". */
enum { PLUMB_EXPECTED_TEXT = 400 };
const char *plumb_expected(plumb_member member, bool as_flag, char text[PLUMB_EXPECTED_TEXT]);

/* A set of members. */
enum { PLUMB_SET_WORDS = PLUMB_MEMBERS / 64 + 1 };
typedef struct {
    uint64_t bits[PLUMB_SET_WORDS];
} plumb_member_set;

static inline bool plumb_set_has(plumb_member_set set, plumb_member member) {
    return (set.bits[member / 64] >> member % 64 & 1) != 0;
}

static inline void plumb_set_add(plumb_member_set *set, plumb_member member) {
    set->bits[member / 64] |= UINT64_C(1) << member % 64;
}

static inline void plumb_set_remove(plumb_member_set *set, plumb_member member) {
    set->bits[member / 64] &= ~(UINT64_C(1) << member % 64);
}

static inline bool plumb_set_is_empty(plumb_member_set set) {
    for (int i = 0; i < PLUMB_SET_WORDS; i++)
        if (set.bits[i] != 0)
            return false;
    return true;
}
#endif
