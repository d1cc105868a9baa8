#include "exact/shape.h"

plumb_format_shape plumb_shape(plumb_format format) {
    switch (format) {
    case PLUMB_F32:
        return (plumb_format_shape){24, -149, 128};
    case PLUMB_F16:
        return (plumb_format_shape){11, -24, 16};
    case PLUMB_BF16:
        return (plumb_format_shape){8, -133, 128};
    case PLUMB_F64:
    default:
        return (plumb_format_shape){53, -1074, 1024};
    }
}

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
