/* description.h - the description of a case, which states all but its tensors, by member of schema/members.def. */
#ifndef PLUMB_SCHEMA_DESCRIPTION_H
#define PLUMB_SCHEMA_DESCRIPTION_H
#include "problem/problem.h"
#include "schema/schema.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    PLUMB_ALIGNMENT_UNSTATED,
    PLUMB_ALIGNMENT_TOP_LEFT,
    PLUMB_ALIGNMENT_BOTTOM_RIGHT,
    PLUMB_ALIGNMENT_OFFSET
} plumb_alignment;

typedef enum { PLUMB_MASK_NONE, PLUMB_MASK_CAUSAL, PLUMB_MASK_PREFIX } plumb_mask_word;

/* What the bytes of a tensor hold; integers of its dtype unless stated. */
typedef enum {
    PLUMB_PACKED_AS_DTYPE,
    PLUMB_PACKED_E4M3,
    PLUMB_PACKED_E5M2,
    PLUMB_PACKED_E4M3_IEEE,
    PLUMB_PACKED_E4M3FNUZ,
    PLUMB_PACKED_E5M2FNUZ,
    PLUMB_PACKED_E2M1,
    PLUMB_PACKED_I4,
    PLUMB_PACKED_U4,
    PLUMB_PACKED_Q8_0,
    PLUMB_PACKED_Q4_0,
    PLUMB_PACKED_Q4_1,
    PLUMB_PACKED_Q5_0,
    PLUMB_PACKED_Q5_1,
    PLUMB_PACKED_IQ4_NL
} plumb_packing;

typedef enum { PLUMB_DUPLICATES_REFUSED, PLUMB_DUPLICATES_ONCE, PLUMB_DUPLICATES_COUNT } plumb_duplicates;

/* How lists of keys are read (case/lists.h). */
typedef struct {
    bool from_cache;                /* indices are those of slots, or of rows of k */
    plumb_duplicates duplicates;    /* what happens to keys that are listed more than once */
    int64_t key_block, query_block; /* 0: 1 */
    double score_error;             /* by how much index scores may be off */
} plumb_list_form;

/* All zeros describes the defaults: softmax, no mask, scale 1/sqrt(head_dim), zero for empty rows. */
typedef struct {
    plumb_member_set stated; /* the members that the case states */
    int64_t version;
    plumb_packing packing[3]; /* of query, key and value */
    bool scales_of_slots;     /* scales lie as caches and ragged rows do */
    bool heads_before_slots;  /* in the blocks of caches */
    bool values_behind_block; /* of kv_cache: each block has its keys and its values */
    plumb_mask_word mask_word;
    plumb_mask mask; /* without its tensors */
    bool true_hides; /* of the tensor allowed */
    plumb_list_form lists;
    plumb_alignment alignment;
    int64_t offset;         /* with PLUMB_ALIGNMENT_OFFSET */
    const char *scale;      /* as plumb_scale.text */
    const char *scale_site; /* NULL if not stated */
    bool tile;              /* gqa */
    plumb_empty_row empty_row;
    bool empty_lse_positive;
    bool lse_of_base_two; /* lse and part_lse */
    plumb_position position; /* without its tensors; its numbers count only if stated */
    plumb_operator op;       /* its epsilon counts only if stated */
    const char *engine_name, *engine_version, *precision, *note; /* NULL if not stated */
} plumb_description;

/* The number of the word that stands there. */
size_t plumb_description_word(const plumb_description *description, plumb_member member);

/* A real number or an integer; 0 of any other member. */
double plumb_description_number(const plumb_description *description, plumb_member member);

/* Whether the pair is there, and which. */
bool plumb_description_pair(const plumb_description *description, plumb_member member, int64_t pair[2]);

/* As many as there are axes, or none. */
plumb_sections plumb_description_sections(const plumb_description *description, plumb_member member);

/* The word, the number, the pair or the sections in text: "half", "10000", "127,0", "16,24,24"; "none" of a pair or of
   sections that are not there. */
enum { PLUMB_DESCRIPTION_TEXT = 64 };
const char *plumb_description_text(const plumb_description *description, plumb_member member,
                                   char text[PLUMB_DESCRIPTION_TEXT]);

/* What the problem was read from, without what only stated it. */
plumb_description plumb_description_of(const plumb_problem *problem);

/* Puts a value where the table says, and notes that it is stated. */
void plumb_description_put_word(plumb_description *out, const plumb_value *word);
void plumb_description_put_integer(plumb_description *out, plumb_member member, int64_t integer);
void plumb_description_put_real(plumb_description *out, plumb_member member, double number);
void plumb_description_put_text(plumb_description *out, plumb_member member, const char *text);
void plumb_description_put_pair(plumb_description *out, plumb_member member, const int64_t pair[2]);
void plumb_description_put_sections(plumb_description *out, plumb_member member, plumb_sections sections);

/* Puts what is meant where nothing is stated: 0, and the standard of a number. */
void plumb_description_leave_out(plumb_description *out, plumb_member member);
void plumb_description_put_standard(plumb_description *out, plumb_member member);

/* Whether both say the same of a member that is no tensor; of alignments, whether they are of one kind. */
bool plumb_description_same(const plumb_description *one, const plumb_description *other, plumb_member member);

/* The same with what is meant where nothing is stated, as far as operators and the position read it. */
plumb_description plumb_description_resolve(const plumb_description *stated, size_t head_dim);
#endif
