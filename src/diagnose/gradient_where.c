/* gradient_where.c - counts the wrong numbers of the whole gradient along each axis.  An axis is named if they lie in part
   of it only: in some heads, or in one range of rows or columns, most of which are wrong. */
#include "diagnose/gradient_where.h"
#include "backward/gradients.h"
#include "judge/compare.h"
#include "schema/text.h"
#include <stdlib.h>

enum { HEADS, ROWS, COLUMNS, AXES };

typedef struct {
    size_t length[AXES];
    size_t *wrong[AXES]; /* wrong numbers at each place of the axis */
} counts;

static int count(const plumb_gradient_sample *s, plumb_gradient gradient, counts *of) {
    plumb_answer_shape shape = plumb_shape_of_answer(s->of, plumb_quantity_of_gradient(gradient));
    size_t total = s->of->gradient[gradient].count, heads = total / (shape.rows * shape.width);
    *of = (counts){.length = {heads, shape.rows, shape.width}};
    of->wrong[HEADS] = calloc(heads + shape.rows + shape.width, sizeof *of->wrong[HEADS]);
    if (of->wrong[HEADS] == NULL)
        return -1;
    of->wrong[ROWS] = of->wrong[HEADS] + heads;
    of->wrong[COLUMNS] = of->wrong[ROWS] + shape.rows;
    for (size_t i = 0; i < total; i++)
        if (plumb_gradient_is_wrong(s, gradient, i)) {
            of->wrong[HEADS][i / (shape.rows * shape.width)]++;
            of->wrong[ROWS][i / shape.width % shape.rows]++;
            of->wrong[COLUMNS][i % shape.width]++;
        }
    return 0;
}

/* More heads are not listed. */
enum { MOST_HEADS = 8 };

static bool add_heads(const counts *of, const char *name, size_t batch, char *says, size_t size) {
    size_t wrong = 0, heads = of->length[HEADS] / batch;
    for (size_t i = 0; i < of->length[HEADS]; i++)
        wrong += of->wrong[HEADS][i] > 0;
    if (wrong == of->length[HEADS] || wrong > MOST_HEADS)
        return false;
    plumb_text_add(says, size, "%s is wrong in head%s ", name, wrong > 1 ? "s" : "");
    for (size_t i = 0, n = 0; i < of->length[HEADS]; i++) {
        if (of->wrong[HEADS][i] == 0)
            continue;
        plumb_text_add(says, size, n++ > 0 ? ", %zu" : "%zu", i % heads);
        if (batch > 1)
            plumb_text_add(says, size, " of batch entry %zu", i / heads);
    }
    return true;
}

/* One range, of which nearly all is wrong, is part of the axis. */
static bool find_range(const counts *of, int axis, size_t *first, size_t *last) {
    size_t length = of->length[axis], wrong = 0;
    *first = length;
    for (size_t i = 0; i < length; i++)
        if (of->wrong[axis][i] > 0) {
            *first = *first < i ? *first : i;
            *last = i;
            wrong++;
        }
    size_t range = wrong > 0 ? *last - *first + 1 : 0;
    return range > 0 && 10 * range < 9 * length && 10 * wrong >= 9 * range;
}

static const char *row_name(plumb_gradient gradient) {
    return gradient == PLUMB_GRADIENT_OF_KEY || gradient == PLUMB_GRADIENT_OF_VALUE ? "keys" : "queries";
}

int plumb_gradient_where(const plumb_gradient_sample *s, plumb_gradient gradient, double *numbers, size_t *explained,
                         char *says, size_t size) {
    counts of;
    const char *const names[AXES] = {"", row_name(gradient),
                                     gradient == PLUMB_GRADIENT_OF_BIAS ? "keys" : "columns"};
    const char *name = plumb_gradient_name(gradient);
    (void)numbers;
    *explained = 0;
    *says = 0;
    if (gradient == PLUMB_GRADIENT_OF_SINK || gradient > PLUMB_GRADIENT_OF_BIAS)
        return 0;
    if (count(s, gradient, &of) != 0)
        return -1;
    bool found = add_heads(&of, name, gradient == PLUMB_GRADIENT_OF_BIAS ? 1 : s->of->problem.batch, says, size);
    for (int axis = ROWS; axis < AXES; axis++) {
        size_t first, last = 0;
        if (!find_range(&of, axis, &first, &last))
            continue;
        if (found)
            plumb_text_add(says, size, ", %s ", names[axis]);
        else
            plumb_text_add(says, size, "%s is wrong in %s ", name, names[axis]);
        plumb_text_add(says, size, "%zu to %zu", first, last);
        found = true;
    }
    if (found)
        plumb_text_add(says, size, " only");
    *explained = found ? s->gradient[gradient].wrongs : 0;
    free(of.wrong[HEADS]);
    return 0;
}
