/* settings.h - the floating-point settings of a thread, asked and held while it computes.

   They are the host's: rounding that is directed or subnormals that are lost are refused, never set
   right, so that whoever set them learns of it.  Traps alone are held, since exceptions such as
   inexact belong to every computation here and must not end the host. */
#ifndef PLUMB_THREAD_SETTINGS_H
#define PLUMB_THREAD_SETTINGS_H
#include "base/error.h"
#include <fenv.h>

typedef struct {
    fenv_t host;
} plumb_settings;

/* Holds the exceptions of this thread and asks its arithmetic (thread/environment.h).  Returns 0, or -1
   with the settings as they were and a message that says what is different. */
int plumb_settings_hold(plumb_settings *kept, plumb_error *error);

/* The settings and the exception flags become those before the hold. */
void plumb_settings_restore(const plumb_settings *kept);
#endif
