#include "case/visible.h"
#include "case/utf8.h"
#include <string.h>

size_t plumb_visible_character(const char *text, size_t size, char shown[PLUMB_VISIBLE]) {
    uint32_t number = 0;
    size_t length = plumb_utf8_character(text, size, &number);
    if (length == 0)
        snprintf(shown, PLUMB_VISIBLE, "\\x%02X", (unsigned)(unsigned char)*text);
    else if (plumb_utf8_is_control(number))
        snprintf(shown, PLUMB_VISIBLE, "\\u%04X", (unsigned)number & 0xFFFFU);
    else
        snprintf(shown, PLUMB_VISIBLE, "%.*s", (int)length, text);
    return length + (length == 0);
}

bool plumb_visible(const char *text, char *out, size_t size) {
    size_t left = strlen(text), used = 0, cut = 0;
    while (left > 0) {
        char shown[PLUMB_VISIBLE];
        size_t length = plumb_visible_character(text, left, shown), wide = strlen(shown);
        if (used + wide >= size) {
            strcpy(out + cut, "...");
            return false;
        }
        memcpy(out + used, shown, wide);
        used += wide;
        cut = used + sizeof "..." <= size ? used : cut;
        text += length;
        left -= length;
    }
    out[used] = 0;
    return true;
}

void plumb_visible_print(const char *text, FILE *stream) {
    for (size_t left = strlen(text), length; left > 0; text += length, left -= length) {
        char shown[PLUMB_VISIBLE];
        length = plumb_visible_character(text, left, shown);
        fputs(shown, stream);
    }
}
