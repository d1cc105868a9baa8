/* linear_row.c - see linear_row.h. */
#include "theorem/linear_row.h"
#include "budget/activation.h"
#include "budget/ends.h"
#include "budget/feature.h"
#include "budget/mlp_feature.h"
#include "budget/pull.h"
#include "budget/score.h"
#include "budget/widened.h"
#include "exact/visible.h"
#include <math.h>

int plumb_linear_workspace_init(plumb_linear_workspace *l, const plumb_problem *p, plumb_workspace *workspace) {
    size_t dim = plumb_feature_dim(p), keys = p->key_length;
    l->element = plumb_workspace_take(workspace, p->head_dim, sizeof *l->element);
    l->hidden = plumb_workspace_take(workspace, p->extra.hidden_dim, sizeof *l->hidden);
    l->computed = plumb_workspace_take(workspace, dim, sizeof *l->computed);
    l->query_size = plumb_workspace_take(workspace, dim, sizeof *l->query_size);
    l->query_off = plumb_workspace_take(workspace, dim, sizeof *l->query_off);
    l->key_size = plumb_workspace_take(workspace, keys * dim, sizeof *l->key_size);
    l->key_off = plumb_workspace_take(workspace, keys * dim, sizeof *l->key_off);
    l->of = NULL;
    l->query = plumb_workspace_take(workspace, dim, sizeof *l->query);
    l->key = plumb_workspace_take(workspace, keys * dim, sizeof *l->key);
    return plumb_features_init(&l->features, p);
}

void plumb_linear_workspace_free(plumb_linear_workspace *l) {
    plumb_features_free(&l->features);
}

/* What an engine has of a vector's features, in workspace->computed; from its elements in workspace->element. */
typedef bool feature_map(const plumb_problem *p, const double *unit, const double *tiny,
                         plumb_linear_workspace *workspace);

static bool elu_computed(const plumb_problem *p, const double *unit, const double *tiny,
                         plumb_linear_workspace *workspace) {
    for (size_t c = 0; c < p->head_dim; c++)
        workspace->computed[c] = plumb_elu_feature_computed(unit, tiny, workspace->element[c]);
    return plumb_maps_are_borne(unit);
}

static bool mlp_computed(const plumb_problem *p, const double *unit, const double *tiny,
                         plumb_linear_workspace *workspace) {
    const plumb_extras *e = &p->extra;
    if (!plumb_products_are_borne(unit, p->head_dim) || !plumb_products_are_borne(unit, e->hidden_dim))
        return false;
    plumb_mlp_features_computed(unit, tiny, e->mlp_inner, e->mlp_outer, workspace->element, p->head_dim, e->hidden_dim,
                                e->feature_dim, workspace->hidden, workspace->computed);
    return true;
}

static feature_map *map_of(const plumb_problem *p) {
    feature_map *const none = NULL, *const elu = elu_computed, *const mlp = mlp_computed;
    feature_map *const maps[] = {
#define OPERATOR(kind, features, ...) [kind] = features,
#include "problem/operators.def"
    };
    return maps[p->op.kind];
}

static double top_of(plumb_ball a) {
    return plumb_ball_top(plumb_ball_absolute(a));
}

static bool set_vector(const plumb_problem *p, const double *unit, const double *tiny, const double *vector,
                       const plumb_ball *exact, plumb_linear_workspace *workspace, double *size, double *off) {
    for (size_t c = 0; c < p->head_dim; c++)
        workspace->element[c] = plumb_ball_given(vector[c]);
    if (!map_of(p)(p, unit, tiny, workspace))
        return false;
    for (size_t f = 0; f < plumb_feature_dim(p); f++) {
        off[f] = top_of(plumb_ball_subtract(workspace->computed[f], exact[f]));
        size[f] = fmax(top_of(workspace->computed[f]), top_of(exact[f]));
    }
    return true;
}

bool plumb_feature_row_of(const plumb_problem *p, const double *unit, const double *tiny, const plumb_element *e,
                          plumb_linear_workspace *workspace, plumb_moved_row *row) {
    const double *query = plumb_exact_query(p, e->batch, e->head, e->query);
    const double *key = plumb_exact_key(p, e->batch, e->head, 0);
    size_t dim = plumb_feature_dim(p);
    plumb_features_set(&workspace->features, p, query, key);
    if (!set_vector(p, unit, tiny, query, workspace->features.query, workspace, workspace->query_size,
                    workspace->query_off))
        return false;
    for (size_t i = 0; i < p->key_length && key != workspace->of; i++)
        set_vector(p, unit, tiny, key + i * p->head_dim, workspace->features.key + i * dim, workspace,
                   workspace->key_size + i * dim, workspace->key_off + i * dim);
    workspace->of = key;
    *row = (plumb_moved_row){.query = workspace->features.query,
                             .key = workspace->features.key,
                             .moved_query = {workspace->query_size, workspace->query_off},
                             .moved_key = {workspace->key_size, workspace->key_off}};
    return true;
}

static plumb_ball computed_of(plumb_ball exact, double off) {
    return plumb_ball_widened(exact, plumb_ball_given(off));
}

void plumb_set_keys_first(const plumb_scored_row *row, plumb_linear_workspace *workspace) {
    const plumb_moved_row *moved = &row->moved;
    bool is_moved = row->vectors == PLUMB_VECTORS_MOVED;
    for (size_t f = 0; f < row->head_dim; f++) {
        workspace->query[f] = is_moved ? computed_of(moved->query[f], moved->moved_query.off[f])
                                  : plumb_ball_given(row->query[f]);
        for (size_t i = 0; i < row->keys; i++) {
            size_t element = i * row->head_dim + f;
            workspace->key[f * row->keys + i] = is_moved
                                                    ? computed_of(moved->key[element], moved->moved_key.off[element])
                                                    : plumb_ball_given(row->key[element]);
        }
    }
}
