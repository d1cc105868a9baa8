/* kinds.h - kernels that ship, and variants of them, as simulated engines (engine.h), each with the precision under
   which its results are correct. */
#ifndef PLUMB_TESTS_SIMULATE_KINDS_H
#define PLUMB_TESTS_SIMULATE_KINDS_H
#include "tests/simulate/engine.h"

typedef struct {
    const char *name;
    const char *precision; /* as a case states it (precision/precision_text.h) */
    plumb_format stored;   /* of its tensors */
    number_format numbers; /* that these hold, where they are coarser; AS_IT_IS: those of `stored` */
    bool among_forms;      /* of src/simulate/form.h, of which expected errors are made */
    bool unexpected;       /* errs in a way that src/simulate does not: expected errors are too small for it */
    size_t most_keys;      /* beyond which its precision bounds nothing; 0: none */
    size_t most_channels;  /* the same of head_dim */
    simulated_engine by;
} simulated_kind;

size_t simulated_kinds(void);
const simulated_kind *simulated_kind_at(size_t index);
/* NULL if there is none of that name. */
const simulated_kind *simulated_kind_find(const char *name);
#endif
