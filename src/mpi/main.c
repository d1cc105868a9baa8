/* main.c - plumb-mpi: eval and diff, their rows shared by the processes of an MPI run.

     mpirun -n 4 plumb-mpi diff case.safetensors

   Each process reads the case and takes every n-th bundle of rows (bundle/rows.h).  The results are
   the same bits for any number of processes: rows do not depend on each other, and findings are
   merged in no order (judge/tally.h).  All machines must represent numbers alike. */
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/run.h"
#include "cli/team.h"
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* MPI counts by int. */
#define MOST_AT_ONCE ((size_t)1 << 30)

static plumb_team team;

static int agree(int status, plumb_error *error) {
    int own = status == 0 ? (int)team.members : (int)team.member, first = 0;
    char text[sizeof error->text];
    MPI_Allreduce(&own, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (first == (int)team.members)
        return 0;
    if (own == first)
        memcpy(text, error->text, sizeof text);
    MPI_Bcast(text, sizeof text, MPI_CHAR, first, MPI_COMM_WORLD);
    return plumb_fail(error, "process %d: %s", first, text);
}

static int gather(const void *own, size_t size, void *all) {
    return MPI_Allgather(own, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE, MPI_COMM_WORLD) == MPI_SUCCESS ? 0 : -1;
}

static int reduce(void *data, size_t count, size_t size, MPI_Datatype type, MPI_Op operation) {
    char *bytes = data;
    int result = MPI_SUCCESS;
    for (size_t done = 0; done < count && result == MPI_SUCCESS; done += MOST_AT_ONCE) {
        size_t some = count - done < MOST_AT_ONCE ? count - done : MOST_AT_ONCE;
        void *place = bytes + done * size;
        result =
            MPI_Reduce(team.member == 0 ? MPI_IN_PLACE : place, place, (int)some, type, operation, 0, MPI_COMM_WORLD);
    }
    return result == MPI_SUCCESS ? 0 : -1;
}

/* Bit by bit: a NaN keeps its bits, and 0 is no bit. */
static int unite(double *numbers, size_t count) {
    return reduce(numbers, count, sizeof *numbers, MPI_UINT64_T, MPI_BOR);
}

static int unite_cells(unsigned char *cells, size_t count) {
    return reduce(cells, count, 1, MPI_UNSIGNED_CHAR, MPI_MAX);
}

static int join(void) {
    int member, members;
    MPI_Comm_rank(MPI_COMM_WORLD, &member);
    MPI_Comm_size(MPI_COMM_WORLD, &members);
    team = (plumb_team){(size_t)member, (size_t)members, agree, gather, unite, unite_cells};
    plumb_program_team = &team;
    return member;
}

/* An error of MPI has an exit code of its own, which may be that of a verdict. */
static void refuse_failure(MPI_Comm *all, int *code, ...) {
    char text[MPI_MAX_ERROR_STRING];
    int length;
    MPI_Error_string(*code, text, &length);
    fprintf(stderr, "plumb: MPI failed; no verdict was reached: %s\n", text);
    MPI_Abort(*all, PLUMB_EXIT_BAD_INPUT);
}

static void handle_errors(void) {
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(refuse_failure, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
}

/* In place of the C library's: an MPI that cannot start calls _exit(1). */
_Noreturn void _exit(int code) {
    _Exit(code == (int)PLUMB_FAIL ? PLUMB_EXIT_BAD_INPUT : code);
}

static int refuse(int member) {
    if (member == 0)
        fputs("plumb: plumb-mpi runs eval and diff; `plumb --help-all` lists their flags\n", stderr);
    return PLUMB_EXIT_BAD_INPUT;
}

int main(int argc, char **argv) {
    int provided;
    plumb_exit_guard();
    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
        return plumb_exit(PLUMB_EXIT_BAD_INPUT);
    handle_errors();
    int member = join();
    bool shared = argc > 1 && (strcmp(argv[1], "eval") == 0 || strcmp(argv[1], "diff") == 0);
    int exit_code = shared ? plumb_run(argc, argv) : refuse(member);
    MPI_Finalize();
    return plumb_exit(exit_code);
}
