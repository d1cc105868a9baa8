/* operators.h - the table of everything a case can ask for beyond plain softmax attention: each
   operator, normalisation, sink, softcap order, modifier, position, scaling of RoPE, form of ALiBi
   and mask, with its name in a case, its formula, what it takes, its source and its kernel.

   Names are looked up here, what a case may and must state is checked against it, and
   `plumb operators` prints it.  spec/operators.md, spec/positions.md and spec/masks.md have the
   meaning of every symbol. */
#ifndef PLUMB_CASE_OPERATORS_H
#define PLUMB_CASE_OPERATORS_H
#include "attention/operator.h"
#include "attention/position.h"
#include "case/inputs.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name;
    const char *formula;
    plumb_input_set needs; /* must be stated with it */
    plumb_input_set takes; /* may be stated with it */
    const char *source;
    const char *kernels; /* stems of its kernels, separated by spaces: "weight/softmax" */
} plumb_entry;

/* The lists of the table.  Entries of the first four are numbered as in attention/operator.h, those
   of the next three as in attention/position.h and position/forms.h. */
typedef enum {
    PLUMB_LIST_OPERATORS,      /* plumb_operator_kind */
    PLUMB_LIST_NORMALISATIONS, /* plumb_normalisation */
    PLUMB_LIST_SINKS,          /* plumb_sink */
    PLUMB_LIST_SOFTCAP_ORDERS, /* plumb_softcap_order */
    PLUMB_LIST_POSITIONS,      /* plumb_position_kind */
    PLUMB_LIST_ROPE_SCALINGS,  /* plumb_rope_scaling */
    PLUMB_LIST_ALIBI_FORMS,    /* plumb_alibi_form */
    PLUMB_LIST_MASKS,          /* what a case states of them holds at once */
    PLUMB_LIST_MODIFIERS,      /* what goes with every operator */
    PLUMB_LISTS
} plumb_list_name;

typedef struct {
    const char *kind; /* "operator": the key of the description, and what its entries are */
    const char *about;
    const plumb_entry *entry;
    size_t count;
} plumb_list;

const plumb_list *plumb_list_of(plumb_list_name name);

/* The number of the entry of that name; false if there is none. */
bool plumb_list_find(const plumb_list *list, const char *name, size_t *number);

/* What the normalisations and softpick add to a denominator unless a case states another. */
#define PLUMB_EPSILON_DEFAULT 1e-8
#endif
