// Without MPI; ranks_mpi.c has the other version.
#include "player/sweep/ranks.h"

#include "base/result.h"

#include <stdlib.h>
#include <string.h>

dv_result dv_ranks_begin(dv_error *error) {
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *size = getenv(sizes[i]);
        if (size && strcmp(size, "1") != 0)
            return dv_fail(error, DV_ERROR_ARGUMENT,
                           "this program was built without MPI, so its ranks cannot share a sweep: "
                           "build it with -Dmpi=enabled, or give each process a --part");
    }
    return DV_OK;
}

void dv_ranks_end(void) {}

int dv_rank_count(void) { return 1; }

int dv_rank(void) { return 0; }

bool dv_ranks_agree(uint64_t value, int *other) {
    (void)value;
    *other = 0;
    return true;
}

bool dv_ranks_hear(bool says) { return says; }

dv_crew *dv_crew_of_ranks(const dv_sweep_plan *plan, dv_error *error) {
    (void)plan;
    dv_fail(error, DV_ERROR_ARGUMENT, "there are no other ranks");
    return NULL;
}

dv_result dv_rank_work(const dv_sweep_plan *plan, dv_error *error) {
    (void)plan;
    return dv_fail(error, DV_ERROR_ARGUMENT, "there is no rank 0");
}
