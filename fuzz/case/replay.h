/* replay.h - with a compiler that has no libFuzzer, files named on the command line are run once
   each: for keeping a corpus and past findings as tests.  Define PLUMB_FUZZ_REPLAY for that. */
#ifndef PLUMB_FUZZ_CASE_REPLAY_H
#define PLUMB_FUZZ_CASE_REPLAY_H
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifdef PLUMB_FUZZ_REPLAY
#include "base/file.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        plumb_bytes bytes;
        plumb_error error;
        if (plumb_file_read(argv[i], &bytes, &error) != 0) {
            fprintf(stderr, "%s\n", error.text);
            return EXIT_FAILURE;
        }
        LLVMFuzzerTestOneInput(bytes.data, bytes.size);
        free(bytes.data);
    }
    printf("%d files replayed\n", argc - 1);
    return EXIT_SUCCESS;
}
#endif
#endif
