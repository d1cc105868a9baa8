/* traps.h - exceptions of floating-point arithmetic, and hosts that trap them. */
#ifndef PLUMB_TESTS_SUPPORT_TRAPS_H
#define PLUMB_TESTS_SUPPORT_TRAPS_H
#include <stdbool.h>

/* Raises every exception: with its trap enabled, the process gets SIGFPE. */
void raise_exceptions(void);

/* Enables all traps.  False, and says so, where the machine or its C library has none. */
bool enable_traps(void);

/* Returns those that were enabled, as FE_ALL_EXCEPT is. */
int disable_traps(void);
#endif
