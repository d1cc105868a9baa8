/* features.c - see features.h: calls the verified feature maps. */
#include "row/features.h"
#include "score/key_features.h"
#include <stdlib.h>
#include <string.h>

bool plumb_has_features(const plumb_problem *problem) {
    return plumb_operator_is(problem->op.kind, PLUMB_MAPS_FEATURES);
}

/* How many features a vector has, and those of `count` vectors [count][head_dim]. */
typedef struct {
    size_t (*dim)(const plumb_problem *problem);
    void (*map)(plumb_features *features, const plumb_problem *problem, const double *vector, size_t count,
                plumb_ball *phi);
} feature_map;

static size_t same_dim(const plumb_problem *problem) {
    return problem->head_dim;
}

static void map_elu(plumb_features *features, const plumb_problem *problem, const double *vector, size_t count,
                    plumb_ball *phi) {
    (void)features;
    plumb_elu_key_features(vector, count, problem->head_dim, phi);
}

static size_t mlp_dim(const plumb_problem *problem) {
    return problem->extra.feature_dim;
}

static void map_mlp(plumb_features *features, const plumb_problem *problem, const double *vector, size_t count,
                    plumb_ball *phi) {
    const plumb_extras *e = &problem->extra;
    plumb_mlp_key_features(vector, count, problem->head_dim, e->mlp_inner, e->hidden_dim, e->mlp_outer, e->feature_dim,
                           features->hidden, phi);
}

static const feature_map *map_of(const plumb_problem *problem) {
    static const feature_map none = {same_dim, NULL}, elu = {same_dim, map_elu}, mlp = {mlp_dim, map_mlp};
    static const feature_map *const maps[] = {
#define OPERATOR(kind, features, ...) [kind] = &(features),
#include "problem/operators.def"
    };
    return maps[problem->op.kind];
}

size_t plumb_feature_dim(const plumb_problem *problem) {
    return map_of(problem)->dim(problem);
}

int plumb_features_init(plumb_features *features, const plumb_problem *problem) {
    memset(features, 0, sizeof *features);
    if (!plumb_has_features(problem))
        return 0;
    features->feature_dim = plumb_feature_dim(problem);
    if (features->feature_dim > 0 && problem->key_length > PLUMB_MOST_ELEMENTS / features->feature_dim)
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
    const feature_map *feature = map_of(problem);
    feature->map(features, problem, query, 1, features->query);
    if (key == features->key_source)
        return;
    feature->map(features, problem, key, problem->key_length, features->key);
    features->key_source = key;
}
