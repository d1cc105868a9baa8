#include "diagnose/rows.h"
#include "diagnose/change.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

plumb_neighbour plumb_row_states(plumb_make *make, const char *without, const char *format, ...) {
    plumb_neighbour row = {.make = make, .of = without};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(row.states, sizeof row.states, format, arguments);
    va_end(arguments);
    return row;
}

plumb_neighbour plumb_row_alone(plumb_neighbour row) {
    row.alone = true;
    return row;
}

plumb_neighbour plumb_row_fitted(plumb_neighbour row) {
    row.fitted = true;
    return row;
}

const char *plumb_row_text(char text[PLUMB_NEIGHBOUR_TEXT], const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, PLUMB_NEIGHBOUR_TEXT, format, arguments);
    va_end(arguments);
    return text;
}

const char *plumb_digits(char text[PLUMB_DIGITS], double x) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, PLUMB_DIGITS, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    return text;
}

/* Whether a row before it says and makes the same. */
static bool is_listed(const plumb_neighbourhood *list, const plumb_neighbour *row) {
    for (size_t i = 0; i < list->count; i++)
        if (list->list[i].make == row->make && strcmp(list->list[i].does, row->does) == 0 &&
            strcmp(list->list[i].states, row->states) == 0)
            return true;
    return false;
}

/* What the row states, where that says all of it. */
static int look_at_statement(const plumb_case *stated, plumb_neighbour *row) {
    bool all = true, states = row->states[0] != '\0' || row->make == plumb_restate;
    int other = states ? plumb_says_other(stated, row, &all) : 1;
    bool alone = row->make == plumb_restate_masks && !plumb_encoding_counts(&stated->problem);
    if (all && (row->make == plumb_restate || alone))
        memcpy(row->member, row->states, sizeof row->member);
    return other;
}

void plumb_row_add(const plumb_case *stated, plumb_neighbourhood *list, plumb_neighbour_kind kind, const char *axis,
                   plumb_neighbour row, const char *format, ...) {
    va_list arguments;
    row.kind = kind;
    row.axis = axis;
    va_start(arguments, format);
    vsnprintf(row.does, sizeof row.does, format, arguments);
    va_end(arguments);
    int other = is_listed(list, &row) ? 0 : look_at_statement(stated, &row);
    list->short_of_memory = list->short_of_memory || other < 0;
    if (other == 1)
        plumb_neighbourhood_add(list, &row);
}
