#include "simulate/alike_rows.h"
#include <math.h>
#include <stdlib.h>

/* The unit of numbers whose rounding has this standard deviation: 2 / sqrt(0.18) (rounding_variance.h). */
#define UNITS 4.7

bool plumb_alike_rows_init(plumb_alike_rows *alike, size_t columns) {
    *alike = (plumb_alike_rows){calloc(columns + 1, sizeof *alike->column), columns};
    return alike->column != NULL;
}

void plumb_alike_rows_free(plumb_alike_rows *alike) {
    free(alike->column);
    *alike = (plumb_alike_rows){NULL, 0};
}

void plumb_alike_rows_add(plumb_alike_rows *alike, const double *exact, const double *deviation) {
    for (size_t c = 0; c < alike->columns; c++)
        if (isfinite(exact[c] * exact[c]) && isfinite(deviation[c])) {
            alike->column[c].count++;
            alike->column[c].sum += exact[c];
            alike->column[c].square += exact[c] * exact[c];
            alike->column[c].deviation += deviation[c];
        }
}

static double part_of_column(const plumb_alike_column *column) {
    double n = column->count, unit = UNITS * column->deviation / n;
    double spread = sqrt(fmax(0, column->square / n - column->sum / n * (column->sum / n)));
    return (1 - 1 / n) * (spread > unit ? unit / spread : 1);
}

double plumb_alike_rows_part(const plumb_alike_rows *alike) {
    double sum = 0, columns = 0;
    for (size_t c = 0; c < alike->columns; c++)
        if (alike->column[c].count > 0) {
            sum += part_of_column(&alike->column[c]);
            columns++;
        }
    return columns > 0 ? sum / columns : 0;
}
