#include "vectors/families.h"
#include <string.h>

/* The table as it is written: families, then their shapes, then their vectors. */
typedef struct {
    enum { A_FAMILY, A_SHAPE, A_VECTOR } kind;
    plumb_family family;
    size_t size[PLUMB_SIZES];
    const char *reason, *flags, *conventions;
    plumb_inputs inputs;
} row;

static const row rows[] = {
#define FAMILY(called, of, wrong, then) \
    {.kind = A_FAMILY, .family = {.name = called, .axes = of, .about = wrong, .effect = then}},
#define SHAPE(...) {.kind = A_SHAPE, .size = {__VA_ARGS__}},
#define VECTOR(why, flag, drawn, ...) \
    {.kind = A_VECTOR, .reason = why, .flags = flag, .inputs = PLUMB_INPUTS_##drawn, .conventions = #__VA_ARGS__},
#include "vectors/families.def"
};

enum { ROWS = sizeof rows / sizeof *rows };

const plumb_family *plumb_family_at(size_t index) {
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].kind == A_FAMILY && index-- == 0)
            return &rows[i].family;
    return NULL;
}

const plumb_family *plumb_family_find(const char *name) {
    const plumb_family *family;
    for (size_t i = 0; (family = plumb_family_at(i)) != NULL; i++)
        if (strcmp(family->name, name) == 0)
            return family;
    return NULL;
}

/* The shapes that stand between a family and its vectors. */
static size_t add_all(size_t at_family, size_t at_vector, size_t before, size_t of_family, plumb_candidate *list) {
    size_t added = 0;
    for (size_t i = at_family + 1; i < at_vector && rows[i].kind == A_SHAPE; i++)
        for (plumb_format format = PLUMB_F64; format <= PLUMB_BF16; format++, added++)
            if (list != NULL)
                list[before + added] = (plumb_candidate){.family = &rows[at_family].family,
                                                         .number = of_family + added + 1,
                                                         .reason = rows[at_vector].reason,
                                                         .flags = rows[at_vector].flags,
                                                         .conventions = rows[at_vector].conventions,
                                                         .inputs = rows[at_vector].inputs,
                                                         .size = rows[i].size,
                                                         .format = format};
    return added;
}

size_t plumb_candidates(const plumb_family *family, plumb_candidate *list) {
    size_t count = 0, of_family = 0, at = 0;
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].kind == A_FAMILY) {
            at = i;
            of_family = 0;
        }
        if (rows[i].kind != A_VECTOR || (family != NULL && family != &rows[at].family))
            continue;
        size_t added = add_all(at, i, count, of_family, list);
        count += added;
        of_family += added;
    }
    return count;
}
