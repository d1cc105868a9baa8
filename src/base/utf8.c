#include "base/utf8.h"

/* By the first byte. */
static size_t length_of(unsigned char first) {
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

size_t plumb_utf8_character(const char *text, size_t size, uint32_t *number) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = length_of((unsigned char)text[0]);
    if (length == 0 || length > size)
        return 0;
    uint32_t code = (unsigned char)text[0] & (length == 1 ? 0x7FU : 0xFFU >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        unsigned char next = (unsigned char)text[i];
        if ((next & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (next & 0x3FU);
    }
    if (code < least[length] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return 0;
    *number = code;
    return length;
}

size_t plumb_utf8_write(uint32_t number, char *text) {
    size_t length = number < 0x80 ? 1 : number < 0x800 ? 2 : number < 0x10000 ? 3 : 4;
    if (length == 1) {
        text[0] = (char)number;
        return 1;
    }
    for (size_t i = length - 1; i > 0; i--) {
        text[i] = (char)(0x80 | (number & 0x3F));
        number >>= 6;
    }
    text[0] = (char)(0xF00U >> length | number);
    return length;
}

bool plumb_utf8_is_control(uint32_t number) {
    return number < 0x20 || (number >= 0x7F && number <= 0x9F) || number == 0x61C || number == 0x200E ||
           number == 0x200F || (number >= 0x2028 && number <= 0x202E) || (number >= 0x2066 && number <= 0x2069) ||
           number == 0xFFFE || number == 0xFFFF;
}
