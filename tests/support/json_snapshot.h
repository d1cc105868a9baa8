/* json_snapshot.h - JSON in a committed text (snapshot.h): as many members to a line as it has room for, numbers
   rounded.  How the program itself breaks lines is no matter here. */
#ifndef PLUMB_TESTS_SUPPORT_JSON_SNAPSHOT_H
#define PLUMB_TESTS_SUPPORT_JSON_SNAPSHOT_H
#include "tests/support/json_format.h"
#include "tests/support/snapshot.h"

enum { JSON_SNAPSHOT_COLUMNS = 116, JSON_SNAPSHOT_STEP = 2 };

/* On one line; to be released. */
static inline char *json_on_one_line(const char *name, const json_t *value) {
    snapshot s;
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    ck_assert_ptr_nonnull(text);
    snapshot_begin(&s);
    if (name != NULL)
        fprintf(s.stream, "\"%s\": ", name);
    snapshot_rounded(&s, text);
    fclose(s.stream);
    free(text);
    return s.text;
}

typedef struct {
    FILE *stream;
    size_t indent, column; /* column 0: nothing stands on the line yet */
} json_lines;

static inline void json_end_line(json_lines *lines) {
    if (lines->column > 0)
        fputc('\n', lines->stream);
    lines->column = 0;
}

static inline void json_put_text(json_lines *lines, const char *text) {
    size_t length = strlen(text);
    if (lines->column + length + 2 > JSON_SNAPSHOT_COLUMNS)
        json_end_line(lines);
    lines->column += (size_t)fprintf(lines->stream, "%*s%s", lines->column == 0 ? (int)lines->indent : 1, "", text);
}

static void json_put_parts(json_lines *lines, const json_t *value);

static inline void json_put_part(json_lines *lines, const char *name, json_t *value, bool is_last) {
    char *text = json_on_one_line(name, value), opening[128];
    bool is_short = lines->indent + strlen(text) + 2 <= JSON_SNAPSHOT_COLUMNS;
    if (is_short || !(json_is_object(value) || json_is_array(value))) {
        json_put_text(lines, text);
    } else {
        json_end_line(lines);
        snprintf(opening, sizeof opening, "%s%s%s%c", name != NULL ? "\"" : "", name != NULL ? name : "",
                 name != NULL ? "\": " : "", json_is_object(value) ? '{' : '[');
        json_put_text(lines, opening);
        json_put_parts(lines, value);
        json_put_text(lines, json_is_object(value) ? "}" : "]");
    }
    if (!is_last)
        lines->column += (size_t)fprintf(lines->stream, ",");
    if (!is_short)
        json_end_line(lines);
    free(text);
}

static void json_put_parts(json_lines *lines, const json_t *value) {
    const char *name;
    json_t *part;
    size_t index, left = json_is_object(value) ? json_object_size(value) : json_array_size(value);
    json_end_line(lines);
    lines->indent += JSON_SNAPSHOT_STEP;
    json_object_foreach((json_t *)value, name, part) json_put_part(lines, name, part, --left == 0);
    json_array_foreach(value, index, part) json_put_part(lines, NULL, part, --left == 0);
    lines->indent -= JSON_SNAPSHOT_STEP;
    json_end_line(lines);
}

static inline void snapshot_json(const snapshot *s, json_t *value) {
    json_lines lines = {.stream = s->stream};
    json_put_part(&lines, NULL, value, true);
    json_end_line(&lines);
}
#endif
