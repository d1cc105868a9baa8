/* nearness.h - how near each change by itself comes to an explanation: what is left of the errors on
   the chosen rows. */
#ifndef PLUMB_DIAGNOSE_NEARNESS_H
#define PLUMB_DIAGNOSE_NEARNESS_H
#include "diagnose/candidate.h"

/* Below 0 if the first comes nearer: it leaves fewer numbers that are not finite, then smaller errors,
   then fewer wrong elements. */
int plumb_compare_nearness(const plumb_probe_count *a, const plumb_probe_count *b);

/* The neighbours that apply, the nearest first, to be released with free; *count of them.  NULL
   if memory is short. */
size_t *plumb_nearest_first(plumb_search *search, size_t *count);

/* Of the nearest few, those under which far fewer elements of all rows fail: they come nearer, but
   explain nothing.  Returns 0, or -1 if memory is short. */
int plumb_find_nearer(plumb_search *search);
#endif
