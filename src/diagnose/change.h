/* change.h - what the lists of neighbours share: copies of arrays that a case borrows, and the
   words of an entry. */
#ifndef PLUMB_DIAGNOSE_CHANGE_H
#define PLUMB_DIAGNOSE_CHANGE_H
#include "diagnose/neighbour.h"

/* A copy of count elements of the given size; NULL if memory is short, or if array is NULL and
   count is not 0. */
void *plumb_change_copy(plumb_storage *storage, const void *array, size_t count, size_t size);

/* A copy of count numbers, each multiplied by the factor.  Returns 1, 0 where a finite number would
   become infinite, or -1 if memory is short; *numbers stays as it is unless 1 is returned. */
int plumb_change_multiply(plumb_storage *storage, const double **numbers, size_t count,
                          double factor);

/* How many numbers the tensors of a problem have. */
size_t plumb_query_elements(const plumb_problem *problem);
size_t plumb_key_elements(const plumb_problem *problem);
size_t plumb_value_elements(const plumb_problem *problem);

/* The scale as a binary64 number. */
double plumb_change_scale(const plumb_problem *problem);

/* Fills `member`; what does not fit is left out. */
void plumb_change_member(plumb_neighbour *neighbour, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A line of a list: what the engine does, in which cases that is worth a try, by which change,
   and what the change needs to know. */
typedef struct {
    const char *does;
    bool (*where)(const plumb_case *stated); /* NULL: in all */
    plumb_neighbour_change *change;
    int64_t integer, second;
    double number;
} plumb_change_line;

/* An array of lines, and how many they are. */
#define PLUMB_LINES(array) array, sizeof(array) / sizeof *(array)

/* Adds the lines that stand for the case, of one kind and axis, in their order. */
void plumb_change_add_lines(plumb_neighbourhood *neighbourhood, const plumb_case *stated,
                            plumb_neighbour_kind kind, const char *axis,
                            const plumb_change_line *line, size_t lines);

/* A number that a case states under the name of the axis, and the words around another one: "has 16
   buckets in place of 32". */
typedef struct {
    const char *axis;
    plumb_neighbour_change *change;
    const char *before, *after;
} plumb_change_parameter;

/* Adds the fault of another number in place of the stated one, unless it is the same.  The change
   finds it in `integer`, or in `number`. */
void plumb_change_add_integer(plumb_neighbourhood *neighbourhood,
                              const plumb_change_parameter *parameter, int64_t other,
                              int64_t stated);
void plumb_change_add_real(plumb_neighbourhood *neighbourhood,
                           const plumb_change_parameter *parameter, double other, double stated);

/* Fills `does` and adds the neighbour to the list. */
void plumb_change_add(plumb_neighbourhood *neighbourhood, plumb_neighbour neighbour,
                      const char *format, ...) __attribute__((format(printf, 3, 4)));
#endif
