/* neighbour.h - what an engine may compute in place of what a case states: a convention of other
   engines, a known fault, or a coarser precision.

   A neighbour is a change to a case.  `plumb diagnose` makes the change and asks whether the
   engine's numbers are right under it.  The lists are made for one case each, so that a neighbour
   says just what it would change there, and none changes nothing. */
#ifndef PLUMB_DIAGNOSE_NEIGHBOUR_H
#define PLUMB_DIAGNOSE_NEIGHBOUR_H
#include "base/storage.h"
#include "case/case.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From the most specific to the least: what explains an answer is listed in this order. */
typedef enum {
    PLUMB_NEIGHBOUR_CONVENTION, /* engines do this on purpose */
    PLUMB_NEIGHBOUR_FAULT,      /* engines did this by mistake */
    PLUMB_NEIGHBOUR_PRECISION   /* the stated formula, rounded more coarsely */
} plumb_neighbour_kind;

enum { PLUMB_NEIGHBOUR_TEXT = 160 };

typedef struct plumb_neighbour plumb_neighbour;
typedef struct plumb_making plumb_making; /* diagnose/making.h */

/* Makes the change to a copy of a case whose arrays are borrowed: an array that changes is replaced by one taken from
   storage.  Returns 1, or 0 where the change does not apply or changes nothing, or -1 if memory is short. */
typedef int plumb_make(const plumb_making *making);

struct plumb_neighbour {
    plumb_neighbour_kind kind;
    const char *axis;                  /* "rope_layout", as in `plumb conventions` where it stands there; two changes
                         of one axis are never tried together */
    char does[PLUMB_NEIGHBOUR_TEXT];   /* "rotates pairs (2m, 2m + 1)": reads on from "the engine" */
    char member[PLUMB_NEIGHBOUR_TEXT]; /* "\"rope_layout\":\"interleaved\"": how a case states it;
                                          empty where none can */
    plumb_make *make;
    bool fitted; /* found from the engine's numbers, so that it says less than what has a name */
    bool of_keys; /* a mask that was fitted: what was done to some keys may look so */
    bool alone;  /* bends all scores a little: beside another change it would fit what is not its own */
    /* What it needs to know; each of the ways to make a change says what it means there. */
    int64_t integer, second;
    double number;
    const char *of;                    /* names of tensors and members, separated by spaces */
    char states[PLUMB_NEIGHBOUR_TEXT]; /* what the changed case states */
};

/* Makes the change to *changed, as said of plumb_make. */
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

/* Takes a copy.  A neighbour whose change does not apply may be added all the same: it is skipped
   when it is tried. */
void plumb_neighbourhood_add(plumb_neighbourhood *neighbourhood, const plumb_neighbour *neighbour);
void plumb_neighbourhood_free(plumb_neighbourhood *neighbourhood);

/* Room for so many more, so that those that are there stay where they are.  False if memory is short. */
bool plumb_neighbourhood_reserve(plumb_neighbourhood *neighbourhood, size_t more);

/* Those from there on were found from the engine's numbers. */
void plumb_neighbourhood_mark_fitted(plumb_neighbourhood *neighbourhood, size_t first);

/* All the lists below; and those of what an engine may compute otherwise from right inputs, not of what is said of its
   answers. */
void plumb_neighbours_of(const plumb_case *stated, plumb_neighbourhood *neighbourhood);
void plumb_neighbours_that_compute(const plumb_case *stated, plumb_neighbourhood *neighbourhood);

/* The lists, likelier neighbours first.  Each adds what may stand in place of what the case states. */
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
