#include "diagnose/change_keys.h"
#include "diagnose/change_masks.h"
#include "diagnose/fit.h"
#include "diagnose/rows.h"

void plumb_neighbours_of_masks(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    const plumb_mask *m = &p->mask;
    bool counts = plumb_offset_counts(p);
    long long at = p->causal.offset, last = (long long)p->key_length - (long long)p->query_length;
    long long left = m->left, right = m->right, chunk = m->chunk;
#include "diagnose/neighbours_masks.def"
    plumb_neighbours_of_fitted_masks(stated, neighbourhood);
}
