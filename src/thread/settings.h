/* settings.h - checks the floating-point settings of a thread, and holds traps while it computes.

   The settings are the host's: directed rounding and flushed subnormals are refused, never changed, so that the host
   learns of them.  Only traps are held, since every computation raises exceptions such as inexact, which must not end
   the host. */
#ifndef PLUMB_THREAD_SETTINGS_H
#define PLUMB_THREAD_SETTINGS_H
#include "base/error.h"
#include <fenv.h>

typedef struct {
    fenv_t host;
} plumb_settings;

/* Holds the exceptions of this thread and checks its arithmetic (thread/environment.h).  Returns 0, or -1 with
   unchanged settings and a message that names the difference. */
int plumb_settings_hold(plumb_settings *kept, plumb_error *error);

/* Restores the settings and the exception flags from before the hold. */
void plumb_settings_restore(const plumb_settings *kept);
#endif
