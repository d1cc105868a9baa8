/* neighbours.c - the lists, and those of them that are their tables alone. */
#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/fit.h"
#include "diagnose/gather.h"
#include "diagnose/rows.h"

static size_t masks_of(const plumb_problem *p) {
    const plumb_mask *m = &p->mask;
    const bool stated[] = {p->causal.causal,       m->prefixed,      m->windowed,       m->chunk > 0,
                           m->streaming,           m->lists != NULL, m->drafts != NULL, m->query_segment != NULL,
                           plumb_states_boolean(m)};
    size_t count = 0;
    for (size_t i = 0; i < sizeof stated / sizeof *stated; i++)
        count += stated[i];
    return count;
}

void plumb_neighbours_of_masks(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    const plumb_mask *m = &p->mask;
    bool counts = plumb_offset_counts(p);
    long long at = p->causal.offset, last = (long long)p->key_length - (long long)p->query_length;
    size_t masks = masks_of(p);
    bool alike = p->mask.entry_offset == NULL, boolean = plumb_is_boolean(m);
    bool several = p->batch > 1;
    long long list_block = m->lists != NULL ? (long long)m->lists->key_block : 0;
    long long left = m->left, right = m->right, chunk = m->chunk;
#include "diagnose/neighbours_masks.def"
    plumb_neighbours_of_fitted_masks(stated, neighbourhood);
}

void plumb_neighbours_of_heads(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    size_t heads = p->query_heads, groups = plumb_groups(stated);
    size_t ratio = groups > 0 ? heads / groups : 1;
    bool grouped = groups > 1 && groups < heads, tiled = stated->tiled_heads != 0;
    bool is_long = p->query_length > 1 || p->key_length > 1, answers = stated->output.present;
    bool by_count = grouped && heads <= groups * groups && (tiled || heads < groups * groups);
    const char *vectors = p->op.sink == PLUMB_SINK_TOKEN ? "k v k_star v_star" : "k v";
#include "diagnose/neighbours_heads.def"
}

/* Scores that no operator of a case gives, made of all that other changes leave, so listed after them. */
#define ADDS(fill, before) CALL(plumb_add_to_hidden, .number = (fill), .second = (before))
#define HAS(fill, before) CALL(plumb_replace_hidden, .number = (fill), .second = (before))

void plumb_neighbours_of_added(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    bool hides = plumb_may_show_hidden(p);
#include "diagnose/neighbours_added.def"
}

/* Log-sum-exps that were read in another base. */
#define OF_BASE(base, factor)                                  \
    ((plumb_neighbour){.make = plumb_verb_multiply, .of = "lse", \
                       .number = (factor), .member = "\"lse_base\":\"" base "\""})

void plumb_neighbours_of_claims(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    static const char mode[] = "qk_matmul_output_mode";
    const plumb_problem *p = &stated->problem;
    bool lse = stated->lse.present, scores = stated->scores.present, weights = stated->weights.present;
#include "diagnose/neighbours_claims.def"
    plumb_neighbours_of_factors(stated, neighbourhood);
    plumb_neighbours_of_lse(stated, neighbourhood);
    plumb_neighbours_of_divisors(stated, neighbourhood);
}

/* Changes are those of what is stated, without copies of keys. */
static plumb_case without_copies(const plumb_case *stated) {
    plumb_case c = *stated;
    c.problem = *plumb_stated_problem(stated);
    return c;
}

/* Families of which engines differ most often come first. */
void plumb_neighbours_of(const plumb_case *given, plumb_neighbourhood *neighbourhood) {
    const plumb_case as_stated = without_copies(given), *stated = &as_stated;
    plumb_neighbours_of_scales(stated, neighbourhood);
    plumb_neighbours_of_pages(stated, neighbourhood);
    plumb_neighbours_of_masks(stated, neighbourhood);
    plumb_neighbours_of_rope(stated, neighbourhood);
    plumb_neighbours_of_scores(stated, neighbourhood);
    plumb_neighbours_of_positions(stated, neighbourhood);
    plumb_neighbours_of_operators(stated, neighbourhood);
    plumb_neighbours_of_heads(stated, neighbourhood);
    plumb_neighbours_of_keys(stated, neighbourhood);
    plumb_neighbours_of_added(stated, neighbourhood);
    plumb_neighbours_of_claims(stated, neighbourhood);
    plumb_neighbours_of_precision(stated, neighbourhood);
}

void plumb_neighbours_that_compute(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    plumb_neighbours_of_scales(stated, neighbourhood);
    plumb_neighbours_of_pages(stated, neighbourhood);
    plumb_neighbours_of_masks(stated, neighbourhood);
    plumb_neighbours_of_scores(stated, neighbourhood);
    plumb_neighbours_of_operators(stated, neighbourhood);
    plumb_neighbours_of_heads(stated, neighbourhood);
    plumb_neighbours_of_keys(stated, neighbourhood);
    plumb_neighbours_of_rope(stated, neighbourhood);
    plumb_neighbours_of_positions(stated, neighbourhood);
    plumb_neighbours_of_added(stated, neighbourhood);
}
