/* failing.c - to be loaded before plumb-mpi: an MPI whose reductions fail, with the error code 3. */
#include <mpi.h>

int MPI_Allreduce(const void *own, void *all, int count, MPI_Datatype type, MPI_Op operation,
                  MPI_Comm members) {
    (void)type;
    return PMPI_Allreduce(own, all, count, MPI_DATATYPE_NULL, operation, members);
}
