/* settings.c - see settings.h. */
#include "thread/settings.h"
#include "thread/environment.h"
#include <stddef.h>

int plumb_settings_hold(plumb_settings *kept, plumb_error *error) {
    if (feholdexcept(&kept->host) != 0)
        return plumb_fail(error, "this machine cannot save its floating-point environment");
    const char *fault = plumb_environment_fault();
    if (fault == NULL)
        return 0;
    plumb_settings_restore(kept);
    return plumb_fail(error, "this machine does not compute as the proofs assume: %s", fault);
}

void plumb_settings_restore(const plumb_settings *kept) {
    fesetenv(&kept->host);
}
