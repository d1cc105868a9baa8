#include "same/run.h"
#include "case/description.h"
#include "case/read.h"
#include "case/safetensors.h"
#include "case/scale.h"
#include "precision/precision_text.h"
#include "same/ragged.h"
#include <stdlib.h>
#include <string.h>

/* The file has been read as a case: what is wrong with it has been said. */
static int find_tensors(plumb_same_run *run, plumb_error *error) {
    plumb_safetensors file;
    plumb_description stated;
    if (plumb_safetensors_parse(run->bytes.data, run->bytes.size, run->source, &run->storage, &file, error) != 0 ||
        plumb_description_parse(file.description, run->source, &run->storage, &stated, error) != 0)
        return -1;
    run->description = plumb_description_resolve(&stated, run->problem.head_dim);
    if (!plumb_scale_keep(run->description.scale, &run->storage, &run->problem.scale.text))
        return plumb_fail(error, "%s: not enough memory", run->source);
    for (size_t i = 0; i < file.count; i++) {
        plumb_member member = plumb_member_find("", file.tensor[i].name);
        if (member != PLUMB_MEMBERS)
            run->tensor[member] = &file.tensor[i];
    }
    return plumb_same_pad(run, error);
}

int plumb_same_run_decode(const plumb_same_run *run, plumb_case *out, plumb_error *error) {
    return plumb_case_read_bytes(run->bytes.data, run->bytes.size, run->source, out, error);
}

/* The numbers are looked at, and go again: most runs agree, and are not judged. */
static int check_case(plumb_same_run *run, plumb_error *error) {
    plumb_case c;
    if (plumb_same_run_decode(run, &c, error) != 0)
        return -1;
    const plumb_problem *of = &c.problem;
    run->problem = (plumb_problem){.batch = of->batch,
                                   .query_heads = of->query_heads,
                                   .key_heads = c.tiled_heads != 0 ? c.tiled_heads : of->key_heads,
                                   .query_length = of->query_length,
                                   .key_length = of->key_length,
                                   .head_dim = of->head_dim,
                                   .value_dim = of->value_dim,
                                   .causal = of->causal};
    if (of->mask.entry_offset != NULL) /* entries have ends of their own, from which both runs count */
        run->problem.causal.offset -= (int64_t)of->key_length;
    int result = plumb_precision_check(&c, error);
    plumb_case_free(&c);
    return result;
}

int plumb_same_run_read(const char *path, plumb_same_run *run, plumb_error *error) {
    memset(run, 0, sizeof *run);
    run->source = path;
    if (plumb_file_read(path, &run->bytes, error) == 0 && check_case(run, error) == 0 && find_tensors(run, error) == 0)
        return 0;
    plumb_same_run_free(run);
    return -1;
}

void plumb_same_run_free(plumb_same_run *run) {
    plumb_storage_free(&run->storage);
    free(run->bytes.data);
    memset(run, 0, sizeof *run);
}
