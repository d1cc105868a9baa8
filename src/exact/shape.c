#include "exact/shape.h"

const char *plumb_format_name(plumb_format format) {
    switch (format) {
    case PLUMB_F32:
        return "F32";
    case PLUMB_F16:
        return "F16";
    case PLUMB_BF16:
        return "BF16";
    case PLUMB_F64:
    default:
        return "F64";
    }
}
