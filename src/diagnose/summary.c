#include "diagnose/diagnose.h"
#include "schema/text.h"

static void add_changes(const plumb_explanation *explanation, char *text, size_t size) {
    for (size_t i = 0; i < explanation->changes; i++)
        plumb_text_add(text, size, "%s%s", i == 0 ? "the engine " : " and ", explanation->change[i]->does);
}

void plumb_diagnosis_summary(const plumb_diagnosis *diagnosis, char *text, size_t size) {
    const plumb_explanations *all = &diagnosis->explanations;
    text[0] = 0;
    if (diagnosis->stated.verdict == PLUMB_PASS)
        return;
    if (plumb_inferred_first(diagnosis)) {
        const plumb_inference *first = &diagnosis->inferences.list[0];
        plumb_text_add(text, size, "%s%s%s", first->says, first->where[0] != 0 ? ", " : "", first->where);
    } else if (all->count > 0) {
        plumb_text_add(text, size, "%s",
                       plumb_only_excuses(&all->list[0]) ? "no convention explains it; excused if " : "");
        add_changes(&all->list[0], text, size);
    } else if (plumb_output_explained(diagnosis) != NULL) {
        const plumb_nearer *output = plumb_output_explained(diagnosis);
        plumb_text_add(text, size, "the engine %s: that explains the output, but not the other tensors",
                       output->change->does);
    } else if (diagnosis->concentration.defined != NULL) {
        const plumb_concentration *where = &diagnosis->concentration;
        plumb_text_add(text, size, "%s is not %s %s", plumb_quantity_name(where->quantity), where->defined,
                       plumb_defined_where(where->quantity));
    }
}
