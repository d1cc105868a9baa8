#include "simulate/arithmetic.h"

plumb_simulated_format plumb_simulated_format_of(plumb_rounding rounding, bool cuts) {
    bool cut = rounding.cut;
    if (rounding.unit == 0)
        return (plumb_simulated_format){.flushed = rounding.tiny};
    int bits = -ilogb(rounding.unit) + (cut ? 1 : 0);
    /* Below binary32's width alone subnormal numbers are kept wherever there are any. */
    bool narrow = rounding.overflow < 0x1p17;
    return (plumb_simulated_format){.bits = bits,
                                 .cut = cut && cuts,
                                 .least = narrow ? rounding.tiny * (cut ? 1 : 2) : ldexp(1, -126 - bits + 1),
                                 .beyond = rounding.overflow};
}
