/* environment.h - checks that the machine, with its current settings, is the one that the proofs assume. */
#ifndef PLUMB_THREAD_ENVIRONMENT_H
#define PLUMB_THREAD_ENVIRONMENT_H

/* NULL if doubles are IEEE 754 binary64, rounded to nearest, with gradual underflow and no extra precision; otherwise
   one line that names the difference.  It tests arithmetic results, since more than one register controls the rounding.
   The setting belongs to the thread: check in each that computes, with exceptions held (thread/settings.h), since the
   check raises some. */
const char *plumb_environment_fault(void);
#endif
