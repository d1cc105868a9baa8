/* operators.h - the table of everything a case can ask for beyond plain softmax attention: each
   operator, normalisation, sink, softcap order and modifier, with its name in a case, its formula,
   what it takes, its source and its kernel.

   Names are looked up here, what a case may and must state is checked against it, and
   `plumb operators` prints it.  spec/operators.md has the meaning of every symbol. */
#ifndef PLUMB_CASE_OPERATORS_H
#define PLUMB_CASE_OPERATORS_H
#include "attention/operator.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an operator may take: first tensors, then parameters of the description. */
typedef enum {
    PLUMB_INPUT_BIAS,
    PLUMB_INPUT_SINKS,
    PLUMB_INPUT_K_STAR,
    PLUMB_INPUT_V_STAR,
    PLUMB_INPUT_KEY0_BIAS,
    PLUMB_INPUT_V_BIAS,
    PLUMB_INPUT_GATE,
    PLUMB_INPUT_W1,
    PLUMB_INPUT_W2,
    PLUMB_INPUT_TENSORS, /* how many tensors there are */
    PLUMB_INPUT_ALPHA = PLUMB_INPUT_TENSORS,
    PLUMB_INPUT_POWER,
    PLUMB_INPUT_GAMMA,
    PLUMB_INPUT_ZETA,
    PLUMB_INPUT_EPSILON,
    PLUMB_INPUT_SOFTCAP,
    PLUMB_INPUT_SOFTCAP_ORDER,
    PLUMB_INPUT_NORMALISATION,
    PLUMB_INPUT_SINK_KEYS,
    PLUMB_INPUT_LSE_SINK,
    PLUMB_INPUTS
} plumb_input;

/* As a file names the tensor, or the description the parameter: "k_star", "alpha". */
const char *plumb_input_name(plumb_input input);

/* A set of inputs. */
typedef uint32_t plumb_input_set;
#define PLUMB_INPUT_SET(input) (UINT32_C(1) << (input))

typedef struct {
    const char *name;
    const char *formula;
    plumb_input_set needs; /* must be stated with it */
    plumb_input_set takes; /* may be stated with it */
    const char *source;
    const char *kernels; /* stems of its kernels, separated by spaces: "weight/softmax" */
} plumb_entry;

/* The lists of the table.  Entries of the first four are numbered as in attention/operator.h. */
typedef enum {
    PLUMB_LIST_OPERATORS,      /* plumb_operator_kind */
    PLUMB_LIST_NORMALISATIONS, /* plumb_normalisation */
    PLUMB_LIST_SINKS,          /* plumb_sink */
    PLUMB_LIST_SOFTCAP_ORDERS, /* plumb_softcap_order */
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
