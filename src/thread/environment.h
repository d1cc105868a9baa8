/* environment.h - is this machine, as it is set now, the one that the proofs speak of? */
#ifndef PLUMB_THREAD_ENVIRONMENT_H
#define PLUMB_THREAD_ENVIRONMENT_H

/* NULL if doubles are IEEE 754 binary64, rounded to nearest, with gradual underflow and no extra
   precision; otherwise one line that says what is different.  The arithmetic itself is asked, for
   there is more than one register that says how to round.  The setting belongs to the thread: check
   in each that computes, with exceptions held (thread/settings.h), since asking raises some. */
const char *plumb_environment_fault(void);
#endif
