/* concentration.h - locates the wrong elements: their batch entries, heads, queries, columns or keys, and the number of
   keys that their rows see.

   Each statement is true of every wrong element.  It is made only if the part that it names is so small that random
   wrong rows would all be in it with a probability below 1/1000.  If a definition sets the value of every wrong element
   (exact/definition.h), a statement says so, as the first. */
#ifndef PLUMB_DIAGNOSE_CONCENTRATION_H
#define PLUMB_DIAGNOSE_CONCENTRATION_H
#include "diagnose/findings.h"

enum { PLUMB_STATEMENTS = 5, PLUMB_STATEMENT_TEXT = 120 };

typedef char plumb_statements[PLUMB_STATEMENTS][PLUMB_STATEMENT_TEXT];

typedef struct {
    plumb_quantity quantity; /* the tensor with the most wrong elements */
    /* Its elements; wrong: those beyond what is expected, and of a case that is SUSPECT those that cannot be judged. */
    size_t wrong, compared;
    size_t statements;
    plumb_statements text; /* "all in heads 4 to 7 (key head 1)" */
    const char *defined;   /* "0", "-infinity", ...: what a definition says of every wrong element; or NULL */
    /* Of the wrong ones, those that are NaN or infinite; said of these, where others are wrong, too. */
    size_t nan, infinite;
    size_t not_finite_statements;
    plumb_statements not_finite_text;
} plumb_concentration;

/* What those elements have in common: "where no key is seen", or "where a key takes no part". */
const char *plumb_defined_where(plumb_quantity quantity);

/* Returns 0, or -1 if memory is short. */
int plumb_concentration_find(const plumb_findings *findings, plumb_verdict verdict, plumb_concentration *concentration);
#endif
