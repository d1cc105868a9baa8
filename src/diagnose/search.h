/* search.h - the parts of a search for explanations (diagnose/diagnose.h), each in a file of its own.  Unless they say
   otherwise they return 0, or -1 if memory is short. */
#ifndef PLUMB_DIAGNOSE_SEARCH_H
#define PLUMB_DIAGNOSE_SEARCH_H
#include "diagnose/candidate.h"

/* Every change by itself (singles.c): adds those under which the case PASSes to the explanations.  Of a case that
   PASSes as stated, those that ask the same are marked alike, and those for which time was too short are counted as
   undecided. */
int plumb_try_singles(plumb_search *search);

/* Of a case that does not PASS plumb_try_singles leaves to this what only excuses it: the coarser precisions that allow
   its errors. */
int plumb_try_excuses(plumb_search *search);

/* Changes beside a number that is fitted anew (refit.c): a scale, a softcap or a factor found from the case as the
   other change leaves it, for as it is stated nothing may fit.  Those come first whose change comes nearest.  So many
   neighbours more may come of it; the neighbourhood has room for them. */
int plumb_try_refits(plumb_search *search);
enum { PLUMB_REFITS = 64 };

/* The scale that all scores seem to be multiplied by (judge/standing.h), if more than those of simulated engines do
   (refit.c): in 16 bits no other fit may see it. */
int plumb_try_seen_scale(plumb_search *search);

/* Several changes found one after the other (descent.c), up to PLUMB_CHANGES of them: each takes away most of the
   errors that those before it leave, and on the next look the nearest of all comes first again. */
int plumb_try_descent(plumb_search *search);

/* A convention and what a kernel did beside it (beside.c): what is inferred under each convention that takes away some
   of the errors, the nearest first. */
int plumb_infer_beside(plumb_search *search);

/* Several changes together, where none explains by itself (pairs.c): the two above, and all pairs, those first that
   come near by themselves, until time is up; once something explains, for as long again. */
int plumb_try_several(plumb_search *search);

/* Whether two changes may be tried together: not of one axis, nor two precisions, nor, where only exact ones are looked
   for, one; nor what is tried by itself alone. */
bool plumb_may_join(const plumb_neighbour *a, const plumb_neighbour *b, bool exact_only);

/* How near each change by itself comes to an explanation (nearness.c).  Below 0 if the first comes nearer: it leaves
   fewer numbers that are not finite, then smaller errors, then fewer wrong elements. */
int plumb_compare_nearness(const plumb_probe_count *a, const plumb_probe_count *b);

/* The neighbours that apply, the nearest first, to be released with free; *count of them.  NULL
   if memory is short. */
size_t *plumb_nearest_first(plumb_search *search, size_t *count);

/* Where output and other tensors fail, and no change explains all: the first that explains the output. */
int plumb_find_output_explained(plumb_search *search, const plumb_candidate *list, size_t count);

/* Of the nearest few, those under which far fewer elements of all rows fail: they come nearer, but
   explain nothing. */
int plumb_find_nearer(plumb_search *search);
#endif
