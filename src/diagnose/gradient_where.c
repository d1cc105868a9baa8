/* gradient_where.c - counts the wrong numbers of the whole gradient along each axis.  An axis is named if they lie in
   part of it only: in some heads, or in one range of rows or columns, or every second one, most of which are wrong. */
#include "diagnose/gradient_where.h"
#include "backward/gradients.h"
#include "judge/compare.h"
#include "schema/text.h"
#include <stdlib.h>
#include <string.h>

enum { HEADS, ROWS, COLUMNS, AXES };

typedef struct {
    size_t length[AXES];
    size_t *wrong[AXES]; /* wrong numbers at each place of the axis */
    size_t all;          /* wrong numbers, */
    bool zero;           /* which are all 0 */
} counts;

/* Fewer may be chance. */
enum { LEAST_WRONG = 8 };

static int count(const plumb_gradient_sample *s, plumb_gradient gradient, counts *of) {
    plumb_answer_shape shape = plumb_shape_of_answer(s->of, plumb_quantity_of_gradient(gradient));
    size_t total = s->of->gradient[gradient].count, heads = total / (shape.rows * shape.width);
    *of = (counts){.length = {heads, shape.rows, shape.width}, .zero = true};
    of->wrong[HEADS] = calloc(heads + shape.rows + shape.width, sizeof *of->wrong[HEADS]);
    if (of->wrong[HEADS] == NULL)
        return -1;
    of->wrong[ROWS] = of->wrong[HEADS] + heads;
    of->wrong[COLUMNS] = of->wrong[ROWS] + shape.rows;
    for (size_t i = 0; i < total; i++)
        if (plumb_gradient_is_wrong(s, gradient, i)) {
            of->all++;
            of->zero = of->zero && s->of->gradient[gradient].value[i] == 0;
            of->wrong[HEADS][i / (shape.rows * shape.width)]++;
            of->wrong[ROWS][i / shape.width % shape.rows]++;
            of->wrong[COLUMNS][i % shape.width]++;
        }
    return 0;
}

/* More heads are not listed. */
enum { MOST_HEADS = 8 };

static bool add_heads(const counts *of, const char *verb, const char *name, size_t batch, char *says, size_t size) {
    size_t wrong = 0, heads = of->length[HEADS] / batch;
    for (size_t i = 0; i < of->length[HEADS]; i++)
        wrong += of->wrong[HEADS][i] > 0;
    if (wrong == of->length[HEADS] || wrong > MOST_HEADS)
        return false;
    plumb_text_add(says, size, "%s is %s in %s", name, verb, batch > 1 ? "" : wrong > 1 ? "heads " : "head ");
    for (size_t i = 0, n = 0; i < of->length[HEADS]; i++) {
        if (of->wrong[HEADS][i] == 0)
            continue;
        plumb_text_add(says, size, "%s", n++ > 0 ? ", " : "");
        if (batch > 1)
            plumb_text_add(says, size, "head %zu of batch entry %zu", i % heads, i / heads);
        else
            plumb_text_add(says, size, "%zu", i);
    }
    return true;
}

/* One range, or every second place of one, of which nearly all is wrong, is part of the axis. */
typedef struct {
    size_t first, last, step;
} range;

static bool find_range(const counts *of, int axis, range *found) {
    size_t length = of->length[axis], wrong = 0, odd = 0;
    *found = (range){length, 0, 1};
    for (size_t i = 0; i < length; i++)
        if (of->wrong[axis][i] > 0) {
            found->first = found->first < i ? found->first : i;
            found->last = i;
            odd += i % 2;
            wrong++;
        }
    found->step = wrong > 2 && (odd == 0 || odd == wrong) ? 2 : 1;
    size_t places = wrong > 0 ? (found->last - found->first) / found->step + 1 : 0;
    return places > 0 && 10 * places < 9 * length && 10 * wrong >= 9 * places;
}

static const char *plural_of(const char *name) {
    return strcmp(name, "query") == 0 ? "queries" : strcmp(name, "key") == 0 ? "keys" : "columns";
}

/* "queries 8 to 15", "every second query from 1 to 63", "query 3" */
static void add_range(const range *found, const char *name, char *says, size_t size) {
    if (found->step > 1)
        plumb_text_add(says, size, "every second %s from %zu to %zu", name, found->first, found->last);
    else if (found->first == found->last)
        plumb_text_add(says, size, "%s %zu", name, found->first);
    else
        plumb_text_add(says, size, "%s %zu to %zu", plural_of(name), found->first, found->last);
}

static const char *row_name(plumb_gradient gradient) {
    return gradient == PLUMB_GRADIENT_OF_KEY || gradient == PLUMB_GRADIENT_OF_VALUE ? "key" : "query";
}

static void say(const plumb_gradient_sample *s, plumb_gradient gradient, const counts *of, char *says, size_t size) {
    bool of_bias = gradient == PLUMB_GRADIENT_OF_BIAS;
    const char *const names[AXES] = {"", row_name(gradient), of_bias ? "key" : "column"};
    const char *verb = of->zero ? "0" : "wrong", *name = plumb_gradient_name(gradient);
    bool found = add_heads(of, verb, name, of_bias ? 1 : s->of->problem.batch, says, size);
    for (int axis = ROWS; axis < AXES; axis++) {
        range at;
        if (!find_range(of, axis, &at))
            continue;
        if (found)
            plumb_text_add(says, size, ", ");
        else
            plumb_text_add(says, size, "%s is %s in ", name, verb);
        add_range(&at, names[axis], says, size);
        found = true;
    }
    if (found)
        plumb_text_add(says, size, " only");
}

int plumb_gradient_where(const plumb_gradient_sample *s, plumb_gradient gradient, double *numbers, size_t *explained,
                         char *says, size_t size) {
    counts of;
    (void)numbers;
    *explained = 0;
    *says = 0;
    if (gradient == PLUMB_GRADIENT_OF_SINK || gradient > PLUMB_GRADIENT_OF_BIAS)
        return 0;
    if (count(s, gradient, &of) != 0)
        return -1;
    if (of.all >= LEAST_WRONG)
        say(s, gradient, &of, says, size);
    *explained = *says != 0 ? s->gradient[gradient].wrongs : 0;
    free(of.wrong[HEADS]);
    return 0;
}
