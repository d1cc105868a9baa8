#include "same/run.h"
#include "case/description.h"
#include "case/read.h"
#include "case/safetensors.h"
#include "compare/precision_text.h"
#include <stdlib.h>
#include <string.h>

/* The file has been read as a case: what is wrong with it has been said. */
static int find_tensors(const char *path, plumb_same_run *run, plumb_error *error) {
    plumb_safetensors file;
    plumb_description stated;
    if (plumb_safetensors_parse(run->bytes.data, run->bytes.size, path, &run->storage, &file, error) != 0 ||
        plumb_description_parse(file.description, path, &run->storage, &stated, error) != 0)
        return -1;
    run->description = plumb_description_resolve(&stated, run->judged.problem.head_dim);
    for (size_t i = 0; i < file.count; i++) {
        plumb_member member = plumb_member_find("", file.tensor[i].name);
        if (member != PLUMB_MEMBERS)
            run->tensor[member] = &file.tensor[i];
    }
    return 0;
}

int plumb_same_run_read(const char *path, plumb_same_run *run, plumb_error *error) {
    memset(run, 0, sizeof *run);
    if (plumb_file_read(path, &run->bytes, error) == 0 &&
        plumb_case_read_bytes(run->bytes.data, run->bytes.size, path, &run->judged, error) == 0 &&
        plumb_precision_check(&run->judged, error) == 0 && find_tensors(path, run, error) == 0)
        return 0;
    plumb_same_run_free(run);
    return -1;
}

void plumb_same_run_free(plumb_same_run *run) {
    plumb_case_free(&run->judged);
    plumb_storage_free(&run->storage);
    free(run->bytes.data);
    memset(run, 0, sizeof *run);
}
