/* neighbours_pages.c - mistakes about block tables, lengths of keys, and sequences of a ragged batch. */
#include "case/pages.h"
#include "diagnose/changes.h"
#include "diagnose/rows.h"

void plumb_neighbours_of_pages(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    const plumb_pages *pages = stated->cache[0] != NULL ? stated->cache[0]->pages : NULL;
    bool ragged = pages != NULL && pages->is_sequence;
    bool paged = pages != NULL && !ragged, lengths = p->mask.key_lengths != NULL;
    bool padded = p->mask.key_starts != NULL;
    bool several = p->batch > 1, aligned = p->mask.entry_offset != NULL;
    long long longest = (long long)p->key_length;
#include "diagnose/neighbours_pages.def"
}
