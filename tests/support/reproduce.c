#include "tests/support/reproduce.h"
#include <check.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void reproduce_text(reproduction *line, const char *format, ...) {
    size_t room = sizeof line->line - line->length;
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(line->line + line->length, room, format, arguments);
    va_end(arguments);
    if (written > 0)
        line->length += (size_t)written < room ? (size_t)written : room - 1;
}

reproduction reproduce(const random_cases *cases) {
    reproduction line = {.length = 0};
    reproduce_text(&line, "%s: PLUMB_TEST_SEED=%" PRIu64 " PLUMB_TEST_CASE=%" PRIu64, cases->test,
                   cases->seed, cases->number);
    return line;
}

void reproduce_doubles(reproduction *line, const char *name, const double *x, size_t count) {
    reproduce_text(line, " %s=", name);
    for (size_t i = 0; i < count; i++)
        reproduce_text(line, "%s%a", i == 0 ? "" : ",", x[i]);
}

void reproduce_balls(reproduction *line, const char *name, const plumb_ball *x, size_t count) {
    reproduce_text(line, " %s=", name);
    for (size_t i = 0; i < count; i++)
        reproduce_text(line, "%s%a+-%a", i == 0 ? "" : ",", x[i].mid, x[i].rad);
}

void reproduce_flags(reproduction *line, const char *name, const unsigned char *x, size_t count) {
    reproduce_text(line, " %s=", name);
    for (size_t i = 0; i < count; i++)
        reproduce_text(line, "%d", x[i] != 0);
}

void reproduce_problem(reproduction *line, const plumb_problem *problem) {
    const plumb_problem *p = problem;
    reproduce_text(line,
                   " batch=%zu query_heads=%zu key_heads=%zu query_length=%zu key_length=%zu"
                   " head_dim=%zu value_dim=%zu causal=%d offset=%" PRId64 " scale=%s",
                   p->batch, p->query_heads, p->key_heads, p->query_length, p->key_length,
                   p->head_dim, p->value_dim, p->causal.causal, p->causal.offset,
                   p->scale.text == NULL ? "default" : p->scale.text);
    reproduce_doubles(line, "query", p->query,
                      p->batch * p->query_heads * p->query_length * p->head_dim);
    reproduce_doubles(line, "key", p->key, p->batch * p->key_heads * p->key_length * p->head_dim);
    reproduce_doubles(line, "value", p->value,
                      p->batch * p->key_heads * p->key_length * p->value_dim);
}

void reproduce_fail(const reproduction *line) {
    ck_abort_msg("%s", line->line);
}
