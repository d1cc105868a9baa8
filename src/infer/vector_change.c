#include "infer/vector_change.h"
#include "infer/predict.h"
#include "infer/shares.h"
#include <math.h>
#include <string.h>

/* ---- groups ---- */

typedef struct {
    size_t head[2], row[2], column[2];
} box;

static box box_of(const plumb_vector_change *c, const plumb_layout_dims *d, size_t head, size_t row, size_t column) {
    box of = {{head, head + 1}, {row, row + 1}, {0, d->columns}};
    size_t first = c->n > 0 ? row / c->n * c->n : 0, block = c->n > 0 ? column / c->n * c->n : 0;
    bool column_alone = c->of == PLUMB_GROUP_OF_COLUMN;
    if (c->of == PLUMB_GROUP_OF_TOKEN || c->of == PLUMB_GROUP_OF_ALL) {
        of.head[0] = c->of == PLUMB_GROUP_OF_ALL ? 0 : head / d->heads * d->heads;
        of.head[1] = c->of == PLUMB_GROUP_OF_ALL ? d->batch * d->heads : of.head[0] + d->heads;
    }
    if (c->of == PLUMB_GROUP_OF_ROWS)
        of = (box){{head, head + 1}, {first, first + c->n < d->rows ? first + c->n : d->rows}, {0, d->columns}};
    if (column_alone || c->of == PLUMB_GROUP_OF_HEAD || c->of == PLUMB_GROUP_OF_ALL)
        of = (box){{of.head[0], of.head[1]}, {0, d->rows}, {0, d->columns}};
    if (column_alone || c->of == PLUMB_GROUP_OF_COLUMNS) {
        of.column[0] = column_alone ? column : block;
        of.column[1] = column_alone ? column + 1 : block + c->n < d->columns ? block + c->n : d->columns;
    }
    return of;
}

typedef struct {
    double mean, largest, norm, least, most;
} statistics;

static statistics measure(const box *of, const plumb_layout_dims *d, const double *from, bool centred) {
    statistics s = {0, 0, 0, INFINITY, -INFINITY};
    double numbers =
        (double)((of->head[1] - of->head[0]) * (of->row[1] - of->row[0]) * (of->column[1] - of->column[0]));
    for (int pass = centred ? 0 : 1; pass < 2; pass++)
        for (size_t head = of->head[0]; head < of->head[1]; head++)
            for (size_t row = of->row[0]; row < of->row[1]; row++)
                for (size_t c = of->column[0]; c < of->column[1]; c++) {
                    double x = from[(head * d->rows + row) * d->columns + c] - s.mean * pass;
                    if (pass == 0)
                        s.mean += x / numbers;
                    s.least = fmin(s.least, x);
                    s.most = fmax(s.most, x);
                    s.largest = pass == 1 ? fmax(s.largest, fabs(x)) : 0;
                    s.norm += pass == 1 ? x * x : 0;
                }
    s.norm = sqrt(s.norm);
    return s;
}

/* ---- changes ---- */

static double nearest_of(const double *table, double x) {
    size_t best = 0;
    for (size_t i = 1; i < 16; i++)
        best = fabs(table[i] - x) < fabs(table[best] - x) ? i : best;
    return table[best];
}

/* As kernels do in binary32: numbers of 16 bits are often half way between two. */
static double quantised(const plumb_vector_change *c, double x, double largest) {
    float scale = (float)(c->powers ? ldexp(1, ilogb(largest) - ilogb(c->levels)) : largest / c->levels);
    float scaled = scale == 0 ? 0 : (float)(x / (double)scale);
    if (c->table != NULL)
        return (double)scale * nearest_of(c->table, (double)scaled);
    if (c->powers)
        scaled = fmaxf((float)-c->levels, fminf((float)c->levels, scaled));
    double whole = c->bits == 0 ? rint((double)scaled) : plumb_in_few_bits((double)scaled, c->bits, c->steps);
    return (double)scale * whole;
}

/* A number that a group of its own changes. */
static double changed_in(const plumb_vector_change *c, const statistics *s, double x) {
    if (c->asymmetric) {
        float step = (float)((double)(float)(s->most - s->least) / c->levels), above = (float)(x - s->least);
        return step == 0 ? x : (double)((float)s->least + step * rintf(above / step));
    }
    return c->normalised ? (x - s->mean) / (s->norm > 0 ? s->norm : 1) * c->length : quantised(c, x, s->largest);
}

/* What a tile of rows has in common is not quantised. */
void plumb_take_mean_off(const plumb_vector_change *c, const plumb_layout_dims *d, size_t head,
                         const double *from, double *to) {
    plumb_vector_change means = {.of = PLUMB_GROUP_OF_ROWS, .n = c->n};
    for (size_t row = 0; row < d->rows; row += c->n)
        for (size_t column = 0; column < d->columns; column++) {
            box of = box_of(&means, d, head, row, column);
            of.column[0] = column;
            of.column[1] = column + 1;
            double mean = measure(&of, d, from, true).mean;
            for (size_t i = of.row[0]; i < of.row[1]; i++) {
                size_t at = (head * d->rows + i) * d->columns + column;
                to[at] = from[at] - mean;
            }
        }
}

void plumb_change_groups(const plumb_vector_change *c, const plumb_layout_dims *d, size_t head,
                         const double *from, double *to) {
    bool single = c->of == PLUMB_GROUP_OF_ROW || c->of == PLUMB_GROUP_OF_COLUMNS || c->of == PLUMB_GROUP_OF_TOKEN;
    size_t rows = single ? 1 : c->of == PLUMB_GROUP_OF_ROWS ? c->n : d->rows;
    size_t columns = c->of == PLUMB_GROUP_OF_COLUMNS ? c->n : c->of == PLUMB_GROUP_OF_COLUMN ? 1 : d->columns;
    if (c->smoothed) {
        plumb_take_mean_off(&(plumb_vector_change){.n = d->rows}, d, head, from, to);
        from = to;
    }
    for (size_t row = 0; row < d->rows; row += rows)
        for (size_t column = 0; column < d->columns; column += columns) {
            box of = box_of(c, d, head, row, column);
            statistics s = measure(&of, d, from, c->centred);
            for (size_t i = of.row[0]; i < of.row[1]; i++)
                for (size_t j = of.column[0]; j < of.column[1]; j++) {
                    size_t at = (head * d->rows + i) * d->columns + j;
                    to[at] = changed_in(c, &s, from[at]);
                }
        }
}

void plumb_average_heads(const plumb_vector_change *c, const plumb_layout_dims *d, size_t head,
                         const double *from, double *to) {
    size_t numbers = d->rows * d->columns, first = head / c->n * c->n;
    for (size_t i = 0; i < numbers; i++) {
        double sum = 0;
        for (size_t h = first; h < first + c->n; h++)
            sum += from[h * numbers + i];
        to[head * numbers + i] = sum / (double)c->n;
    }
}

void plumb_transform_blocks(const plumb_vector_change *c, const plumb_layout_dims *d, size_t head,
                            const double *from, double *to) {
    size_t numbers = d->rows * d->columns;
    memcpy(to + head * numbers, from + head * numbers, numbers * sizeof *to);
    for (size_t i = 0; i < numbers; i += c->n)
        plumb_hadamard(to + head * numbers + i, c->n);
}

void plumb_round_numbers(const plumb_vector_change *c, const plumb_layout_dims *d, size_t head,
                         const double *from, double *to) {
    for (size_t i = head * d->rows * d->columns; i < (head + 1) * d->rows * d->columns; i++)
        to[i] = plumb_in_few_bits(from[i], c->bits, c->steps);
}

/* Columns of each block of n as the rule says of queries. */
void plumb_move_columns(const plumb_vector_change *c, const plumb_layout_dims *d, size_t head,
                        const double *from, double *to) {
    for (size_t row = head * d->rows; row < (head + 1) * d->rows; row++)
        for (size_t column = 0; column < d->columns; column++) {
            size_t source;
            if (!plumb_hypothesis_query(&c->rule, column, d->columns, &source))
                source = column;
            to[row * d->columns + column] = from[row * d->columns + source];
        }
}

void plumb_move_rows(const plumb_vector_change *c, const plumb_layout_dims *d, size_t head,
                     const double *from, double *to) {
    for (size_t row = 0; row < d->rows; row++) {
        size_t source;
        if (!plumb_hypothesis_query(&c->rule, row, d->rows, &source))
            source = row;
        memcpy(to + (head * d->rows + row) * d->columns, from + (head * d->rows + source) * d->columns,
               d->columns * sizeof *to);
    }
}
