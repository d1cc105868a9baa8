/* neighbour.h - what an engine may compute instead of what a case states: a convention of other engines, a known fault,
   or a coarser precision.

   A neighbour is a change to a case.  `plumb diagnose` makes the change and judges the output under it.  Each list is
   made for one case, so that a neighbour describes exactly what changes there, and every neighbour changes something.
   */
#ifndef PLUMB_DIAGNOSE_NEIGHBOUR_H
#define PLUMB_DIAGNOSE_NEIGHBOUR_H
#include "base/storage.h"
#include "case/case.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From the most to the least specific; explanations are listed in this order. */
typedef enum {
    PLUMB_NEIGHBOUR_CONVENTION, /* engines do this on purpose */
    PLUMB_NEIGHBOUR_FAULT,      /* engines did this by mistake */
    PLUMB_NEIGHBOUR_PRECISION   /* the stated formula, rounded more coarsely */
} plumb_neighbour_kind;

enum { PLUMB_NEIGHBOUR_TEXT = 160 };

typedef struct plumb_neighbour plumb_neighbour;
typedef struct plumb_making plumb_making; /* diagnose/making.h */

/* Makes the change to a copy of a case that borrows its arrays; an array that changes is replaced by one from storage.
   Returns 1; 0 if the change does not apply or changes nothing; -1 if there is not enough memory. */
typedef int plumb_make(const plumb_making *making);

struct plumb_neighbour {
    plumb_neighbour_kind kind;
    const char *axis;                  /* "rope_layout", as in `plumb conventions` if it is listed there; two
                         changes of one axis are never tried together */
    char does[PLUMB_NEIGHBOUR_TEXT];   /* "rotates pairs (2m, 2m + 1)": continues "the engine" */
    char member[PLUMB_NEIGHBOUR_TEXT]; /* "\"rope_layout\":\"interleaved\"": how a case states it;
                                          empty if no case can */
    plumb_make *make;
    bool fitted; /* fitted to the output, so that it is weaker evidence than a named change */
    bool of_keys; /* a fitted mask: errors of some keys may look like one */
    bool alone;  /* changes all scores a little: together with another change it would fit too much */
    /* Parameters of make; each function for a change defines their meaning. */
    int64_t integer, second;
    double number;
    const char *of;                    /* names of tensors and members, separated by spaces */
    char states[PLUMB_NEIGHBOUR_TEXT]; /* what the changed case states */
};

/* Makes the change to *changed; returns as plumb_make. */
int plumb_neighbour_make(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed);

/* A growing list.  Starts as all zeros. */
typedef struct {
    plumb_neighbour *list;
    size_t count, capacity;
    bool short_of_memory;
    double until;   /* when time is up for what is found from the engine's numbers (plumb_seconds_now); 0: never */
    size_t untried; /* that were not found, for it was */
} plumb_neighbourhood;

/* Seconds since some moment. */
double plumb_seconds_now(void);
bool plumb_neighbourhood_is_late(const plumb_neighbourhood *neighbourhood);

/* Adds a copy.  A neighbour whose change does not apply may be added; it is skipped when it is tried. */
void plumb_neighbourhood_add(plumb_neighbourhood *neighbourhood, const plumb_neighbour *neighbour);
void plumb_neighbourhood_free(plumb_neighbourhood *neighbourhood);

/* Reserves space for `more` neighbours, so that adding these does not move others.  False if there is not enough
   memory. */
bool plumb_neighbourhood_reserve(plumb_neighbourhood *neighbourhood, size_t more);

/* All lists below; and only the lists of what an engine may compute differently from correct inputs, without those
   about the output itself. */
void plumb_neighbours_of(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_that_compute(const plumb_case *stated, plumb_neighbourhood *neighbourhood);

/* The lists, likelier neighbours first.  Each adds alternatives to what the case states. */
void plumb_neighbours_of_scales(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_pages(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_masks(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_scores(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_operators(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_heads(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_keys(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_rope(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_positions(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_added(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_claims(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_of_precision(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
#endif
