/* rows.h - the words of the tables of neighbours, src/diagnose/neighbours_*.def.  A row is one neighbour:

     ROW(kind, axis, where, change, words...)

   kind: CONVENTION, FAULT or PRECISION; axis and words, which are those of printf: as in plumb_neighbour; where: in
   which cases it is worth a try, by what the list that includes the table has in view.  A row that changes nothing of
   the case, or that says what a row before it does, is passed over.  Before a row,

     EACH(type, x, values...)

   makes one neighbour for each value.  Ways to change a case: */
#ifndef PLUMB_DIAGNOSE_ROWS_H
#define PLUMB_DIAGNOSE_ROWS_H
#include "diagnose/restate.h"
#include "diagnose/verbs.h"

/* What it states, as members of its description, by printf: STATE("\"rope_base\":%s", DIGITS(base)).  The same without
   other members or tensors of the case, and without those alone; of masks: an encoding's positions stay;
   of an encoding: the last query stands at the last key. */
#define STATE(...) plumb_row_states(plumb_restate, NULL, __VA_ARGS__)
#define STATE_WITHOUT(names, ...) plumb_row_states(plumb_restate, names, __VA_ARGS__)
#define LEAVE_OUT(names) ((plumb_neighbour){.make = plumb_restate, .of = (names)})
#define STATE_MASKS(...) plumb_row_states(plumb_restate_masks, NULL, __VA_ARGS__)
#define STATE_AT_END(...) plumb_row_states(plumb_restate_at_end, NULL, __VA_ARGS__)

/* What its tensors hold, by their names (diagnose/verbs.h). */
#define TAKE(names, axis, which) \
    ((plumb_neighbour){.make = plumb_verb_take, .of = (names), .integer = PLUMB_##axis, .second = PLUMB_##which})
#define TAKE_RANKS(names, ranks)                \
    ((plumb_neighbour){.make = plumb_verb_take, \
                       .of = (names),           \
                       .integer = PLUMB_HEADS,  \
                       .second = PLUMB_OF_RANK, \
                       .number = (double)(ranks)})
#define TAKE_TILES(names, which, tile)          \
    ((plumb_neighbour){.make = plumb_verb_take, \
                       .of = (names),           \
                       .integer = PLUMB_LENGTH, \
                       .second = PLUMB_##which, \
                       .number = (double)(tile)})
#define MULTIPLY(names, factor) ((plumb_neighbour){.make = plumb_verb_multiply, .of = (names), .number = (factor)})
#define SCALE(names, power) \
    ((plumb_neighbour){.make = plumb_verb_multiply, .of = (names), .number = 1, .second = (power)})
#define ADD(names, summand) ((plumb_neighbour){.make = plumb_verb_add, .of = (names), .integer = (summand)})
#define RAISE(names, summand) ((plumb_neighbour){.make = plumb_verb_add, .of = (names), .number = (summand)})
#define COUNT(names, first) ((plumb_neighbour){.make = plumb_verb_count, .of = (names), .integer = (first)})
#define ROUND(names, format) ((plumb_neighbour){.make = plumb_verb_round, .of = (names), .integer = PLUMB_##format})
#define ROUND_ONCE(names, format) \
    ((plumb_neighbour){.make = plumb_verb_round, .of = (names), .integer = PLUMB_##format, .second = 1})
#define CLEAR(names, axis, first) \
    ((plumb_neighbour){.make = plumb_verb_take,      \
                       .of = (names),                \
                       .integer = PLUMB_##axis,      \
                       .second = PLUMB_FIRST_ALONE,  \
                       .number = (double)(first)})
#define RELAYOUT(names, memory) \
    ((plumb_neighbour){.make = plumb_verb_relayout, .of = (names), .integer = PLUMB_MEMORY_##memory})

/* A function that cannot be data; what it needs to know: .integer = ..., .second = ..., .number = ... */
#define CALL(function, ...) ((plumb_neighbour){.make = (function), __VA_ARGS__})
#define DO(function) ((plumb_neighbour){.make = (function)})

/* The change is tried by itself alone: it bends all scores a little, so that beside another one it would take up what
   that leaves; and its number is fitted to the output. */
#define ALONE(change) plumb_row_alone(change)
#define FITTED(change) plumb_row_fitted(change)
plumb_neighbour plumb_row_alone(plumb_neighbour row);
plumb_neighbour plumb_row_fitted(plumb_neighbour row);

#define ROW(kind, axis, where, change, ...) \
    if (where)                              \
        plumb_row_add(stated, neighbourhood, PLUMB_NEIGHBOUR_##kind, axis, change, __VA_ARGS__);

#define EACH(type, x, ...)                                                                                             \
    for (size_t at_##x = 0, new_##x = 1; at_##x < sizeof((type[]){__VA_ARGS__}) / sizeof(type); at_##x++, new_##x = 1) \
        for (type x = ((type[]){__VA_ARGS__})[at_##x]; new_##x == 1; new_##x = 0)

/* The same for each word of a member. */
#define EACH_WORD(of, x)                                                                \
    for (size_t at_##x = 0; plumb_word_of(PLUMB_MEMBER_##of, at_##x) != NULL; at_##x++) \
        for (const plumb_value *x = plumb_word_of(PLUMB_MEMBER_##of, at_##x); x != NULL; x = NULL)

/* A text within a row, by printf. */
#define TEXT(...) plumb_row_text((char[PLUMB_NEIGHBOUR_TEXT]){0}, __VA_ARGS__)
const char *plumb_row_text(char text[PLUMB_NEIGHBOUR_TEXT], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The fewest digits that denote the number. */
#define DIGITS(x) plumb_digits((char[PLUMB_DIGITS]){0}, x)
enum { PLUMB_DIGITS = 32 };
const char *plumb_digits(char text[PLUMB_DIGITS], double x);

plumb_neighbour plumb_row_states(plumb_make *make, const char *without, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void plumb_row_add(const plumb_case *stated, plumb_neighbourhood *list, plumb_neighbour_kind kind, const char *axis,
                   plumb_neighbour row, const char *format, ...) __attribute__((format(printf, 6, 7)));
#endif
