/* row_excluded.c - see row_excluded.h. */
#include "budget/row_excluded.h"
#include "budget/mapped.h"
#include "budget/power_row.h"
#include "budget/softmax_row.h"
#include "budget/softpick.h"

int plumb_row_excluded(const double *unit, const double *tiny, plumb_weighing weighing, const unsigned char *visible,
                       plumb_row_values row, size_t keys, size_t rescalings, int has_sink, plumb_ball number,
                       plumb_verdict_workspace work, plumb_verdict_workspace twofold) {
    /*@ assert keys: \forall seq y, subset m; all_computed(work.score, work.off, y, m, keys + 1) ==>
          all_computed(work.score, work.off, y, m, keys); */
    if (weighing.kind == PLUMB_WEIGHED_BY_MAP)
        return plumb_mapped_row_excluded(unit, tiny, weighing.mapping, visible, row, keys, rescalings, number, work);
    if (weighing.kind == PLUMB_WEIGHED_BY_SOFTPICK)
        return plumb_softpick_row_excluded(unit, tiny, weighing.epsilon, visible, row, keys, rescalings, number, work);
    if (weighing.kind == PLUMB_WEIGHED_BY_POWER_SOFTMAX)
        return plumb_power_row_excluded(unit, tiny, weighing.power, visible, row, keys, rescalings, number, work,
                                        twofold);
    return plumb_softmax_row_excluded(unit, tiny, weighing, visible, row, keys, rescalings, has_sink, number, work,
                                      twofold);
}
