/* element.c - see element.h. */
#include "theorem/element.h"

const char *plumb_finding_text(plumb_finding finding) {
    static const char *const texts[] = {
        [PLUMB_WITHIN] = "within the expected error",
        [PLUMB_IMPROBABLE] = "beyond the expected error, but not known to be impossible",
        [PLUMB_NOT_AS_DEFINED] = "not the value that the definition requires",
        [PLUMB_NAN] = "NaN where no step of this precision can overflow",
        [PLUMB_INFINITE] = "infinite where no step of this precision can overflow",
        [PLUMB_NOT_NAN] = "a number in a row without visible keys, which is stated to be NaN",
        [PLUMB_FINITE] = "finite although a visible NaN or infinity must reach it",
        [PLUMB_NO_JUDGEMENT] = "no exact value: a visible input is not finite",
        [PLUMB_UNINFORMATIVE] = "the error bound is too wide to decide",
        [PLUMB_NOT_COMPARED] = "not compared: the score of a hidden key",
        [PLUMB_MAY_OVERFLOW] = "a step of this precision may overflow here",
        [PLUMB_EXCLUDED] = "impossible: no correct kernel of this precision can return it"};
    return texts[finding];
}

bool plumb_element_comes_before(const plumb_element *a, const plumb_element *b) {
    if (a->batch != b->batch)
        return a->batch < b->batch;
    if (a->head != b->head)
        return a->head < b->head;
    if (a->query != b->query)
        return a->query < b->query;
    return a->column < b->column;
}
