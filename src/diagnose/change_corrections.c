/* change_corrections.c - whatever changes a score without a member of its own becomes a bias: the difference between
   the changed score and the stated one, evaluated for each pair of a query and a key, is added where the case adds
   biases.  So a softcap applied twice, an elu without its 1 and hidden keys with a finite score need no operator of
   their own.  Cases with too many products are left out, and hidden keys that would weigh nothing in any sampled row
   make no change. */
#include "bundle/rows.h"
#include "diagnose/change.h"
#include "diagnose/changes.h"
#include "diagnose/findings.h"
#include "diagnose/fit.h"
#include "diagnose/restate.h"
#include "diagnose/shown.h"
#include "diagnose/verbs.h"
#include "exact/visible.h"
#include <math.h>

/* Products of elements of queries and keys in all rows together, for a change is made anew for
   every pair: about a tenth of a second. */
#define MOST_PRODUCTS 0x1p25

/* A key whose score is so much lower than another's has no weight in any precision; on so many rows that is asked. */
#define NO_WEIGHT 40
enum { SAMPLE = 16 };

static bool are_few(const plumb_problem *p) {
    return (double)plumb_rows_of(p) * (double)p->key_length * (double)p->head_dim <= MOST_PRODUCTS;
}

/* ---- scores corrected ---- */

/* What is added to a score x of a key; number: as the caller has it. */
typedef double correction(const plumb_problem *asked, double x, double number);

/* [batch][query_heads][query_length][key_length]; NULL if memory is short. */
static const double *corrections(plumb_storage *storage, const plumb_problem *asked, correction *rule, double number) {
    size_t keys = asked->key_length, rows = plumb_rows_of(asked);
    double *added = plumb_storage_take(storage, rows * keys, sizeof *added);
    plumb_rows all;
    if (added == NULL || plumb_rows_init(&all, asked, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) != 0)
        return NULL;
    all.row.without_lse = true;
    for (size_t n = 0; n < rows; n++) {
        const plumb_row *row = plumb_rows_number(&all, n);
        for (size_t j = 0; j < keys; j++)
            added[n * keys + j] = row->visible[j] ? rule(asked, row->score[j].mid, number) : 0;
    }
    plumb_rows_free(&all);
    return added;
}

static double with_correction(const plumb_score_place *at) {
    const double *added = at->context;
    size_t row = (at->b * at->p->query_heads + at->h) * at->p->query_length + at->t;
    return isinf(at->bias) ? at->bias : at->bias + added[row * at->p->key_length + at->j];
}

/* Adds to the bias of the problem what the rule says of scores of another problem, whose keys that take no part get
   nothing.  Returns as plumb_change_bias, and 0 where there are too many scores. */
static int correct_scores(plumb_storage *storage, plumb_problem *problem, const plumb_problem *asked, correction *rule,
                          double number) {
    if (!are_few(asked))
        return 0;
    const double *added = corrections(storage, asked, rule, number);
    if (added == NULL)
        return -1;
    return plumb_change_bias(storage, problem, (plumb_score_change){with_correction, added, {true, true, true}, NULL});
}

/* ---- capped twice ---- */

/* A sink's key has a score that nothing can be added to. */
static bool sink_has_key(const plumb_problem *p) {
    plumb_sink sink = p->op.sink;
    return sink == PLUMB_SINK_KEY || sink == PLUMB_SINK_KEY_VALUE || sink == PLUMB_SINK_TOKEN;
}

/* Where hidden keys have the score -softcap, that would be capped again as well. */
static bool may_cap_again(const plumb_problem *p) {
    return p->op.softcap > 0 && !sink_has_key(p) &&
           !(p->op.softcap_order == PLUMB_BIAS_MASK_CAP && plumb_hides_a_key(p));
}

/* The problem whose scores are what is capped. */
static plumb_problem before_cap(const plumb_problem *p) {
    plumb_problem bare = *p;
    bare.op.softcap = 0;
    bare.op.softcap_order = PLUMB_CAP_BIAS_MASK;
    if (p->op.softcap_order != PLUMB_CAP_BIAS_MASK)
        return bare;
    bare.extra.bias = NULL;
    bare.extra.bias_batch = bare.extra.bias_head = bare.extra.bias_query = 0;
    if (p->op.sink == PLUMB_SINK_KEY0_BIAS) {
        bare.op.sink = PLUMB_SINK_NONE;
        bare.extra.key0_bias = NULL;
    }
    if (plumb_position_adds_bias(p->position.kind)) {
        bare.position = (plumb_position){0};
        bare.mask.in_cache = false;
    }
    return bare;
}

/* What is to be added where the case adds its bias, so that cap(cap(x)) comes of x: after the cap,
   or to what is capped. */
static double after_cap(const plumb_problem *asked, double x, double cap) {
    (void)asked;
    double once = cap * tanh(x / cap);
    return cap * tanh(once / cap) - once;
}

static double within_cap(const plumb_problem *asked, double x, double cap) {
    (void)asked;
    return cap * tanh(x / cap) - x;
}

int plumb_cap_again(const plumb_making *m) {
    if (!may_cap_again(m->p))
        return 0;
    plumb_problem bare = before_cap(m->p);
    bool outside = m->p->op.softcap_order == PLUMB_CAP_BIAS_MASK;
    return correct_scores(m->storage, m->p, &bare, outside ? after_cap : within_cap, m->p->op.softcap);
}

/* ---- elu without 1 ---- */

static double elu(double x) {
    return x > 0 ? x : expm1(x);
}

static double less_score(const plumb_problem *asked, double x, double number) {
    (void)asked, (void)number;
    return elu(x) - x;
}

static void map_all(const plumb_making *m, const plumb_tensor_view *view, void *to) {
    const double *from = *view->place;
    (void)m;
    for (size_t i = view->first; i < view->end; i++)
        ((double *)to)[i] = elu(from[i]);
}

/* The weights become the scores, which are corrected, or whose queries and keys are mapped before. */
int plumb_leave_out_one(const plumb_making *m) {
    plumb_problem *p = m->p;
    plumb_problem asked = *p;
    int result;
    if (p->op.softcap > 0 || sink_has_key(p))
        return 0;
    if (p->op.kind == PLUMB_ELU)
        result = correct_scores(m->storage, p, &asked, less_score, 0);
    else
        result = p->op.kind == PLUMB_ELU_KERNEL && !plumb_position_moves_vectors(p->position.kind)
                     ? plumb_change_tensors(m, map_all)
                     : 0;
    p->op.kind = PLUMB_IDENTITY;
    return result == 1 ? plumb_case_allowed(m->changed) : result;
}

/* ---- hidden keys that take part ---- */

/* Nothing stands between a bias and the score. */
bool plumb_may_show_hidden(const plumb_problem *p) {
    bool capped = p->op.softcap > 0 && p->op.softcap_order != PLUMB_CAP_BIAS_MASK;
    return plumb_has_log_sum_exp(p->op.kind) && !capped && !p->mask.in_cache && plumb_hides_a_key(p) &&
           p->op.sink != PLUMB_SINK_FIRST_KEYS;
}

static double number_of(const plumb_making *m) {
    return m->by->number * (m->by->second != 0 ? plumb_change_scale(m->p) : 1);
}

/* The problem that hides nothing. */
static double shown_bias(const plumb_score_place *at) {
    return isinf(at->bias) ? 0 : at->bias;
}

static bool bias_hides(const plumb_problem *p) {
    const plumb_extras *x = &p->extra;
    size_t rows = (x->bias_batch != 0 ? p->batch : 1) * (x->bias_head != 0 ? p->query_heads : 1) *
                  (x->bias_query != 0 ? p->query_length : 1);
    for (size_t i = 0; x->bias != NULL && i < rows * p->key_length; i++)
        if (isinf(x->bias[i]))
            return true;
    return false;
}

static int open_masks(plumb_storage *storage, plumb_problem *p) {
    plumb_drop_masks(p);
    return !bias_hides(p) ? 0 : plumb_change_bias(storage, p, (plumb_score_change){.rule = shown_bias});
}

/* Whether a hidden key of the row has any weight beside those that are seen; row: of the problem that hides nothing. */
static bool row_matters(const plumb_problem *stated, plumb_row_place at, const plumb_row *row, double number,
                        bool adds) {
    double seen = -INFINITY, hidden = -INFINITY;
    for (size_t j = 0; j < stated->key_length; j++) {
        double x = row->score[j].mid;
        if (plumb_exact_visible(stated, at.b, at.h, at.t, j))
            seen = fmax(seen, x);
        else
            hidden = fmax(hidden, adds ? x + number : number);
    }
    return hidden > seen - NO_WEIGHT;
}

/* On a few rows.  -1 if memory is short. */
static int matters(const plumb_problem *stated, const plumb_problem *open, double number, bool adds) {
    size_t rows = plumb_rows_of(stated), step = rows / plumb_fit_rows(stated, SAMPLE);
    plumb_rows some;
    bool any = false;
    if (plumb_rows_init(&some, open, 1, PLUMB_KEEP_ALL) != 0)
        return -1;
    some.row.without_lse = true;
    for (size_t n = 0; n < rows && !any; n += step)
        any = row_matters(stated, plumb_place_of_row(stated, n), plumb_rows_number(&some, n), number, adds);
    plumb_rows_free(&some);
    return any;
}

/* What is added where the case as it was hides a key. */
typedef struct {
    const plumb_problem *stated;
    double number;
} fill;

static double filled(const plumb_score_place *at) {
    const fill *f = at->context;
    if (plumb_exact_visible(f->stated, at->b, at->h, at->t, at->j))
        return at->bias;
    return isinf(at->bias) ? f->number : at->bias + f->number;
}

int plumb_add_to_hidden(const plumb_making *m) {
    plumb_problem stated = *m->p, open = stated;
    fill f = {&stated, number_of(m)};
    if (!plumb_may_show_hidden(&stated))
        return 0;
    if (open_masks(m->storage, &open) < 0)
        return -1;
    int result = matters(&stated, &open, f.number, true);
    if (result != 1)
        return result;
    result = plumb_change_bias(m->storage, m->p, (plumb_score_change){filled, &f, plumb_masks_vary(&stated), m->row});
    if (result == 1)
        plumb_drop_masks(m->p);
    return result;
}

static double up_to(const plumb_problem *asked, double x, double number) {
    (void)asked;
    return number - x;
}

/* Where the case as it was shows a key, nothing is added; context: that case, and what there is to add. */
typedef struct {
    const plumb_problem *stated;
    const double *added;
} replacement;

static double replaced(const plumb_score_place *at) {
    const replacement *r = at->context;
    size_t row = (at->b * at->p->query_heads + at->h) * at->p->query_length + at->t;
    bool seen = plumb_exact_visible(r->stated, at->b, at->h, at->t, at->j);
    return seen ? at->bias : at->bias + r->added[row * at->p->key_length + at->j];
}

int plumb_replace_hidden(const plumb_making *m) {
    plumb_problem stated = *m->p, open = stated;
    if (!plumb_may_show_hidden(&stated) || !are_few(&stated))
        return 0;
    if (open_masks(m->storage, &open) < 0)
        return -1;
    int result = matters(&stated, &open, number_of(m), false);
    if (result != 1)
        return result;
    replacement r = {&stated, corrections(m->storage, &open, up_to, number_of(m))};
    if (r.added == NULL)
        return -1;
    *m->p = open;
    return plumb_change_bias(m->storage, m->p, (plumb_score_change){replaced, &r, {true, true, true}, m->row});
}
