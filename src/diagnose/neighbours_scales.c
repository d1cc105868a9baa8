/* neighbours_scales.c - mistakes about quantised inputs, for those tensors together that engines treat alike. */
#include "case/quantised.h"
#include "diagnose/changes.h"
#include "diagnose/rows.h"
#include "diagnose/tensors.h"
#include "schema/text.h"
#include <math.h>
#include <string.h>

/* What all tensors of a choice have; broken: a zero point that is no integer; of an axis: scales that differ along
   it. */
typedef struct {
    bool scale, global_scale, zero_point, offset, broken, is_signed, is_unsigned, pairs, axis[PLUMB_QUANTISED_AXES];
    int axes;           /* along which scales differ */
    const char *float8; /* how floating-point numbers of a byte are called; NULL: of other numbers */
} having;

static bool is_called(const char *name, const char *word) {
    return strcmp(name, word) == 0;
}

static const char *float8_of(const plumb_encoding *encoding) {
    return encoding->layout == PLUMB_LAYOUT_BYTE && !encoding->integer ? encoding->name : NULL;
}

static const char *both_called(const char *one, const char *other) {
    return one != NULL && other != NULL && is_called(one, other) ? one : NULL;
}

static bool is_float8_but(having has, const char *word) {
    return has.float8 != NULL && !is_called(has.float8, word);
}

static bool has_broken(const plumb_grid *grid) {
    size_t count = grid->number == NULL ? 0 : grid->size[0] * grid->size[1] * grid->size[2] * grid->size[3];
    size_t i = 0;
    while (i < count && grid->number[i] == trunc(grid->number[i]))
        i++;
    return i < count;
}

static having having_of(const plumb_quantised *q) {
    having has = {.scale = q->scale.number != NULL,
                  .global_scale = q->global_scale.number != NULL,
                  .zero_point = q->zero_point.number != NULL,
                  .offset = q->offset.number != NULL,
                  .broken = has_broken(&q->zero_point),
                  .float8 = float8_of(q->encoding),
                  .is_signed = is_called(q->encoding->name, "int8") || is_called(q->encoding->name, "i4"),
                  .is_unsigned = is_called(q->encoding->name, "uint8") || is_called(q->encoding->name, "u4"),
                  .pairs = q->encoding->layout == PLUMB_LAYOUT_PAIR};
    for (size_t axis = 0; has.scale && axis < PLUMB_QUANTISED_AXES; axis++) {
        has.axis[axis] = q->scale.size[axis] > 1;
        has.axes += has.axis[axis];
    }
    return has;
}

static having both_have(having a, having b) {
    having has = {.scale = a.scale && b.scale,
                  .global_scale = a.global_scale && b.global_scale,
                  .zero_point = a.zero_point && b.zero_point,
                  .offset = a.offset && b.offset,
                  .broken = a.broken && b.broken,
                  .float8 = both_called(a.float8, b.float8),
                  .is_signed = a.is_signed && b.is_signed,
                  .is_unsigned = a.is_unsigned && b.is_unsigned,
                  .pairs = a.pairs && b.pairs};
    for (size_t axis = 0; axis < PLUMB_QUANTISED_AXES; axis++) {
        has.axis[axis] = a.axis[axis] && b.axis[axis];
        has.axes += has.axis[axis];
    }
    return has;
}

/* "k_scale and v_scale" of "k v". */
static const char *join(const char *names, const char *ending, char text[PLUMB_NEIGHBOUR_TEXT]) {
    const char *first = names;
    text[0] = 0;
    for (; *names != 0; names++)
        if (*names != ' ') {
            const char *before = names == first ? "" : names[1] == 0 ? " and " : ", ";
            plumb_text_add(text, PLUMB_NEIGHBOUR_TEXT, "%s%c%s", before, *names, ending);
        }
    return text;
}

static void add_mistakes(const plumb_case *stated, const char *names, having has, plumb_neighbourhood *neighbourhood) {
    char scale_text[PLUMB_NEIGHBOUR_TEXT], global_text[PLUMB_NEIGHBOUR_TEXT], point_text[PLUMB_NEIGHBOUR_TEXT];
    char tensor_text[PLUMB_NEIGHBOUR_TEXT], offset_text[PLUMB_NEIGHBOUR_TEXT];
    const char *scales = join(names, "_scale", scale_text), *global_scales = join(names, "_global_scale", global_text);
    const char *zero_points = join(names, "_zero_point", point_text), *tensors = join(names, "", tensor_text);
    const char *offsets = join(names, "_offset", offset_text);
    const plumb_quantised *const *of = stated->quantised;
    const char *other = strcmp(names, "k") == 0 ? "v" : "k";
    bool both = strcmp(names, "k v") == 0;
    bool exchanges = names[0] != 'q' && of[1] != NULL && of[2] != NULL && of[1]->scale.number != NULL &&
                     of[2]->scale.number != NULL;
#include "diagnose/neighbours_scales.def"
}

void plumb_neighbours_of_scales(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    static const struct {
        const char *names;
        bool of[3];
    } choices[] = {{"k v", {false, true, true}},
                   {"k", {false, true, false}},
                   {"v", {false, false, true}},
                   {"q", {true, false, false}},
                   {"q k", {true, true, false}},
                   {"q k v", {true, true, true}}};
    for (size_t choice = 0; choice < sizeof choices / sizeof *choices; choice++) {
        bool all = true, first = true;
        having has = {0};
        for (size_t i = 0; i < 3; i++)
            all = all && (!choices[choice].of[i] || stated->quantised[i] != NULL);
        for (size_t i = 0; all && i < 3; i++)
            if (choices[choice].of[i]) {
                having one = having_of(stated->quantised[i]);
                has = first ? one : both_have(has, one);
                first = false;
            }
        if (all)
            add_mistakes(stated, choices[choice].names, has, neighbourhood);
    }
}
