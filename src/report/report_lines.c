#include "report/report_lines.h"
#include "base/printable.h"
#include <string.h>

/* How much of a text goes into a line; it is longer. */
typedef size_t fitting(const char *text, size_t width);

/* Up to the end of a word or of a folder's name if one ends there, never within a character of UTF-8. */
static size_t fitting_words(const char *text, size_t width) {
    size_t end = width;
    while (end > 0 && text[end] != ' ')
        end--;
    if (end > 0)
        return end;
    for (end = width; end > 0 && text[end - 1] != '/';)
        end--;
    if (end > 0)
        return end;
    for (end = width; end > 1 && ((unsigned char)text[end] & 0xC0) == 0x80;)
        end--;
    return end;
}

static size_t fitting_members(const char *text, size_t width) {
    size_t end = width;
    while (end > 0 && !((text[end - 1] == ',' || text[end - 1] == ';') && text[end] == ' '))
        end--;
    return end > 0 ? end : fitting_words(text, width);
}

static void print(FILE *stream, const char *label, int indent, const char *said, fitting *fits) {
    char shown[4096], *text = shown;
    size_t width = (size_t)(PLUMB_REPORT_COLUMNS - indent);
    plumb_printable(said, shown, sizeof shown);
    do {
        size_t length = strlen(text) <= width ? strlen(text) : fits(text, width);
        fprintf(stream, "%-*s%.*s\n", indent, label, (int)length, text);
        text += length;
        text += strspn(text, " ");
        label = "";
    } while (*text != 0);
}

void plumb_print_lines(FILE *stream, const char *label, int indent, const char *text) {
    print(stream, label, indent, text, fitting_words);
}

void plumb_print_list(FILE *stream, const char *label, int indent, const char *text) {
    print(stream, label, indent, text, fitting_members);
}
