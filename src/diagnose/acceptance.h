/* acceptance.h - whether a change that makes a case PASS explains what was wrong with it.

   A verdict PASS is not enough.  The score of a key that the change hides is no longer compared,
   and a change that makes scores large makes expected errors large, so that they include the error.  Therefore
     - if an element was wrong as stated and the change leaves it uncompared, it must look like that of a hidden key:
       NaN, infinite, or as low as engines write there;
     - at least half of the summed errors of the wrong elements must be gone. */
#ifndef PLUMB_DIAGNOSE_ACCEPTANCE_H
#define PLUMB_DIAGNOSE_ACCEPTANCE_H
#include "diagnose/findings.h"

typedef struct {
    const plumb_findings *stated; /* borrowed */
    double *error;                /* [rows] of the elements that were wrong as stated */
    unsigned char *unexplained;   /* [rows] an element was wrong and is not compared any more */
    unsigned char *wrong;         /* [rows] an element is wrong under the change */
} plumb_acceptance;

/* Returns 0, or -1 if memory is short. */
int plumb_acceptance_init(plumb_acceptance *acceptance, const plumb_findings *stated);
void plumb_acceptance_free(plumb_acceptance *acceptance);

/* For plumb_compare_options, on the changed case: context is a plumb_acceptance. */
void plumb_acceptance_note(void *context, plumb_quantity quantity, const plumb_element *element);

/* What part of the errors of the wrong elements is left; 0 where none has a finite error. */
double plumb_acceptance_left(const plumb_acceptance *acceptance);

/* Whether the elements of wrong rows are accounted for; where the change is to a coarser
   precision the errors stay what they are. */
bool plumb_acceptance_holds(const plumb_acceptance *acceptance, bool coarser);
#endif
