#include "case/visible.h"
#include "case/utf8.h"
#include <string.h>

bool plumb_visible_next(const char **text, char shown[PLUMB_VISIBLE]) {
    uint32_t number = 0;
    if (**text == 0)
        return false;
    size_t length = plumb_utf8_character(*text, strnlen(*text, PLUMB_UTF8_MOST), &number);
    if (length == 0)
        snprintf(shown, PLUMB_VISIBLE, "\\x%02X", (unsigned)(unsigned char)**text);
    else if (plumb_utf8_is_control(number))
        snprintf(shown, PLUMB_VISIBLE, "\\u%04X", (unsigned)number & 0xFFFFU);
    else
        snprintf(shown, PLUMB_VISIBLE, "%.*s", (int)length, *text);
    *text += length + (length == 0);
    return true;
}

bool plumb_visible(const char *text, char *out, size_t size) {
    char shown[PLUMB_VISIBLE];
    size_t used = 0, cut = 0;
    while (plumb_visible_next(&text, shown)) {
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

void plumb_visible_print(const char *text, FILE *stream) {
    char shown[PLUMB_VISIBLE];
    while (plumb_visible_next(&text, shown))
        fputs(shown, stream);
}
