/* alike_rows.h - whether rows of a head are so nearly equal that storing the results of their parts errs alike in them.

   Stored numbers err independently if they differ by more than a unit.  Of parts that is known only in the mean: of
   several that differ by so many units as outputs do, one in about so many differs by less than one. */
#ifndef PLUMB_SIMULATED_ALIKE_ROWS_H
#define PLUMB_SIMULATED_ALIKE_ROWS_H
#include <stdbool.h>
#include <stddef.h>

/* Of the rows of a head, by column: sums of the exact outputs, their squares and their standard deviations. */
typedef struct {
    double count, sum, square, deviation;
} plumb_alike_column;
typedef struct {
    plumb_alike_column *column; /* NULL: not asked for */
    size_t columns;
} plumb_alike_rows;

/* False if memory is short. */
bool plumb_alike_rows_init(plumb_alike_rows *alike, size_t columns);
void plumb_alike_rows_free(plumb_alike_rows *alike);

/* Numbers that are not finite do not count. */
void plumb_alike_rows_add(plumb_alike_rows *alike, const double *exact, const double *deviation);

/* The part of the variance of a row's errors that all rows share; 0 of a single row. */
double plumb_alike_rows_part(const plumb_alike_rows *alike);
#endif
