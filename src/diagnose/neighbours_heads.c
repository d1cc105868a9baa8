#include "diagnose/change_heads.h"
#include "diagnose/gather.h"
#include "diagnose/rows.h"

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
