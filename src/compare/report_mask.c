#include "compare/report_mask.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Adds ", part" or, as the first, "part", as far as there is room. */
static void add(char *text, size_t size, const char *part) {
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%s", length == 0 ? "" : ", ", part);
}

static void add_position_masks(const plumb_problem *problem, char *text, size_t size) {
    const plumb_mask *m = &problem->mask;
    char part[96];
    if (problem->causal.causal)
        add(text, size, "causal");
    if (m->prefixed) {
        snprintf(part, sizeof part, "prefix %" PRId64, m->prefix);
        add(text, size, part);
    }
    if (m->windowed) {
        snprintf(part, sizeof part, "window %" PRId64 ",%" PRId64, m->left, m->right);
        add(text, size, part);
    }
    if (m->streaming) {
        snprintf(part, sizeof part, "streaming %" PRId64 ",%" PRId64 "%s", m->first, m->recent,
                 m->in_cache ? " with positions within the cache" : "");
        add(text, size, part);
    }
    if (m->chunk != 0) {
        snprintf(part, sizeof part, "chunk %" PRId64, m->chunk);
        add(text, size, part);
    }
    if (text[0] != 0) {
        snprintf(part, sizeof part, "offset %" PRId64, problem->causal.offset);
        add(text, size, part);
    }
}

const char *plumb_empty_row_name(plumb_empty_row empty_row) {
    static const char *const names[] = {[PLUMB_EMPTY_ROW_ZERO] = "zero",
                                        [PLUMB_EMPTY_ROW_NAN] = "nan",
                                        [PLUMB_EMPTY_ROW_MEAN] = "mean"};
    return names[empty_row];
}

void plumb_mask_text(const plumb_problem *problem, char *text, size_t size) {
    text[0] = 0;
    add_position_masks(problem, text, size);
    if (problem->mask.query_segment != NULL)
        add(text, size, "segments");
    if (problem->mask.allowed != NULL)
        add(text, size, "allowed");
    if (text[0] == 0)
        add(text, size, "no mask");
}

static json_t *integer_or_null(bool stated, int64_t value) {
    return stated ? json_integer((json_int_t)value) : json_null();
}

static json_t *pair_or_null(bool stated, const char *one, int64_t first, const char *other,
                            int64_t second) {
    return stated ? json_pack("{s:I, s:I}", one, (json_int_t)first, other, (json_int_t)second)
                  : json_null();
}

json_t *plumb_mask_json(const plumb_problem *problem) {
    const plumb_mask *m = &problem->mask;
    return json_pack("{s:b, s:o, s:o, s:o, s:b, s:o, s:b, s:b}", "causal", problem->causal.causal,
                     "window", pair_or_null(m->windowed, "left", m->left, "right", m->right),
                     "prefix", integer_or_null(m->prefixed, m->prefix), "streaming",
                     pair_or_null(m->streaming, "first", m->first, "recent", m->recent),
                     "streaming_in_cache", m->in_cache, "chunk",
                     integer_or_null(m->chunk != 0, m->chunk), "segments", m->query_segment != NULL,
                     "allowed", m->allowed != NULL);
}
