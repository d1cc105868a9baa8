#include "diagnose/changes.h"
#include "diagnose/rows.h"

#define LEAVE_OUT_KEYS(first, end) CALL(plumb_leave_out_keys, .integer = (int64_t)(first), .second = (int64_t)(end))

static size_t cut(size_t n, size_t block) {
    return block < 8 ? n : n / block * block;
}

static size_t padded(size_t n, size_t block) {
    return block < 8 ? n : (n + block - 1) / block * block;
}

void plumb_neighbours_of_keys(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    size_t keys = p->key_length, queries = p->query_length, dim = p->head_dim, last = keys - 1;
    bool several = queries > 1 && queries < keys;
    bool plain = !plumb_position_moves_vectors(p->position.kind) && p->position.kind != PLUMB_POSITION_SHAW &&
                 p->op.kind != PLUMB_ELU_KERNEL && p->op.kind != PLUMB_MLP_KERNEL;
    if (keys == 0)
        return;
#include "diagnose/neighbours_keys.def"
}
