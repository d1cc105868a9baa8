/* features.c - see features.h: calls the verified feature maps. */
#include "row/features.h"
#include "score/key_features.h"
#include <stdlib.h>
#include <string.h>

bool plumb_has_features(const plumb_problem *problem) {
    return problem->op.kind == PLUMB_ELU_KERNEL || problem->op.kind == PLUMB_MLP_KERNEL;
}

int plumb_features_init(plumb_features *features, const plumb_problem *problem) {
    memset(features, 0, sizeof *features);
    if (!plumb_has_features(problem))
        return 0;
    bool mlp = problem->op.kind == PLUMB_MLP_KERNEL;
    features->feature_dim = mlp ? problem->extra.feature_dim : problem->head_dim;
    if (features->feature_dim > 0 &&
        problem->key_length > PLUMB_MOST_ELEMENTS / features->feature_dim)
        return -1;
    /* one element more, so that no length asks for 0 bytes */
    features->query = calloc(features->feature_dim + 1, sizeof *features->query);
    features->key = calloc(problem->key_length * features->feature_dim + 1, sizeof *features->key);
    features->hidden = calloc(problem->extra.hidden_dim + 1, sizeof *features->hidden);
    if (features->query && features->key && features->hidden)
        return 0;
    plumb_features_free(features);
    return -1;
}

void plumb_features_free(plumb_features *features) {
    free(features->query);
    free(features->key);
    free(features->hidden);
    memset(features, 0, sizeof *features);
}

void plumb_features_set(plumb_features *features, const plumb_problem *problem, const double *query,
                        const double *key) {
    const plumb_extras *e = &problem->extra;
    bool mlp = problem->op.kind == PLUMB_MLP_KERNEL;
    if (mlp)
        plumb_mlp_feature(query, problem->head_dim, e->mlp_inner, e->hidden_dim, e->mlp_outer,
                          e->feature_dim, features->hidden, features->query);
    else
        plumb_elu_feature(query, problem->head_dim, features->query);
    if (key == features->key_source)
        return;
    if (mlp)
        plumb_mlp_key_features(key, problem->key_length, problem->head_dim, e->mlp_inner,
                               e->hidden_dim, e->mlp_outer, e->feature_dim, features->hidden,
                               features->key);
    else
        plumb_elu_key_features(key, problem->key_length, problem->head_dim, features->key);
    features->key_source = key;
}
