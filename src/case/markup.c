#include "case/markup.h"
#include <stdarg.h>
#include <stddef.h>

/* By the first byte of a UTF-8 character. */
static size_t length_of(unsigned char first) {
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/* Bytes of the UTF-8 character at text, 0 if there is none (RFC 3629). */
static size_t character(const unsigned char *text) {
    size_t length = length_of(text[0]);
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    if ((text[0] == 0xE0 && text[1] < 0xA0) || (text[0] == 0xED && text[1] > 0x9F) ||
        (text[0] == 0xF0 && text[1] < 0x90) || (text[0] == 0xF4 && text[1] > 0x8F))
        return 0;
    return length;
}

void plumb_markup_text(const char *text, FILE *stream) {
    for (const unsigned char *next = (const unsigned char *)text; *next != 0;) {
        size_t length = character(next);
        if (length > 1)
            fwrite(next, 1, length, stream);
        else if (*next == '&' || *next == '<' || *next == '>' || *next == '"' || *next == '\'')
            fprintf(stream, "&#%d;", *next);
        else
            fputc(length == 0 || *next < 0x20 || *next == 0x7F ? '?' : *next, stream);
        next += length == 0 ? 1 : length;
    }
}

void plumb_markup_print(FILE *stream, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    plumb_markup_text(text, stream);
}
