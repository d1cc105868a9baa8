/* wrong_places.h - the wrong places along an axis, and whether they may be chance. */
#ifndef PLUMB_DIAGNOSE_WRONG_PLACES_H
#define PLUMB_DIAGNOSE_WRONG_PLACES_H
#include <stdbool.h>
#include <stddef.h>

/* Elements at each place along an axis, and rows. */
typedef struct {
    size_t places;
    size_t *compared, *wrong, *rows;
} plumb_axis_count;

/* The wrong places of an axis, in terms of the places where anything is compared. */
typedef struct {
    size_t compared, wrong; /* places */
    size_t first, last;     /* wrong ones */
    size_t before, after;   /* the compared ones next to these; first, last: none */
    size_t first_of_all, last_of_all;
    size_t gaps; /* runs of compared places that are not wrong between them */
    size_t step; /* between wrong places if they are evenly spread, else 0 */
} plumb_wrong_places;

plumb_wrong_places plumb_wrong_places_of(const plumb_axis_count *count);

/* The rows that have a number at one of them. */
size_t plumb_rows_in_places(const plumb_axis_count *count);

/* Whether so many things, each as likely anywhere, would hardly all lie in places that can be told so shortly. */
bool plumb_places_are_telling(const plumb_wrong_places *places, size_t things);
#endif
