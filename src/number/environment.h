/* environment.h - is this machine, as it is set now, the one that the proofs speak of? */
#ifndef PLUMB_NUMBER_ENVIRONMENT_H
#define PLUMB_NUMBER_ENVIRONMENT_H

/* NULL if doubles are IEEE 754 binary64, rounded to nearest, with gradual underflow and no extra
   precision; otherwise one line that says what is different.  The setting belongs to the thread:
   check in the thread that computes, or before it starts others. */
const char *plumb_environment_fault(void);
#endif
