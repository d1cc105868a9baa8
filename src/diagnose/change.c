#include "diagnose/change.h"
#include "row/evaluate.h"
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void *plumb_change_copy(plumb_storage *storage, const void *array, size_t count, size_t size) {
    if (array == NULL && count > 0)
        return NULL;
    void *copy = plumb_storage_take(storage, count, size);
    if (copy != NULL && count > 0)
        memcpy(copy, array, count * size);
    return copy;
}

int plumb_change_multiply(plumb_storage *storage, const double **numbers, size_t count,
                          double factor) {
    double *product = plumb_change_copy(storage, *numbers, count, sizeof *product);
    if (product == NULL)
        return -1;
    for (size_t i = 0; i < count; i++) {
        product[i] *= factor;
        if (isfinite((*numbers)[i]) && !isfinite(product[i]))
            return 0;
    }
    *numbers = product;
    return 1;
}

size_t plumb_query_elements(const plumb_problem *problem) {
    return plumb_rows_of(problem) * problem->head_dim;
}

size_t plumb_key_elements(const plumb_problem *problem) {
    return problem->batch * problem->key_heads * problem->key_length * problem->head_dim;
}

size_t plumb_value_elements(const plumb_problem *problem) {
    return problem->batch * problem->key_heads * problem->key_length * problem->value_dim;
}

double plumb_change_scale(const plumb_problem *problem) {
    return plumb_problem_scale(problem).mid;
}

void plumb_change_member(plumb_neighbour *neighbour, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(neighbour->member, sizeof neighbour->member, format, arguments);
    va_end(arguments);
}

void plumb_change_add(plumb_neighbourhood *neighbourhood, plumb_neighbour neighbour,
                      const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(neighbour.does, sizeof neighbour.does, format, arguments);
    va_end(arguments);
    plumb_neighbourhood_add(neighbourhood, &neighbour);
}

void plumb_change_add_lines(plumb_neighbourhood *neighbourhood, const plumb_case *stated,
                            plumb_neighbour_kind kind, const char *axis,
                            const plumb_change_line *line, size_t lines) {
    for (size_t i = 0; i < lines; i++) {
        plumb_neighbour entry = {.kind = kind,
                                 .axis = axis,
                                 .change = line[i].change,
                                 .integer = line[i].integer,
                                 .second = line[i].second,
                                 .number = line[i].number};
        if (line[i].where == NULL || line[i].where(stated))
            plumb_change_add(neighbourhood, entry, "%s", line[i].does);
    }
}

static plumb_neighbour other_number(const plumb_change_parameter *parameter) {
    return (plumb_neighbour){
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = parameter->axis, .change = parameter->change};
}

void plumb_change_add_integer(plumb_neighbourhood *neighbourhood,
                              const plumb_change_parameter *parameter, int64_t other,
                              int64_t stated) {
    plumb_neighbour entry = other_number(parameter);
    entry.integer = other;
    if (other == stated)
        return;
    plumb_change_member(&entry, "\"%s\":%" PRId64, parameter->axis, other);
    plumb_change_add(neighbourhood, entry, "%s%" PRId64 "%s in place of %" PRId64,
                     parameter->before, other, parameter->after, stated);
}

void plumb_change_add_real(plumb_neighbourhood *neighbourhood,
                           const plumb_change_parameter *parameter, double other, double stated) {
    plumb_neighbour entry = other_number(parameter);
    entry.number = other;
    if (other == stated)
        return;
    plumb_change_member(&entry, "\"%s\":%g", parameter->axis, other);
    plumb_change_add(neighbourhood, entry, "%s%g%s in place of %g", parameter->before, other,
                     parameter->after, stated);
}
