/* region.h - the region of a hypothesis: batch entries, heads and queries of the rows that it explains. */
#ifndef PLUMB_INFER_REGION_H
#define PLUMB_INFER_REGION_H
#include "infer/key_set.h"
#include "infer/sweep.h"
#include "schema/text.h"

typedef struct {
    const plumb_problem *problem;
    plumb_workspace workspace;                     /* of the arrays */
    unsigned char *batch, *head, *query; /* explained rows are there */
    size_t rows;                         /* explained */
    size_t first, last;                  /* queries, and those beside them that are the same under it, to a round one */
    size_t one_row;                      /* the first explained */
    bool product;                        /* no row of these entries, heads and queries is broken: they say it all */
    bool range;                          /* nor one between the first and the last query */
    char set[PLUMB_KEY_SET_TEXT];        /* where queries are of no range: "every 4th query, from query 0 on" */
    size_t unexplained;                  /* failing rows of these entries, heads and queries first..last */
    size_t beside;                       /* the same of all queries */
} plumb_region;

/* suspected: rows that should show it may show too little to be suspected. */
int plumb_region_find(const plumb_problem *problem, const unsigned char *state, bool suspected, plumb_region *region);
void plumb_region_free(plumb_region *region);

/* "in head 2, for queries from 192 on"; "in all rows that see them" is the caller's. */
void plumb_region_say(const plumb_region *region, char *text, size_t size);

/* "in columns 16 to 31" of flags [n], if not all are set; beside other words ", columns 16 to 31". */
void plumb_say_set(const char *one, const char *many, const unsigned char *flags, size_t n, char *text, size_t size);
#endif
