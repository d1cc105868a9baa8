#include "base/printable.h"
#include "base/utf8.h"
#include <string.h>

bool plumb_printable_next(const char **text, char shown[PLUMB_PRINTABLE]) {
    uint32_t number = 0;
    if (**text == 0)
        return false;
    size_t length = plumb_utf8_character(*text, strnlen(*text, PLUMB_UTF8_MOST), &number);
    if (length == 0)
        snprintf(shown, PLUMB_PRINTABLE, "\\x%02X", (unsigned)(unsigned char)**text);
    else if (plumb_utf8_is_control(number))
        snprintf(shown, PLUMB_PRINTABLE, "\\u%04X", (unsigned)number & 0xFFFFU);
    else
        snprintf(shown, PLUMB_PRINTABLE, "%.*s", (int)length, *text);
    *text += length + (length == 0);
    return true;
}

bool plumb_printable(const char *text, char *out, size_t size) {
    char shown[PLUMB_PRINTABLE];
    size_t used = 0, cut = 0;
    while (plumb_printable_next(&text, shown)) {
        size_t wide = strlen(shown);
        if (used + wide >= size) {
            strcpy(out + cut, "...");
            return false;
        }
        memcpy(out + used, shown, wide);
        used += wide;
        cut = used + sizeof "..." <= size ? used : cut;
    }
    out[used] = 0;
    return true;
}

void plumb_printable_print(const char *text, FILE *stream) {
    char shown[PLUMB_PRINTABLE];
    while (plumb_printable_next(&text, shown))
        fputs(shown, stream);
}
