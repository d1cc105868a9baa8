/* angle_table.c - see angle_table.h. */
#include "row/angle_table.h"
#include <stdlib.h>
#include <string.h>

/* So many numbers are kept, and no more: 16 MB. */
#define MOST_NUMBERS ((size_t)1 << 20)

int plumb_angle_table_init(plumb_angle_table *table, size_t pairs, size_t keys) {
    *table = (plumb_angle_table){.pairs = pairs, .places = 1};
    while (table->places < keys && 4 * pairs * table->places <= MOST_NUMBERS)
        table->places *= 2;
    table->point = calloc(table->places, sizeof *table->point);
    table->filled = calloc(table->places, sizeof *table->filled);
    table->angle = calloc(2 * pairs * table->places + 1, sizeof *table->angle);
    return table->point != NULL && table->filled != NULL && table->angle != NULL ? 0 : -1;
}

void plumb_angle_table_free(plumb_angle_table *table) {
    free(table->point);
    free(table->filled);
    free(table->angle);
    *table = (plumb_angle_table){.places = 0};
}

plumb_ball *plumb_angle_table_at(plumb_angle_table *table, plumb_point point, bool *known) {
    size_t place = (size_t)point.on[0] & (table->places - 1);
    *known = table->filled[place] && memcmp(&table->point[place], &point, sizeof point) == 0;
    table->point[place] = point;
    table->filled[place] = true;
    return table->angle + 2 * table->pairs * place;
}

plumb_turns plumb_opposite_turns(plumb_turns turns) {
    uint64_t low = ~((uint64_t)turns.third << 32 | turns.fourth) + 1;
    uint64_t high = ~((uint64_t)turns.first << 32 | turns.second) + (low == 0);
    return (plumb_turns){(uint32_t)(high >> 32), (uint32_t)high, (uint32_t)(low >> 32), (uint32_t)low};
}
